//! The board itself: one bit per square, in blocks of any word.

use std::fmt::{self, Debug, Display, Formatter, Write};
use std::iter::FusedIterator;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::Word;

mod flood;
mod shift;
mod transform;

pub use flood::Connectivity;

/// A set of squares of an `N` × `N` board, stored in `BLOCKS` words of type `W`.
///
/// Squares are numbered rank by rank from a1 = 0, so square `n` lies on rank
/// `n / N` and file `n % N`. It is bit `n % W::BITS` of block `n / W::BITS`,
/// with bit 0 the lowest. Bits past the last square are always clear.
///
/// ```text
/// 5×5 in blocks of 16 bits:        20 21 22 23 24
///   block 0: squares  0 to 15      15 16 17 18 19
///   block 1: squares 16 to 24      10 11 12 13 14
///            and 7 clear bits       5  6  7  8  9
///                                   0  1  2  3  4
/// ```
///
/// `BLOCKS` must be [`blocks(N, W::BITS)`](blocks); anything else does not
/// compile. Write the type as [`bitboard!`](crate::bitboard) or [`Bitboard64`]:
///
/// ```
/// use bitops::{Bitboard64, Heading, bitboard};
///
/// let file = <bitboard!(u16, 5)>::file(1);
/// assert_eq!(file.iter().collect::<Vec<_>>(), [1, 6, 11, 16, 21]);
/// assert_eq!(file.shift(Heading::Right, 3), <bitboard!(u16, 5)>::file(4));
///
/// let rank = Bitboard64::<6>::rank(2);
/// assert_eq!(rank.bits(), 0b111_111 << 12);
/// ```
///
/// ```compile_fail,E0080
/// // 25 squares do not fit into one block of 16 bits.
/// let board = bitops::Bitboard::<u16, 5, 1>::empty();
/// ```
///
/// Boards are ordered by their blocks, lowest block first. The order exists for sorted collections
/// and has no meaning on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard<W: Word, const N: usize, const BLOCKS: usize>([W; BLOCKS]);

/// A board of up to 8×8 squares in a single `u64`.
pub type Bitboard64<const N: usize> = Bitboard<u64, N, 1>;

/// The type of a board, given its word and its size: `bitboard!(u16, 5)` is `Bitboard<u16, 5, 2>`.
///
/// ```
/// type Goban = bitops::bitboard!(u64, 19);
/// assert_eq!(Goban::full().count(), 361);
/// ```
#[macro_export]
macro_rules! bitboard {
    ($word:ty, $size:expr) => {
        $crate::Bitboard<$word, { $size }, { $crate::blocks($size, <$word>::BITS) }>
    };
}

/// The number of blocks of `word_bits` bits that an `n` × `n` board needs.
///
/// ```
/// use bitops::blocks;
/// assert_eq!(blocks(5, 16), 2);
/// assert_eq!(blocks(8, 64), 1);
/// ```
///
/// # Panics
/// If `word_bits` is 0.
pub const fn blocks(n: usize, word_bits: u32) -> usize {
    (n * n).div_ceil(word_bits as usize)
}

/// Constant bits, block by block. Trait functions cannot be `const`, so masks are built as `u128`
/// and truncated to the word where they are used, which costs nothing.
type Mask<const BLOCKS: usize> = [u128; BLOCKS];

impl<W: Word, const N: usize, const BLOCKS: usize> Bitboard<W, N, BLOCKS> {
    /// Every square of the board, and no bits past the last.
    const FULL: Mask<BLOCKS> = {
        Self::check_shape();
        stripe(0, 1, N * N, W::BITS)
    };

    const FIRST_FILE: Mask<BLOCKS> = stripe(0, N, N, W::BITS);

    const FIRST_RANK: Mask<BLOCKS> = stripe(0, 1, N, W::BITS);

    /// Fails to compile for a board without squares or a wrong number of blocks.
    const fn check_shape() {
        assert!(N > 0, "a board needs at least one square");
        assert!(BLOCKS == blocks(N, W::BITS), "BLOCKS must be blocks(N, W::BITS)");
    }

    /// The empty board.
    #[inline]
    pub fn empty() -> Self {
        Self::from_blocks([W::ZERO; BLOCKS])
    }

    /// The board with every square as a member.
    #[inline]
    pub fn full() -> Self {
        Self::from_blocks([!W::ZERO; BLOCKS])
    }

    /// The board made of these blocks, lowest squares first. Bits past the last square are cleared.
    #[inline]
    pub fn from_blocks(blocks: [W; BLOCKS]) -> Self {
        const { Self::check_shape() };
        Self(blocks).masked(&Self::FULL)
    }

    /// The blocks, lowest squares first.
    #[inline]
    pub const fn to_blocks(self) -> [W; BLOCKS] {
        self.0
    }

    /// The board with a single member.
    ///
    /// # Panics
    /// If `square` is not below `N * N`.
    #[inline]
    pub fn from_square(square: usize) -> Self {
        let mut board = Self::empty();
        board.insert(square);
        board
    }

    /// The squares of one file, counted from 0 at the left.
    ///
    /// # Panics
    /// If `file` is not below `N`.
    #[inline]
    pub fn file(file: usize) -> Self {
        const { Self::check_shape() };
        assert!(file < N, "no such file");
        Self::from_mask(&Self::FIRST_FILE).shift_bits_up(file)
    }

    /// The squares of one rank, counted from 0 at the bottom.
    ///
    /// # Panics
    /// If `rank` is not below `N`.
    #[inline]
    pub fn rank(rank: usize) -> Self {
        const { Self::check_shape() };
        assert!(rank < N, "no such rank");
        Self::from_mask(&Self::FIRST_RANK).shift_bits_up(rank * N)
    }

    /// Whether `square` is a member; a square off the board never is.
    ///
    /// ```
    /// use bitops::Bitboard64;
    ///
    /// let board = Bitboard64::<3>::rank(1);
    /// assert!(board.contains(4) && !board.contains(2) && !board.contains(1_000));
    /// ```
    #[inline]
    pub fn contains(self, square: usize) -> bool {
        let (block, bit) = Self::locate(square);
        // Bits past the last square are clear.
        self.block(block) & bit != W::ZERO
    }

    /// Adds `square`.
    ///
    /// # Panics
    /// If `square` is not below `N * N`.
    #[inline]
    pub fn insert(&mut self, square: usize) {
        let (block, bit) = Self::locate_on_board(square);
        self.0[block] = self.0[block] | bit;
    }

    /// Removes `square`.
    ///
    /// # Panics
    /// If `square` is not below `N * N`.
    #[inline]
    pub fn remove(&mut self, square: usize) {
        let (block, bit) = Self::locate_on_board(square);
        self.0[block] = self.0[block] & !bit;
    }

    /// Adds `square` if it is not a member, and removes it if it is.
    ///
    /// # Panics
    /// If `square` is not below `N * N`.
    #[inline]
    pub fn toggle(&mut self, square: usize) {
        let (block, bit) = Self::locate_on_board(square);
        self.0[block] = self.0[block] ^ bit;
    }

    /// Whether the board has no members.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(W::ZERO, |all, &block| all | block) == W::ZERO
    }

    /// The number of members.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|block| block.count_ones()).sum()
    }

    /// The member with the lowest index.
    #[inline]
    pub fn first(self) -> Option<usize> {
        let block = self.0.iter().position(|&block| block != W::ZERO)?;
        Some(block * W::BITS as usize + self.0[block].trailing_zeros() as usize)
    }

    /// The member with the highest index.
    #[inline]
    pub fn last(self) -> Option<usize> {
        let block = self.0.iter().rposition(|&block| block != W::ZERO)?;
        Some((block + 1) * W::BITS as usize - 1 - self.0[block].leading_zeros() as usize)
    }

    /// Whether every member is also a member of `other`.
    ///
    /// ```
    /// use bitops::Bitboard64;
    ///
    /// let corner = Bitboard64::<5>::from_square(0);
    /// assert!(corner.is_subset(Bitboard64::file(0)));
    /// assert!(!Bitboard64::file(0).is_subset(corner));
    /// ```
    #[inline]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Whether the boards have a member in common.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The members in ascending order, as indices `rank * N + file`.
    ///
    /// ```
    /// use bitops::bitboard;
    /// let diagonal: bitboard!(u8, 4) = [15, 10, 0, 5].into_iter().collect();
    /// assert!(diagonal.iter().eq([0, 5, 10, 15]));
    /// assert_eq!(diagonal.iter().len(), 4);
    /// ```
    #[inline]
    pub fn iter(self) -> Squares<W, N, BLOCKS> {
        Squares { rest: self, block: 0 }
    }

    /// The block of a square, and its bit there.
    #[inline]
    fn locate(square: usize) -> (usize, W) {
        let bits = W::BITS as usize;
        (square / bits, W::bit((square % bits) as u32))
    }

    #[inline]
    fn locate_on_board(square: usize) -> (usize, W) {
        assert!(square < N * N, "square off the board");
        Self::locate(square)
    }

    /// One block; zero past either end, even for an index that wrapped below zero.
    #[inline(always)]
    fn block(self, index: usize) -> W {
        self.0.get(index).copied().unwrap_or(W::ZERO)
    }

    #[inline(always)]
    fn from_mask(mask: &Mask<BLOCKS>) -> Self {
        Self([!W::ZERO; BLOCKS]).masked(mask)
    }

    /// The members under a mask.
    #[inline(always)]
    fn masked(mut self, mask: &Mask<BLOCKS>) -> Self {
        for (block, &mask) in self.0.iter_mut().zip(mask) {
            *block = *block & W::truncate(mask);
        }
        self
    }
}

impl<const N: usize> Bitboard64<N> {
    /// The squares as one number: bit `n` is square `n`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0[0]
    }

    /// The board with these bits. Bits past the last square are cleared.
    ///
    /// ```
    /// use bitops::Bitboard64;
    /// assert_eq!(Bitboard64::<3>::from_bits(u64::MAX), Bitboard64::full());
    /// ```
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        const { Self::check_shape() };
        Self([bits & Self::FULL[0] as u64])
    }
}

/// The squares `first`, `first + step` and so on, `count` of them.
const fn stripe<const BLOCKS: usize>(
    first: usize,
    step: usize,
    count: usize,
    word_bits: u32,
) -> Mask<BLOCKS> {
    let bits = word_bits as usize;
    let mut mask = [0; BLOCKS];
    let mut done = 0;
    while done < count {
        let square = first + done * step;
        mask[square / bits] |= 1 << (square % bits);
        done += 1;
    }
    mask
}

macro_rules! impl_operator {
    ($($(#[$doc:meta])* $operator:ident $method:ident $assign:ident $assign_method:ident
        |$left:ident, $right:ident| $block:expr;)*) => {$(
        impl<W: Word, const N: usize, const BLOCKS: usize> $operator for Bitboard<W, N, BLOCKS> {
            type Output = Self;

            $(#[$doc])*
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                $assign::$assign_method(&mut self, other);
                self
            }
        }

        impl<W: Word, const N: usize, const BLOCKS: usize> $assign for Bitboard<W, N, BLOCKS> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                for (block, &$right) in self.0.iter_mut().zip(&other.0) {
                    let $left = *block;
                    *block = $block;
                }
            }
        }
    )*};
}

impl_operator! {
    /// The squares that are members of both.
    BitAnd bitand BitAndAssign bitand_assign |left, right| left & right;
    /// The squares that are members of either or both.
    BitOr bitor BitOrAssign bitor_assign |left, right| left | right;
    /// The squares that are members of exactly one.
    BitXor bitxor BitXorAssign bitxor_assign |left, right| left ^ right;
    /// The members that are not members of `other`.
    Sub sub SubAssign sub_assign |left, right| left & !right;
}

impl<W: Word, const N: usize, const BLOCKS: usize> Not for Bitboard<W, N, BLOCKS> {
    type Output = Self;

    /// The squares of the board that are not members.
    #[inline]
    fn not(self) -> Self {
        Self::full() - self
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> Default for Bitboard<W, N, BLOCKS> {
    /// The empty board.
    #[inline]
    fn default() -> Self {
        Self::empty()
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> Extend<usize> for Bitboard<W, N, BLOCKS> {
    /// Adds all `squares`.
    ///
    /// # Panics
    /// If a square is not below `N * N`.
    #[inline]
    fn extend<I: IntoIterator<Item = usize>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> FromIterator<usize> for Bitboard<W, N, BLOCKS> {
    /// The board with these members.
    ///
    /// # Panics
    /// If a square is not below `N * N`.
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut board = Self::empty();
        board.extend(squares);
        board
    }
}

/// The members of a [`Bitboard`] in ascending order.
#[derive(Clone, Debug)]
pub struct Squares<W: Word, const N: usize, const BLOCKS: usize> {
    rest: Bitboard<W, N, BLOCKS>,
    /// All blocks below this one are empty.
    block: usize,
}

impl<W: Word, const N: usize, const BLOCKS: usize> Iterator for Squares<W, N, BLOCKS> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let blocks = &mut self.rest.0;
        // For a board of one block the compiler drops this loop.
        while self.block + 1 < BLOCKS && blocks[self.block] == W::ZERO {
            self.block += 1;
        }
        let block = blocks[self.block];
        if block == W::ZERO {
            return None;
        }
        blocks[self.block] = block.without_lowest();
        Some(self.block * W::BITS as usize + block.trailing_zeros() as usize)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.rest.count() as usize;
        (count, Some(count))
    }

    #[inline]
    fn count(self) -> usize {
        self.len()
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> ExactSizeIterator for Squares<W, N, BLOCKS> {}

impl<W: Word, const N: usize, const BLOCKS: usize> FusedIterator for Squares<W, N, BLOCKS> {}

impl<W: Word, const N: usize, const BLOCKS: usize> IntoIterator for Bitboard<W, N, BLOCKS> {
    type Item = usize;
    type IntoIter = Squares<W, N, BLOCKS>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> IntoIterator for &Bitboard<W, N, BLOCKS> {
    type Item = usize;
    type IntoIter = Squares<W, N, BLOCKS>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> Display for Bitboard<W, N, BLOCKS> {
    /// A picture with the last rank on top, `X` for members and `.` for all
    /// other squares, without a newline at the end.
    ///
    /// ```
    /// let board: bitops::Bitboard64<3> = [0, 2, 7].into_iter().collect();
    /// assert_eq!(board.to_string(), "\
    /// . X .
    /// . . .
    /// X . X");
    /// ```
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for rank in (0..N).rev() {
            for file in 0..N {
                let member = self.contains(rank * N + file);
                formatter.write_char(if member { 'X' } else { '.' })?;
                if file + 1 < N {
                    formatter.write_char(' ')?;
                }
            }
            if rank > 0 {
                formatter.write_char('\n')?;
            }
        }
        Ok(())
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> Debug for Bitboard<W, N, BLOCKS> {
    /// The same picture below a line with the size, so that all ranks line up.
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "Bitboard {N}×{N}\n{self}")
    }
}

#[cfg(test)]
mod tests;
