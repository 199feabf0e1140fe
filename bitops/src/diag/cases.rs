//! Every method for one board on every instruction set, against the plain loops.

use proptest::prelude::*;

use super::*;
use crate::reference;

/// Boards where mistakes show: empty, full, edges, and every single square.
pub(super) fn boards() -> Vec<u64> {
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

proptest! {
    #[test]
    fn any_board(board: u64, other: u64) {
        check_board(board);
        check_board(board & other);
    }
}
