//! Diagonals of an 8×8 board in one `u64`.
//!
//! Rank `i` is byte `i` and file `j` is bit `j` of it, so a1 is bit 0, h1 is
//! bit 7 and h8 is bit 63. Pictures have rank 8 on top and file a at the left,
//! as everywhere in this crate. A shift of a byte toward its high bits
//! (`<<`) therefore moves to the *right* in a picture.
//!
//! | operation | one board | many boards |
//! | --- | --- | --- |
//! | shear the board until a diagonal is a file | [`shift`] | [`shift_all`] |
//! | read a diagonal as eight adjacent bits | [`extract`] | [`extract_all`] |
//! | write eight bits on a diagonal | [`deposit`] | [`deposit_all`] |
//! | write eight bits on a file | [`deposit_file`] | [`deposit_file_all`] |
//! | the eight symmetries | [`transform`] | [`transform_all`] |
//!
//! These are the faces: each picks the fastest method.
//!
//! *For one board* it is picked when the program is compiled, from the features
//! of the target. An operation takes 0.3 ns, a call alone 1.2 ns: a choice at
//! run time, however it is made, would cost more than any better method saves.
//! *For many boards* it is picked when the program runs, once. A program that
//! is to run on any CPU, and has work of its own to do with single boards, has
//! that choice made once for the whole work by [`tuned`].
//!
//! Behind the faces stands one module for each instruction set, with every
//! method as a public function of its own. The ones that not every CPU has are
//! methods of a value that proves that it has them: [`Bmi2::detect`] answers
//! `None` where there is no PEXT.
//!
//! The methods named linear, binary, SSE2, SAD, PEXT, PDEP and multiply are
//! from Walter Kruger's *Fast diagonal bitboard manipulation*, the
//! pseudo-rotations from the Chess Programming Wiki. Rows are drawn from the
//! top there, so what is called main diagonal here is "back" (`\`) there, and
//! the anti-diagonal is "forward" (`/`).

use crate::Symmetry;

mod batch;
mod dispatch;
pub mod scalar;
mod tuned;

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "intrinsics, behind the proof that the CPU has them"
)]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "intrinsics, behind the proof that the CPU has them"
)]
mod avx512;
#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "intrinsics, behind the proof that the CPU has them"
)]
mod bmi2;
#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "intrinsics, behind the proof that the CPU has them"
)]
mod clmul;
#[cfg(target_arch = "x86_64")]
mod features;
#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "intrinsics, behind the proof that the CPU has them"
)]
mod gfni;
#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "intrinsics, behind the proof that the CPU has them"
)]
mod sse2;

pub use batch::{Kernel, Portable};
pub use dispatch::{deposit_all, deposit_file_all, extract_all, kernels, shift_all, transform_all};
pub use tuned::{Methods, Work, tuned};

#[cfg(target_arch = "x86_64")]
pub use self::{avx2::Avx2, avx512::Avx512, bmi2::Bmi2, clmul::Clmul, gfni::Gfni, sse2::Sse2};

/// The first file: bit 0 of every byte.
const FIRST_FILE: u64 = 0x0101_0101_0101_0101;

/// The sum of these copies of a line brings its bit `i` to bit `8i`.
const COPIES_7_APART: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42 | 1 << 49;

/// One of the two long diagonals.
///
/// ```text
///       Main               Anti
/// . . . . . . . 7    7 . . . . . . .
/// . . . . . . 6 .    . 6 . . . . . .
/// . . . . . 5 . .    . . 5 . . . . .
/// . . . . 4 . . .    . . . 4 . . . .
/// . . . 3 . . . .    . . . . 3 . . .
/// . . 2 . . . . .    . . . . . 2 . .
/// . 1 . . . . . .    . . . . . . 1 .
/// 0 . . . . . . .    . . . . . . . 0
/// ```
///
/// The numbers are the bits of the byte that is read or written: bit `i` is
/// the square on rank `i`, for both diagonals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Diagonal {
    /// From a1 to h8.
    #[doc(alias = "back")]
    Main,
    /// From h1 to a8.
    #[doc(alias = "forward")]
    Anti,
}

impl Diagonal {
    /// Both diagonals.
    pub const ALL: [Self; 2] = [Self::Main, Self::Anti];

    /// The squares of the diagonal.
    ///
    /// ```
    /// use bitops::diag::Diagonal;
    /// assert_eq!(Diagonal::Main.squares() & 0xffff, 0x0201);
    /// assert_eq!(Diagonal::Anti.squares() & 0xffff, 0x4080);
    /// ```
    #[inline]
    pub const fn squares(self) -> u64 {
        match self {
            Self::Main => 0x8040_2010_0804_0201,
            Self::Anti => 0x0102_0408_1020_4080,
        }
    }
}

/// A diagonal shift: every rank moves along itself, each by one more or one
/// less than the rank below, until a diagonal has become a file.
///
/// ```text
///    start      MainToFirstFile  MainToLastFile   AntiToFirstFile  AntiToLastFile
///                rank i >> i     rank i << 7−i    rank i >> 7−i    rank i << i
/// a b c d         d . . .          a b c d          a b c d          . . . a
/// e f g h         g h . .          . e f g          f g h .          . . e f
/// i j k l         j k l .          . . i j          k l . .          . i j k
/// m n o p         m n o p          . . . m          p . . .          m n o p
/// ```
///
/// (4×4 for the sake of the page.) What leaves the board is gone, what comes
/// in is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DiagonalShift {
    /// Rank `i` moves left by `i`: the main diagonal becomes file a.
    MainToFirstFile,
    /// Rank `i` moves right by `7 − i`: the main diagonal becomes file h.
    MainToLastFile,
    /// Rank `i` moves left by `7 − i`: the anti-diagonal becomes file a.
    AntiToFirstFile,
    /// Rank `i` moves right by `i`: the anti-diagonal becomes file h.
    AntiToLastFile,
}

impl DiagonalShift {
    /// All four shifts, in the order of the enum.
    pub const ALL: [Self; 4] = [
        Self::MainToFirstFile,
        Self::MainToLastFile,
        Self::AntiToFirstFile,
        Self::AntiToLastFile,
    ];

    /// How far a rank moves.
    #[inline]
    pub const fn distance(self, rank: u32) -> u32 {
        match self {
            Self::MainToFirstFile | Self::AntiToLastFile => rank,
            Self::MainToLastFile | Self::AntiToFirstFile => 7 - rank,
        }
    }

    /// Whether the ranks move toward the last file, which is `<<`.
    #[inline]
    pub const fn is_toward_last_file(self) -> bool {
        matches!(self, Self::MainToLastFile | Self::AntiToLastFile)
    }
}

/// Shifts every rank by its own distance; see [`DiagonalShift`].
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
            target_feature = "avx512vbmi") => { Avx512::known().shift(board, shift) }
        all(target_arch = "x86_64", target_feature = "sse2") => {
            Sse2::known().shift(board, shift)
        }
        _ => { scalar::shift_binary(board, shift) }
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
    cfg_select! {
        // As fast as a multiplication where the compiler unrolls the loop
        // around it, and faster where it does not. AMD's chips with SSE4a but
        // without VAES run PEXT in microcode.
        all(target_arch = "x86_64", target_feature = "bmi2",
            any(target_feature = "vaes", not(target_feature = "sse4a"))) => {
            Bmi2::known().extract_pext(board, diagonal)
        }
        all(target_arch = "x86_64", target_feature = "sse2") => {
            match diagonal {
                Diagonal::Main => Sse2::known().extract_sad(board, diagonal),
                Diagonal::Anti if cfg!(target_feature = "avx") => {
                    Sse2::known().extract_compare(board, diagonal)
                }
                Diagonal::Anti => Sse2::known().extract_movemask(board, diagonal),
            }
        }
        _ => { scalar::extract_multiply(board, diagonal) }
    }
}

/// Writes eight bits on a diagonal of an empty board, the inverse of
/// [`extract`]: bit `i` goes to the square on rank `i`.
///
/// ```text
///            Main       Anti
///           . . . X    X . . .
/// 0b1011    . . . .    . . . .      (4×4 for the sake of the page)
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
    match diagonal {
        Diagonal::Main => scalar::deposit_main_multiply(line),
        Diagonal::Anti => cfg_select! {
            all(target_arch = "x86_64", target_feature = "bmi2",
                any(target_feature = "vaes", not(target_feature = "sse4a"))) => {
                Bmi2::known().deposit_pdep(line, diagonal)
            }
            _ => { scalar::deposit_anti_multiply(line) }
        },
    }
}

/// Writes eight bits on file a of an empty board: bit `i` goes to rank `i`.
///
/// ```text
///                     X . .
/// X . X  (0b101)  →   . . .      (3×3 for the sake of the page)
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
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "bmi2",
            any(target_feature = "vaes", not(target_feature = "sse4a"))) => {
            Bmi2::known().deposit_file_pdep(line)
        }
        _ => { scalar::deposit_file_multiply(line) }
    }
}

/// One of the eight symmetries of the board; see [`Symmetry`].
///
/// ```text
///  start    Transpose    Rotate90   MirrorFiles
/// . . . .    X . . .     X X . .      . . . .
/// . . . .    X . . .     X . . .      . . . .    (4×4 for the sake of the page)
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
            Gfni::known().transform(board, symmetry)
        }
        _ => { crate::Bitboard64::<8>::from_bits(board).transform(symmetry).bits() }
    }
}

#[cfg(test)]
mod cases;
