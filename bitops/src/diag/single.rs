//! Operations on one board, by the fastest method on the target.

use super::diagonal::{Diagonal, DiagonalShift};
#[cfg(target_arch = "x86_64")]
use super::x86_64;
use crate::{Symmetry, swaps};

/// Selects the first expression if the target has a fast BMI2, otherwise the second. AMD's CPUs
/// with `SSE4a` but without VAES run PEXT and PDEP in microcode.
macro_rules! with_fast_bmi2 {
    ($with:expr, $without:expr) => {
        cfg_select! {
            all(target_arch = "x86_64", target_feature = "bmi2",
                any(target_feature = "vaes", not(target_feature = "sse4a"))) => { $with }
            _ => { $without }
        }
    };
}

/// Shifts every rank by a distance of its own; see [`DiagonalShift`].
///
/// ```
/// use bitops::Bitboard64;
/// use bitops::diag::{Diagonal, DiagonalShift, shift};
///
/// let shifted = shift(Diagonal::Main.squares(), DiagonalShift::MainToFirstFile);
/// assert_eq!(shifted, Bitboard64::<8>::file(0).bits());
/// ```
#[inline]
pub fn shift(board: u64, shift: DiagonalShift) -> u64 {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "avx512bw", target_feature = "avx512vl",
            target_feature = "avx512vbmi") => { x86_64::Avx512::known().shift(board, shift) }
        all(target_arch = "x86_64", target_feature = "sse2") => {
            x86_64::Sse2::known().shift(board, shift)
        }
        _ => { super::scalar::shift_binary(board, shift) }
    }
}

/// Reads a diagonal: bit `i` of the result is its square on rank `i`.
///
/// ```text
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . X . . . .   main diagonal: a1, c3 and d4  →  0b0000_1101
/// . . X . . . . .
/// . . . . . . X .   anti-diagonal: g2             →  0b0000_0010
/// X . . . . . . .
/// ```
///
/// ```
/// use bitops::diag::{Diagonal, extract};
///
/// let board = 1 | 1 << 14 | 1 << 18 | 1 << 27;
/// assert_eq!(extract(board, Diagonal::Main), 0b1101);
/// assert_eq!(extract(board, Diagonal::Anti), 0b0010);
/// ```
#[inline]
pub fn extract(board: u64, diagonal: Diagonal) -> u8 {
    // PEXT is as fast as a multiplication if the compiler unrolls the loop
    // around it, and faster if it does not.
    with_fast_bmi2!(x86_64::Bmi2::known().extract_pext(board, diagonal), {
        cfg_select! {
            all(target_arch = "x86_64", target_feature = "sse2") => {
                match diagonal {
                    Diagonal::Main => x86_64::Sse2::known().extract_sad(board, diagonal),
                    Diagonal::Anti => x86_64::Sse2::known().extract_compare(board, diagonal),
                }
            }
            _ => { super::scalar::extract_multiply(board, diagonal) }
        }
    })
}

/// Writes eight bits on a diagonal of an empty board, the inverse of
/// [`extract`]: bit `i` goes to the square on rank `i`.
///
/// ```text
///            Main       Anti
///           . . . X    X . . .
/// 0b1011    . . . .    . . . .      (shown for 4×4)
///           . X . .    . . X .
///           X . . .    . . . X
/// ```
///
/// ```
/// use bitops::diag::{Diagonal, deposit, extract};
///
/// assert_eq!(deposit(0b11, Diagonal::Main), 1 | 1 << 9);
/// assert_eq!(deposit(0b11, Diagonal::Anti), 1 << 7 | 1 << 14);
/// assert_eq!(extract(deposit(0x5b, Diagonal::Anti), Diagonal::Anti), 0x5b);
/// ```
#[inline]
pub fn deposit(line: u8, diagonal: Diagonal) -> u64 {
    with_fast_bmi2!(
        x86_64::Bmi2::known().deposit_pdep(line, diagonal),
        match diagonal {
            Diagonal::Main => super::scalar::deposit_main_multiply(line),
            Diagonal::Anti => super::scalar::deposit_anti_multiply(line),
        }
    )
}

/// Writes eight bits on file a of an empty board: bit `i` goes to rank `i`.
///
/// ```text
///                     X . .
/// X . X  (0b101)  →   . . .      (shown for 3×3)
///                     X . .
/// ```
///
/// ```
/// use bitops::diag::deposit_file;
/// assert_eq!(deposit_file(0b101), 1 | 1 << 16);
/// assert_eq!(deposit_file(0xff) << 4, bitops::Bitboard64::<8>::file(4).bits());
/// ```
#[inline]
pub fn deposit_file(line: u8) -> u64 {
    with_fast_bmi2!(
        x86_64::Bmi2::known().deposit_file_pdep(line),
        super::scalar::deposit_file_multiply(line)
    )
}

/// One of the eight symmetries of the board; see [`Symmetry`].
///
/// ```text
///  start    Transpose    Rotate90   MirrorFiles
/// . . . .    X . . .     X X . .      . . . .
/// . . . .    X . . .     X . . .      . . . .    (shown for 4×4)
/// X . . .    X . . .     X . . .      . . . X
/// X X X X    X X . .     X . . .      X X X X
/// ```
///
/// ```
/// use bitops::Symmetry;
/// use bitops::diag::transform;
///
/// // The first rank becomes the first file.
/// assert_eq!(transform(0xff, Symmetry::Transpose), 0x0101_0101_0101_0101);
/// ```
#[inline]
pub fn transform(board: u64, symmetry: Symmetry) -> u64 {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "gfni", target_feature = "avx2") => {
            x86_64::Gfni::known().transform(board, symmetry)
        }
        all(target_arch = "x86_64", target_feature = "avx2") => {
            by_transposing(|board| x86_64::Avx2::known().transpose_movemask(board), board, symmetry)
        }
        all(target_arch = "x86_64", target_feature = "sse2") => {
            by_transposing(|board| x86_64::Sse2::known().transpose_movemask(board), board, symmetry)
        }
        _ => { swaps::transform::<8>(board, symmetry) }
    }
}

/// A symmetry by a transposition and by mirrors of the ranks, for which the CPU swaps bytes.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn by_transposing(
    transpose: impl Fn(u64) -> u64,
    board: u64,
    symmetry: Symmetry,
) -> u64 {
    match symmetry {
        Symmetry::Transpose => transpose(board),
        Symmetry::Rotate90 => transpose(board).swap_bytes(),
        Symmetry::Rotate270 => transpose(board.swap_bytes()),
        Symmetry::AntiTranspose => transpose(board.swap_bytes()).swap_bytes(),
        _ => swaps::transform::<8>(board, symmetry),
    }
}

/// A symmetry of a board of `N` × `N` adjacent bits, which PDEP, if available, moves to the corner
/// of an 8×8 board.
#[inline]
pub(crate) fn transform_corner<const N: usize>(bits: u64, symmetry: Symmetry) -> u64 {
    if N == 8 {
        return transform(bits, symmetry);
    }
    with_fast_bmi2!(
        {
            let corner: u64 = const {
                let (mut corner, mut rank) = (0, 0);
                while rank < N {
                    corner |= ((1 << N) - 1) << (8 * rank);
                    rank += 1;
                }
                corner
            };
            let bmi2 = x86_64::Bmi2::known();
            let turned = transform(bmi2.scatter(bits, corner), symmetry);
            // The mirrors move the corner away from a1, in directions that a transposition
            // exchanges.
            let [files, ranks, is_transposed] = symmetry.parts();
            let (right, up) = if is_transposed { (ranks, files) } else { (files, ranks) };
            let [right, up] = [right, up].map(|is_away| usize::from(is_away) * (8 - N));
            bmi2.gather(turned, corner << (right + 8 * up))
        },
        swaps::transform::<N>(bits, symmetry)
    )
}
