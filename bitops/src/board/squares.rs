//! The members of a board, one by one.

use std::iter::FusedIterator;

use super::Bitboard;
use crate::Word;

/// The members of a [`Bitboard`] in ascending order.
#[derive(Clone, Debug)]
pub struct Squares<W: Word, const N: usize, const BLOCKS: usize> {
    rest: Bitboard<W, N, BLOCKS>,
    /// All blocks below this one are empty.
    block: usize,
}

impl<W: Word, const N: usize, const BLOCKS: usize> Bitboard<W, N, BLOCKS> {
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
        Squares {
            rest: self,
            block: 0,
        }
    }
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
