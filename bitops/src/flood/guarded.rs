//! Boards whose ranks are separated by guard walls.

use super::line::{Line, fill};
use crate::Heading;

/// The layout of an `N` × `N` board in a line, with a guard wall at the end of
/// each rank.
///
/// Thanks to the guards, every direction is a stride and nothing wraps around.
/// The place of a square is `rank * (N + 1) + file`:
///
/// ```text
/// 3×3     8  9 10 #11
///         4  5  6 # 7      # is a guard: places 3, 7, 11 and all above
///         0  1  2 # 3
///
/// Up +4   UpRight +5   Right +1   DownRight −3   and back
/// ```
///
/// Several boards fit into one line if at least `N + 2` guard places separate
/// them.
///
/// ```
/// use bitops::Heading;
/// use bitops::flood::GuardedBoard;
///
/// type Board = GuardedBoard<3>;
/// let a1 = 1 << Board::place(0);
/// let reached: u64 = Board::fill(&a1, &!(Board::SQUARES as u64), Heading::UpRight);
/// assert_eq!(reached, 1 | 1 << 5 | 1 << 10);
/// ```
///
/// A board without squares, or of more than 10×10, too large for 128 places, does
/// not compile:
///
/// ```compile_fail,E0080
/// let place = bitops::flood::GuardedBoard::<11>::place(0);
/// ```
///
/// ```compile_fail,E0080
/// let stride = bitops::flood::GuardedBoard::<0>::stride(bitops::Heading::Up);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GuardedBoard<const N: usize>;

impl<const N: usize> GuardedBoard<N> {
    /// The size, checked at compile time.
    const SIZE: usize = {
        assert!(N > 0, "a board without squares");
        assert!(N <= 10, "the board does not fit into 128 places");
        N
    };

    /// The places that are squares; all others are walls.
    pub const SQUARES: u128 = {
        let mut squares = 0;
        let mut square = 0;
        while square < N * N {
            squares |= 1 << Self::place(square);
            square += 1;
        }
        squares
    };

    /// The place of a square, numbered rank by rank from a1 = 0.
    ///
    /// ```text
    /// squares  6 7 8      places  8 9 10
    ///          3 4 5              4 5  6
    ///          0 1 2              0 1  2
    /// ```
    ///
    /// ```
    /// use bitops::flood::GuardedBoard;
    /// assert_eq!(GuardedBoard::<3>::place(7), 9);
    /// ```
    ///
    /// # Panics
    /// If `square` is not below `N * N`.
    #[inline(always)]
    pub const fn place(square: usize) -> usize {
        assert!(square < Self::SIZE * Self::SIZE, "square off the board");
        square / N * (N + 1) + square % N
    }

    /// How far a place is from its neighbour in a direction.
    #[inline(always)]
    pub const fn stride(heading: Heading) -> isize {
        heading.rank_step() * (Self::SIZE as isize + 1) + heading.file_step()
    }

    /// All squares that a piece reaches by sliding in one direction, and the
    /// pieces themselves.
    ///
    /// ```text
    /// walls . . #    pieces . . .    up to the right . . .
    ///       . . .           . . .                    . x .
    ///       . . .           o . .                    x . .
    /// ```
    ///
    /// # Panics
    /// If the line has too few places for the board: a `u64` holds at most 7×7.
    #[inline(always)]
    pub fn fill<L: Line>(pieces: &L, walls: &L, heading: Heading) -> L {
        let last = const { Self::place(N * N - 1) };
        assert!(last < pieces.places(), "the board does not fit into the line");
        fill(pieces, walls, Self::stride(heading), Self::SIZE)
    }
}

#[cfg(test)]
mod tests;
