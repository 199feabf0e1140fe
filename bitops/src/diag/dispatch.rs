//! Chooses an instruction set for many boards, once.

use std::sync::LazyLock;

use super::batch::{Kernel, Portable};
use super::diagonal::{Diagonal, DiagonalShift};
#[cfg(target_arch = "x86_64")]
use super::x86_64::{Avx2, Avx512, Gfni, Gfni512, Sse2};
use crate::Symmetry;

/// The kernels that this CPU can run, from the plainest to the widest.
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
    static KERNELS: LazyLock<Vec<&'static dyn Kernel>> = LazyLock::new(|| {
        let portable: &dyn Kernel = &Portable;
        std::iter::once(portable).chain(detect().into_iter().flatten()).collect()
    });
    &KERNELS
}

/// SSE2, AVX2, GFNI, AVX-512 and GFNI in 512 bits, each if the CPU has it.
fn detect() -> [Option<&'static dyn Kernel>; 5] {
    cfg_select! {
        target_arch = "x86_64" => {
            [Sse2::kernel(), Avx2::kernel(), Gfni::kernel(), Avx512::kernel(), Gfni512::kernel()]
        }
        _ => { [None; 5] }
    }
}

/// The fastest kernel on this CPU for each operation.
struct Fastest {
    shift: &'static dyn Kernel,
    extract: &'static dyn Kernel,
    deposit: &'static dyn Kernel,
    transform: &'static dyn Kernel,
}

/// The orders of preference were measured; see BENCHMARKS.md. `Portable` beats
/// `Sse2` only in builds for CPUs with AVX2, where neither is chosen.
static FASTEST: LazyLock<Fastest> = LazyLock::new(|| {
    let first = |preferred: &[Option<&'static dyn Kernel>]| {
        let found = preferred.iter().flatten().next();
        *found.unwrap_or(&(&Portable as &dyn Kernel))
    };
    let [sse2, avx2, gfni, avx512, gfni512] = detect();
    Fastest {
        shift: first(&[avx512, avx2, sse2]),
        // GFNI needs two products, and the others only one comparison.
        extract: first(&[avx512, avx2, sse2]),
        deposit: first(&[avx512, gfni, avx2, sse2]),
        // Only GFNI transposes a board in one instruction.
        transform: first(&[gfni512, gfni, avx512, avx2, sse2]),
    }
});

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
    FASTEST.shift.shift_all(boards, shifted, shift);
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
    FASTEST.extract.extract_all(boards, lines, diagonal);
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
    FASTEST.deposit.deposit_all(lines, boards, diagonal);
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
    FASTEST.deposit.deposit_file_all(lines, boards);
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
    FASTEST.transform.transform_all(boards, transformed, symmetry);
}
