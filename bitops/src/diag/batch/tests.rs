//! Every batch on every instruction set, against the plain loops.

use std::panic::{RefUnwindSafe, catch_unwind};

use proptest::prelude::*;

use super::sealed;
use crate::diag::cases::boards;
use crate::diag::*;
use crate::{Symmetry, reference};

/// The faces as one more kernel, so that they go through the same checks.
#[derive(Debug)]
struct Faces;

impl sealed::Sealed for Faces {}

impl Kernel for Faces {
    fn name(&self) -> &'static str {
        "Faces"
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

fn faces_and_kernels() -> impl Iterator<Item = &'static dyn Kernel> {
    let faces: &dyn Kernel = &Faces;
    std::iter::once(faces).chain(kernels().iter().copied())
}

/// All five batches of one kernel on the same boards.
fn check_batch(kernel: &dyn Kernel, boards: &[u64]) {
    let lines: Vec<u8> = boards.iter().map(|&board| (board >> 13) as u8).collect();
    let each = |of: &dyn Fn(u64) -> u64| boards.iter().map(|&board| of(board)).collect::<Vec<_>>();
    let each_line = |of: &dyn Fn(u8) -> u64| lines.iter().map(|&line| of(line)).collect::<Vec<_>>();
    let name = kernel.name();
    let mut found = vec![!0; boards.len()];
    for shift in DiagonalShift::ALL {
        kernel.shift_all(boards, &mut found, shift);
        let expected = each(&|board| reference::shift(board, shift));
        assert_eq!(found, expected, "{name} {shift:?}");
    }
    for symmetry in Symmetry::ALL {
        kernel.transform_all(boards, &mut found, symmetry);
        let expected = each(&|board| reference::transform(board, symmetry));
        assert_eq!(found, expected, "{name} {symmetry:?}");
    }
    for diagonal in Diagonal::ALL {
        let mut read = vec![0; boards.len()];
        kernel.extract_all(boards, &mut read, diagonal);
        let expected = boards
            .iter()
            .map(|&board| reference::extract(board, diagonal));
        assert!(read.iter().copied().eq(expected), "{name} {diagonal:?}");
        kernel.deposit_all(&lines, &mut found, diagonal);
        let expected = each_line(&|line| reference::deposit(line, diagonal));
        assert_eq!(found, expected, "{name} {diagonal:?}");
    }
    kernel.deposit_file_all(&lines, &mut found);
    assert_eq!(found, each_line(&reference::deposit_file), "{name}");
}

#[test]
fn batches_of_every_length_around_a_vector() {
    let boards = boards();
    // Miri takes a second for each of a few boards.
    let longest = if cfg!(miri) { 3 } else { 33 };
    let all = if cfg!(miri) { 17 } else { boards.len() };
    for length in (0..=longest).chain([all]) {
        for kernel in faces_and_kernels() {
            check_batch(kernel, &boards[..length]);
        }
    }
}

#[test]
fn slices_of_different_lengths_are_refused() {
    for kernel in faces_and_kernels() {
        let calls: [&(dyn Fn() + RefUnwindSafe); 5] = [
            &|| kernel.shift_all(&[0; 9], &mut [0; 8], DiagonalShift::MainToLastFile),
            &|| kernel.extract_all(&[0; 8], &mut [0; 9], Diagonal::Main),
            &|| kernel.deposit_all(&[0; 8], &mut [0; 9], Diagonal::Main),
            &|| kernel.deposit_file_all(&[0; 9], &mut [0; 8]),
            &|| kernel.deposit_file_all(&[], &mut [0; 8]),
        ];
        for (index, call) in calls.into_iter().enumerate() {
            assert!(catch_unwind(call).is_err(), "{} {index}", kernel.name());
        }
        for symmetry in Symmetry::ALL {
            let call = || kernel.transform_all(&[0; 8], &mut [0; 9], symmetry);
            assert!(
                catch_unwind(call).is_err(),
                "{} {symmetry:?}",
                kernel.name()
            );
        }
    }
}

/// More than eight of the widest vectors; for Miri more than one.
const LONGEST: usize = if cfg!(miri) { 10 } else { 70 };

proptest! {
    #![proptest_config(crate::property_tests())]

    #[test]
    fn any_batch(boards in prop::collection::vec(any::<u64>(), 0..LONGEST)) {
        for kernel in faces_and_kernels() {
            check_batch(kernel, &boards);
        }
    }
}
