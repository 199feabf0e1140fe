//! `tak-tools perft`: counts the games of a given number of plies.

use std::fmt::Write;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use serde_json::{Map, Value, json};
use tak_encoding::{AnyPosition, AnyRules, Perft, with_position};
use tak_games::start::Start;

use crate::counted::counted;
use crate::failure::Failure;
use crate::output::{print, print_json};
use crate::progress::Progress;

/// Count games of D plies (perft)
///
/// A game that ends earlier counts as one, whatever depth is left.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools perft --size 6 --depth 5 --threads 8
  tak-tools perft --size 6 --depth 6 --merge 10000000
  tak-tools perft --size 4 --depth 5 --boards
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

    /// Visit boards that are equal by transposition or symmetry only once, keeping at most N of
    /// them
    ///
    /// The count is the same, exact, and much faster. A board takes about 80 bytes.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u64).range(1..=100_000_000_000))]
    merge: Option<u64>,

    /// Print how many boards there are after each ply, counting symmetric ones once
    #[arg(long, conflicts_with = "divide")]
    boards: bool,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Counts and prints.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let position = self.start.position(AnyRules::default())?;
        let mut object = json!({
            "size": position.size().squares_per_side(),
            "tps": position.to_string(),
            "depth": self.depth,
            "threads": self.threads,
        });
        if self.boards {
            let boards = self.boards(&position)?;
            object["boards"] = boards.clone().into();
            return if self.json { print_json(&object) } else { print(&table(&boards)) };
        }
        let count = self.count(&position);
        if !self.json {
            return print(&count.text());
        }
        count.add_to(&mut object);
        print_json(&object)
    }

    /// The number of boards after each ply.
    fn boards(&self, position: &AnyPosition) -> Result<Vec<u64>, Failure> {
        let most = self.merge.unwrap_or(MOST_BOARDS);
        let perft = Perft::new().threads(self.threads.into()).merge(most as usize);
        let boards = with_position!(position, position => perft.boards(position, self.depth));
        let boards = boards.unwrap_or_default();
        if boards.len() <= self.depth.into() {
            return Err(Failure::Input(format!(
                "after {} there are more than {most} boards; mend it with --merge and a larger \
                 number (a board takes about 80 bytes), or a smaller --depth",
                counted(boards.len(), "ply"),
            )));
        }
        Ok(boards)
    }

    fn count(&self, position: &AnyPosition) -> Count {
        // All parts have the same depth, so their number measures progress.
        let progress = Progress::parts();
        let watch = |done, total| progress.set_part(done, total);
        let perft = Perft::new().threads(self.threads.into()).watch(&watch);
        let start = Instant::now();
        let parts = self.divide.then(|| self.parts(position, perft));
        let nodes = match &parts {
            Some(parts) if !parts.is_empty() => parts.iter().map(|(_, nodes)| nodes).sum(),
            // At depth 0, or if the game is over, there is one leaf and no move.
            _ => with_position!(position, position => match self.merge {
                Some(most) => perft.merge(most as usize).count(position, self.depth),
                None => perft.count(position, self.depth),
            })
            .unwrap_or_default(),
        };
        let time = start.elapsed();
        Count { nodes, parts, time }
    }

    /// The nodes below each move, sorted by the text of the move.
    fn parts(&self, position: &AnyPosition, perft: Perft<'_>) -> Vec<(String, u64)> {
        let mut parts: Vec<_> = with_position!(position, position => {
            let parts = match self.merge {
                Some(most) => perft.merge(most as usize).divide(position, self.depth),
                None => perft.divide(position, self.depth),
            };
            parts.unwrap_or_default().into_iter().map(|(mv, nodes)| (mv.to_string(), nodes)).collect()
        });
        parts.sort_unstable();
        parts
    }
}

/// The boards kept by default: about 4 GB.
const MOST_BOARDS: u64 = 50_000_000;

/// A line for each ply.
fn table(boards: &[u64]) -> String {
    let most = boards.iter().max().map_or(0, |most| most.to_string().len());
    let width = most.max("boards".len());
    let mut text = format!("ply  {:>width$}\n", "boards");
    for (ply, count) in boards.iter().enumerate() {
        let _ = writeln!(text, "{ply:>3}  {count:>width$}");
    }
    text
}

/// The result of a perft, of Tak or chess, and its speed.
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
        object["time"] = (self.time.as_millis() as u64).into();
        object["nodes_per_second"] = (self.nodes_per_second() as u64).into();
        if let Some(parts) = &self.parts {
            let parts = parts.iter().cloned();
            let parts: Map<_, _> = parts.map(|(mv, nodes)| (mv, nodes.into())).collect();
            object["divide"] = parts.into();
        }
    }
}
