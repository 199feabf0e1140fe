//! Operations on many boards, implemented once for each instruction set.

use std::fmt::Debug;
use std::panic::RefUnwindSafe;

use super::diagonal::{Diagonal, DiagonalShift};
use super::scalar;
use crate::{Symmetry, swaps};

pub(super) mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Portable {}
}

/// The operations on many boards, implemented with one instruction set.
///
/// [`kernels`](super::kernels) lists those that the CPU can run. All give the
/// same results; [`shift_all`](super::shift_all) and the like take the fastest.
///
/// # Panics
/// Every operation panics if its two slices differ in length.
pub trait Kernel: sealed::Sealed + Debug + Send + Sync + RefUnwindSafe {
    /// The name of the instruction set.
    fn name(&self) -> &'static str;

    /// A diagonal shift of every board.
    fn shift_all(&self, boards: &[u64], shifted: &mut [u64], shift: DiagonalShift);

    /// The bits on a diagonal of every board.
    fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal);

    /// A board for every line, with the line on a diagonal.
    fn deposit_all(&self, lines: &[u8], boards: &mut [u64], diagonal: Diagonal);

    /// A board for every line, with the line on file a.
    fn deposit_file_all(&self, lines: &[u8], boards: &mut [u64]);

    /// A symmetry of every board.
    fn transform_all(&self, boards: &[u64], transformed: &mut [u64], symmetry: Symmetry);
}

/// The operations on plain 64-bit words, for any CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Kernel for Portable {
    fn name(&self) -> &'static str {
        "Portable"
    }

    fn shift_all(&self, boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
        in_chunks(boards, shifted, |&[board]| [scalar::shift_binary(board, shift)]);
    }

    fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
        in_chunks(boards, lines, |&[board]| [scalar::extract_multiply(board, diagonal)]);
    }

    fn deposit_all(&self, lines: &[u8], boards: &mut [u64], diagonal: Diagonal) {
        in_chunks(lines, boards, |&[line]| match diagonal {
            Diagonal::Main => [scalar::deposit_main_multiply(line)],
            Diagonal::Anti => [scalar::deposit_anti_multiply(line)],
        });
    }

    fn deposit_file_all(&self, lines: &[u8], boards: &mut [u64]) {
        in_chunks(lines, boards, |&[line]| [scalar::deposit_file_multiply(line)]);
    }

    fn transform_all(&self, boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
        transform_each(boards, transformed, symmetry);
    }
}

/// Computes `to` from `from`, a fixed number of elements at a time; the last
/// chunk is padded with zeros.
///
/// # Panics
/// If the slices differ in length.
#[inline(always)]
pub(super) fn in_chunks<From, To, const WIDTH: usize>(
    from: &[From],
    to: &mut [To],
    each: impl Fn(&[From; WIDTH]) -> [To; WIDTH],
) where
    From: Copy + Default,
    To: Copy,
{
    assert_eq!(from.len(), to.len(), "the slices differ in length");
    let (from, last_from) = from.as_chunks();
    let (to, last_to) = to.as_chunks_mut();
    for (from, to) in from.iter().zip(to) {
        *to = each(from);
    }
    if !last_from.is_empty() {
        let mut chunk = [From::default(); WIDTH];
        chunk[..last_from.len()].copy_from_slice(last_from);
        last_to.copy_from_slice(&each(&chunk)[..last_from.len()]);
    }
}

/// A symmetry by delta swaps, which the compiler vectorizes as far as the
/// features of the caller allow.
#[inline(always)]
pub(super) fn transform_each(boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
    macro_rules! each {
        ($($symmetry:ident)*) => {
            match symmetry {$(
                Symmetry::$symmetry => in_chunks(boards, transformed, |&[board]| {
                    [swaps::transform::<8>(board, Symmetry::$symmetry)]
                }),
            )*}
        };
    }
    each!(Identity Rotate90 Rotate180 Rotate270 MirrorFiles MirrorRanks Transpose AntiTranspose);
}
