//! GFNI: products of 8×8 bit matrices, which is what a board is.
//!
//! `AFFINE(rows, matrix)` replaces each byte of `rows` by its product with the
//! matrix: bit `i` of the result is the parity of `byte & matrix row 7 − i`.
//! The board can stand on either side:
//!
//! ```text
//! AFFINE(board, main)   every rank turned round   = MirrorFiles
//! AFFINE(main, board)   rank k is file k, from the top down = Rotate270
//! AFFINE(anti, board)   the same from file h on   = AntiTranspose
//! ```
//!
//! where `main` and `anti` are the boards with a diagonal on them. Any symmetry
//! is one or two of these.

#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "intrinsics carry their own prefix")
)]

use std::arch::x86_64::*;

use super::avx2::{self, copies, load, squares, store};
use super::batch::in_chunks;
use super::features::feature_set;
use super::{Diagonal, DiagonalShift, FIRST_FILE, Kernel};
use crate::Symmetry;

const MAIN: u64 = Diagonal::Main.squares();
const ANTI: u64 = Diagonal::Anti.squares();

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
        /// Reads a diagonal: with every row of the left side full, bit `i` is
        /// the parity of rank `7 − i`. A second product turns the line round.
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

        /// One of the eight symmetries. The mirror of the ranks is an exchange
        /// of bytes; only the others are products.
        pub fn transform(self, board: u64, symmetry: Symmetry) -> u64 {
            let mirrored_ranks = board.swap_bytes();
            let result = match symmetry {
                Symmetry::Identity => return board,
                Symmetry::MirrorRanks => return mirrored_ranks,
                Symmetry::MirrorFiles => affine(one(board), one(MAIN)),
                Symmetry::Rotate180 => affine(one(mirrored_ranks), one(MAIN)),
                Symmetry::Rotate270 => affine(one(MAIN), one(board)),
                Symmetry::Transpose => affine(one(MAIN), one(mirrored_ranks)),
                Symmetry::AntiTranspose => affine(one(ANTI), one(board)),
                Symmetry::Rotate90 => affine(one(ANTI), one(mirrored_ranks)),
            };
            _mm_cvtsi128_si64(result).cast_unsigned()
        }
    }

    impl Kernel for Gfni {
        fn shift_all(&self, boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
            // A diagonal shift treats every rank differently: no product of
            // matrices.
            avx2::shift_all(boards, shifted, shift);
        }

        fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
            let (line, full, main) =
                (squares(diagonal.squares()), _mm256_set1_epi8(-1), squares(MAIN));
            // The line is in every byte of its board; keep one of each four.
            let pick = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
            let low_bytes = _mm256_set1_epi32(0x0c08_0400);
            in_chunks(boards, lines, |boards| {
                let meet = _mm256_and_si256(load(boards), line);
                let files = affine_4(affine_4(full, meet), main);
                let together = _mm256_permutevar8x32_epi32(files, pick);
                let bytes = _mm256_shuffle_epi8(together, low_bytes);
                _mm256_cvtsi256_si32(bytes).to_le_bytes()
            });
        }

        fn deposit_all(&self, lines: &[u8], boards: &mut [u64], diagonal: Diagonal) {
            let (main, target) = (squares(MAIN), squares(diagonal.squares()));
            in_chunks(lines, boards, |&lines| {
                store(_mm256_and_si256(affine_4(main, copies(lines)), target))
            });
        }

        fn deposit_file_all(&self, lines: &[u8], boards: &mut [u64]) {
            let (main, target) = (squares(MAIN), squares(FIRST_FILE));
            in_chunks(lines, boards, |&lines| {
                store(_mm256_and_si256(affine_4(main, copies(lines)), target))
            });
        }

        fn transform_all(&self, boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
            match symmetry {
                Symmetry::Identity => transformed.copy_from_slice(boards),
                Symmetry::MirrorRanks => {
                    in_chunks(boards, transformed, |boards| store(swap_ranks(load(boards))));
                }
                Symmetry::MirrorFiles => in_chunks(boards, transformed, |boards| {
                    store(affine_4(load(boards), squares(MAIN)))
                }),
                Symmetry::Rotate180 => in_chunks(boards, transformed, |boards| {
                    store(affine_4(swap_ranks(load(boards)), squares(MAIN)))
                }),
                Symmetry::Rotate270 => in_chunks(boards, transformed, |boards| {
                    store(affine_4(squares(MAIN), load(boards)))
                }),
                Symmetry::Transpose => in_chunks(boards, transformed, |boards| {
                    store(affine_4(squares(MAIN), swap_ranks(load(boards))))
                }),
                Symmetry::AntiTranspose => in_chunks(boards, transformed, |boards| {
                    store(affine_4(squares(ANTI), load(boards)))
                }),
                Symmetry::Rotate90 => in_chunks(boards, transformed, |boards| {
                    store(affine_4(squares(ANTI), swap_ranks(load(boards))))
                }),
            }
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

/// With the line in every row of the matrix, row `k` is full if the line has
/// bit `k`.
#[inline]
#[target_feature(enable = "gfni,avx2")]
fn deposited(line: u8, target: u64) -> u64 {
    let ranks = affine(one(MAIN), _mm_set1_epi8(line.cast_signed()));
    _mm_cvtsi128_si64(_mm_and_si128(ranks, one(target))).cast_unsigned()
}

#[inline]
#[target_feature(enable = "gfni,avx2")]
fn affine_4(rows: __m256i, matrices: __m256i) -> __m256i {
    _mm256_gf2p8affine_epi64_epi8::<0>(rows, matrices)
}

/// The ranks of each board in the opposite order.
#[inline]
#[target_feature(enable = "gfni,avx2")]
fn swap_ranks(boards: __m256i) -> __m256i {
    let order = _mm256_setr_epi64x(
        0x0001_0203_0405_0607,
        0x0809_0a0b_0c0d_0e0f,
        0x0001_0203_0405_0607,
        0x0809_0a0b_0c0d_0e0f,
    );
    _mm256_shuffle_epi8(boards, order)
}
