//! The program: TEI on standard input and output, and its other commands.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tak_cli::failure::Failure;

mod commands;

use commands::{Outcome, analyze, bench, play, serve, stdio};

/// A Tak engine that speaks TEI on standard input and output.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES, infer_subcommands = false)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Analyze(analyze::Arguments),
    Play(play::Arguments),
    Bench(bench::Arguments),
    Serve(serve::Arguments),
}

const EXAMPLES: &str = "\
Without a command, type or pipe TEI, one a line:

  tei                                       who are you, what can be set?
  teinewgame 6                              a game on a 6×6 board
  position startpos moves a1 f6 c3          where the game stands
  go movetime 1000                          think for a second
  stop                                      answer now
  quit

A match runner starts the program and speaks to it in the same way.

  tak-engine serve                          lets PTN Ninja in the browser analyse
  tak-engine analyze game.ptn               where was the game lost?
  tak-engine play                           play against the engine";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let failure = problem.downcast::<Failure>().map(|failure| *failure);
            let failure = failure.unwrap_or_else(|problem| Failure::Input(problem.to_string()));
            failure.report::<Arguments>()
        }
    }
}

fn run() -> Outcome {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Not errors: clap hands over what --help and --version print like this.
        Err(help) if !help.use_stderr() => return Ok(help.print().map_err(Failure::Output)?),
        Err(error) => return Err(Failure::usage(error).into()),
    };
    match arguments.command {
        None => stdio::run(),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments),
        Some(Command::Play(arguments)) => play::run(arguments),
        Some(Command::Serve(arguments)) => serve::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
    }
}
