//! `tak-tools games`: a database of games.

use std::path::Path;

use clap::{Args, Subcommand};
use tak_book::games::Database;

use crate::database::failure;
use crate::failure::Failure;

mod duplicates;
mod export;
mod import;
mod players;
mod query;
pub(crate) mod search;

/// Keep games in a database, and find them by position, player and more
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools games import all.gamedb games_anon.db my-games/
  tak-tools games search all.gamedb --size 6 --moves 'a1 f6' --min-rating 1500
  tak-tools games export all.gamedb --player Ann -o ann.ptn")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Import(import::Arguments),
    Search(search::Arguments),
    Export(export::Arguments),
    Duplicates(duplicates::Arguments),
    Players(players::Arguments),
}

impl Arguments {
    /// Runs the subcommand.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Import(arguments) => arguments.run(),
            Command::Search(arguments) => arguments.run(),
            Command::Export(arguments) => arguments.run(),
            Command::Duplicates(arguments) => arguments.run(),
            Command::Players(arguments) => arguments.run(),
        }
    }
}

/// Opens a database for reading.
fn open(path: &Path) -> Result<Database, Failure> {
    Database::open(path).map_err(|error| failure(path, &error))
}
