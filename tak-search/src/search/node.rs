//! A node of the tree: its window and depth, and what it knows before it tries a move.

use crate::score::Score;
use crate::table::{Bound, Entry};

/// The parameters of a node: how deep to search, in which window, how far from the root.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) ply: usize,
    /// Whether a null-window node is expected to fail high (a "cut node").
    pub(super) expect_cut: bool,
}

impl Node {
    /// Whether the window has room for an exact score (a "PV node").
    pub(super) fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Narrows the window to what an entry leaves open.
    pub(super) fn narrow<const N: usize>(&mut self, entry: Entry<N>) {
        match entry.bound {
            Bound::Lower => self.alpha = self.alpha.max(entry.score),
            Bound::Upper => self.beta = self.beta.min(entry.score),
            Bound::Exact => {}
        }
    }

    /// Whether a table entry decides a null window.
    pub(super) fn is_decided_by<const N: usize>(self, entry: Entry<N>) -> bool {
        match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= self.beta,
            Bound::Upper => entry.score <= self.alpha,
        }
    }
}

/// What a node knows before it tries a move.
pub(super) struct Statics {
    /// Whether the opponent could complete a road in one move.
    pub(super) threatened: bool,
    /// What the evaluator said.
    pub(super) raw_eval: Score,
    /// The same, corrected, or the score from the table if that says more.
    pub(super) eval: Score,
    /// Whether the evaluation is better than two plies ago.
    pub(super) improving: bool,
}
