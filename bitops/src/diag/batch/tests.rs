//! Every batch on every instruction set, against the plain loops.

use proptest::prelude::*;

use crate::diag::cases::boards;
use crate::diag::*;
use crate::{Symmetry, reference};

/// All five batches of all kernels on the same boards.
fn check_batch(boards: &[u64]) {
    let lines: Vec<u8> = boards.iter().map(|&board| (board >> 13) as u8).collect();
    let each = |of: &dyn Fn(u64) -> u64| boards.iter().map(|&board| of(board)).collect::<Vec<_>>();
    let each_line = |of: &dyn Fn(u8) -> u64| lines.iter().map(|&line| of(line)).collect::<Vec<_>>();
    for kernel in kernels() {
        let name = kernel.name();
        let mut found = vec![!0; boards.len()];
        for shift in DiagonalShift::ALL {
            kernel.shift_all(boards, &mut found, shift);
            assert_eq!(
                found,
                each(&|board| reference::shift(board, shift)),
                "{name} {shift:?}"
            );
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
}

#[test]
fn batches_of_every_length_around_a_vector() {
    let boards = boards();
    // Miri would take hours.
    let step = if cfg!(miri) { 11 } else { 1 };
    for length in (0..=33).chain([boards.len()]).step_by(step) {
        check_batch(&boards[..length]);
    }
}

#[test]
fn faces_of_batches_agree_with_the_faces_of_boards() {
    let boards = boards();
    let mut found = vec![0; boards.len()];
    shift_all(&boards, &mut found, DiagonalShift::MainToLastFile);
    let expected = boards
        .iter()
        .map(|&board| shift(board, DiagonalShift::MainToLastFile));
    assert!(found.iter().copied().eq(expected));
    transform_all(&boards, &mut found, Symmetry::Rotate90);
    let expected = boards
        .iter()
        .map(|&board| transform(board, Symmetry::Rotate90));
    assert!(found.iter().copied().eq(expected));
    let mut lines = vec![0; boards.len()];
    extract_all(&boards, &mut lines, Diagonal::Anti);
    assert!(
        lines
            .iter()
            .copied()
            .eq(boards.iter().map(|&board| extract(board, Diagonal::Anti)))
    );
    deposit_all(&lines, &mut found, Diagonal::Anti);
    assert!(
        found
            .iter()
            .copied()
            .eq(lines.iter().map(|&line| deposit(line, Diagonal::Anti)))
    );
    deposit_file_all(&lines, &mut found);
    assert!(
        found
            .iter()
            .copied()
            .eq(lines.iter().map(|&line| deposit_file(line)))
    );
}

#[test]
fn slices_of_different_lengths_are_refused() {
    for kernel in kernels() {
        let short = || kernel.shift_all(&[0; 9], &mut [0; 8], DiagonalShift::MainToLastFile);
        assert!(
            std::panic::catch_unwind(short).is_err(),
            "{}",
            kernel.name()
        );
        let short = || kernel.transform_all(&[0; 8], &mut [0; 9], Symmetry::Identity);
        assert!(
            std::panic::catch_unwind(short).is_err(),
            "{}",
            kernel.name()
        );
        let short = || kernel.extract_all(&[0; 8], &mut [0; 9], Diagonal::Main);
        assert!(
            std::panic::catch_unwind(short).is_err(),
            "{}",
            kernel.name()
        );
        let short = || kernel.deposit_all(&[0; 8], &mut [0; 9], Diagonal::Main);
        assert!(
            std::panic::catch_unwind(short).is_err(),
            "{}",
            kernel.name()
        );
        let short = || kernel.deposit_file_all(&[0; 9], &mut [0; 8]);
        assert!(
            std::panic::catch_unwind(short).is_err(),
            "{}",
            kernel.name()
        );
    }
}

proptest! {
    #[test]
    fn any_batch(boards in prop::collection::vec(any::<u64>(), 0..70)) {
        check_batch(&boards);
    }
}
