//! SSE2, which every x86-64 CPU has.

use std::arch::asm;
use std::arch::x86_64::*;
use std::hint::assert_unchecked;

use super::features::feature_set;
use crate::Symmetry;
use crate::diag::batch::{Kernel, in_chunks, transform_each};
use crate::diag::diagonal::{Diagonal, DiagonalShift, FIRST_FILE};
use crate::diag::scalar::REVERSED;

/// The body of `shift_all`, with vectors of any width: ranks are widened to 16 bits, multiplied, and
/// narrowed again.
macro_rules! shift_all {
    (
        $boards:ident, $shifted:ident, $shift:ident; $zero:expr, $low_bytes:expr, $and:ident,
        $low_half:ident, $high_half:ident, $narrowed:ident, $low_product:ident, $high_product:ident
    ) => {{
        let (zero, low_bytes, factors) = ($zero, $low_bytes, factors($shift));
        if $shift.is_toward_last_file() {
            let moved = |wide| $and($low_product(wide, factors), low_bytes);
            in_chunks($boards, $shifted, |boards| {
                let ranks = load(boards);
                let (one, other) = ($low_half(ranks, zero), $high_half(ranks, zero));
                store($narrowed(moved(one), moved(other)))
            });
        } else {
            let moved = |wide| $high_product(wide, factors);
            in_chunks($boards, $shifted, |boards| {
                let ranks = load(boards);
                let (one, other) = ($low_half(zero, ranks), $high_half(zero, ranks));
                store($narrowed(moved(one), moved(other)))
            });
        }
    }};
}

pub(super) use shift_all;

feature_set! {
    /// The proof that the CPU has SSE2, and the methods that use it.
    ///
    /// SSE2 can neither shift nor multiply bytes, so ranks are widened to 16 bits, multiplied by
    /// powers of two, and narrowed again.
    ///
    /// ```
    /// # #[cfg(target_arch = "x86_64")] {
    /// use bitops::diag::{Diagonal, Sse2};
    ///
    /// let sse2 = Sse2::detect().expect("every x86-64 has SSE2");
    /// assert_eq!(sse2.extract_sad(1 << 18, Diagonal::Main), 0b100);
    /// # }
    /// ```
    Sse2: ["sse2"]

    impl Sse2 {
        /// Diagonal shift by one multiplication.
        ///
        /// For a shift to the right, the low halves of the products are kept. For a shift to the
        /// left, the ranks are in the high bytes, and the high halves are kept.
        pub fn shift(self, board: u64, shift: DiagonalShift) -> u64 {
            let ranks = _mm_cvtsi64_si128(board.cast_signed());
            let factors = factors(shift);
            let moved = if shift.is_toward_last_file() {
                let wide = _mm_unpacklo_epi8(ranks, _mm_setzero_si128());
                let low_bytes = _mm_set1_epi16(0xff);
                // With AVX-512 the compiler would narrow by an instruction that takes two
                // operations.
                let is_slow = cfg!(target_feature = "avx512bw");
                let low_bytes = if is_slow { opaque(low_bytes) } else { low_bytes };
                _mm_and_si128(_mm_mullo_epi16(wide, factors), low_bytes)
            } else {
                let wide = _mm_unpacklo_epi8(_mm_setzero_si128(), ranks);
                _mm_mulhi_epu16(wide, factors)
            };
            low(_mm_packus_epi16(moved, moved))
        }

        /// Reads a diagonal: a diagonal shift moves it to the last file, whose bits are the high
        /// bits of the bytes, and MOVEMASK gathers these.
        pub fn extract_movemask(self, board: u64, diagonal: Diagonal) -> u8 {
            let shift = match diagonal {
                Diagonal::Main => DiagonalShift::MainToLastFile,
                Diagonal::Anti => DiagonalShift::AntiToLastFile,
            };
            let ranks = _mm_cvtsi64_si128(board.cast_signed());
            let wide = _mm_unpacklo_epi8(ranks, _mm_setzero_si128());
            let moved = _mm_mullo_epi16(wide, factors(shift));
            let moved = _mm_and_si128(moved, _mm_set1_epi16(0xff));
            let line = _mm_movemask_epi8(_mm_packus_epi16(moved, _mm_setzero_si128()));
            // SAFETY: the upper half of the vector is zero, so the upper eight
            // bits of the mask are zero too.
            unsafe { assert_unchecked(line >> 8 == 0) };
            line as u8
        }

        /// Reads a diagonal without a shift: a rank masked with the diagonal equals the diagonal's
        /// rank if the square is set, and MOVEMASK gathers the results of these comparisons.
        pub fn extract_compare(self, board: u64, diagonal: Diagonal) -> u8 {
            let ranks = _mm_cvtsi64_si128(board.cast_signed());
            let line = opaque(_mm_cvtsi64_si128(diagonal.squares().cast_signed()));
            _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(ranks, line), line)) as u8
        }

        /// Reads a diagonal by the sum of absolute differences (SAD) from zero, which is the union
        /// of the ranks, because no two of them share a file. The anti-diagonal is obtained in the
        /// order of files, and is reversed by a table.
        pub fn extract_sad(self, board: u64, diagonal: Diagonal) -> u8 {
            let ranks = _mm_cvtsi64_si128(board.cast_signed());
            let line = opaque(squares(diagonal.squares()));
            let sum = hidden(low(_mm_sad_epu8(_mm_and_si128(ranks, line), _mm_setzero_si128())));
            // SAFETY: no two ranks share a file, so nothing is carried beyond
            // the eight files.
            unsafe { assert_unchecked(sum >> 8 == 0) };
            let files = sum as u8;
            match diagonal {
                Diagonal::Main => files,
                Diagonal::Anti => REVERSED[usize::from(files)],
            }
        }

        /// Writes the main diagonal: the line is copied to every rank, and only the diagonal is
        /// kept.
        pub fn deposit_main(self, line: u8) -> u64 {
            let copies = _mm_set1_epi8(line.cast_signed());
            low(_mm_and_si128(copies, opaque(squares(Diagonal::Main.squares()))))
        }

        /// Writes the anti-diagonal, that is its squares on those ranks whose bit is set in the
        /// line.
        pub fn deposit_anti(self, line: u8) -> u64 {
            low(one_deposited(line, squares(Diagonal::Anti.squares())))
        }

        /// Writes file a, that is its squares on those ranks whose bit is set in the line.
        pub fn deposit_file(self, line: u8) -> u64 {
            low(one_deposited(line, squares(FIRST_FILE)))
        }

        /// Transposition: MOVEMASK gathers two files at a time, and shifts move the next two to the
        /// high bits.
        pub fn transpose_movemask(self, board: u64) -> u64 {
            let board = board.cast_signed();
            let files = _mm_set_epi64x(board, board << 1);
            let pair = |distance: u64| {
                let count = _mm_cvtsi64_si128(distance.cast_signed());
                let high = _mm_movemask_epi8(_mm_sll_epi64(files, count)) as u64;
                // The lower half of the vector holds the previous file.
                high & 0xffff
            };
            pair(0) << 48 | pair(2) << 32 | pair(4) << 16 | pair(6)
        }
    }

    impl Kernel for Sse2 {
        fn shift_all(&self, boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
            shift_all!(boards, shifted, shift; _mm_setzero_si128(), _mm_set1_epi16(0xff), _mm_and_si128,
                _mm_unpacklo_epi8, _mm_unpackhi_epi8, _mm_packus_epi16, _mm_mullo_epi16, _mm_mulhi_epu16);
        }

        fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
            let line = squares(diagonal.squares());
            in_chunks(boards, lines, |boards| {
                let meet = _mm_cmpeq_epi8(_mm_and_si128(load(boards), line), line);
                (_mm_movemask_epi8(meet) as u16).to_le_bytes()
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

/// The factors that shift the ranks, four of 16 bits in each word: `2^distance` to the right, and
/// `2^(8 − distance)` to the left.
///
/// For a distance of 0 the factor is 0x101, which leaves the rank unchanged, as 1 or 256 would.
/// With a factor that is not a power of two, the compiler does not replace the multiplication by
/// slower shifts.
pub(super) const FACTORS: [[i64; 2]; 4] = {
    let mut factors = [[0; 2]; 4];
    let mut index = 0;
    while index < 32 {
        let (shift, rank) = (DiagonalShift::ALL[index / 8], index % 8);
        let factor = match shift.distance(rank as u32) {
            0 => 0x101,
            distance if shift.is_toward_last_file() => 1 << distance,
            distance => 1 << (8 - distance),
        };
        factors[index / 8][rank / 4] |= factor << (16 * (rank % 4));
        index += 1;
    }
    factors
};

#[inline]
#[target_feature(enable = "sse2")]
fn factors(shift: DiagonalShift) -> __m128i {
    let [lower, upper] = FACTORS[shift as usize];
    _mm_set_epi64x(upper, lower)
}

/// Hides the contents of a vector from the compiler, which would otherwise apply a known mask in
/// integer registers, at the cost of moving the value there and back.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn opaque(vector: __m128i) -> __m128i {
    let mut hidden = vector;
    if !cfg!(miri) {
        // SAFETY: the assembly is a comment, without any instruction.
        unsafe {
            asm!("/* {0} */", inout(xmm_reg) hidden, options(pure, nomem, nostack, preserves_flags));
        }
    }
    hidden
}

/// Hides a word, which the compiler would otherwise store from the vector.
#[inline]
fn hidden(word: u64) -> u64 {
    let mut hidden = word;
    if !cfg!(miri) {
        // SAFETY: the assembly is a comment, without any instruction.
        unsafe {
            asm!("/* {0} */", inout(reg) hidden, options(pure, nomem, nostack, preserves_flags));
        }
    }
    hidden
}

#[inline]
#[target_feature(enable = "sse2")]
fn squares(board: u64) -> __m128i {
    _mm_set1_epi64x(board.cast_signed())
}

#[inline]
#[target_feature(enable = "sse2")]
fn low(ranks: __m128i) -> u64 {
    _mm_cvtsi128_si64(ranks).cast_unsigned()
}

/// The target's squares on those ranks whose bit is set in the line. Each rank gets a copy of its
/// line, which is compared with its own bit.
#[inline]
#[target_feature(enable = "sse2")]
fn deposited(lines: [u8; 2], target: __m128i) -> [u64; 2] {
    let twice = _mm_cvtsi32_si128(i32::from(u16::from_le_bytes(lines)));
    let twice = _mm_unpacklo_epi8(twice, twice);
    let four_times = _mm_unpacklo_epi16(twice, twice);
    let copies = _mm_unpacklo_epi32(four_times, four_times);
    store(_mm_and_si128(own_bits(copies), target))
}

/// The same for one line, in both halves.
#[inline]
#[target_feature(enable = "sse2")]
fn one_deposited(line: u8, target: __m128i) -> __m128i {
    _mm_and_si128(own_bits(_mm_set1_epi8(line.cast_signed())), opaque(target))
}

/// All bits of those ranks that have their own bit.
#[inline]
#[target_feature(enable = "sse2")]
fn own_bits(ranks: __m128i) -> __m128i {
    let own = squares(Diagonal::Main.squares());
    _mm_cmpeq_epi8(_mm_and_si128(ranks, own), own)
}

#[inline]
#[target_feature(enable = "sse2")]
fn load(boards: &[u64; 2]) -> __m128i {
    // SAFETY: the array has the 16 bytes that are read, at any alignment.
    unsafe { _mm_loadu_si128(boards.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn store(boards: __m128i) -> [u64; 2] {
    // SAFETY: both are 16 bytes without padding, any bits are valid.
    unsafe { std::mem::transmute(boards) }
}
