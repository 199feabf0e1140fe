//! How hard to search.

use std::time::Duration;

use clap::{Args, value_parser};
use tak_search::solve::{Aim, Effort, Question};

/// The limits of each question; whichever is reached first ends it.
#[derive(Args)]
pub(crate) struct Limits {
    /// Only wins of at most this many plies
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=399))]
    max_plies: Option<u32>,

    /// Nodes for each question; the result is the same on every machine
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Milliseconds for each question; 10000 if there is no other limit
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,

    /// Milliseconds by the clock for all questions about a game together: with --all, half for the
    /// position, and the first moves share what is left; with --origin, half of what is left for
    /// each position
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=86_400_000))]
    total_time: Option<u64>,

    /// Memory of all threads together, in MiB: nine sixteenths for the table of the proof-number
    /// search, half as much for that of the shortest win, and the rest to confirm a `no`
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = value_parser!(u32).range(1..=32_768))]
    hash: u32,

    /// Threads that solve first moves in parallel, with --all
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    threads: u16,
}

impl Limits {
    /// A question within these limits.
    pub(crate) fn question(&self, aim: Aim) -> Question {
        let mut question = Question::new(aim);
        question.effort = self.effort();
        question.hash = self.hash as usize;
        question.threads = self.threads.into();
        question.total = self.total_time.map(Duration::from_millis);
        question
    }

    fn effort(&self) -> Effort {
        let mut effort = Effort::default();
        let unlimited =
            self.nodes.is_none() && self.max_plies.is_none() && self.total_time.is_none();
        effort.nodes = self.nodes;
        effort.time = self.movetime.or(unlimited.then_some(10_000)).map(Duration::from_millis);
        effort.plies = self.max_plies;
        effort
    }
}
