//! Boards whose ranks are separated by guard walls.

use super::both;
use super::line::{Line, fill};
use super::words::U256;
use crate::{Connectivity, Heading};

/// The layout of an `N` × `N` board in a line, with a guard at the end of each rank.
///
/// The guards, which are walls, prevent wrapping around, so that every direction is a stride. The
/// place of a square is `rank * (N + 1) + file`:
///
/// ```text
/// 3×3     8  9 10 #11
///         4  5  6 # 7      # is a guard: places 3, 7, 11 and all above
///         0  1  2 # 3
///
/// Up +4   UpRight +5   Right +1   DownRight −3   and back
/// ```
///
/// Several boards fit into one line if at least `N + 2` guard places separate them.
///
/// ```
/// use bitops::Heading;
/// use bitops::flood::GuardedBoard;
///
/// type Board = GuardedBoard<3>;
/// let a1 = 1 << Board::place(0);
/// let reached: u64 = Board::fill(&a1, &!(Board::SQUARES.low as u64), Heading::UpRight);
/// assert_eq!(reached, 1 | 1 << 5 | 1 << 10);
/// ```
///
/// A `u64` holds boards of up to 7×7, a `u128` up to 10×10 and a [`U256`] up to 15×15. Larger
/// boards, and boards without squares, do not compile:
///
/// ```compile_fail,E0080
/// let place = bitops::flood::GuardedBoard::<16>::place(0);
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
        assert!(N <= 15, "the board does not fit into 256 places");
        N
    };

    /// The places that are squares. All others are walls.
    pub const SQUARES: U256 = {
        let mut squares = U256::ZERO;
        let mut square = 0;
        while square < N * N {
            let more = U256::from_place(Self::place(square));
            squares.low |= more.low;
            squares.high |= more.high;
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

    /// The distance from a place to its neighbour in a direction.
    #[inline(always)]
    pub const fn stride(heading: Heading) -> isize {
        heading.rank_step() * (Self::SIZE as isize + 1) + heading.file_step()
    }

    /// All squares that a piece can reach by sliding in one direction, and the pieces themselves.
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

    /// All squares that a piece can reach by one slide along ranks and files, as a rook moves, or
    /// in all eight directions, as a queen moves, and the pieces themselves.
    ///
    /// ```
    /// use bitops::{Connectivity, flood::GuardedBoard};
    ///
    /// type Board = GuardedBoard<7>;
    /// let (a1, walls) = (1, !Board::SQUARES.low as u64);
    /// let moves = [Connectivity::Four, Connectivity::Eight]
    ///     .map(|connectivity| Board::slides(&a1, &walls, connectivity).count_ones() - 1);
    /// assert_eq!(moves, [12, 18]);
    /// ```
    ///
    /// # Panics
    /// If the line has too few places for the board.
    #[inline]
    pub fn slides<L: Line>(pieces: &L, walls: &L, connectivity: Connectivity) -> L {
        let mut reached = pieces.clone();
        for &heading in connectivity.headings() {
            reached.join(&Self::fill(pieces, walls, heading));
        }
        reached
    }

    /// [`slides`](Self::slides) for both players at once, each with their own walls, in less time
    /// than for one player.
    ///
    /// In the Game of the Amazons, it matters which player reaches each square sooner:
    ///
    /// ```
    /// use bitops::{Connectivity, flood::GuardedBoard};
    ///
    /// type Board = GuardedBoard<10>;
    /// let mut queens = [Board::place(3), Board::place(93)].map(|place| 1 << place);
    /// let walls = [!Board::SQUARES.low | queens[0] | queens[1]; 2];
    /// let reached = Board::slides_of_both(queens, walls, Connectivity::Eight);
    /// assert_eq!(reached.map(u128::count_ones), [27, 27]);
    /// assert_eq!((reached[0] & reached[1]).count_ones(), 8);
    /// ```
    #[inline]
    pub fn slides_of_both(
        pieces: [u128; 2],
        walls: [u128; 2],
        connectivity: Connectivity,
    ) -> [u128; 2] {
        const { assert!(Self::SIZE <= 10, "the board does not fit into 128 places") };
        both::slides::<N>(pieces, walls, connectivity)
    }

    /// All squares that are connected to a piece by open squares, across edges or also across
    /// corners, and the pieces themselves. These are the squares that any number of slides can
    /// reach.
    ///
    /// ```
    /// use bitops::{Connectivity, flood::GuardedBoard};
    ///
    /// // X is a wall.      . X .
    /// //                   X . .
    /// //                   . . .
    /// type Board = GuardedBoard<3>;
    /// let walls = !Board::SQUARES.low as u64 | [3, 7].map(|n| 1 << Board::place(n)).iter().sum::<u64>();
    /// let reached = [Connectivity::Four, Connectivity::Eight]
    ///     .map(|connectivity| Board::flood(&1, &walls, connectivity).count_ones());
    /// assert_eq!(reached, [6, 7]);
    /// ```
    ///
    /// Both players at once, each in one half of a [`U256`], here with a1 walled in:
    ///
    /// ```
    /// use bitops::Connectivity;
    /// use bitops::flood::{GuardedBoard, U256};
    ///
    /// type Board = GuardedBoard<10>;
    /// let walls = [1, 10, 11].iter().fold(!Board::SQUARES.low, |all, &n| all | 1 << Board::place(n));
    /// let pieces = U256 { low: 1 << Board::place(0), high: 1 << Board::place(99) };
    /// let walls = U256 { low: walls, high: walls };
    /// let reached = Board::flood(&pieces, &walls, Connectivity::Eight);
    /// assert_eq!([reached.low, reached.high].map(u128::count_ones), [1, 96]);
    /// ```
    ///
    /// # Panics
    /// If the line has too few places for the board.
    pub fn flood<L: Line>(pieces: &L, walls: &L, connectivity: Connectivity) -> L {
        let last = const { Self::place(N * N - 1) };
        assert!(last < pieces.places(), "the board does not fit into the line");
        let (mut reached, open) = (pieces.clone(), pieces.open(walls));
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for &heading in connectivity.headings() {
                has_grown |= reached.step(Self::stride(heading), &open);
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests;
