//! GFNI: products of 8×8 bit matrices, which boards are.
//!
//! `AFFINE(rows, matrix)` replaces each byte of `rows` by its product with the matrix: bit `i` of
//! the result is the parity of `byte & matrix row 7 − i`. The board can be either operand. `main`
//! and `anti` are boards with one diagonal:
//!
//! ```text
//! AFFINE(board, main)   every rank reversed                      MirrorFiles
//! AFFINE(main, board)   file k becomes rank k, from the top down Rotate270
//! AFFINE(anti, board)   the same, starting from file h           AntiTranspose
//! ```
//!
//! The other symmetries swap the ranks first.

use std::arch::x86_64::*;

use super::avx2::{self, copies, load, squares, store};
use super::features::feature_set;
use crate::Symmetry;
use crate::diag::batch::{Kernel, in_chunks};
use crate::diag::diagonal::{Diagonal, DiagonalShift, FIRST_FILE};

pub(super) const MAIN: u64 = Diagonal::Main.squares();
pub(super) const ANTI: u64 = Diagonal::Anti.squares();

/// The body of `transform_all`, with the vectors of the module in which it stands: the functions
/// `squares`, `load`, `store`, `swap_ranks` and `affine_all` there.
macro_rules! transform_all {
    ($boards:ident, $transformed:ident, $symmetry:ident) => {{
        let (main, anti) = (squares(MAIN), squares(ANTI));
        let (from, to) = ($boards, $transformed);
        match $symmetry {
            Symmetry::Identity => to.copy_from_slice(from),
            Symmetry::MirrorRanks => in_chunks(from, to, |b| store(swap_ranks(load(b)))),
            Symmetry::MirrorFiles => in_chunks(from, to, |b| store(affine_all(load(b), main))),
            Symmetry::Rotate180 => {
                in_chunks(from, to, |b| store(affine_all(swap_ranks(load(b)), main)));
            }
            Symmetry::Rotate270 => in_chunks(from, to, |b| store(affine_all(main, load(b)))),
            Symmetry::Transpose => {
                in_chunks(from, to, |b| store(affine_all(main, swap_ranks(load(b)))));
            }
            Symmetry::AntiTranspose => in_chunks(from, to, |b| store(affine_all(anti, load(b)))),
            Symmetry::Rotate90 => {
                in_chunks(from, to, |b| store(affine_all(anti, swap_ranks(load(b)))));
            }
        }
    }};
}

pub(super) use transform_all;

feature_set! {
    /// The proof that the CPU has GFNI and AVX2, and the methods that use them.
    ///
    /// ```
    /// # #[cfg(target_arch = "x86_64")] {
    /// use bitops::{Symmetry, diag::Gfni};
    ///
    /// if let Some(gfni) = Gfni::detect() {
    ///     assert_eq!(gfni.transform(0xff, Symmetry::Rotate90), 0x0101_0101_0101_0101);
    /// }
    /// # }
    /// ```
    Gfni: ["gfni", "avx2"]

    impl Gfni {
        /// Reads a diagonal: if all rows of the left operand are full, bit `i` is the parity of
        /// rank `7 − i`. A second product reverses the line.
        pub fn extract(self, board: u64, diagonal: Diagonal) -> u8 {
            _mm_cvtsi128_si32(extracted(one(board & diagonal.squares()))) as u8
        }

        /// Writes a diagonal.
        pub fn deposit(self, line: u8, diagonal: Diagonal) -> u64 {
            deposited(line, diagonal.squares())
        }

        /// Writes file a.
        pub fn deposit_file(self, line: u8) -> u64 {
            deposited(line, FIRST_FILE)
        }

        /// One of the eight symmetries: a product, or a swap of bytes to mirror the ranks, or both.
        pub fn transform(self, board: u64, symmetry: Symmetry) -> u64 {
            let ranks = one(board);
            // In the vector, because swapping the bytes of a word takes two cycles.
            let mirrored = || _mm_shuffle_epi8(ranks, mirrored_ranks());
            let result = match symmetry {
                Symmetry::Identity => return board,
                Symmetry::MirrorRanks => return board.swap_bytes(),
                Symmetry::MirrorFiles => affine(ranks, one(MAIN)),
                Symmetry::Rotate180 => affine(mirrored(), one(MAIN)),
                Symmetry::Rotate270 => affine(one(MAIN), ranks),
                Symmetry::Transpose => affine(one(MAIN), mirrored()),
                Symmetry::AntiTranspose => affine(one(ANTI), ranks),
                Symmetry::Rotate90 => affine(one(ANTI), mirrored()),
            };
            _mm_cvtsi128_si64(result).cast_unsigned()
        }
    }

    impl Kernel for Gfni {
        fn shift_all(&self, boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
            // A diagonal shift moves each rank differently, so it is not a product of matrices.
            avx2::shift_all(boards, shifted, shift);
        }

        fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
            let (line, full, main) =
                (squares(diagonal.squares()), _mm256_set1_epi8(-1), squares(MAIN));
            // Every byte of a board holds its line, so one byte of each board is kept.
            let pick = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
            let low_bytes = _mm256_set1_epi32(0x0c08_0400);
            in_chunks(boards, lines, |boards| {
                let meet = _mm256_and_si256(load(boards), line);
                let files = affine_all(affine_all(full, meet), main);
                let together = _mm256_permutevar8x32_epi32(files, pick);
                let bytes = _mm256_shuffle_epi8(together, low_bytes);
                _mm256_cvtsi256_si32(bytes).to_le_bytes()
            });
        }

        fn deposit_all(&self, lines: &[u8], boards: &mut [u64], diagonal: Diagonal) {
            let (main, target) = (squares(MAIN), squares(diagonal.squares()));
            in_chunks(lines, boards, |&lines| {
                store(_mm256_and_si256(affine_all(main, copies(lines)), target))
            });
        }

        fn deposit_file_all(&self, lines: &[u8], boards: &mut [u64]) {
            let (main, target) = (squares(MAIN), squares(FIRST_FILE));
            in_chunks(lines, boards, |&lines| {
                store(_mm256_and_si256(affine_all(main, copies(lines)), target))
            });
        }

        fn transform_all(&self, boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
            transform_all!(boards, transformed, symmetry);
        }
    }
}

#[inline]
#[target_feature(enable = "gfni,avx2")]
fn one(board: u64) -> __m128i {
    _mm_cvtsi64_si128(board.cast_signed())
}

#[inline]
#[target_feature(enable = "gfni,avx2")]
fn affine(rows: __m128i, matrix: __m128i) -> __m128i {
    _mm_gf2p8affine_epi64_epi8::<0>(rows, matrix)
}

#[inline]
#[target_feature(enable = "gfni,avx2")]
fn extracted(line: __m128i) -> __m128i {
    affine(affine(_mm_set1_epi8(-1), line), one(MAIN))
}

/// If the line is in every row of the matrix, rank `k` of the product is full if the line has bit
/// `k`.
#[inline]
#[target_feature(enable = "gfni,avx2")]
fn deposited(line: u8, target: u64) -> u64 {
    let ranks = affine(one(MAIN), _mm_set1_epi8(line.cast_signed()));
    _mm_cvtsi128_si64(_mm_and_si128(ranks, one(target))).cast_unsigned()
}

#[inline]
#[target_feature(enable = "gfni,avx2")]
fn affine_all(rows: __m256i, matrices: __m256i) -> __m256i {
    _mm256_gf2p8affine_epi64_epi8::<0>(rows, matrices)
}

/// The byte indices that reverse the ranks of two boards.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn mirrored_ranks() -> __m128i {
    _mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607)
}

/// Reverses the ranks of each board.
#[inline]
#[target_feature(enable = "gfni,avx2")]
fn swap_ranks(boards: __m256i) -> __m256i {
    _mm256_shuffle_epi8(boards, _mm256_broadcastsi128_si256(mirrored_ranks()))
}
