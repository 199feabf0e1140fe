//! GFNI reverses the bits of a word in two instructions, in the vector.

#![expect(unsafe_code, reason = "intrinsics, in a module for targets that have them")]
#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "intrinsics carry their own prefix")
)]

use std::arch::x86_64::*;

/// See [`Line::carry_down`](super::Line::carry_down).
#[inline(always)]
pub(super) fn carry_down(pieces: u64, walls: u64) -> u64 {
    let open = !walls;
    let first = (pieces | pieces >> 1) & open;
    // SAFETY: the module is for targets with GFNI and AVX2 alone.
    let run = unsafe {
        let [open, first] =
            [open, first].map(|word| reversed(_mm_cvtsi64_si128(word.cast_signed())));
        let run = _mm_andnot_si128(_mm_add_epi64(open, first), open);
        _mm_cvtsi128_si64(reversed(run)).cast_unsigned()
    };
    run | first | pieces
}

#[inline]
#[target_feature(enable = "gfni,avx2")]
fn reversed(word: __m128i) -> __m128i {
    let bytes = _mm_shuffle_epi8(word, _mm_cvtsi64_si128(0x0001_0203_0405_0607));
    // The product with this matrix reverses the bits of each byte.
    let bits = _mm_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    _mm_gf2p8affine_epi64_epi8::<0>(bytes, bits)
}
