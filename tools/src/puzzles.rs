//! `tak-tools puzzles`: positions with one winning move, found in games or checked.

use clap::{Args, Subcommand};

use crate::failure::Failure;

mod book;
mod check;
mod claim;
mod find;
mod puzzle;
mod themes;

/// Find positions in which only one move forces a road, or check a collection of them
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Find(find::Arguments),
    Check(check::Arguments),
}

impl Arguments {
    /// Runs the subcommand.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Find(arguments) => arguments.run(),
            Command::Check(arguments) => arguments.run(),
        }
    }
}
