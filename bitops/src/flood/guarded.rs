//! Boards whose ranks are kept apart by walls.

use super::line::{Line, fill};
use crate::Direction;

/// The layout of an `N` × `N` board with a guard wall at the end of each rank.
///
/// With the guards in place all eight directions are lines with a stride, and
/// nothing wraps around. The place of a square is `rank * (N + 1) + file`:
///
/// ```text
/// 3×3     8  9 10 #11
///         4  5  6 # 7      # is a guard: places 3, 7, 11 and all above
///         0  1  2 # 3
///
/// Up +4   UpRight +5   Right +1   DownRight −3   and back
/// ```
///
/// Several boards fit into one line, at any offset that leaves a guard wall of
/// `N + 2` places between them.
///
/// ```
/// use bitops::Direction;
/// use bitops::flood::GuardedBoard;
///
/// type Board = GuardedBoard<3>;
/// let a1 = 1 << Board::place(0);
/// let reached: u64 = Board::fill(&a1, &!(Board::SQUARES as u64), Direction::UpRight);
/// assert_eq!(reached, 1 | 1 << 5 | 1 << 10);
/// ```
///
/// A board that does not fit into 128 places does not compile:
///
/// ```compile_fail
/// let squares = bitops::flood::GuardedBoard::<11>::SQUARES;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GuardedBoard<const N: usize>;

impl<const N: usize> GuardedBoard<N> {
    /// The places that are squares; all others are walls.
    pub const SQUARES: u128 = {
        assert!(
            N > 0 && N * (N + 1) <= 128,
            "the board does not fit into 128 places"
        );
        let mut squares = 0;
        let mut square = 0;
        while square < N * N {
            squares |= 1 << Self::place(square);
            square += 1;
        }
        squares
    };

    /// The place of a square, which is counted rank by rank from a1 = 0.
    #[inline(always)]
    pub const fn place(square: usize) -> usize {
        square / N * (N + 1) + square % N
    }

    /// The distance from a place to its neighbour in a direction.
    #[inline(always)]
    pub const fn stride(direction: Direction) -> isize {
        direction.rank_step() * (N as isize + 1) + direction.file_step()
    }

    /// All squares that a piece reaches by sliding in one direction, and the
    /// pieces themselves.
    #[inline(always)]
    pub fn fill<L: Line>(pieces: &L, walls: &L, direction: Direction) -> L {
        fill(pieces, walls, Self::stride(direction), N)
    }
}
