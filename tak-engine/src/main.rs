//! The program: TEI on standard input and output, and its other commands.

#![deny(unsafe_code)]

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tak_terminal::commands;
use tak_terminal::failure::Failure;

mod analyze;
mod bench;
#[cfg(feature = "book")]
mod book;
mod games;
mod play;
#[cfg(feature = "playtak")]
mod playtak;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod stdio;
mod think;

/// A Tak engine that speaks TEI on standard input and output.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES, infer_subcommands = false)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak TEI on standard input and output, as without a command
    Stdio,
    Analyze(analyze::Arguments),
    Solve(solve::Arguments),
    Play(play::Arguments),
    Bench(bench::Arguments),
    #[cfg(feature = "playtak")]
    Playtak(playtak::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Completions(commands::Completions),
    Man(commands::Manual),
}

const EXAMPLES: &str = "\
Without a command, type or pipe TEI, one command a line:

  tei                                       who are you, and what can I set?
  teinewgame 6                              a game on a 6×6 board
  position startpos moves a1 f6 c3          the moves so far
  go movetime 1000                          think for a second
  stop                                      answer now
  quit

A match runner starts the program and talks to it in the same way.

  tak-engine play                           play against the engine
  tak-engine analyze game.ptn               where was the game lost?
  tak-engine solve game.ptn --all           is there a forced win, and is it the only one?
  tak-engine playtak --guest                play on playtak.com
  tak-engine serve                          let PTN Ninja in the browser analyse";

fn main() -> ExitCode {
    commands::run(run)
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        None | Some(Command::Stdio) => stdio::run(),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Play(arguments)) => play::run(arguments),
        #[cfg(feature = "playtak")]
        Some(Command::Playtak(arguments)) => playtak::run(arguments),
        #[cfg(feature = "serve")]
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Completions(completions)) => completions.run(Arguments::command()),
        Some(Command::Man(manual)) => manual.run(Arguments::command()),
    }
}
