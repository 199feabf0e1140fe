//! Connected squares, and squares along a line.

use super::Bitboard;
use crate::{Direction, Word};

/// Which squares touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connectivity {
    /// Squares that share an edge: 4-connected, like the roads of Tak.
    Four,
    /// Squares that share an edge or a corner: 8-connected, like a king.
    Eight,
}

impl Connectivity {
    /// The directions from a square to those that it touches.
    const fn directions(self) -> &'static [Direction] {
        match self {
            Self::Four => &Direction::ORTHOGONAL,
            Self::Eight => &Direction::ALL,
        }
    }
}

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

    /// The same region by galloping: from all that is reached, slides in all
    /// directions until nothing is new.
    ///
    /// A straight stretch takes one round whatever its length, so this is for
    /// large open boards; [`flood`](Self::flood) is for small and winding ones.
    ///
    /// ```
    /// use bitops::{Bitboard64, Connectivity};
    ///
    /// let within = Bitboard64::<4>::from_bits(0b1011_0010_1110_0001);
    /// let start = Bitboard64::from_square(7);
    /// assert_eq!(start.flood_by_slides(within, Connectivity::Four), start.flood(within));
    /// // The corner touches the rest at a corner only.
    /// assert_eq!(start.flood_by_slides(within, Connectivity::Eight).to_string(), "\
    /// X X . .
    /// . X . .
    /// . X X X
    /// X . . .");
    /// ```
    #[inline]
    pub fn flood_by_slides(self, within: Self, connectivity: Connectivity) -> Self {
        let mut reached = self & within;
        loop {
            let before = reached;
            for &direction in connectivity.directions() {
                reached = reached.slide(direction, within);
            }
            if reached == before {
                return reached;
            }
        }
    }

    /// The members, and all squares that they reach by sliding in a direction
    /// over squares of `open` alone: a galloping fill at doubling speed.
    ///
    /// A member need not stand on an open square itself.
    ///
    /// ```
    /// use bitops::{Bitboard64, Direction};
    ///
    /// let open = !Bitboard64::<4>::from_square(10);
    /// let rooks = Bitboard64::from_square(8) | Bitboard64::from_square(1);
    /// assert_eq!(rooks.slide(Direction::Right, open).to_string(), "\
    /// . . . .
    /// X X . .
    /// . . . .
    /// . X X X");
    /// ```
    #[doc(alias = "Kogge-Stone")]
    #[inline]
    pub fn slide(self, direction: Direction, open: Self) -> Self {
        let (mut reached, mut open, mut speed) = (self, open, 1);
        // A square is `open` if a step of `speed` to it stays on open squares.
        while speed < N {
            reached |= reached.shift(direction, speed) & open;
            open &= open.shift(direction, speed);
            speed *= 2;
        }
        reached
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
