//! Moving every member of a board at once.

use super::Bitboard;
use crate::{Direction, Word};

impl<W: Word, const N: usize, const BLOCKS: usize> Bitboard<W, N, BLOCKS> {
    /// Moves every member `distance` squares in `direction`.
    ///
    /// Members that leave the board are gone; none comes back at the other
    /// side. A distance of `N` or more clears the board.
    ///
    /// ```
    /// use bitops::{Bitboard64, Direction};
    ///
    /// let board = Bitboard64::<3>::from_bits(0b110_001_011);
    /// assert_eq!(board.to_string(), "\
    /// . X X
    /// X . .
    /// X X .");
    /// assert_eq!(board.shift(Direction::UpRight, 1).to_string(), "\
    /// . X .
    /// . X X
    /// . . .");
    /// ```
    #[inline]
    pub fn shift(self, direction: Direction, distance: usize) -> Self {
        if distance >= N {
            return Self::empty();
        }
        let along_files = distance * N;
        match direction {
            Direction::Up => self.slide_up(along_files).masked(&Self::FULL),
            // Nothing wraps on the way down, and nothing comes in at the top.
            Direction::Down => self.slide_down(along_files),
            Direction::Right => self.slide_up(distance).land_right(distance),
            Direction::Left => self.slide_down(distance).land_left(distance),
            Direction::UpRight => self.slide_up(along_files + distance).land_right(distance),
            Direction::UpLeft => self.slide_up(along_files - distance).land_left(distance),
            Direction::DownRight => self.slide_down(along_files - distance).land_right(distance),
            Direction::DownLeft => self.slide_down(along_files + distance).land_left(distance),
        }
    }

    /// The squares one step up, down, left or right of a member.
    ///
    /// A member is among them only if another member stands beside it.
    ///
    /// ```
    /// use bitops::Bitboard64;
    ///
    /// let board = Bitboard64::<4>::from_square(4);
    /// assert_eq!(board.neighbors().to_string(), "\
    /// . . . .
    /// X . . .
    /// . X . .
    /// X . . .");
    /// ```
    #[inline]
    pub fn neighbors(self) -> Self {
        self.spill().masked(&Self::FULL)
    }

    /// The neighbours, and bits past the last square from above the last rank.
    #[inline(always)]
    pub(super) fn spill(self) -> Self {
        let beside = self.shift(Direction::Left, 1) | self.shift(Direction::Right, 1);
        beside | self.slide_up(N) | self.slide_down(N)
    }

    /// Clears the files that a move to the right cannot reach, and with them
    /// whatever wrapped around.
    #[inline(always)]
    fn land_right(self, distance: usize) -> Self {
        self.masked(&Self::WITHOUT_FIRST_FILES[distance])
    }

    /// Clears the files that a move to the left cannot reach, and with them
    /// whatever wrapped around.
    #[inline(always)]
    fn land_left(self, distance: usize) -> Self {
        self.masked(&Self::WITHOUT_LAST_FILES[distance])
    }

    /// Moves every bit to an index higher by `squares`, without regard to
    /// files or to the last square.
    ///
    /// The bits that a block loses at its high end enter the next block at the
    /// low end. The old blocks are left alone until all new ones are made, so
    /// no block is overwritten before its lost bits are carried on.
    #[inline(always)]
    pub(super) fn slide_up(self, squares: usize) -> Self {
        let (whole, bits) = Self::split(squares);
        let mut moved = [W::ZERO; BLOCKS];
        for (block, moved) in moved.iter_mut().enumerate() {
            let from = block.wrapping_sub(whole);
            let lost = self.block(from.wrapping_sub(1));
            *moved = self.block(from).unbounded_shl(bits) | lost.unbounded_shr(W::BITS - bits);
        }
        Self(moved)
    }

    /// Moves every bit to an index lower by `squares`, the mirror image of
    /// [`slide_up`](Self::slide_up).
    #[inline(always)]
    pub(super) fn slide_down(self, squares: usize) -> Self {
        let (whole, bits) = Self::split(squares);
        let mut moved = [W::ZERO; BLOCKS];
        for (block, moved) in moved.iter_mut().enumerate() {
            let from = block + whole;
            let lost = self.block(from + 1);
            *moved = self.block(from).unbounded_shr(bits) | lost.unbounded_shl(W::BITS - bits);
        }
        Self(moved)
    }

    /// A distance as whole blocks and the bits left over.
    #[inline(always)]
    fn split(squares: usize) -> (usize, u32) {
        let bits = W::BITS as usize;
        (squares / bits, (squares % bits) as u32)
    }

    /// One block; empty past either end, also for an index wrapped below zero.
    #[inline(always)]
    fn block(self, index: usize) -> W {
        self.0.get(index).copied().unwrap_or(W::ZERO)
    }
}
