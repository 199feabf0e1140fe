//! The positions that led to the current node, for detecting repetitions.

use crate::score::MAX_PLY;

/// Plies without a placement or crush after which the search assumes a draw.
const REVERSIBLE_LIMIT: usize = 50;

/// The keys of the positions on the path.
pub(super) struct Path {
    keys: Vec<u64>,
    /// For each position, the index of the earliest one that it could repeat.
    run_starts: Vec<usize>,
}

impl Path {
    /// The positions before the root that can still be repeated, and the root.
    pub(super) fn new(before: &[u64], root: u64, salt: u64) -> Self {
        let (length, deepest) = (before.len() + 1, before.len() + MAX_PLY + 2);
        let mut path =
            Self { keys: Vec::with_capacity(deepest), run_starts: Vec::with_capacity(deepest) };
        path.keys.extend(before.iter().map(|hash| hash ^ salt));
        path.keys.push(root);
        path.run_starts.resize(length, 0);
        path
    }

    /// Enters a position by a reversible or an irreversible move.
    pub(super) fn push(&mut self, key: u64, reversible: bool) {
        let start =
            if reversible { self.run_starts.last().copied().unwrap_or(0) } else { self.keys.len() };
        self.keys.push(key);
        self.run_starts.push(start);
    }

    /// Returns to the previous position.
    pub(super) fn pop(&mut self) {
        self.keys.pop();
        self.run_starts.pop();
    }

    /// Whether the current position has occurred before, or nothing irreversible has happened for
    /// too long. One repetition is enough: whoever can repeat a position once can do so again.
    pub(super) fn is_draw(&self) -> bool {
        let (Some(&key), Some(&start)) = (self.keys.last(), self.run_starts.last()) else {
            return false;
        };
        let run = &self.keys[start..self.keys.len() - 1];
        run.len() >= REVERSIBLE_LIMIT || run.iter().rev().skip(1).step_by(2).any(|&old| old == key)
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn a_position_that_comes_back_is_a_draw() {
        let mut path = Path::new(&[1, 2], 3, 0);
        path.push(4, true);
        assert!(!path.is_draw());
        path.push(1, true);
        assert!(path.is_draw());
        path.pop();
        path.push(9, false);
        path.push(2, true);
        assert!(!path.is_draw(), "a placement lies between");
    }

    #[test]
    fn so_is_a_long_run_without_placements() {
        let mut path = Path::new(&[], 0, 0);
        for key in 1..50 {
            path.push(key, true);
            assert!(!path.is_draw());
        }
        path.push(50, true);
        assert!(path.is_draw());
    }
}
