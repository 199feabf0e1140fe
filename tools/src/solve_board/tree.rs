//! The tree of the first plies: the jobs at its leaves, and the values of first moves.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use tak_encoding::{Move, OneHash, PackedBoard, Playable, Position, Size};

use super::found::{Value, read};
use super::job::Job;

/// All positions after some plies. One of each set of symmetric positions is a job.
pub(super) struct Tree<const N: usize>
where
    Size<N>: Playable,
{
    start: Position<N, OneHash>,
    plies: u32,
    jobs: Vec<Job<N>>,
    /// The index of each position's job, by the canonical orientation of the position.
    numbers: HashMap<PackedBoard, usize>,
}

impl<const N: usize> Tree<N>
where
    Size<N>: Playable,
{
    /// The tree of that many plies from a position.
    pub(super) fn new(start: Position<N, OneHash>, plies: u32) -> Self {
        let mut tree = Self { start, plies, jobs: Vec::new(), numbers: HashMap::new() };
        tree.add(&start, String::new(), plies);
        tree
    }

    /// The position at the root.
    pub(super) fn start(&self) -> &Position<N, OneHash> {
        &self.start
    }

    /// The jobs at the leaves.
    pub(super) fn jobs(&self) -> &[Job<N>] {
        &self.jobs
    }

    fn add(&mut self, position: &Position<N, OneHash>, moves: String, plies: u32) {
        if position.outcome().is_some() {
            return;
        }
        if plies == 0 {
            let number = self.jobs.len();
            if *self.numbers.entry(position.pack_canonical()).or_insert(number) == number {
                self.jobs.push(Job::new(moves, *position));
            }
            return;
        }
        for (mv, after) in moves_up_to_symmetry(position) {
            let space = if moves.is_empty() { "" } else { " " };
            self.add(&after, format!("{moves}{space}{mv}"), plies - 1);
        }
    }

    /// The value of each first move, from the results of the jobs. One that cannot be read is open.
    pub(super) fn first_moves(&self, folder: &Path) -> Vec<(Move<N>, Value)> {
        let values = self.jobs.iter().map(|job| {
            let found = read(job, folder).unwrap_or_default();
            found.map_or_else(Value::open, |found| found.value())
        });
        let values: Vec<_> = values.collect();
        let first = moves_up_to_symmetry(&self.start).into_iter();
        first.map(|(mv, after)| (mv, self.value(&after, 1, &values))).collect()
    }

    /// The value of a position after `ply` plies.
    fn value(&self, position: &Position<N, OneHash>, ply: u32, jobs: &[Value]) -> Value {
        if let Some(outcome) = position.outcome() {
            return Value::end(outcome, ply);
        }
        if ply == self.plies {
            let number = self.numbers.get(&position.pack_canonical());
            return number
                .and_then(|&number| jobs.get(number))
                .cloned()
                .unwrap_or_else(Value::open);
        }
        let after = moves_up_to_symmetry(position).into_iter();
        let after: Vec<_> = after.map(|(_, after)| self.value(&after, ply + 1, jobs)).collect();
        Value::before(position.side_to_move(), &after)
    }
}

/// The legal moves and the positions after them, with only the first move of those that lead to
/// symmetric positions.
fn moves_up_to_symmetry<const N: usize>(
    position: &Position<N, OneHash>,
) -> Vec<(Move<N>, Position<N, OneHash>)>
where
    Size<N>: Playable,
{
    let mut seen = HashSet::new();
    let moves = position.legal_moves().into_iter().map(|mv| (mv, position.after(mv)));
    let mut moves: Vec<_> = moves.collect();
    moves.retain(|(_, after)| seen.insert(after.pack_canonical()));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_positions_are_one_job() {
        let start = Position::<4, OneHash>::new();
        let names = |plies| {
            let tree = Tree::new(start, plies);
            let jobs = tree.jobs().iter().map(|job| job.moves.clone());
            jobs.collect::<Vec<_>>()
        };
        assert_eq!(names(1), ["a1", "b1", "b2"]);
        let two = names(2);
        // Nine after a corner or an inner square, which leave one diagonal symmetry; fifteen after
        // an edge square.
        assert_eq!(two.len(), 33, "{two:?}");
        assert_eq!(two[0], "a1 b1");
    }
}
