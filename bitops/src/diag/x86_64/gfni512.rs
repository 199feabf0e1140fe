//! GFNI on eight boards per vector. All other operations are those of AVX-512.

use std::arch::x86_64::*;

use super::avx512::{self, load, squares, store};
use super::features::feature_set;
use super::gfni::{ANTI, MAIN, mirrored_ranks, transform_all};
use crate::Symmetry;
use crate::diag::batch::{Kernel, in_chunks};
use crate::diag::diagonal::{Diagonal, DiagonalShift, FIRST_FILE};

feature_set! {
    /// The proof that the CPU has GFNI and [`Avx512`](super::Avx512), for batches.
    Gfni512: ["gfni", "avx512f", "avx512bw", "avx512vl", "avx512vbmi"]

    impl Gfni512 {}

    impl Kernel for Gfni512 {
        fn shift_all(&self, boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
            avx512::shift_all(boards, shifted, shift);
        }

        fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
            avx512::extract_all(boards, lines, diagonal);
        }

        fn deposit_all(&self, lines: &[u8], boards: &mut [u64], diagonal: Diagonal) {
            avx512::deposit_all(lines, boards, diagonal.squares());
        }

        fn deposit_file_all(&self, lines: &[u8], boards: &mut [u64]) {
            avx512::deposit_all(lines, boards, FIRST_FILE);
        }

        fn transform_all(&self, boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
            transform_all!(boards, transformed, symmetry);
        }
    }
}

#[inline]
#[target_feature(enable = "gfni,avx512f")]
fn affine_all(rows: __m512i, matrices: __m512i) -> __m512i {
    _mm512_gf2p8affine_epi64_epi8::<0>(rows, matrices)
}

/// Reverses the ranks of each board.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn swap_ranks(boards: __m512i) -> __m512i {
    _mm512_shuffle_epi8(boards, _mm512_broadcast_i32x4(mirrored_ranks()))
}
