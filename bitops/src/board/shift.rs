//! Moves all members of a board at once.

use super::{Bitboard, Mask, stripe};
use crate::{Heading, Word};

impl<W: Word, const N: usize, const BLOCKS: usize> Bitboard<W, N, BLOCKS> {
    /// Entry `d` has all squares but the first `d` files, which are those where a member can be
    /// after `d` steps to the right.
    const WITHOUT_FIRST_FILES: [Mask<BLOCKS>; N] = without_files(Self::FULL, false, W::BITS);

    /// Entry `d` has all squares but the last `d` files, which are those where a member can be
    /// after `d` steps to the left.
    const WITHOUT_LAST_FILES: [Mask<BLOCKS>; N] = without_files(Self::FULL, true, W::BITS);

    /// Moves every member `distance` squares in a direction.
    ///
    /// Members that leave the board are lost; none of them wraps around to the other side. A
    /// distance of `N` or more clears the board.
    ///
    /// ```
    /// use bitops::{Bitboard64, Heading};
    ///
    /// let board = Bitboard64::<3>::from_bits(0b110_001_011);
    /// assert_eq!(board.to_string(), "\
    /// . X X
    /// X . .
    /// X X .");
    /// assert_eq!(board.shift(Heading::UpRight, 1).to_string(), "\
    /// . X .
    /// . X X
    /// . . .");
    /// ```
    #[inline]
    pub fn shift(self, heading: Heading, distance: usize) -> Self {
        if distance >= N {
            return Self::empty();
        }
        let along_files = distance * N;
        match heading {
            Heading::Up => self.shift_bits_up(along_files).masked(&Self::FULL),
            // Moving down, no bits wrap around, and none come in at the top.
            Heading::Down => self.shift_bits_down(along_files),
            Heading::Right => self.shift_bits_up(distance).land_right(distance),
            Heading::Left => self.shift_bits_down(distance).land_left(distance),
            Heading::UpRight => self.shift_bits_up(along_files + distance).land_right(distance),
            Heading::UpLeft => self.shift_bits_up(along_files - distance).land_left(distance),
            Heading::DownRight => self.shift_bits_down(along_files - distance).land_right(distance),
            Heading::DownLeft => self.shift_bits_down(along_files + distance).land_left(distance),
        }
    }

    /// The squares one step up, down, left or right of a member.
    ///
    /// A member is one of them only if it has another member next to it.
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

    /// The neighbours, possibly with stray bits in the rank past the last one.
    #[inline(always)]
    pub(super) fn spill(self) -> Self {
        let beside = self.shift(Heading::Left, 1) | self.shift(Heading::Right, 1);
        beside | self.shift_bits_up(N) | self.shift_bits_down(N)
    }

    /// Clears the files that a move to the right cannot reach, and so the bits that wrapped around.
    #[inline(always)]
    fn land_right(self, distance: usize) -> Self {
        self.masked(&Self::WITHOUT_FIRST_FILES[distance])
    }

    /// Clears the files that a move to the left cannot reach.
    #[inline(always)]
    fn land_left(self, distance: usize) -> Self {
        self.masked(&Self::WITHOUT_LAST_FILES[distance])
    }

    /// Moves all bits up by `squares` indices, without regard to files and the last square. Bits
    /// that leave a block at its high end enter the next one at its low end.
    #[inline(always)]
    pub(super) fn shift_bits_up(self, squares: usize) -> Self {
        let (whole, bits) = Self::split(squares);
        // This is a loop because `array::from_fn` is not unrolled, and takes five times as long on
        // large boards.
        let mut moved = [W::ZERO; BLOCKS];
        for (block, moved) in moved.iter_mut().enumerate() {
            let from = block.wrapping_sub(whole);
            let lost = self.block(from.wrapping_sub(1));
            *moved = self.block(from).unbounded_shl(bits) | lost.unbounded_shr(W::BITS - bits);
        }
        Self(moved)
    }

    /// The mirror image of [`shift_bits_up`](Self::shift_bits_up).
    #[inline(always)]
    fn shift_bits_down(self, squares: usize) -> Self {
        let (whole, bits) = Self::split(squares);
        let mut moved = [W::ZERO; BLOCKS];
        for (block, moved) in moved.iter_mut().enumerate() {
            let from = block + whole;
            let lost = self.block(from + 1);
            *moved = self.block(from).unbounded_shr(bits) | lost.unbounded_shl(W::BITS - bits);
        }
        Self(moved)
    }

    /// A distance as whole blocks and the remaining bits.
    #[inline(always)]
    fn split(squares: usize) -> (usize, u32) {
        let bits = W::BITS as usize;
        (squares / bits, (squares % bits) as u32)
    }
}

/// Entry `d` lacks `d` files, counted from the first or from the last.
const fn without_files<const N: usize, const BLOCKS: usize>(
    full: Mask<BLOCKS>,
    from_last: bool,
    word_bits: u32,
) -> [Mask<BLOCKS>; N] {
    let mut masks = [full; N];
    let mut distance = 1;
    while distance < N {
        let file = if from_last { N - distance } else { distance - 1 };
        let file: Mask<BLOCKS> = stripe(file, N, N, word_bits);
        let mut block = 0;
        while block < BLOCKS {
            masks[distance][block] = masks[distance - 1][block] & !file[block];
            block += 1;
        }
        distance += 1;
    }
    masks
}
