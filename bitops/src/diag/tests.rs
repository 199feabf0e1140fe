//! Compares every method on every instruction set, and every batch, with the reference.

use std::fmt::Debug;
use std::io::{Write, stderr};
use std::panic::{RefUnwindSafe, catch_unwind};

use proptest::prelude::*;

use super::batch::sealed;
#[cfg(target_arch = "x86_64")]
use super::tuned::x86_64::tuned_without_avx512;
use super::*;
use crate::{Bitboard64, Symmetry, reference};

/// Boards that reveal errors: empty, full, edges, and every single square.
fn boards() -> Vec<u64> {
    let lines = Diagonal::ALL.map(Diagonal::squares).into_iter();
    let first_file = 0x0101_0101_0101_0101;
    let edges = [0, u64::MAX, 0xff, 0xff << 56, first_file, first_file << 7];
    let single = (0..64).map(|square| 1 << square);
    lines
        .chain(edges)
        // The property test once found these.
        .chain([0x692a_4b86_3de7_0f00, 0x2b9a_006a_aa4f_7400])
        .chain(single.clone())
        .chain(single.map(|board: u64| !board))
        .collect()
}

/// Compares a method with the reference for all arguments of an operation on one input.
fn compare<Argument: Copy + Debug, Answer: PartialEq + Debug>(
    name: &str,
    input: u64,
    all: &[Argument],
    method: impl Fn(Argument) -> Answer,
    reference: impl Fn(Argument) -> Answer,
) {
    for &argument in all {
        let (found, expected) = (method(argument), reference(argument));
        assert_eq!(found, expected, "{name} {argument:?} of {input:#x}");
    }
}

fn check_shift(name: &str, board: u64, method: impl Fn(DiagonalShift) -> u64) {
    let reference = |shift| reference::shift(board, shift);
    compare(name, board, &DiagonalShift::ALL, method, reference);
}

fn check_extract(name: &str, board: u64, method: impl Fn(Diagonal) -> u8) {
    let reference = |diagonal| reference::extract(board, diagonal);
    compare(name, board, &Diagonal::ALL, method, reference);
}

fn check_deposit(name: &str, line: u8, method: impl Fn(Diagonal) -> u64) {
    let reference = |diagonal| reference::deposit(line, diagonal);
    compare(name, line.into(), &Diagonal::ALL, method, reference);
}

fn check_deposit_file(name: &str, line: u8, board: u64) {
    assert_eq!(board, reference::deposit_file(line), "{name} of {line:#x}");
}

fn check_transform(name: &str, board: u64, method: impl Fn(Symmetry) -> u64) {
    let reference = |symmetry| reference::transform(board, symmetry);
    compare(name, board, &Symmetry::ALL, method, reference);
}

fn check_transpose(name: &str, board: u64, transposed: u64) {
    let expected = reference::transform(board, Symmetry::Transpose);
    assert_eq!(transposed, expected, "{name} of {board:#x}");
}

/// All operations, with the methods that `tuned` chooses.
struct CheckTuned {
    board: u64,
    line: u8,
}

impl Work for CheckTuned {
    type Answer = ();

    #[inline(always)]
    fn run(self, methods: impl Methods) {
        let (name, Self { board, line }) = (format!("{methods:?}"), self);
        check_shift(&name, board, |shift| methods.shift(board, shift));
        check_extract(&name, board, |diagonal| methods.extract(board, diagonal));
        check_deposit(&name, line, |diagonal| methods.deposit(line, diagonal));
        check_deposit_file(&name, line, methods.deposit_file(line));
        check_transform(&name, board, |symmetry| methods.transform(board, symmetry));
    }
}

/// All methods for one board, and for one line.
fn check(board: u64, line: u8) {
    check_shift("default", board, |by| shift(board, by));
    check_shift("linear", board, |shift| scalar::shift_linear(board, shift));
    check_shift("binary", board, |shift| scalar::shift_binary(board, shift));
    check_extract("default", board, |diagonal| extract(board, diagonal));
    check_extract("xor", board, |diagonal| scalar::extract_rotation_xor(board, diagonal));
    check_extract("blend", board, |diagonal| scalar::extract_rotation_blend(board, diagonal));
    check_extract("multiply", board, |diagonal| scalar::extract_multiply(board, diagonal));
    check_deposit("default", line, |diagonal| deposit(line, diagonal));
    check_deposit("multiply", line, |diagonal| match diagonal {
        Diagonal::Main => scalar::deposit_main_multiply(line),
        Diagonal::Anti => scalar::deposit_anti_multiply(line),
    });
    check_deposit_file("default", line, deposit_file(line));
    check_deposit_file("binary", line, scalar::deposit_file_binary(line));
    check_deposit_file("multiply", line, scalar::deposit_file_multiply(line));
    let delta_swaps = Bitboard64::<8>::from_bits(board);
    check_transform("default", board, |symmetry| transform(board, symmetry));
    check_transform("delta swaps", board, |symmetry| delta_swaps.transform(symmetry).bits());
    tuned(CheckTuned { board, line });
    #[cfg(target_arch = "x86_64")]
    check_on_x86_64(board, line);
}

#[cfg(target_arch = "x86_64")]
fn check_on_x86_64(board: u64, line: u8) {
    tuned_without_avx512(CheckTuned { board, line });
    if let Some(sse2) = Sse2::detect() {
        check_shift("SSE2", board, |shift| sse2.shift(board, shift));
        check_extract("movemask", board, |diagonal| sse2.extract_movemask(board, diagonal));
        check_extract("compare", board, |diagonal| sse2.extract_compare(board, diagonal));
        check_extract("SAD", board, |diagonal| sse2.extract_sad(board, diagonal));
        check_deposit("SSE2", line, |diagonal| match diagonal {
            Diagonal::Main => sse2.deposit_main(line),
            Diagonal::Anti => sse2.deposit_anti(line),
        });
        check_deposit_file("SSE2", line, sse2.deposit_file(line));
        check_transpose("SSE2", board, sse2.transpose_movemask(board));
    }
    if let Some(avx2) = Avx2::detect() {
        check_shift("AVX2", board, |shift| avx2.shift(board, shift));
        check_transpose("AVX2", board, avx2.transpose_movemask(board));
    }
    if let Some(avx512) = Avx512::detect() {
        check_shift("AVX-512", board, |shift| avx512.shift(board, shift));
        check_extract("AVX-512", board, |diagonal| avx512.extract_test(board, diagonal));
        check_deposit("AVX-512", line, |diagonal| avx512.deposit_masked(line, diagonal));
        check_deposit_file("AVX-512", line, avx512.deposit_file_masked(line));
        check_transpose("AVX-512", board, avx512.transpose_movemask(board));
    }
    if let Some(bmi2) = Bmi2::detect() {
        check_extract("PEXT", board, |diagonal| bmi2.extract_pext(board, diagonal));
        check_deposit("PDEP", line, |diagonal| bmi2.deposit_pdep(line, diagonal));
        check_deposit_file("PDEP", line, bmi2.deposit_file_pdep(line));
    }
    if let Some(clmul) = Clmul::detect() {
        check_deposit_file("carry-less", line, clmul.deposit_file(line));
    }
    if let Some(gfni) = Gfni::detect() {
        check_extract("GFNI", board, |diagonal| gfni.extract(board, diagonal));
        check_deposit("GFNI", line, |diagonal| gfni.deposit(line, diagonal));
        check_deposit_file("GFNI", line, gfni.deposit_file(line));
        check_transform("GFNI", board, |symmetry| gfni.transform(board, symmetry));
    }
}

/// Prints the features that this CPU lacks. It bypasses the test harness, which would show them
/// only in case of a failure.
#[test]
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(unused_mut, unused_macros, reason = "there is nothing to detect")
)]
fn the_kernels_are_those_of_the_cpu() {
    let (mut has, mut lacks) = (vec!["Portable"], Vec::new());
    macro_rules! look {
        ($($set:ident)+) => {$(
            let list = if $set::detect().is_some() { &mut has } else { &mut lacks };
            list.push(stringify!($set));
        )+};
    }
    #[cfg(target_arch = "x86_64")]
    look!(Sse2 Avx2 Gfni Avx512 Gfni512);
    let kernels: Vec<_> = kernels().iter().map(|kernel| kernel.name()).collect();
    assert_eq!(kernels, has);
    // These have no operations on batches.
    #[cfg(target_arch = "x86_64")]
    look!(Bmi2 Clmul);
    if cfg!(not(target_arch = "x86_64")) {
        lacks.push("everything but the portable methods");
    }
    if !lacks.is_empty() {
        let _ = writeln!(stderr(), "skipped on this CPU: {}", lacks.join(", "));
    }
}

#[test]
fn single_boards_at_the_edges() {
    let step = if cfg!(miri) { 29 } else { 1 };
    boards().into_iter().step_by(step).for_each(|board| check(board, 0));
}

#[test]
fn every_line_on_every_diagonal() {
    for line in 0..=u8::MAX {
        check(0, line);
        for diagonal in Diagonal::ALL {
            assert_eq!(extract(deposit(line, diagonal), diagonal), line);
        }
    }
}

/// The free functions for many boards, as a kernel.
#[derive(Debug)]
struct Dispatched;

impl sealed::Sealed for Dispatched {}

impl Kernel for Dispatched {
    fn name(&self) -> &'static str {
        "Dispatched"
    }

    fn shift_all(&self, boards: &[u64], shifted: &mut [u64], shift: DiagonalShift) {
        shift_all(boards, shifted, shift);
    }

    fn extract_all(&self, boards: &[u64], lines: &mut [u8], diagonal: Diagonal) {
        extract_all(boards, lines, diagonal);
    }

    fn deposit_all(&self, lines: &[u8], boards: &mut [u64], diagonal: Diagonal) {
        deposit_all(lines, boards, diagonal);
    }

    fn deposit_file_all(&self, lines: &[u8], boards: &mut [u64]) {
        deposit_file_all(lines, boards);
    }

    fn transform_all(&self, boards: &[u64], transformed: &mut [u64], symmetry: Symmetry) {
        transform_all(boards, transformed, symmetry);
    }
}

fn dispatched_and_kernels() -> impl Iterator<Item = &'static dyn Kernel> {
    let dispatched: &dyn Kernel = &Dispatched;
    std::iter::once(dispatched).chain(kernels().iter().copied())
}

/// Checks all operations of one kernel on the same boards, with the output starting after `skipped`
/// elements of a buffer.
fn check_batch(kernel: &dyn Kernel, boards: &[u64], skipped: usize) {
    let lines: Vec<u8> = boards.iter().map(|&board| (board >> 13) as u8).collect();
    let each = |of: &dyn Fn(u64) -> u64| boards.iter().map(|&board| of(board)).collect::<Vec<_>>();
    let each_line = |of: &dyn Fn(u8) -> u64| lines.iter().map(|&line| of(line)).collect::<Vec<_>>();
    let name = kernel.name();
    let mut room = vec![!0; skipped + boards.len()];
    let found = &mut room[skipped..];
    for shift in DiagonalShift::ALL {
        kernel.shift_all(boards, found, shift);
        let expected = each(&|board| reference::shift(board, shift));
        assert_eq!(found, expected, "{name} {shift:?}");
    }
    for symmetry in Symmetry::ALL {
        kernel.transform_all(boards, found, symmetry);
        let expected = each(&|board| reference::transform(board, symmetry));
        assert_eq!(found, expected, "{name} {symmetry:?}");
    }
    for diagonal in Diagonal::ALL {
        let mut room = vec![0; skipped + boards.len()];
        let read = &mut room[skipped..];
        kernel.extract_all(boards, read, diagonal);
        let extract = |&board| reference::extract(board, diagonal);
        assert!(read.iter().copied().eq(boards.iter().map(extract)), "{name} {diagonal:?}");
        kernel.deposit_all(&lines, found, diagonal);
        let expected = each_line(&|line| reference::deposit(line, diagonal));
        assert_eq!(found, expected, "{name} {diagonal:?}");
    }
    kernel.deposit_file_all(&lines, found);
    assert_eq!(found, each_line(&reference::deposit_file), "{name}");
}

#[test]
fn batches_of_every_length_around_a_vector() {
    let boards = boards();
    // Miri takes a second for each board.
    let longest = if cfg!(miri) { 3 } else { 33 };
    let all = if cfg!(miri) { 17 } else { boards.len() };
    for length in (0..=longest).chain([all]) {
        for kernel in dispatched_and_kernels() {
            check_batch(kernel, &boards[..length], 0);
        }
    }
}

#[test]
fn batches_at_every_alignment() {
    let boards = boards();
    let length = if cfg!(miri) { 5 } else { boards.len() - 8 };
    for skipped in 0..8 {
        for kernel in dispatched_and_kernels() {
            check_batch(kernel, &boards[..length], skipped);
            check_batch(kernel, &boards[skipped..skipped + length], 0);
        }
    }
}

#[test]
fn slices_of_different_lengths_are_refused() {
    for kernel in dispatched_and_kernels() {
        let refuses = |call: &(dyn Fn() + RefUnwindSafe)| {
            assert!(catch_unwind(call).is_err(), "{}", kernel.name());
        };
        refuses(&|| kernel.shift_all(&[0; 9], &mut [0; 8], DiagonalShift::MainToLastFile));
        refuses(&|| kernel.extract_all(&[0; 8], &mut [0; 9], Diagonal::Main));
        refuses(&|| kernel.deposit_all(&[0; 8], &mut [0; 9], Diagonal::Main));
        refuses(&|| kernel.deposit_file_all(&[0; 9], &mut [0; 8]));
        refuses(&|| kernel.deposit_file_all(&[], &mut [0; 8]));
        for symmetry in Symmetry::ALL {
            refuses(&|| kernel.transform_all(&[0; 8], &mut [0; 9], symmetry));
        }
    }
}

/// More than sixteen of the widest vectors, or more than one for Miri.
const LONGEST: usize = if cfg!(miri) { 10 } else { 140 };

proptest! {
    #![proptest_config(crate::property_tests())]

    #[test]
    fn any_board(board: u64, other: u64, line: u8) {
        check(board, line);
        check(board & other, line);
    }

    #[test]
    fn any_batch(boards in prop::collection::vec(any::<u64>(), 0..LONGEST)) {
        for kernel in dispatched_and_kernels() {
            check_batch(kernel, &boards, 0);
        }
    }
}
