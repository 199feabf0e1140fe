//! `tak_toolkit.Info`.

use pyo3::prelude::*;
use tak_search::engine;

use crate::mv::Move;

/// A line of play and how it was found. Scores and chances are those of the player to move.
#[pyclass(frozen, get_all, module = "tak_toolkit")]
pub(crate) struct Info {
    /// Plies of full depth.
    depth: u32,
    /// The rank of the line, 1 for the best.
    rank: usize,
    /// In hundredths of a flat; beyond any count of flats if the game is decided.
    score: i32,
    /// The expected result, 0 to 1; a draw is half a win.
    expected: f64,
    /// Whether the result is proven.
    is_proven: bool,
    /// Nodes so far.
    nodes: u64,
    /// Seconds so far.
    time: f64,
    /// The moves, at least one.
    line: Vec<Move>,
}

impl From<engine::Info> for Info {
    fn from(info: engine::Info) -> Self {
        Self {
            depth: info.depth,
            rank: info.rank,
            score: info.score,
            expected: info.chances.expected(),
            is_proven: info.proof.is_some(),
            nodes: info.nodes,
            time: info.time.as_secs_f64(),
            line: info.line.into_iter().map(Move).collect(),
        }
    }
}

#[pymethods]
impl Info {
    fn __repr__(&self) -> String {
        let line: Vec<_> = self.line.iter().map(|mv| mv.0.to_string()).collect();
        let Self { rank, depth, score, .. } = self;
        format!("<Info {rank}: depth {depth}, score {score}, {}>", line.join(" "))
    }
}
