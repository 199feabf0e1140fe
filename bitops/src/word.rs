//! The unsigned integers that a board can be made of.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

mod sealed {
    pub trait Sealed {}
}

/// One block of a [`Bitboard`](crate::Bitboard): `u8`, `u16`, `u32`, `u64` or
/// `u128`.
///
/// The trait is sealed: a board relies on the exact meaning of every method.
///
/// ```
/// use bitops::Word;
///
/// fn lowest<W: Word>(word: W) -> Option<u32> {
///     (word != W::ZERO).then(|| word.trailing_zeros())
/// }
/// assert_eq!(lowest(0b1000_u16), Some(3));
/// ```
pub trait Word:
    sealed::Sealed
    + Copy
    + Ord
    + Hash
    + Default
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The number of bits of a block.
    const BITS: u32;

    /// The block without a set bit.
    const ZERO: Self;

    /// The lowest [`BITS`](Word::BITS) bits of `wide`.
    fn truncate(wide: u128) -> Self;

    /// The same number as a `u128`.
    fn widen(self) -> u128;

    /// The block with the single bit `index`, counted from the lowest.
    ///
    /// # Panics
    /// If overflow checks are on and `index` is not below [`BITS`](Word::BITS).
    fn bit(index: u32) -> Self;

    /// How many bits are set.
    fn count_ones(self) -> u32;

    /// How many bits are clear below the lowest set bit; [`BITS`](Word::BITS)
    /// for zero.
    fn trailing_zeros(self) -> u32;

    /// How many bits are clear above the highest set bit; [`BITS`](Word::BITS)
    /// for zero.
    fn leading_zeros(self) -> u32;

    /// Shifts toward the high bits; zero once `distance` reaches
    /// [`BITS`](Word::BITS).
    fn unbounded_shl(self, distance: u32) -> Self;

    /// Shifts toward the low bits; zero once `distance` reaches
    /// [`BITS`](Word::BITS).
    fn unbounded_shr(self, distance: u32) -> Self;

    /// The same block without its lowest set bit; zero stays zero.
    fn without_lowest(self) -> Self;
}

macro_rules! impl_word {
    ($($word:ty)*) => {$(
        impl sealed::Sealed for $word {}

        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;

            #[inline(always)]
            fn truncate(wide: u128) -> Self {
                wide as Self
            }

            #[inline(always)]
            fn widen(self) -> u128 {
                u128::from(self)
            }

            #[inline(always)]
            fn bit(index: u32) -> Self {
                1 << index
            }

            #[inline(always)]
            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }

            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }

            #[inline(always)]
            fn leading_zeros(self) -> u32 {
                <$word>::leading_zeros(self)
            }

            #[inline(always)]
            fn unbounded_shl(self, distance: u32) -> Self {
                <$word>::unbounded_shl(self, distance)
            }

            #[inline(always)]
            fn unbounded_shr(self, distance: u32) -> Self {
                <$word>::unbounded_shr(self, distance)
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    )*};
}

impl_word!(u8 u16 u32 u64 u128);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Word>() {
        let full = W::truncate(u128::MAX);
        assert_eq!(full, !W::ZERO);
        assert_eq!(full.count_ones(), W::BITS);
        assert_eq!(full.without_lowest(), full ^ W::bit(0));
        assert_eq!(full.unbounded_shl(W::BITS), W::ZERO);
        assert_eq!(full.unbounded_shr(W::BITS), W::ZERO);
        assert_eq!(W::ZERO.without_lowest(), W::ZERO);
        for index in 0..W::BITS {
            let bit = W::bit(index);
            assert_eq!(bit.widen(), 1 << index);
            assert_eq!(bit.trailing_zeros(), index);
            assert_eq!(bit.leading_zeros(), W::BITS - 1 - index);
            assert_eq!(W::bit(0).unbounded_shl(index), bit);
            assert_eq!(bit.unbounded_shr(index), W::bit(0));
        }
    }

    #[test]
    fn every_word_keeps_the_laws() {
        check::<u8>();
        check::<u16>();
        check::<u32>();
        check::<u64>();
        check::<u128>();
    }
}
