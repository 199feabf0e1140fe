//! The choice of an instruction set for many boards, made once.

use std::sync::LazyLock;

use super::{Diagonal, DiagonalShift, Kernel, Portable};
use crate::Symmetry;

/// What this CPU can run, from the plainest to the widest.
///
/// ```
/// use bitops::diag::{DiagonalShift, kernels};
///
/// for kernel in kernels() {
///     let mut shifted = [0; 3];
///     kernel.shift_all(&[0x0101; 3], &mut shifted, DiagonalShift::AntiToLastFile);
///     assert_eq!(shifted, [0x0201; 3], "{}", kernel.name());
/// }
/// ```
pub fn kernels() -> &'static [&'static dyn Kernel] {
    static KERNELS: LazyLock<Vec<&'static dyn Kernel>> = LazyLock::new(detect);
    &KERNELS
}

#[cfg(target_arch = "x86_64")]
fn detect() -> Vec<&'static dyn Kernel> {
    fn reference(kernel: Option<impl Kernel + 'static>) -> Option<&'static dyn Kernel> {
        // Nothing is leaked: a proof takes no memory.
        kernel.map(|kernel| &*Box::leak(Box::new(kernel)) as &dyn Kernel)
    }
    let simd = [
        reference(super::Sse2::detect()),
        reference(super::Avx2::detect()),
        reference(super::Gfni::detect()),
        reference(super::Avx512::detect()),
    ];
    let portable: &dyn Kernel = &Portable;
    [portable]
        .into_iter()
        .chain(simd.into_iter().flatten())
        .collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Vec<&'static dyn Kernel> {
    vec![&Portable]
}

/// The fastest kernel for most operations: the widest.
fn widest() -> &'static dyn Kernel {
    static WIDEST: LazyLock<&'static dyn Kernel> =
        LazyLock::new(|| kernels().last().copied().unwrap_or(&Portable));
    *WIDEST
}

/// The fastest kernel for symmetries: no other turns a board in one instruction.
fn turning() -> &'static dyn Kernel {
    static TURNING: LazyLock<&'static dyn Kernel> = LazyLock::new(|| {
        let gfni = kernels().iter().find(|kernel| kernel.name() == "Gfni");
        gfni.copied().unwrap_or_else(widest)
    });
    *TURNING
}

/// [`shift`](super::shift) of every board.
///
/// ```
/// use bitops::diag::{DiagonalShift, shift_all};
///
/// let mut shifted = [0; 2];
/// shift_all(&[0x0101, 0x0303], &mut shifted, DiagonalShift::AntiToLastFile);
/// assert_eq!(shifted, [0x0201, 0x0603]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn shift_all(boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
    widest().shift_all(boards, shifted, shift);
}

/// [`extract`](super::extract) of every board.
///
/// ```
/// use bitops::diag::{Diagonal, extract_all};
///
/// let mut lines = [0; 2];
/// extract_all(&[1, 1 << 9], &mut lines, Diagonal::Main);
/// assert_eq!(lines, [1, 2]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn extract_all(boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
    widest().extract_all(boards, lines, diagonal);
}

/// [`deposit`](super::deposit) of every line.
///
/// ```
/// use bitops::diag::{Diagonal, deposit_all};
///
/// let mut boards = [0; 2];
/// deposit_all(&[1, 2], &mut boards, Diagonal::Anti);
/// assert_eq!(boards, [1 << 7, 1 << 14]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn deposit_all(lines: &[u8], boards: &mut [u64], diagonal: Diagonal) {
    widest().deposit_all(lines, boards, diagonal);
}

/// [`deposit_file`](super::deposit_file) of every line.
///
/// ```
/// let mut boards = [0; 2];
/// bitops::diag::deposit_file_all(&[1, 2], &mut boards);
/// assert_eq!(boards, [1, 1 << 8]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn deposit_file_all(lines: &[u8], boards: &mut [u64]) {
    widest().deposit_file_all(lines, boards);
}

/// [`transform`](super::transform) of every board.
///
/// ```
/// use bitops::{Symmetry, diag::transform_all};
///
/// let mut mirrored = [0; 2];
/// transform_all(&[0x01, 0x0f], &mut mirrored, Symmetry::MirrorFiles);
/// assert_eq!(mirrored, [0x80, 0xf0]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn transform_all(boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
    turning().transform_all(boards, transformed, symmetry);
}
