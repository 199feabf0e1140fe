//! Connected squares.

use super::Bitboard;
use crate::Word;

impl<W: Word, const N: usize, const BLOCKS: usize> Bitboard<W, N, BLOCKS> {
    /// All squares of `within` that are connected to a member.
    ///
    /// Squares are connected if they touch along an edge. A member outside
    /// `within` counts for nothing.
    ///
    /// ```
    /// use bitops::Bitboard64;
    ///
    /// let within = Bitboard64::<4>::from_bits(0b1011_0010_1110_0001);
    /// assert_eq!(within.to_string(), "\
    /// X X . X
    /// . X . .
    /// . X X X
    /// X . . .");
    /// let start = Bitboard64::from_square(7);
    /// assert_eq!(start.flood(within).to_string(), "\
    /// X X . .
    /// . X . .
    /// . X X X
    /// . . . .");
    /// ```
    #[inline]
    pub fn flood(self, within: Self) -> Self {
        let mut reached = self & within;
        loop {
            // `within` also clears what spills past the last square.
            let grown = (reached | reached.spill()) & within;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// Whether a path of members leads from a square of `from` to a square of
    /// `to`; both ends are members.
    ///
    /// ```
    /// use bitops::Bitboard64;
    ///
    /// let (left, right) = (Bitboard64::<5>::file(0), Bitboard64::file(4));
    /// assert!(Bitboard64::rank(3).joins(left, right));
    /// assert!(!Bitboard64::file(3).joins(left, right));
    /// ```
    #[inline]
    pub fn joins(self, from: Self, to: Self) -> bool {
        from.flood(self).intersects(to)
    }
}
