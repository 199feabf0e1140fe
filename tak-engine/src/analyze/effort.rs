//! How hard each position is searched.

use std::time::Duration;

use clap::{Args, value_parser};
use tak_search::limits::Limits;

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

    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=512))]
    pub(crate) threads: u16,

    /// The transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = value_parser!(u32).range(1..=32_768))]
    pub(crate) hash: u32,
}

impl Effort {
    /// The time for each position: as given, or a second if there is no limit.
    pub(crate) fn movetime(&self) -> Option<u64> {
        let unlimited = self.nodes.is_none() && self.depth.is_none();
        self.movetime.or(unlimited.then_some(1000))
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
