//! How hard each position is searched.

use std::time::Duration;

use clap::{Args, value_parser};
use tak_search::limits::Limits;
use tak_search::solve;

use tak_search::tinue;

/// The limits of each search; whichever is reached first ends it.
#[derive(Args)]
pub(crate) struct Effort {
    /// Milliseconds for each position; 1000 if no limit is given
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=86_400_000))]
    pub(crate) movetime: Option<u64>,

    /// Nodes for each position; with one thread the result is the same on every machine
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Plies of full depth for each position
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=127))]
    pub(crate) depth: Option<u32>,

    /// Nodes for each question whether a player has a strict tinuë, besides the search; 0 asks none.
    /// By default 5000, or fewer to take no longer than a search of --nodes
    #[arg(long, value_name = "N")]
    tinue_nodes: Option<u64>,

    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    pub(crate) threads: u16,

    /// The transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = value_parser!(u32).range(1..=32_768))]
    pub(crate) hash: u32,
}

impl Effort {
    /// This many nodes for each position, on one thread.
    pub(crate) fn nodes(nodes: u64) -> Self {
        let nodes = Some(nodes);
        Self { movetime: None, nodes, depth: None, tinue_nodes: None, threads: 1, hash: 128 }
    }

    /// The time for each position: as given, or a second if there is no limit.
    pub(crate) fn movetime(&self) -> Option<u64> {
        let unlimited = self.nodes.is_none() && self.depth.is_none();
        self.movetime.or(unlimited.then_some(1000))
    }

    /// The limits of a question about a tinuë, if there are any.
    pub(crate) fn of_tinues(&self) -> Option<solve::Effort> {
        /// How many nodes of the search take as long as one of the solver.
        const PRICE: u64 = 25;
        let most = self.nodes.map_or(u64::MAX, |nodes| nodes.div_ceil(PRICE));
        let nodes = self.tinue_nodes.unwrap_or(tinue::NODES.min(most));
        (nodes > 0).then(|| solve::Effort::nodes(nodes))
    }

    /// The limits for the engine.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        limits.move_time = self.movetime().map(Duration::from_millis);
        limits
    }
}
