//! `tak-tools chess`: a small chess program that checks the operations of
//! `bitops` on a game whose numbers are known.

use clap::{Args, Subcommand};

use crate::failure::Failure;

mod attacks;
mod board;
mod crosscheck;
mod fen;
mod generate;
mod magic;
mod magics;
mod methods;
mod moves;
mod perft;
mod rays;
mod square;
#[cfg(test)]
mod tests;

/// Count chess games, find magic numbers, cross-check sliding pieces
#[derive(Args)]
#[command(arg_required_else_help = false)]
#[command(after_help = "Examples:
  tak-tools chess perft --depth 6
  tak-tools chess magics
  tak-tools chess crosscheck")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::Arguments),
    Magics(magics::Arguments),
    Crosscheck(crosscheck::Arguments),
}

impl Arguments {
    /// Does what the subcommand says.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Perft(arguments) => arguments.run(),
            Command::Magics(arguments) => arguments.run(),
            Command::Crosscheck(arguments) => arguments.run(),
        }
    }
}
