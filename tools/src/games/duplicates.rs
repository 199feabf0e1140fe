//! `tak-tools games duplicates`: games that occur more than once.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tak_book::games::{Found, Sameness};

use super::open;
use super::search::{json_of, table};
use crate::database;
use crate::failure::Failure;
use crate::filter::FilterArguments;
use crate::output::{print, print_json};

/// Find games with the same moves, up to symmetry, by the same players on the same day
///
/// Groups are separated by empty lines. Nothing is removed.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools games duplicates all.gamedb
  tak-tools games duplicates all.gamedb --min-plies 20 --any-players \\
      --any-date")]
pub(super) struct Arguments {
    /// A database written by `games import`
    #[arg(value_name = "GAMES")]
    database: PathBuf,

    #[command(flatten)]
    filter: FilterArguments,

    /// Whoever the players
    #[arg(long)]
    any_players: bool,

    /// Whatever the days
    #[arg(long)]
    any_date: bool,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Compares and prints.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let database = open(&self.database)?;
        let broken = |error| database::failure(&self.database, &error);
        let sameness = Sameness { any_players: self.any_players, any_date: self.any_date };
        let groups = database.duplicates(&self.filter.filter(), sameness).map_err(broken)?;
        let mut all = Vec::new();
        for ids in groups {
            let mut games = Vec::new();
            for id in ids {
                let record = database.game(id).map_err(broken)?;
                games.extend(record.map(|record| Found { id, facts: record.facts, at: None }));
            }
            all.push(games);
        }
        if self.json {
            let groups: Vec<Vec<_>> =
                all.iter().map(|games| games.iter().map(json_of).collect()).collect();
            return print_json(&json!({"duplicates": groups}));
        }
        let tables: Vec<_> = all.iter().map(|games| table(games)).collect();
        print(&tables.join("\n"))
    }
}
