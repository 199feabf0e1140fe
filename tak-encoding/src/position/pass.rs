//! Passing: no move of Tak, but a question that a search asks.

use super::Position;
use crate::size::{Playable, Size};
use crate::zobrist::{BLACK_TO_MOVE, Hashing};

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Gives the turn to the opponent, as no rule allows: a search asks so what
    /// a position threatens. Take it back with [`unpass`](Self::unpass).
    ///
    /// ```
    /// use tak_encoding::{OneHash, Position};
    ///
    /// let mut position = Position::<4, OneHash>::from_tps("1,1,x,1/x4/x4/2,2,x2 2 4")?;
    /// let before = position;
    /// position.pass();
    /// assert_eq!(position.road_move(), "c4".parse().ok());
    /// position.unpass();
    /// assert_eq!(position, before);
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    #[inline]
    pub fn pass(&mut self) {
        self.ply += 1;
        self.hashes.toggle(&BLACK_TO_MOVE, 0);
    }

    /// Takes a [`pass`](Self::pass) back, after all moves that followed it.
    #[inline]
    pub fn unpass(&mut self) {
        self.ply = self.ply.saturating_sub(1);
        self.hashes.toggle(&BLACK_TO_MOVE, 0);
    }
}
