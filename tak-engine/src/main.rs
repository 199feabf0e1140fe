//! The program: TEI on standard input and output, and its other commands.

#![deny(unsafe_code)]

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tak_terminal::commands;
use tak_terminal::failure::{EXIT_CODES, Failure};

mod analyze;
mod bench;
#[cfg(feature = "book")]
mod book;
mod day;
mod play;
#[cfg(feature = "playtak")]
mod playtak;
mod puzzle;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod stdio;
mod strength;
mod think;

/// A Tak engine to play with, to analyse games, and to connect to other programs by TEI.
#[derive(Parser)]
#[command(version, after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"), infer_subcommands = false)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Arguments),
    Puzzle(puzzle::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Analyze(analyze::Arguments),
    Solve(solve::Arguments),
    #[cfg(feature = "playtak")]
    Playtak(playtak::Arguments),
    /// Speak TEI on standard input and output, as without a command
    Stdio,
    Bench(bench::Arguments),
    Completions(commands::Completions),
    Man(commands::Manual),
}

const EXAMPLES: &str = "\
Examples:

  tak-engine play                           play in the terminal
  tak-engine puzzle                         find the only move
  tak-engine serve                          play and analyse in the browser
  tak-engine analyze game.ptn               where was the game lost?
  tak-engine solve game.ptn --all           is there a forced win, and only one?

Without a command it speaks TEI, the protocol of match runners and user
interfaces. Type or pipe one command a line:

  tei                                       who are you, and what can I set?
  teinewgame 6                              a game on a 6×6 board
  position startpos moves a1 f6 c3          the moves so far
  go movetime 1000                          think for a second
  stop                                      answer now
  quit";

fn main() -> ExitCode {
    commands::run(run)
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        None | Some(Command::Stdio) => stdio::run(),
        Some(Command::Play(arguments)) => play::run(arguments),
        Some(Command::Puzzle(arguments)) => puzzle::run(&arguments),
        #[cfg(feature = "serve")]
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        #[cfg(feature = "playtak")]
        Some(Command::Playtak(arguments)) => playtak::run(arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Completions(completions)) => completions.run(Arguments::command()),
        Some(Command::Man(manual)) => manual.run(Arguments::command()),
    }
}
