//! Every method for one board on every instruction set, against the plain loops.

#![cfg_attr(
    not(target_arch = "x86_64"),
    expect(
        unused_mut,
        unused_macros,
        reason = "nothing is added to the portable methods"
    )
)]

use std::collections::HashSet;
use std::io::{Write, stderr};

use proptest::prelude::*;

#[cfg(target_arch = "x86_64")]
use super::tuned::x86_64::tuned_without_avx512;
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
type Transpose = (&'static str, fn(u64) -> u64);

/// Adds the methods of a feature set to a list, if the CPU has it.
macro_rules! add {
    ($list:ident, $($set:ident $method:ident =>
        |$proof:ident, $($argument:ident),+| $call:expr;)+) => {$(
        #[cfg(target_arch = "x86_64")]
        if $set::detect().is_some() {
            $list.push((
                concat!(stringify!($set), "::", stringify!($method)),
                |$($argument),+| {
                    let $proof = $set::detect().expect("it was there before");
                    $call
                },
            ));
        }
    )+};
}

/// Methods in work that is chosen at run time.
macro_rules! in_tuned_work {
    ($tuned:path, $method:ident($($argument:ident: $of:ty),+) -> $answer:ty) => {{
        struct One($($of),+);

        impl Work for One {
            type Answer = $answer;

            #[inline(always)]
            fn run(self, methods: impl Methods) -> $answer {
                let Self($($argument),+) = self;
                methods.$method($($argument),+)
            }
        }

        |$($argument),+| $tuned(One($($argument),+))
    }};
}

fn shifts() -> Vec<Shift> {
    let mut list: Vec<Shift> = vec![
        ("face", shift),
        (
            "tuned",
            in_tuned_work!(tuned, shift(board: u64, by: DiagonalShift) -> u64),
        ),
        #[cfg(target_arch = "x86_64")]
        (
            "tuned without AVX-512",
            in_tuned_work!(tuned_without_avx512, shift(board: u64, by: DiagonalShift) -> u64),
        ),
        ("scalar::linear", scalar::shift_linear),
        ("scalar::binary", scalar::shift_binary),
    ];
    add! { list,
        Sse2 shift => |sse2, board, shift| sse2.shift(board, shift);
        Avx2 shift => |avx2, board, shift| avx2.shift(board, shift);
        Avx512 shift => |avx512, board, shift| avx512.shift(board, shift);
    }
    list
}

fn extracts() -> Vec<Extract> {
    let mut list: Vec<Extract> = vec![
        ("face", extract),
        (
            "tuned",
            in_tuned_work!(tuned, extract(board: u64, diagonal: Diagonal) -> u8),
        ),
        #[cfg(target_arch = "x86_64")]
        (
            "tuned without AVX-512",
            in_tuned_work!(tuned_without_avx512, extract(board: u64, diagonal: Diagonal) -> u8),
        ),
        ("scalar::rotation_xor", scalar::extract_rotation_xor),
        ("scalar::rotation_blend", scalar::extract_rotation_blend),
        ("scalar::multiply", scalar::extract_multiply),
    ];
    add! { list,
        Sse2 movemask => |sse2, board, diagonal| sse2.extract_movemask(board, diagonal);
        Sse2 compare => |sse2, board, diagonal| sse2.extract_compare(board, diagonal);
        Sse2 sad => |sse2, board, diagonal| sse2.extract_sad(board, diagonal);
        Bmi2 pext => |bmi2, board, diagonal| bmi2.extract_pext(board, diagonal);
        Avx512 test => |avx512, board, diagonal| avx512.extract_test(board, diagonal);
        Gfni extract => |gfni, board, diagonal| gfni.extract(board, diagonal);
    }
    list
}

fn deposits() -> Vec<Deposit> {
    let mut list: Vec<Deposit> = vec![
        ("face", deposit),
        (
            "tuned",
            in_tuned_work!(tuned, deposit(line: u8, diagonal: Diagonal) -> u64),
        ),
        #[cfg(target_arch = "x86_64")]
        (
            "tuned without AVX-512",
            in_tuned_work!(tuned_without_avx512, deposit(line: u8, diagonal: Diagonal) -> u64),
        ),
        ("scalar::multiply", |line, diagonal| match diagonal {
            Diagonal::Main => scalar::deposit_main_multiply(line),
            Diagonal::Anti => scalar::deposit_anti_multiply(line),
        }),
    ];
    add! { list,
        Sse2 deposit => |sse2, line, diagonal| match diagonal {
            Diagonal::Main => sse2.deposit_main(line),
            Diagonal::Anti => sse2.deposit_anti(line),
        };
        Bmi2 pdep => |bmi2, line, diagonal| bmi2.deposit_pdep(line, diagonal);
        Avx512 masked => |avx512, line, diagonal| avx512.deposit_masked(line, diagonal);
        Gfni deposit => |gfni, line, diagonal| gfni.deposit(line, diagonal);
    }
    list
}

fn file_deposits() -> Vec<DepositFile> {
    let mut list: Vec<DepositFile> = vec![
        ("face", deposit_file),
        (
            "tuned",
            in_tuned_work!(tuned, deposit_file(line: u8) -> u64),
        ),
        #[cfg(target_arch = "x86_64")]
        (
            "tuned without AVX-512",
            in_tuned_work!(tuned_without_avx512, deposit_file(line: u8) -> u64),
        ),
        ("scalar::binary", scalar::deposit_file_binary),
        ("scalar::multiply", scalar::deposit_file_multiply),
    ];
    add! { list,
        Sse2 file => |sse2, line| sse2.deposit_file(line);
        Bmi2 pdep => |bmi2, line| bmi2.deposit_file_pdep(line);
        Clmul file => |clmul, line| clmul.deposit_file(line);
        Avx512 masked => |avx512, line| avx512.deposit_file_masked(line);
        Gfni file => |gfni, line| gfni.deposit_file(line);
    }
    list
}

fn transforms() -> Vec<Transform> {
    let mut list: Vec<Transform> = vec![
        ("face", transform),
        (
            "tuned",
            in_tuned_work!(tuned, transform(board: u64, symmetry: Symmetry) -> u64),
        ),
        #[cfg(target_arch = "x86_64")]
        (
            "tuned without AVX-512",
            in_tuned_work!(tuned_without_avx512, transform(board: u64, symmetry: Symmetry) -> u64),
        ),
        ("delta swaps", |board, symmetry| {
            crate::Bitboard64::<8>::from_bits(board)
                .transform(symmetry)
                .bits()
        }),
    ];
    add! { list,
        Gfni transform => |gfni, board, symmetry| gfni.transform(board, symmetry);
    }
    list
}

fn transposes() -> Vec<Transpose> {
    let mut list: Vec<Transpose> = Vec::new();
    add! { list,
        Sse2 movemask => |sse2, board| sse2.transpose_movemask(board);
        Avx2 movemask => |avx2, board| avx2.transpose_movemask(board);
        Avx512 movemask => |avx512, board| avx512.transpose_movemask(board);
    }
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
    for (name, method) in transposes() {
        let expected = reference::transform(board, Symmetry::Transpose);
        assert_eq!(method(board), expected, "{name} of {board:#x}");
    }
}

/// What the tests of this module and of the batches leave out is said on the
/// terminal, past the test harness, which would show it only if they fail.
#[test]
fn what_the_cpu_has_is_tested_and_the_rest_is_named() {
    let mut has: Vec<&str> = vec!["Portable"];
    let mut skipped: Vec<&str> = Vec::new();
    macro_rules! look {
        ($($set:ident)+) => {$(
            let list = if $set::detect().is_some() { &mut has } else { &mut skipped };
            list.push(stringify!($set));
        )+};
    }
    #[cfg(target_arch = "x86_64")]
    look!(Sse2 Avx2 Gfni Avx512);
    let kernels: Vec<_> = kernels().iter().map(|kernel| kernel.name()).collect();
    assert_eq!(kernels, has);

    // These have no form for batches.
    #[cfg(target_arch = "x86_64")]
    look!(Bmi2 Clmul);
    let tested: HashSet<_> = shifts()
        .into_iter()
        .map(|(name, _)| name)
        .chain(extracts().into_iter().map(|(name, _)| name))
        .chain(file_deposits().into_iter().map(|(name, _)| name))
        .filter_map(|name| name.split_once("::"))
        .map(|(set, _)| set)
        .collect();
    for set in &has[1..] {
        assert!(tested.contains(set), "{set}");
    }
    if cfg!(not(target_arch = "x86_64")) {
        skipped.push("everything but the portable forms");
    }
    if !skipped.is_empty() {
        let _ = writeln!(stderr(), "skipped on this CPU: {}", skipped.join(", "));
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
    #![proptest_config(crate::property_tests())]

    #[test]
    fn any_board(board: u64, other: u64) {
        check_board(board);
        check_board(board & other);
    }
}
