//! Lines of one word: 64, 128 or 256 bits.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not};

use super::line::Line;
#[cfg(all(
    target_arch = "x86_64",
    not(all(target_feature = "gfni", target_feature = "avx2"))
))]
use super::line::gallop_recursive;

#[cfg(all(target_arch = "x86_64", target_feature = "gfni", target_feature = "avx2"))]
mod gfni;

/// 256 bits: one long line, or two boards of up to 128 places side by side.
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

    /// No bit set.
    pub const ZERO: Self = Self { low: 0, high: 0 };

    /// A single place.
    ///
    /// # Panics
    /// If `place` is not below 256.
    #[inline]
    pub const fn from_place(place: usize) -> Self {
        assert!(place < 256, "no such place");
        let bit = 1 << (place % 128);
        if place < 128 { Self { low: bit, high: 0 } } else { Self { low: 0, high: bit } }
    }

    /// Whether a place is set. One past the end never is.
    #[inline]
    pub fn contains(self, place: usize) -> bool {
        place < 256 && self & Self::from_place(place) != Self::ZERO
    }

    /// The number of set places.
    #[inline]
    pub const fn count_ones(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    /// Shifts toward the high bits; zero once `distance` reaches 256.
    #[inline(always)]
    pub const fn unbounded_shl(self, distance: u32) -> Self {
        if distance >= 128 {
            let high = self.low.unbounded_shl(distance - 128);
            return Self { low: 0, high };
        }
        Self {
            low: self.low << distance,
            high: self.high << distance | self.low.unbounded_shr(128 - distance),
        }
    }

    /// Shifts toward the low bits; zero once `distance` reaches 256.
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

    /// The places in reverse order, as on a line that is read from its other end.
    #[inline(always)]
    pub const fn reverse_bits(self) -> Self {
        Self { low: self.high.reverse_bits(), high: self.low.reverse_bits() }
    }

    /// The sum modulo 2²⁵⁶.
    #[inline(always)]
    pub const fn wrapping_add(self, other: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(other.low);
        let high = self.high.wrapping_add(other.high).wrapping_add(carry as u128);
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

impl BitOrAssign for U256 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for U256 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self { low: !self.low, high: !self.high }
    }
}

macro_rules! line_of_word {
    ($($word:ident $carry_down:ident),*) => {$(
        impl Line for $word {
            const IS_LONG: bool = false;

            #[inline(always)]
            fn places(&self) -> usize {
                $word::BITS as usize
            }

            #[inline(always)]
            fn open(&self, walls: &Self) -> Self {
                !*walls
            }

            #[inline(always)]
            fn step(&mut self, stride: isize, open: &Self) -> bool {
                let before = *self;
                *self = before | (shifted!(before, stride) & *open);
                *self != before
            }

            #[inline(always)]
            fn narrow(&mut self, stride: isize) {
                *self = *self & shifted!(*self, stride);
            }

            #[inline(always)]
            fn join(&mut self, other: &Self) {
                *self |= *other;
            }

            #[inline(always)]
            fn carry_up(&self, walls: &Self) -> Self {
                let (pieces, open) = (*self, !*walls);
                let first = (pieces | pieces.unbounded_shl(1)) & open;
                // From each of the first places a carry runs through the open
                // ones and clears them, except where another carry starts.
                (open & !open.wrapping_add(first)) | first | pieces
            }

            #[inline(always)]
            fn carry_down(&self, walls: &Self) -> Self {
                $carry_down(*self, *walls)
            }
        }
    )*};
}

/// The bits of a word, shifted by a stride.
macro_rules! shifted {
    ($word:expr, $stride:expr) => {{
        let distance = u32::try_from($stride.unsigned_abs()).unwrap_or(u32::MAX);
        if $stride < 0 { $word.unbounded_shr(distance) } else { $word.unbounded_shl(distance) }
    }};
}

line_of_word!(u64 down_64, u128 down_128, U256 down_256);

#[inline(always)]
fn down_64(pieces: u64, walls: u64) -> u64 {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "gfni", target_feature = "avx2") => {
            gfni::carry_down(pieces, walls)
        }
        // Reversing the bits would take twice as long.
        target_arch = "x86_64" => { gallop_recursive(&pieces, &walls, -1, 64, 2) }
        _ => { down_reversed(pieces, walls, u64::reverse_bits) }
    }
}

#[inline(always)]
fn down_128(pieces: u128, walls: u128) -> u128 {
    down_reversed(pieces, walls, u128::reverse_bits)
}

#[inline(always)]
fn down_256(pieces: U256, walls: U256) -> U256 {
    down_reversed(pieces, walls, U256::reverse_bits)
}

/// A fill by the carry through the reversed bits.
#[inline(always)]
fn down_reversed<W: Line>(pieces: W, walls: W, reverse: impl Fn(W) -> W) -> W {
    reverse(reverse(pieces).carry_up(&reverse(walls)))
}
