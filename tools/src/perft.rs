//! `tak-tools perft`: how many games of a number of plies there are.

use std::fmt::Write;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use serde_json::{Map, Value, json};
use tak_encoding::{AnyPosition, AnyRules, Perft, with_position};

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

    /// Number of threads, 1 to 1024
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
        if !self.json {
            return print(&count.text());
        }
        let mut object = json!({
            "size": position.size().squares_per_side(),
            "tps": position.to_string(),
            "depth": self.depth,
            "threads": self.threads,
        });
        count.add_to(&mut object);
        print_json(&object)
    }

    fn count(&self, position: &AnyPosition) -> Count {
        // All parts have the same depth, so their number is the progress.
        let progress = Progress::parts();
        let watch = |done, total| progress.set_part(done, total);
        let perft = Perft::new().threads(self.threads.into()).watch(&watch);
        let start = Instant::now();
        let parts = self.divide.then(|| parts(position, self.depth, perft));
        let nodes = match &parts {
            Some(parts) if !parts.is_empty() => parts.iter().map(|(_, nodes)| nodes).sum(),
            // At depth 0 or after the end of the game there is one leaf and no move.
            _ => with_position!(position, position => perft.count(position, self.depth))
                .unwrap_or_default(),
        };
        let time = start.elapsed();
        Count { nodes, parts, time }
    }
}

/// The nodes below each move, sorted by the text of the move.
fn parts(position: &AnyPosition, depth: u8, perft: Perft<'_>) -> Vec<(String, u64)> {
    let mut parts: Vec<_> = with_position!(position, position => {
        let parts = perft.divide(position, depth).unwrap_or_default().into_iter();
        parts.map(|(mv, nodes)| (mv.to_string(), nodes)).collect()
    });
    parts.sort_unstable();
    parts
}

/// What a perft counted, of Tak or of chess, and how fast.
pub(crate) struct Count {
    pub(crate) nodes: u64,
    /// The nodes below each move, sorted as text, if asked for.
    pub(crate) parts: Option<Vec<(String, u64)>>,
    pub(crate) time: Duration,
}

impl Count {
    fn nodes_per_second(&self) -> f64 {
        // The clock may be too coarse to notice a short count.
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// Lines for a person, the count last.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (mv, nodes) in self.parts.iter().flatten() {
            let _ = writeln!(text, "{mv} {nodes}");
        }
        let seconds = self.time.as_secs_f64();
        let millions = self.nodes_per_second() / 1e6;
        let _ = writeln!(text, "time {seconds:.3} s, {millions:.1} M nodes/s");
        let _ = writeln!(text, "nodes {}", self.nodes);
        text
    }

    /// The same in JSON.
    pub(crate) fn add_to(&self, object: &mut Value) {
        object["nodes"] = self.nodes.into();
        object["seconds"] = self.time.as_secs_f64().into();
        object["nodes_per_second"] = (self.nodes_per_second() as u64).into();
        if let Some(parts) = &self.parts {
            let parts = parts.iter().cloned();
            let parts: Map<_, _> = parts.map(|(mv, nodes)| (mv, nodes.into())).collect();
            object["divide"] = parts.into();
        }
    }
}
