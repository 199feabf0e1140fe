//! Every method on every instruction set, against the plain loops.

use proptest::prelude::*;

use super::*;
use crate::reference;

/// Boards where mistakes show: empty, full, edges, and every single square.
fn boards() -> Vec<u64> {
    let lines = Diagonal::ALL.map(Diagonal::squares).into_iter();
    let edges = [0, u64::MAX, 0xff, 0xff << 56, FIRST_FILE, FIRST_FILE << 7];
    let single = (0..64).map(|square| 1 << square);
    lines
        .chain(edges)
        .chain(single.clone())
        .chain(single.map(|board: u64| !board))
        .collect()
}

type Shift = (&'static str, fn(u64, DiagonalShift) -> u64);
type Extract = (&'static str, fn(u64, Diagonal) -> u8);
type Deposit = (&'static str, fn(u8, Diagonal) -> u64);
type DepositFile = (&'static str, fn(u8) -> u64);
type Transform = (&'static str, fn(u64, Symmetry) -> u64);

/// A method of a feature set, if the CPU has it; says so if it has not.
macro_rules! detected {
    ($list:ident, $type:ident, $($method:ident $closure:expr),+ $(,)?) => {
        #[cfg(target_arch = "x86_64")]
        if $type::detect().is_some() {
            $($list.push((concat!(stringify!($type), "::", stringify!($method)), $closure));)+
        } else {
            eprintln!("skipped: {}, which this CPU has not", stringify!($type));
        }
    };
}

fn shifts() -> Vec<Shift> {
    let mut list: Vec<Shift> = vec![
        ("face", shift),
        ("scalar::linear", scalar::shift_linear),
        ("scalar::binary", scalar::shift_binary),
    ];
    detected!(
        list,
        Sse2,
        shift | b,
        s | Sse2::detect().unwrap().shift(b, s)
    );
    detected!(
        list,
        Avx2,
        shift | b,
        s | Avx2::detect().unwrap().shift(b, s)
    );
    detected!(
        list,
        Avx512,
        shift | b,
        s | Avx512::detect().unwrap().shift(b, s)
    );
    list
}

fn extracts() -> Vec<Extract> {
    let mut list: Vec<Extract> = vec![
        ("face", extract),
        ("scalar::rotation_xor", scalar::extract_rotation_xor),
        ("scalar::rotation_blend", scalar::extract_rotation_blend),
        ("scalar::multiply", scalar::extract_multiply),
    ];
    detected!(
        list,
        Sse2,
        movemask | b,
        d | Sse2::detect().unwrap().extract_movemask(b, d),
        compare | b,
        d | Sse2::detect().unwrap().extract_compare(b, d),
        sad | b,
        d | Sse2::detect().unwrap().extract_sad(b, d),
    );
    detected!(
        list,
        Bmi2,
        pext | b,
        d | Bmi2::detect().unwrap().extract_pext(b, d)
    );
    detected!(
        list,
        Avx512,
        test | b,
        d | Avx512::detect().unwrap().extract_test(b, d)
    );
    detected!(
        list,
        Gfni,
        extract | b,
        d | Gfni::detect().unwrap().extract(b, d)
    );
    list
}

fn deposits() -> Vec<Deposit> {
    let mut list: Vec<Deposit> = vec![
        ("face", deposit),
        ("scalar::multiply", |line, diagonal| match diagonal {
            Diagonal::Main => scalar::deposit_main_multiply(line),
            Diagonal::Anti => scalar::deposit_anti_multiply(line),
        }),
    ];
    detected!(
        list,
        Sse2,
        deposit | line,
        diagonal
            | match diagonal {
                Diagonal::Main => Sse2::detect().unwrap().deposit_main(line),
                Diagonal::Anti => Sse2::detect().unwrap().deposit_anti(line),
            }
    );
    detected!(
        list,
        Bmi2,
        pdep | line,
        d | Bmi2::detect().unwrap().deposit_pdep(line, d)
    );
    detected!(
        list,
        Avx512,
        masked | line,
        d | Avx512::detect().unwrap().deposit_masked(line, d)
    );
    detected!(
        list,
        Gfni,
        deposit | line,
        d | Gfni::detect().unwrap().deposit(line, d)
    );
    list
}

fn file_deposits() -> Vec<DepositFile> {
    let mut list: Vec<DepositFile> = vec![
        ("face", deposit_file),
        ("scalar::binary", scalar::deposit_file_binary),
        ("scalar::multiply", scalar::deposit_file_multiply),
    ];
    detected!(
        list,
        Sse2,
        file | line | Sse2::detect().unwrap().deposit_file(line)
    );
    detected!(
        list,
        Bmi2,
        pdep | line | Bmi2::detect().unwrap().deposit_file_pdep(line)
    );
    detected!(
        list,
        Clmul,
        file | line | Clmul::detect().unwrap().deposit_file(line)
    );
    detected!(
        list,
        Avx512,
        masked | line | Avx512::detect().unwrap().deposit_file_masked(line)
    );
    detected!(
        list,
        Gfni,
        file | line | Gfni::detect().unwrap().deposit_file(line)
    );
    list
}

fn transforms() -> Vec<Transform> {
    let mut list: Vec<Transform> = vec![("face", transform)];
    // The methods that only transpose stand in for nothing else.
    detected!(
        list,
        Sse2,
        transpose | board,
        symmetry
            | match symmetry {
                Symmetry::Transpose => Sse2::detect().unwrap().transpose_movemask(board),
                other => transform(board, other),
            }
    );
    detected!(
        list,
        Avx2,
        transpose | board,
        symmetry
            | match symmetry {
                Symmetry::Transpose => Avx2::detect().unwrap().transpose_movemask(board),
                other => transform(board, other),
            }
    );
    detected!(
        list,
        Avx512,
        transpose | board,
        symmetry
            | match symmetry {
                Symmetry::Transpose => Avx512::detect().unwrap().transpose_movemask(board),
                other => transform(board, other),
            }
    );
    detected!(
        list,
        Gfni,
        transform | b,
        s | Gfni::detect().unwrap().transform(b, s)
    );
    list
}

fn check_board(board: u64) {
    for (name, method) in shifts() {
        for shift in DiagonalShift::ALL {
            let expected = reference::shift(board, shift);
            assert_eq!(
                method(board, shift),
                expected,
                "{name} {shift:?} of {board:#x}"
            );
        }
    }
    for (name, method) in extracts() {
        for diagonal in Diagonal::ALL {
            let expected = reference::extract(board, diagonal);
            assert_eq!(
                method(board, diagonal),
                expected,
                "{name} {diagonal:?} of {board:#x}"
            );
        }
    }
    for (name, method) in transforms() {
        for symmetry in Symmetry::ALL {
            let expected = reference::transform(board, symmetry);
            assert_eq!(
                method(board, symmetry),
                expected,
                "{name} {symmetry:?} of {board:#x}"
            );
        }
    }
}

#[test]
fn single_boards_at_the_edges() {
    let step = if cfg!(miri) { 29 } else { 1 };
    boards().into_iter().step_by(step).for_each(check_board);
}

#[test]
fn every_byte_on_every_line() {
    for line in 0..=u8::MAX {
        for (name, method) in deposits() {
            for diagonal in Diagonal::ALL {
                let expected = reference::deposit(line, diagonal);
                assert_eq!(
                    method(line, diagonal),
                    expected,
                    "{name} {diagonal:?} of {line:#x}"
                );
                assert_eq!(reference::extract(expected, diagonal), line);
            }
        }
        for (name, method) in file_deposits() {
            assert_eq!(
                method(line),
                reference::deposit_file(line),
                "{name} of {line:#x}"
            );
        }
    }
}

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
    fn any_board(board: u64, other: u64) {
        check_board(board);
        check_board(board & other);
    }

    #[test]
    fn any_batch(boards in prop::collection::vec(any::<u64>(), 0..70)) {
        check_batch(&boards);
    }
}
