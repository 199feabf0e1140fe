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
/// [`kernels`](super::kernels) lists those that the CPU can run. All of them give the same results;
/// [`shift_all`](super::shift_all) and the other free functions use the fastest.
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
        for_each(boards, shifted, |board| scalar::shift_binary(board, shift));
    }

    fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
        for_each(boards, lines, |board| scalar::extract_multiply(board, diagonal));
    }

    fn deposit_all(&self, lines: &[u8], boards: &mut [u64], diagonal: Diagonal) {
        for_each(lines, boards, |line| match diagonal {
            Diagonal::Main => scalar::deposit_main_multiply(line),
            Diagonal::Anti => scalar::deposit_anti_multiply(line),
        });
    }

    fn deposit_file_all(&self, lines: &[u8], boards: &mut [u64]) {
        for_each(lines, boards, scalar::deposit_file_multiply);
    }

    fn transform_all(&self, boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
        transform_each(boards, transformed, symmetry);
    }
}

/// Computes `to` from `from` one element at a time, and leaves vectorization to the compiler.
///
/// # Panics
/// If the slices differ in length.
#[inline(always)]
fn for_each<From: Copy, To>(from: &[From], to: &mut [To], each: impl Fn(From) -> To) {
    assert_eq!(from.len(), to.len(), "the slices differ in length");
    for (&from, to) in from.iter().zip(to) {
        *to = each(from);
    }
}

/// The number of chunks that are read before the first of them is written.
#[cfg(target_arch = "x86_64")]
const BLOCK: usize = 8;

/// Computes `to` from `from` in chunks of a fixed number of elements. Without two measures it would
/// take up to twice as long: the wider chunks, usually those that are written, do not cross cache
/// lines, and eight chunks are read before they are written. The remainders at both ends are padded
/// with zeros.
///
/// # Panics
/// If the slices differ in length.
#[cfg(target_arch = "x86_64")]
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
    let padded = |from: &[From], to: &mut [To]| {
        if !from.is_empty() {
            let mut chunk = [From::default(); WIDTH];
            chunk[..from.len()].copy_from_slice(from);
            to.copy_from_slice(&each(&chunk)[..from.len()]);
        }
    };
    let unaligned = if size_of::<To>() < size_of::<From>() {
        from.as_ptr().align_offset(size_of::<[From; WIDTH]>())
    } else {
        to.as_ptr().align_offset(size_of::<[To; WIDTH]>())
    };
    let unaligned = unaligned.min(to.len()) % WIDTH;
    let (first_from, from) = from.split_at(unaligned);
    let (first_to, to) = to.split_at_mut(unaligned);
    padded(first_from, first_to);
    let (from, last_from) = from.as_chunks();
    let (to, last_to) = to.as_chunks_mut();
    padded(last_from, last_to);
    let (from, last_from) = from.as_chunks::<BLOCK>();
    let (to, last_to) = to.as_chunks_mut::<BLOCK>();
    for (from, to) in from.iter().zip(to) {
        *to = from.each_ref().map(&each);
    }
    for (from, to) in last_from.iter().zip(last_to) {
        *to = each(from);
    }
}

/// A symmetry by delta swaps, which the compiler vectorizes with the features of the caller.
#[inline(always)]
pub(super) fn transform_each(boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
    macro_rules! each {
        ($($symmetry:ident)*) => {
            match symmetry {$(
                Symmetry::$symmetry => for_each(boards, transformed, |board| {
                    swaps::transform::<8>(board, Symmetry::$symmetry)
                }),
            )*}
        };
    }
    each!(Identity Rotate90 Rotate180 Rotate270 MirrorFiles MirrorRanks Transpose AntiTranspose);
}
