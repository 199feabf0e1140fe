//! Boards as sets: the operators, and boards from lists of squares.

use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::Bitboard;
use crate::Word;

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

    /// The squares of the board that are no members.
    #[inline]
    fn not(self) -> Self {
        Self::full() - self
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> Default for Bitboard<W, N, BLOCKS> {
    /// The board without a member.
    #[inline]
    fn default() -> Self {
        Self::empty()
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> Extend<usize> for Bitboard<W, N, BLOCKS> {
    /// Makes all `squares` members.
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
