//! Operations on many boards, by one instruction set.

use std::fmt::Debug;
use std::panic::RefUnwindSafe;

use super::{Diagonal, DiagonalShift, scalar};
use crate::{Bitboard64, Symmetry};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Portable {}
    #[cfg(target_arch = "x86_64")]
    mod x86_64 {
        use crate::diag;
        impl super::Sealed for diag::Sse2 {}
        impl super::Sealed for diag::Avx2 {}
        impl super::Sealed for diag::Avx512 {}
        impl super::Sealed for diag::Gfni {}
    }
}

/// The operations on many boards, as one instruction set does them.
///
/// [`kernels`](super::kernels) has those that the CPU can run. The answers are
/// the same whichever is taken; [`shift_all`](super::shift_all) and the other
/// faces take the fastest.
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

/// The operations with nothing but 64-bit words, for any CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Kernel for Portable {
    fn name(&self) -> &'static str {
        "Portable"
    }

    fn shift_all(&self, boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
        in_chunks(boards, shifted, |&[board]| {
            [scalar::shift_binary(board, shift)]
        });
    }

    fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
        in_chunks(boards, lines, |&[board]| {
            [scalar::extract_multiply(board, diagonal)]
        });
    }

    fn deposit_all(&self, lines: &[u8], boards: &mut [u64], diagonal: Diagonal) {
        in_chunks(lines, boards, |&[line]| match diagonal {
            Diagonal::Main => [scalar::deposit_main_multiply(line)],
            Diagonal::Anti => [scalar::deposit_anti_multiply(line)],
        });
    }

    fn deposit_file_all(&self, lines: &[u8], boards: &mut [u64]) {
        in_chunks(lines, boards, |&[line]| {
            [scalar::deposit_file_multiply(line)]
        });
    }

    fn transform_all(&self, boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
        transform_each(boards, transformed, symmetry);
    }
}

/// Fills `to` from `from`, a fixed number of elements at a time. The last few
/// are filled up with zeros.
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

/// A symmetry by delta swaps. The compiler makes vectors of it, as wide as the
/// features of the caller allow.
#[inline(always)]
pub(super) fn transform_each(boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
    macro_rules! each {
        ($($symmetry:ident)*) => {
            match symmetry {$(
                Symmetry::$symmetry => in_chunks(boards, transformed, |&[board]| {
                    [Bitboard64::<8>::from_bits(board).transform(Symmetry::$symmetry).bits()]
                }),
            )*}
        };
    }
    each!(Identity Rotate90 Rotate180 Rotate270 MirrorFiles MirrorRanks Transpose AntiTranspose);
}

#[cfg(test)]
mod tests;
