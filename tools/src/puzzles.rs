//! `tak-tools puzzles`: positions with one solution, found in games or checked.

use clap::{Args, Subcommand};

use crate::failure::Failure;

mod book;
mod check;
mod claim;
mod find;
mod judge;
mod puzzle;
mod themes;
mod wanted;

/// Find positions in which only one move wins or saves the game, or check a collection of them
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
