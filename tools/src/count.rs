//! What a perft counted, and how it is told: of Tak and of chess alike.

use std::fmt::Write;
use std::time::Duration;

use serde_json::{Map, Value};

/// What was counted, and how fast.
pub(crate) struct Count {
    pub(crate) nodes: u64,
    /// The nodes below each move, sorted as text, when asked for.
    pub(crate) parts: Option<Vec<(String, u64)>>,
    pub(crate) time: Duration,
}

impl Count {
    fn nodes_per_second(&self) -> f64 {
        // A clock may be too coarse to see a short count at all.
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// The lines that a person reads, the count last.
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

    /// The same for a program.
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
