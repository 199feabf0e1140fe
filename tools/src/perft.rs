//! `tak-tools perft`: how many games of a number of plies there are.

use std::time::Instant;

use clap::{Args, value_parser};
use serde_json::{Value, json};
use tak_encoding::{AnyPosition, AnyRules, NoHash, divide_watched, perft_watched, with_position};

use crate::count::Count;
use crate::failure::Failure;
use crate::output::{print, print_json};
use crate::progress::Progress;
use crate::start::Start;

/// Count the games of D plies (perft)
///
/// A game that ends earlier counts as one, whatever depth is left.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools perft --size 6 --depth 5 --threads 8
  tak-tools perft --size 5 --moves 'd3 c3 c4' --depth 3 --divide
  tak-tools perft --tps 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4' --depth 4 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,

    /// Plies to play, 0 to 100
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u8).range(0..=100))]
    depth: u8,

    /// Also print the count below each legal move
    #[arg(long)]
    divide: bool,

    /// Threads that share the work, 1 to 1024
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Counts and prints.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.start.position(AnyRules::default())?;
        let count = self.count(&position);
        if self.json {
            print_json(&self.json(&position, &count))
        } else {
            print(&count.text())
        }
    }

    fn count(&self, position: &AnyPosition<NoHash>) -> Count {
        let (depth, threads) = (self.depth, usize::from(self.threads));
        // Parts have the same number of plies below them: those done tell how far it is.
        let progress = Progress::parts();
        let watch = |done, total| progress.set_part(done, total);
        let start = Instant::now();
        let parts = self.divide.then(|| parts(position, depth, threads, watch));
        let nodes = match &parts {
            Some(parts) if !parts.is_empty() => parts.iter().map(|(_, nodes)| nodes).sum(),
            // Depth 0 and a finished game are one leaf without a move above it.
            _ => with_position!(position, position => {
                perft_watched(position, depth, threads, watch)
            }),
        };
        let time = start.elapsed();
        Count { nodes, parts, time }
    }

    fn json(&self, position: &AnyPosition<NoHash>, count: &Count) -> Value {
        let mut object = json!({
            "size": position.size().squares_per_side(),
            "tps": position.to_string(),
            "depth": self.depth,
            "threads": self.threads,
        });
        count.add_to(&mut object);
        object
    }
}

/// The nodes below each move, sorted by the text of the move.
fn parts(
    position: &AnyPosition<NoHash>,
    depth: u8,
    threads: usize,
    watch: impl Fn(usize, usize) + Sync,
) -> Vec<(String, u64)> {
    let mut parts: Vec<_> = with_position!(position, position => {
        let parts = divide_watched(position, depth, threads, watch).into_iter();
        parts.map(|(mv, nodes)| (mv.to_string(), nodes)).collect()
    });
    parts.sort_unstable();
    parts
}
