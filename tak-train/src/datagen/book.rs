//! The openings that games start with.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use fastrand::Rng;
use tak_encoding::{AnyMove, HalfKomi, Move, Opening, Playable, Size};
use tak_games::beginnings::{Conditions, read_moves};
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;

use crate::self_play::fingerprint;

/// A book with at least one line.
pub(super) struct BookLines<const N: usize> {
    /// By the way to play the first two plies.
    pub(super) lines: Vec<(Opening, Vec<Vec<Move<N>>>)>,
    /// Indices of them, each as often as its opening was named.
    pub(super) weights: Vec<usize>,
}

impl<const N: usize> BookLines<N>
where
    Size<N>: Playable,
{
    /// Reads what the book has for these openings.
    pub(super) fn read(path: &Path, openings: &[Opening]) -> Result<Self, Failure> {
        let size = Size::<N>::BOARD_SIZE;
        let mut seen = HashSet::new();
        let distinct = openings.iter().copied().filter(|opening| seen.insert(*opening));
        // Moves are legal or not at any komi.
        let conditions = distinct.map(|opening| Conditions { size, komi: HalfKomi(0), opening });
        let conditions: Vec<_> = conditions.collect();
        let mut book: Vec<(Opening, _)> = Vec::new();
        for (conditions, lines) in conditions.iter().zip(read_moves(path, &conditions)?) {
            let at_size = |line: Vec<AnyMove>| line.into_iter().map(Move::try_from).collect();
            let lines: Result<Vec<_>, _> = lines.into_iter().map(at_size).collect();
            let lines = lines.map_err(|error| Source::from(path).failure(error))?;
            book.extend((!lines.is_empty()).then_some((conditions.opening, lines)));
        }
        if book.is_empty() {
            let why = "no openings in it; expected games in PTN, or a list of moves or a link on \
                       each line";
            return Err(Source::from(path).failure(why));
        }
        let index = |named: &Opening| book.iter().position(|(opening, _)| opening == named);
        let weights = openings.iter().filter_map(index).collect();
        Ok(Self { lines: book, weights })
    }

    /// A line and how it begins: first one of the openings is drawn, then a line.
    pub(super) fn draw(&self, random: &mut Rng) -> (Opening, &[Move<N>]) {
        let (opening, lines) = &self.lines[self.weights[random.usize(..self.weights.len())]];
        (*opening, &lines[random.usize(..lines.len())])
    }

    /// Tells one book from another.
    pub(super) fn hash(&self) -> String {
        let mut text = String::new();
        for (opening, lines) in &self.lines {
            for moves in lines {
                let moves: Vec<_> = moves.iter().map(|&mv| AnyMove::from(mv).to_string()).collect();
                // A string takes whatever is written to it.
                let _ = writeln!(text, "{opening}: {}", moves.join(" "));
            }
        }
        fingerprint(text.as_bytes())
    }
}
