//! A word of 256 bits.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// 256 bits: one long line, or two boards of up to 128 squares side by side.
///
/// ```text
/// place 255 ........ 128 | 127 ........ 0
///        high half       |    low half
/// ```
///
/// ```
/// use bitops::flood::{U256, fill};
///
/// let reached = fill(&U256::from_place(120), &U256::from_place(140), 1, 256);
/// assert_eq!(reached.count_ones(), 20);
/// assert_eq!(reached.high, (1 << 12) - 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct U256 {
    /// Places 0 to 127.
    pub low: u128,
    /// Places 128 to 255.
    pub high: u128,
}

impl U256 {
    /// The number of places.
    pub const BITS: u32 = 256;

    /// No place set.
    pub const ZERO: Self = Self { low: 0, high: 0 };

    /// One place set.
    ///
    /// # Panics
    /// If `place` is not below 256.
    #[inline]
    pub const fn from_place(place: usize) -> Self {
        assert!(place < 256, "no such place");
        let bit = 1 << (place % 128);
        if place < 128 {
            Self { low: bit, high: 0 }
        } else {
            Self { low: 0, high: bit }
        }
    }

    /// Whether a place is set.
    ///
    /// # Panics
    /// If `place` is not below 256.
    #[inline]
    pub fn get(self, place: usize) -> bool {
        self & Self::from_place(place) != Self::ZERO
    }

    /// How many places are set.
    #[inline]
    pub const fn count_ones(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    /// Every set place, higher by a distance; zero from 256 on.
    #[inline(always)]
    pub const fn unbounded_shl(self, distance: u32) -> Self {
        if distance >= 128 {
            let high = self.low.unbounded_shl(distance - 128);
            return Self { low: 0, high };
        }
        Self {
            low: self.low << distance,
            // A distance of 0 loses nothing.
            high: self.high << distance | self.low.unbounded_shr(128 - distance),
        }
    }

    /// Every set place, lower by a distance; zero from 256 on.
    #[inline(always)]
    pub const fn unbounded_shr(self, distance: u32) -> Self {
        if distance >= 128 {
            let low = self.high.unbounded_shr(distance - 128);
            return Self { low, high: 0 };
        }
        Self {
            low: self.low >> distance | self.high.unbounded_shl(128 - distance),
            high: self.high >> distance,
        }
    }

    /// The sum, without what is carried out at the top.
    #[inline(always)]
    pub const fn wrapping_add(self, other: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(other.low);
        let high = self
            .high
            .wrapping_add(other.high)
            .wrapping_add(carry as u128);
        Self { low, high }
    }
}

macro_rules! each_half {
    ($($trait:ident $method:ident $operator:tt),*) => {$(
        impl $trait for U256 {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self {
                    low: self.low $operator other.low,
                    high: self.high $operator other.high,
                }
            }
        }
    )*};
}

each_half!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl Not for U256 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self {
            low: !self.low,
            high: !self.high,
        }
    }
}
