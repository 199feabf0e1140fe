//! `tak-tools chess`: a small chess program that checks `bitops` on a game whose
//! perft counts are known.

use clap::{Args, Subcommand};

use crate::failure::Failure;

mod attacks;
mod board;
mod crosscheck;
mod fen;
mod generate;
mod known_magics;
mod magic;
mod magics;
mod methods;
mod perft;
mod piece;
mod rays;
mod square;
#[cfg(test)]
mod tests;

/// Count chess games, find magic numbers, cross-check sliding attacks
#[derive(Args)]
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
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Perft(arguments) => arguments.run(),
            Command::Magics(arguments) => arguments.run(),
            Command::Crosscheck(arguments) => arguments.run(),
        }
    }
}
