//! The program: TEI on standard input and output, and its other commands.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod commands;

use commands::{bench, serve, stdio};

/// A Tak engine that speaks TEI on standard input and output.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES, infer_subcommands = false)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Bench(bench::Arguments),
    Serve(serve::Arguments),
}

const EXAMPLES: &str = "\
Type or pipe commands, one a line:

  tei                                       who are you, what can be set?
  teinewgame 6                              a game on a 6×6 board
  position startpos moves a1 f6 c3          where the game stands
  go movetime 1000                          think for a second
  stop                                      answer now
  quit

A match runner starts the program and speaks to it in the same way. For PTN Ninja in a
browser: tak-engine serve";

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        None => stdio::run(),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Serve(arguments)) => serve::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("tak-engine: {problem}");
            ExitCode::from(2)
        }
    }
}
