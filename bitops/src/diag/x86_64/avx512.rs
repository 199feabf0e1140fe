//! AVX-512: eight boards per vector, and mask registers with a bit per rank.

use std::arch::x86_64::*;

use super::features::feature_set;
use super::sse2::opaque;
use crate::Symmetry;
use crate::diag::batch::{Kernel, in_chunks, transform_each};
use crate::diag::diagonal::{Diagonal, DiagonalShift, FIRST_FILE};

feature_set! {
    /// The proof that the CPU has AVX-512 with the byte instructions (F, BW,
    /// VL, VBMI: Ice Lake, Zen 4 and later), and the methods that use it.
    ///
    /// A mask register has one bit for each byte, which is a rank, so it *is* the line on a
    /// diagonal: a test against the diagonal reads the line, and a masked move of the diagonal
    /// writes it.
    ///
    /// ```
    /// # #[cfg(target_arch = "x86_64")] {
    /// use bitops::diag::{Avx512, Diagonal};
    ///
    /// if let Some(avx512) = Avx512::detect() {
    ///     assert_eq!(avx512.extract_test(1 << 14, Diagonal::Anti), 0b10);
    /// }
    /// # }
    /// ```
    Avx512: ["avx512f", "avx512bw", "avx512vl", "avx512vbmi"]

    impl Avx512 {
        /// Diagonal shift by MULTISHIFT: each rank is read at its own bit offset, and bits of
        /// other ranks are cleared.
        pub fn shift(self, board: u64, shift: DiagonalShift) -> u64 {
            let Multishift { places, landing } = MULTISHIFTS[shift as usize];
            let places = _mm_cvtsi64_si128(places.cast_signed());
            let landing = opaque(_mm_cvtsi64_si128(landing.cast_signed()));
            let board = _mm_cvtsi64_si128(board.cast_signed());
            let moved = _mm_multishift_epi64_epi8(places, board);
            _mm_cvtsi128_si64(_mm_and_si128(moved, landing)).cast_unsigned()
        }

        /// Reads a diagonal by testing every rank against it.
        pub fn extract_test(self, board: u64, diagonal: Diagonal) -> u8 {
            let board = _mm_cvtsi64_si128(board.cast_signed());
            let line = opaque(_mm_cvtsi64_si128(diagonal.squares().cast_signed()));
            _mm_test_epi8_mask(board, line) as u8
        }

        /// Writes a diagonal by a masked move of it.
        pub fn deposit_masked(self, line: u8, diagonal: Diagonal) -> u64 {
            let target = _mm_cvtsi64_si128(diagonal.squares().cast_signed());
            let board = _mm_maskz_mov_epi8(u16::from(line), target);
            _mm_cvtsi128_si64(board).cast_unsigned()
        }

        /// Writes file a by a masked move of it.
        pub fn deposit_file_masked(self, line: u8) -> u64 {
            let target = _mm_cvtsi64_si128(FIRST_FILE.cast_signed());
            let board = _mm_maskz_mov_epi8(u16::from(line), target);
            _mm_cvtsi128_si64(board).cast_unsigned()
        }

        /// Transposition: all files are moved to the high bits of the bytes at once, and these are
        /// gathered.
        pub fn transpose_movemask(self, board: u64) -> u64 {
            let boards = _mm512_set1_epi64(board.cast_signed());
            let distances = _mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0);
            _mm512_movepi8_mask(_mm512_sllv_epi64(boards, distances))
        }
    }

    impl Kernel for Avx512 {
        fn shift_all(&self, boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
            shift_all(boards, shifted, shift);
        }

        fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
            extract_all(boards, lines, diagonal);
        }

        fn deposit_all(&self, lines: &[u8], boards: &mut [u64], diagonal: Diagonal) {
            deposit_all(lines, boards, diagonal.squares());
        }

        fn deposit_file_all(&self, lines: &[u8], boards: &mut [u64]) {
            deposit_all(lines, boards, FIRST_FILE);
        }

        fn transform_all(&self, boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
            transform_each(boards, transformed, symmetry);
        }
    }
}

/// The operands of MULTISHIFT for a diagonal shift.
#[derive(Clone, Copy)]
struct Multishift {
    /// For each rank, the bit offset at which it is read.
    places: u64,
    /// The squares that can be occupied after the shift.
    landing: u64,
}

const MULTISHIFTS: [Multishift; 4] = {
    let mut shifts = [Multishift { places: 0, landing: 0 }; 4];
    let mut index = 0;
    while index < 32 {
        let (shift, rank) = (DiagonalShift::ALL[index / 8], index as u32 % 8);
        let distance = shift.distance(rank);
        let (place, landing) = if shift.is_toward_last_file() {
            ((8 * rank + 64 - distance) % 64, 0xff << distance & 0xff)
        } else {
            (8 * rank + distance, 0xff >> distance)
        };
        shifts[index / 8].places |= (place as u64) << (8 * rank);
        shifts[index / 8].landing |= landing << (8 * rank);
        index += 1;
    }
    shifts
};

#[inline]
#[target_feature(enable = "avx512f,avx512vbmi")]
pub(super) fn shift_all(boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
    let Multishift { places, landing } = MULTISHIFTS[shift as usize];
    let (places, landing) = (squares(places), squares(landing));
    in_chunks(boards, shifted, |boards| {
        let moved = _mm512_multishift_epi64_epi8(places, load(boards));
        store(_mm512_and_si512(moved, landing))
    });
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn extract_all(boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
    let line = squares(diagonal.squares());
    in_chunks(boards, lines, |boards| _mm512_test_epi8_mask(load(boards), line).to_le_bytes());
}

/// The target's squares on those ranks whose bit is set in the line.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn deposit_all(lines: &[u8], boards: &mut [u64], target: u64) {
    let target = squares(target);
    in_chunks(lines, boards, |&lines| {
        store(_mm512_maskz_mov_epi8(u64::from_le_bytes(lines), target))
    });
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn squares(board: u64) -> __m512i {
    _mm512_set1_epi64(board.cast_signed())
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(boards: &[u64; 8]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read, at any alignment.
    unsafe { _mm512_loadu_si512(boards.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store(boards: __m512i) -> [u64; 8] {
    // SAFETY: both are 64 bytes without padding, any bits are valid.
    unsafe { std::mem::transmute(boards) }
}
