//! What a run is told, and what must stay the same for it to go on.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use clap::{Args, value_parser};
use tak_encoding::BoardSize;
use tak_games::start::board_size;
use tak_terminal::counted::counted;
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::output;

use crate::datagen::Shard;

/// Make networks, one generation after the other: games, training, matches
///
/// In each generation the champion plays games against itself, a network learns from them and from
/// those of the generations just before, and plays two matches against the champion, with equal
/// nodes and with equal time. It is the next champion if it loses neither and wins the second. All
/// is kept in a folder: the games, networks and matches of each generation, champion.net, log.md
/// with a row for each, and elo.svg. The commands that do the work are printed; each continues where
/// it was, and so does this one.
///
/// Several machines share the work if they see the same folder: each plays its part of the games,
/// and the first trains and plays the matches while the others wait.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-train champion --size 5 --folder five --threads 4
  tak-train champion --size 5 --folder five --threads 4 --generations 12
  tak-train champion --size 6 --from present --games 400000 --folder six \\
      --part 2/3")]
pub(crate) struct Arguments {
    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    pub(super) size: BoardSize,

    /// Keep everything in this folder, and continue there
    #[arg(long, value_name = "FOLDER")]
    pub(super) folder: PathBuf,

    /// Generations that there should be in the end
    #[arg(long, value_name = "N", default_value = "6", value_parser = value_parser!(u32).range(1..=1000))]
    pub(super) generations: u32,

    /// The first champion: the weighted terms alone, the network that is built in, or this one
    #[arg(long, value_name = "none|present|FILE", default_value = "none")]
    pub(super) from: String,

    /// Games of each generation
    #[arg(long, value_name = "N", default_value = "100000", value_parser = value_parser!(u32).range(1..))]
    pub(super) games: u32,

    /// Nodes for each move of these games
    #[arg(long, value_name = "N", default_value = "600", value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,

    /// Generations whose games a network learns from, its own the last
    #[arg(long, value_name = "N", default_value = "3", value_parser = value_parser!(u32).range(1..))]
    pub(super) window: u32,

    /// Sums of the first layer
    #[arg(long, value_name = "N", default_value = "128", value_parser = ["64", "128"])]
    pub(super) width: String,

    /// Passes over the positions
    #[arg(long, value_name = "N", default_value = "8", value_parser = value_parser!(u32).range(1..))]
    pub(super) epochs: u32,

    /// Games of each match
    #[arg(long, value_name = "N", default_value = "400", value_parser = value_parser!(u32).range(2..))]
    pub(super) match_games: u32,

    /// Nodes for each move of the first match
    #[arg(long, value_name = "N", default_value = "2000", value_parser = value_parser!(u64).range(1..))]
    pub(super) match_nodes: u64,

    /// Time for a game and increment of the second match, in seconds
    #[arg(long, value_name = "TIME", default_value = "2+0.02")]
    pub(super) match_tc: String,

    /// The seed of all that is drawn
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u64).range(..1_000_000))]
    pub(super) seed: u64,

    /// The part of the games that this machine plays, of so many machines
    #[arg(long, value_name = "PART/PARTS", default_value = "1/1")]
    pub(super) part: Shard,

    /// Threads; with one the same games give the same network
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,
}

impl Arguments {
    /// Writes the settings into a new folder, or compares them with those of an older one.
    pub(super) fn claim(&self) -> Result<(), Failure> {
        let path = self.folder.join("settings.json");
        let settings: BTreeMap<&str, String> = self.settings().into_iter().collect();
        let text = serde_json::json!(settings).to_string() + "\n";
        let Ok(known) = fs::read_to_string(&path) else {
            return output::write(&path, text.as_bytes());
        };
        let source = Source::File(path);
        let read = serde_json::from_str::<BTreeMap<String, String>>(&known);
        let known = read.map_err(|why| source.failure(format_args!("expected settings: {why}")))?;
        let differs = |(option, value): &(&str, &String)| known.get(*option) != Some(*value);
        let option = settings.iter().map(|(&option, value)| (option, value)).find(differs);
        option.map_or(Ok(()), |(option, value)| {
            let known = known.get(option).map_or("nothing", String::as_str);
            Err(source.failure(format_args!(
                "found {option} {known}, not {value}; expected the same, or another --folder"
            )))
        })
    }

    /// What must stay the same for a folder to go on.
    fn settings(&self) -> [(&'static str, String); 12] {
        [
            ("--size", self.size.to_string()),
            ("--from", self.from.clone()),
            ("--games", self.games.to_string()),
            ("--nodes", self.nodes.to_string()),
            ("--window", self.window.to_string()),
            ("--width", self.width.clone()),
            ("--epochs", self.epochs.to_string()),
            ("--match-games", self.match_games.to_string()),
            ("--match-nodes", self.match_nodes.to_string()),
            ("--match-tc", self.match_tc.clone()),
            ("--seed", self.seed.to_string()),
            ("parts", counted(self.part.parts, "part")),
        ]
    }
}
