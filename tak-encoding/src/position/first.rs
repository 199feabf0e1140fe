//! The first two plies, which the opening decides.

use super::Position;
use crate::moves::Move;
use crate::opening::Opening;
use crate::piece::{Color, Kind};
use crate::size::{Playable, Size};
use crate::square::Square;
use crate::stack::Stack;
use crate::zobrist::Hashing;

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Whether the next ply is one of the two that place flats as the [`opening`](Self::opening)
    /// says: in move 1, until both colours have a stone on the board, even a buried one.
    #[inline(always)]
    pub fn is_opening(&self) -> bool {
        self.ply < 2 && self.misses_a_color()
    }

    /// A separate function, because it is called in every position but matters in two plies.
    #[cold]
    fn misses_a_color(&self) -> bool {
        let pieces = |color| self.pieces_on_board(color) != (0, 0);
        self.occupied().is_empty() || !Color::ALL.into_iter().all(pieces)
    }

    /// The opening that the game is in; [`Opening::Swap`] once that makes no difference.
    ///
    /// ```
    /// use tak_encoding::{Opening, Position};
    ///
    /// let position = Position::<6>::from_tps("x6/x6/x6/x6/x6/22,x5 2 1")?;
    /// assert_eq!(position.opening(), Opening::DoubleBlackStack);
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    pub fn opening(&self) -> Opening {
        if self.is_opening() { self.opening } else { Opening::Swap }
    }

    /// The opening if the board does not show it, otherwise swap: what hashes and packed boards add
    /// to the board.
    pub(crate) fn hidden_opening(&self) -> Opening {
        match self.opening() {
            Opening::Swap => Opening::Swap,
            opening if self.shown_opening().is_none() => opening,
            _ => Opening::Swap,
        }
    }

    /// The opening whose first ply is all that is on the board.
    fn shown_opening(&self) -> Option<Opening> {
        let is_shown = |opening: &Opening| {
            let (color, count) = opening.flats(Color::White);
            self.pieces_on_board(color) == (count.into(), 0)
                && self.pieces_on_board(!color) == (0, 0)
        };
        let is_one_stack = self.occupied().count() == 1 && self.walls().is_empty();
        let shown = Opening::ALL.into_iter().find(is_shown);
        shown.filter(|_| self.ply == 1 && is_one_stack)
    }

    /// For readers, before they [`finish`](Self::finish).
    pub(crate) fn set_opening(&mut self, opening: Opening) {
        self.opening = opening;
    }

    /// Replaces the opening given by the rules by the one that the board shows.
    pub(super) fn settle_opening(&mut self) {
        self.opening = self.opening();
        if self.is_opening() {
            self.opening = self.shown_opening().unwrap_or(self.opening);
        }
    }

    /// Colour and number of the flats that the next ply of the opening places.
    pub(crate) fn first_flats(&self) -> (Color, u8) {
        self.opening.flats(self.side_to_move())
    }

    /// The ply of the opening on a square.
    pub(crate) fn first_move(&self, square: Square<N>) -> Move<N> {
        match self.first_flats() {
            (_, 2) => Move::place_two(square),
            _ => Move::place(Kind::Flat, square),
        }
    }

    /// Plays a ply of the opening.
    #[cold]
    pub(super) fn place_first(&mut self, square: Square<N>) {
        let (color, count) = self.first_flats();
        let mut stack = Stack::empty();
        for _ in 0..count {
            stack = stack.with_piece(color);
        }
        self.put_stack(square, stack, Kind::Flat);
        self.reserves[color.index()].flats -= count;
        self.finish(self.ply + 1, self.reserves);
    }
}
