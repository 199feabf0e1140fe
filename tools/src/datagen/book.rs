//! The openings that games start with.

use std::path::Path;

use fastrand::Rng;
use tak_encoding::{AnyMove, HalfKomi, Move, Opening, Playable, Size};

use super::fnv_1a;
use crate::failure::Failure;
use crate::input::Source;
use crate::matches::game::Conditions;
use crate::matches::openings::read_moves;

/// A book with at least one opening.
pub(super) struct Book<const N: usize>(pub(super) Vec<(Opening, Vec<Move<N>>)>);

impl<const N: usize> Book<N>
where
    Size<N>: Playable,
{
    /// Reads what the book has for these ways to play the first two plies.
    pub(super) fn read(path: &Path, openings: &[Opening]) -> Result<Self, Failure> {
        let size = Size::<N>::BOARD_SIZE;
        // Moves are legal or not at any komi.
        let conditions = |&opening: &Opening| Conditions { size, komi: HalfKomi(0), opening };
        let conditions: Vec<_> = openings.iter().map(conditions).collect();
        let mut all = Vec::new();
        for (&opening, lines) in openings.iter().zip(read_moves(path, &conditions)?) {
            for line in lines {
                let moves: Result<_, _> = line.into_iter().map(Move::try_from).collect();
                let moves = moves.map_err(|error| Source::from(path).failure(error))?;
                all.push((opening, moves));
            }
        }
        if all.is_empty() {
            return Err(Source::from(path).failure("no openings in it"));
        }
        Ok(Self(all))
    }

    /// One of the lines, all equally likely; a way to play the first two plies that was given
    /// twice comes twice as often.
    pub(super) fn draw(&self, random: &mut Rng) -> (Opening, &[Move<N>]) {
        let (opening, moves) = &self.0[random.usize(..self.0.len())];
        (*opening, moves)
    }

    /// Tells one book from another.
    pub(super) fn hash(&self) -> String {
        let mut text = String::new();
        for (opening, moves) in &self.0 {
            let moves: Vec<_> = moves.iter().map(|&mv| AnyMove::from(mv).to_string()).collect();
            text += &format!("{opening}: {}\n", moves.join(" "));
        }
        fnv_1a(text.as_bytes())
    }
}
