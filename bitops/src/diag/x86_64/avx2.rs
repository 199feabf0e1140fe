//! AVX2: four boards per vector, and shifts by a distance per element.

use std::arch::x86_64::*;

use super::features::feature_set;
use super::sse2::{self, FACTORS};
use crate::Symmetry;
use crate::diag::batch::{Kernel, in_chunks, transform_each};
use crate::diag::diagonal::{Diagonal, DiagonalShift, FIRST_FILE};

feature_set! {
    /// The proof that the CPU has AVX2, and the methods that use it.
    ///
    /// ```
    /// # #[cfg(target_arch = "x86_64")] {
    /// if let Some(avx2) = bitops::diag::Avx2::detect() {
    ///     assert_eq!(avx2.transpose_movemask(0b10), 1 << 8);
    /// }
    /// # }
    /// ```
    Avx2: ["avx2"]

    impl Avx2 {
        /// Diagonal shift, with each rank in 32 bits and with its own distance.
        pub fn shift(self, board: u64, shift: DiagonalShift) -> u64 {
            let ranks = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(board.cast_signed()));
            let distances = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            let falling = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0);
            let moved = match shift {
                DiagonalShift::MainToFirstFile => _mm256_srlv_epi32(ranks, distances),
                DiagonalShift::MainToLastFile => _mm256_sllv_epi32(ranks, falling),
                DiagonalShift::AntiToFirstFile => _mm256_srlv_epi32(ranks, falling),
                DiagonalShift::AntiToLastFile => _mm256_sllv_epi32(ranks, distances),
            };
            // The low bytes of the four ranks in each half.
            let low_bytes = _mm256_set1_epi32(0x0c08_0400);
            let bytes = _mm256_shuffle_epi8(moved, low_bytes);
            let (first, last) = (_mm256_castsi256_si128(bytes), _mm256_extracti128_si256::<1>(bytes));
            _mm_cvtsi128_si64(_mm_unpacklo_epi32(first, last)).cast_unsigned()
        }

        /// Transposition: MOVEMASK gathers four files at a time.
        pub fn transpose_movemask(self, board: u64) -> u64 {
            let boards = _mm256_set1_epi64x(board.cast_signed());
            let files = _mm256_sllv_epi64(boards, _mm256_setr_epi64x(3, 2, 1, 0));
            let upper = _mm256_movemask_epi8(files).cast_unsigned();
            let lower = _mm256_movemask_epi8(_mm256_slli_epi64::<4>(files)).cast_unsigned();
            u64::from(upper) << 32 | u64::from(lower)
        }
    }

    impl Kernel for Avx2 {
        fn shift_all(&self, boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
            shift_all(boards, shifted, shift);
        }

        fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
            let line = squares(diagonal.squares());
            in_chunks(boards, lines, |boards| {
                let meet = _mm256_cmpeq_epi8(_mm256_and_si256(load(boards), line), line);
                _mm256_movemask_epi8(meet).to_le_bytes()
            });
        }

        fn deposit_all(&self, lines: &[u8], boards: &mut [u64], diagonal: Diagonal) {
            let target = squares(diagonal.squares());
            in_chunks(lines, boards, |&lines| deposited(lines, target));
        }

        fn deposit_file_all(&self, lines: &[u8], boards: &mut [u64]) {
            let target = squares(FIRST_FILE);
            in_chunks(lines, boards, |&lines| deposited(lines, target));
        }

        fn transform_all(&self, boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
            transform_each(boards, transformed, symmetry);
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn shift_all(boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
    sse2::shift_all!(boards, shifted, shift; _mm256_setzero_si256(), _mm256_set1_epi16(0xff),
        _mm256_and_si256, _mm256_unpacklo_epi8, _mm256_unpackhi_epi8, _mm256_packus_epi16,
        _mm256_mullo_epi16, _mm256_mulhi_epu16);
}

#[inline]
#[target_feature(enable = "avx2")]
fn factors(shift: DiagonalShift) -> __m256i {
    let [lower, upper] = FACTORS[shift as usize];
    _mm256_setr_epi64x(lower, upper, lower, upper)
}

/// The target's squares on those ranks whose bit is set in the line. Each rank gets a copy of its
/// line, which is compared with its own bit.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn deposited(lines: [u8; 4], target: __m256i) -> [u64; 4] {
    let own = squares(Diagonal::Main.squares());
    let is_set = _mm256_cmpeq_epi8(_mm256_and_si256(copies(lines), own), own);
    store(_mm256_and_si256(is_set, target))
}

/// A copy of each line in every rank of its board.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn copies(lines: [u8; 4]) -> __m256i {
    const EIGHTFOLD: i64 = 0x0101_0101_0101_0101;
    let everywhere = _mm256_set1_epi32(i32::from_le_bytes(lines));
    let order = _mm256_setr_epi64x(0, EIGHTFOLD, 2 * EIGHTFOLD, 3 * EIGHTFOLD);
    _mm256_shuffle_epi8(everywhere, order)
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn squares(board: u64) -> __m256i {
    _mm256_set1_epi64x(board.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load(boards: &[u64; 4]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read, at any alignment.
    unsafe { _mm256_loadu_si256(boards.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store(boards: __m256i) -> [u64; 4] {
    // SAFETY: both are 32 bytes without padding, any bits are valid.
    unsafe { std::mem::transmute(boards) }
}
