//! The unsigned integers that boards are made of.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

mod sealed {
    pub trait Sealed {}
}

/// One block of a [`Bitboard`](crate::Bitboard): `u8`, `u16`, `u32`, `u64` or `u128`.
///
/// The trait is sealed: boards rely on the exact meaning of every method.
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
    /// The number of bits in a block.
    const BITS: u32;

    /// No bit set.
    const ZERO: Self;

    /// The lowest [`BITS`](Word::BITS) bits of `wide`.
    fn truncate(wide: u128) -> Self;

    /// The same value as a `u128`.
    fn widen(self) -> u128;

    /// The single bit `index`, counted from the lowest.
    ///
    /// # Panics
    /// If overflow checks are on and `index` is not below [`BITS`](Word::BITS).
    fn bit(index: u32) -> Self;

    /// The number of set bits.
    fn count_ones(self) -> u32;

    /// The number of clear bits below the lowest set one; [`BITS`](Word::BITS) for zero.
    fn trailing_zeros(self) -> u32;

    /// The number of clear bits above the highest set one; [`BITS`](Word::BITS) for zero.
    fn leading_zeros(self) -> u32;

    /// Shifts toward the high bits; zero once `distance` reaches [`BITS`](Word::BITS).
    fn unbounded_shl(self, distance: u32) -> Self;

    /// Shifts toward the low bits; zero once `distance` reaches [`BITS`](Word::BITS).
    fn unbounded_shr(self, distance: u32) -> Self;

    /// The value without its lowest set bit; zero stays zero.
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
