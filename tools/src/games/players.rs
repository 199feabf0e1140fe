//! `tak-tools games players`: who played, and which of them are programs.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, value_parser};
use serde_json::json;
use tak_book::games::Importer;

use super::open;
use crate::database::failure;
use crate::failure::{Failure, printable};
use crate::output::{print, print_json};

/// List the players, those with the most games first, or mark players as programs
///
/// Initially, names decide: those with the word `bot` in them are programs.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools games players all.gamedb
  tak-tools games players all.gamedb --bot Tiltak --human Talbot")]
pub(super) struct Arguments {
    /// A database written by `games import`
    #[arg(value_name = "GAMES")]
    database: PathBuf,

    /// Remember that this player is a program
    #[arg(long, value_name = "NAME")]
    bot: Vec<String>,

    /// Remember that this player is not a program
    #[arg(long, value_name = "NAME")]
    human: Vec<String>,

    /// The most players to list
    #[arg(long, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = value_parser!(u32).range(1..), allow_negative_numbers = true)]
    limit: u32,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Marks players, or lists them.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let database = open(&self.database)?;
        if !self.bot.is_empty() || !self.human.is_empty() {
            return self.remember();
        }
        let mut players = database.players().map_err(|error| failure(&self.database, &error))?;
        players.truncate(self.limit as usize);
        if self.json {
            let players = players.iter();
            let players: Vec<_> = players
                .map(|player| {
                    json!({"name": player.name, "games": player.games, "bot": player.is_bot})
                })
                .collect();
            return print_json(&json!({"players": players}));
        }
        let mut text = "  games  player\n".to_owned();
        for player in players {
            let bot = if player.is_bot { " (bot)" } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:>7}  {}{bot}", player.games, printable(&player.name));
        }
        print(&text)
    }

    fn remember(&self) -> Result<(), Failure> {
        let failed = |error| failure(&self.database, &error);
        let mut importer = Importer::open(&self.database).map_err(failed)?;
        let bots = self.bot.iter().map(|name| (name, true));
        let humans = self.human.iter().map(|name| (name, false));
        for (name, is_bot) in bots.chain(humans) {
            if !importer.set_bot(name, is_bot).map_err(failed)? {
                let name = printable(name);
                return Err(Failure::Input(format!("{name}: there is no such player")));
            }
        }
        Ok(())
    }
}
