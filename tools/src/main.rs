//! `tak-tools`: command-line tools for Tak.
#![forbid(unsafe_code)]

mod amazons;
mod failure;
mod moves;
mod output;
mod perft;
mod result;
mod start;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// Command-line tools for the board game Tak.
#[derive(Parser)]
#[command(name = "tak-tools", version, arg_required_else_help = false)]
#[command(after_help = "Examples:
  tak-tools perft --size 6 --depth 4
  tak-tools moves --tps 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4'
  tak-tools result --size 3 --moves 'a3 a1 b1 b3 c1'
  tak-tools amazons --position '3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3'

Exit codes: 0 done, 1 the output could not be written, 2 wrong arguments.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::Arguments),
    Moves(moves::Arguments),
    Result(result::Arguments),
    Amazons(amazons::Arguments),
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report::<Arguments>(),
    }
}

fn run() -> Result<(), Failure> {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Not errors: clap hands over what --help and --version print like this.
        Err(help) if !help.use_stderr() => return help.print().map_err(Failure::Output),
        Err(error) => return Err(Failure::Usage(error)),
    };
    match arguments.command {
        Command::Perft(arguments) => arguments.run(),
        Command::Moves(arguments) => arguments.run(),
        Command::Result(arguments) => arguments.run(),
        Command::Amazons(arguments) => arguments.run(),
    }
}
