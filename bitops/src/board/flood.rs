//! Connected squares, and squares along a line.

use super::Bitboard;
use crate::{Heading, Word};

/// Which squares count as connected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connectivity {
    /// Squares that share an edge, like the roads of Tak.
    Four,
    /// Squares that share an edge or a corner, like the steps of a chess king.
    Eight,
}

impl Connectivity {
    pub(crate) const fn headings(self) -> &'static [Heading] {
        match self {
            Self::Four => &Heading::ORTHOGONAL,
            Self::Eight => &Heading::ALL,
        }
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> Bitboard<W, N, BLOCKS> {
    /// All squares of `within` that are connected to a member along edges.
    /// Members outside `within` do not count.
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
            // `within` also clears bits past the last square.
            let grown = (reached | reached.spill()) & within;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// Like [`flood`](Self::flood), but by slides: all squares reached so far slide in every
    /// direction until nothing new is reached.
    ///
    /// A straight line of any length takes one round, so this is faster on large open boards, while
    /// [`flood`](Self::flood) is faster on small boards and on winding paths.
    ///
    /// ```
    /// use bitops::{Bitboard64, Connectivity};
    ///
    /// let within = Bitboard64::<4>::from_bits(0b1011_0010_1110_0001);
    /// let start = Bitboard64::from_square(7);
    /// assert_eq!(start.flood_by_slides(within, Connectivity::Four), start.flood(within));
    /// // The lower left square touches the rest only at a corner.
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
            for &heading in connectivity.headings() {
                reached = reached.slide(heading, within);
            }
            if reached == before {
                return reached;
            }
        }
    }

    /// The members, and all squares that they reach by sliding over squares of
    /// `open`: a Kogge-Stone fill, whose steps double in length.
    ///
    /// A member need not itself stand on an open square.
    ///
    /// ```
    /// use bitops::{Bitboard64, Heading};
    ///
    /// let open = !Bitboard64::<4>::from_square(10);
    /// let rooks = Bitboard64::from_square(8) | Bitboard64::from_square(1);
    /// assert_eq!(rooks.slide(Heading::Right, open).to_string(), "\
    /// . . . .
    /// X X . .
    /// . . . .
    /// . X X X");
    /// ```
    #[inline]
    pub fn slide(self, heading: Heading, open: Self) -> Self {
        let (mut reached, mut open, mut speed) = (self, open, 1);
        // `open` holds the squares that a step of `speed` reaches across open squares only.
        while speed < N {
            reached |= reached.shift(heading, speed) & open;
            open &= open.shift(heading, speed);
            speed *= 2;
        }
        reached
    }

    /// Whether a path of members connects a square of `from` with a square of
    /// `to`. Both ends must be members.
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
