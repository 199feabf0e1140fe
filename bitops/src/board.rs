//! The board itself: one bit for every square, in blocks of any word.

use crate::Word;

mod algebra;
mod flood;
mod masks;
mod picture;
mod shift;
mod squares;
mod transform;

pub use flood::Connectivity;
pub use masks::blocks;
pub use squares::Squares;

/// A set of squares of an `N` × `N` board, kept in `BLOCKS` words of type `W`.
///
/// Squares are counted rank by rank from a1 = 0, so square `n` lies on rank
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
/// `BLOCKS` must be [`blocks(N, W::BITS)`](blocks); another number does not
/// compile. The type is best written with [`bitboard!`](crate::bitboard) or
/// [`Bitboard64`]:
///
/// ```
/// use bitops::{Bitboard64, Direction, bitboard};
///
/// let file = <bitboard!(u16, 5)>::file(1);
/// assert_eq!(file.iter().collect::<Vec<_>>(), [1, 6, 11, 16, 21]);
/// assert_eq!(file.shift(Direction::Right, 3), <bitboard!(u16, 5)>::file(4));
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
/// The order of boards is that of their blocks, lowest block first; it serves
/// sorted collections and means nothing on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard<W: Word, const N: usize, const BLOCKS: usize>([W; BLOCKS]);

/// A board of up to 8×8 squares in a single `u64`.
pub type Bitboard64<const N: usize> = Bitboard<u64, N, 1>;

/// The type of a board, from its word and its size: `bitboard!(u16, 5)` is
/// `Bitboard<u16, 5, 2>`.
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

impl<W: Word, const N: usize, const BLOCKS: usize> Bitboard<W, N, BLOCKS> {
    const SQUARES: usize = N * N;

    /// The board without a member.
    #[inline]
    pub fn empty() -> Self {
        Self::from_blocks([W::ZERO; BLOCKS])
    }

    /// The board with every square a member.
    #[inline]
    pub fn full() -> Self {
        Self::from_blocks([!W::ZERO; BLOCKS])
    }

    /// The board with these blocks, lowest squares first; bits past the last
    /// square are cleared.
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

    /// The board with one member.
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
        Self::from_mask(&Self::FIRST_FILE).slide_up(file)
    }

    /// The squares of one rank, counted from 0 at the bottom.
    ///
    /// # Panics
    /// If `rank` is not below `N`.
    #[inline]
    pub fn rank(rank: usize) -> Self {
        const { Self::check_shape() };
        assert!(rank < N, "no such rank");
        Self::from_mask(&Self::FIRST_RANK).slide_up(rank * N)
    }

    /// Whether `square` is a member.
    ///
    /// # Panics
    /// If `square` is not below `N * N`.
    #[inline]
    pub fn get(self, square: usize) -> bool {
        let (block, bit) = Self::locate(square);
        self.0[block] & bit != W::ZERO
    }

    /// Makes `square` a member.
    ///
    /// # Panics
    /// If `square` is not below `N * N`.
    #[inline]
    pub fn insert(&mut self, square: usize) {
        let (block, bit) = Self::locate(square);
        self.0[block] = self.0[block] | bit;
    }

    /// Makes `square` no member.
    ///
    /// # Panics
    /// If `square` is not below `N * N`.
    #[inline]
    pub fn remove(&mut self, square: usize) {
        let (block, bit) = Self::locate(square);
        self.0[block] = self.0[block] & !bit;
    }

    /// Makes `square` a member if it is none, and the other way round.
    ///
    /// # Panics
    /// If `square` is not below `N * N`.
    #[inline]
    pub fn toggle(&mut self, square: usize) {
        let (block, bit) = Self::locate(square);
        self.0[block] = self.0[block] ^ bit;
    }

    /// Whether there is no member.
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

    /// Whether every member of `other` is a member.
    #[inline]
    pub fn contains(self, other: Self) -> bool {
        (other - self).is_empty()
    }

    /// Whether the boards have a member in common.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The block of a square, and its bit there.
    #[inline]
    fn locate(square: usize) -> (usize, W) {
        assert!(square < Self::SQUARES, "square off the board");
        let bits = W::BITS as usize;
        (square / bits, W::bit((square % bits) as u32))
    }
}

impl<const N: usize> Bitboard64<N> {
    /// The squares as one number: bit `n` is square `n`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0[0]
    }

    /// The board with these bits; bits past the last square are cleared.
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

#[cfg(test)]
mod tests;
