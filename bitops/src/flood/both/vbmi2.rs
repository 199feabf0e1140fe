//! AVX-512 VBMI2: shifts across two words in one instruction, for eight lanes at once.

#![expect(unsafe_code, reason = "intrinsics, in a module for targets that have them")]
#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "intrinsics carry their own prefix")
)]

use std::arch::x86_64::*;

use super::Lanes;

/// Both players at four strides.
#[derive(Clone, Copy)]
pub(super) struct Wide {
    low: __m512i,
    high: __m512i,
}

impl Lanes<8> for Wide {
    #[inline(always)]
    fn new([white, black]: [u128; 2]) -> Self {
        let both = |white: u128, black: u128| {
            let (white, black) = ((white as u64).cast_signed(), (black as u64).cast_signed());
            // SAFETY: the module is for targets with AVX-512F alone.
            unsafe { _mm512_broadcast_i64x2(_mm_set_epi64x(black, white)) }
        };
        Self { low: both(white, black), high: both(white >> 64, black >> 64) }
    }

    #[inline(always)]
    fn players(self) -> [u128; 2] {
        let all = |lanes| -> [u64; 2] {
            // SAFETY: as above.
            unsafe {
                let half = _mm256_or_si256(
                    _mm512_castsi512_si256(lanes),
                    _mm512_extracti64x4_epi64::<1>(lanes),
                );
                let quarter =
                    _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
                [_mm_cvtsi128_si64(quarter), _mm_extract_epi64::<1>(quarter)]
                    .map(i64::cast_unsigned)
            }
        };
        let (low, high) = (all(self.low), all(self.high));
        [0, 1].map(|player| u128::from(low[player]) | u128::from(high[player]) << 64)
    }

    #[inline(always)]
    fn join(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            Self {
                low: _mm512_or_si512(self.low, other.low),
                high: _mm512_or_si512(self.high, other.high),
            }
        }
    }

    #[inline(always)]
    fn meet(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            Self {
                low: _mm512_and_si512(self.low, other.low),
                high: _mm512_and_si512(self.high, other.high),
            }
        }
    }

    #[inline(always)]
    fn up(self, distances: [u64; 8]) -> Self {
        // SAFETY: the module is for targets with AVX-512 VBMI2 alone.
        unsafe {
            let distances = lanes(distances);
            Self {
                low: _mm512_sllv_epi64(self.low, distances),
                high: _mm512_shldv_epi64(self.high, self.low, distances),
            }
        }
    }

    #[inline(always)]
    fn down(self, distances: [u64; 8]) -> Self {
        // SAFETY: as above.
        unsafe {
            let distances = lanes(distances);
            Self {
                low: _mm512_shrdv_epi64(self.low, self.high, distances),
                high: _mm512_srlv_epi64(self.high, distances),
            }
        }
    }
}

#[inline(always)]
fn lanes(words: [u64; 8]) -> __m512i {
    // SAFETY: eight words are 512 bits, and an unaligned load may read them at any address.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}
