//! Every method of every diagonal operation, one board at a time and in
//! batches, in the layout of the document that most of them come from.

use std::fmt::Write;
use std::hint::black_box;

use bitops::diag::{self, Diagonal, DiagonalShift, Methods, Work, scalar};
#[cfg(target_arch = "x86_64")]
use bitops::diag::{Avx2, Avx512, Bmi2, Clmul, Gfni, Sse2};
use bitops::{Bitboard64, Symmetry, reference};

use timing::{cpu_name, nanoseconds, random_words};

#[path = "timing.rs"]
mod timing;

/// As many boards as in the document: they do not fit into the first cache.
const BOARDS: usize = 20_000;
/// As many as do.
const FEW_BOARDS: usize = 1_024;

/// The time of a method on one input after the other.
#[inline(always)]
fn one_by_one<Input: Copy, Output>(inputs: &[Input], method: impl Fn(Input) -> Output) -> f64 {
    // Eight to a turn: stores of a shorter loop take one cycle or two by the
    // chance of where the loop lies, which would hide what the methods take.
    let (turns, []) = inputs.as_chunks::<8>() else {
        panic!("{} inputs", inputs.len())
    };
    nanoseconds(inputs.len(), || {
        for turn in turns {
            for &input in turn {
                black_box(method(input));
            }
        }
    })
}

/// The methods of one operation with their times, as a table in Markdown.
fn print_methods(operation: &str, methods: &[(&str, f64)]) {
    let fastest = methods
        .iter()
        .map(|(_, time)| *time)
        .fold(f64::INFINITY, f64::min);
    let mut table =
        format!("\n### {operation}\n\n| Method | ns | to the fastest |\n| - | -: | -: |\n");
    for (method, time) in methods {
        let ratio = time / fastest;
        let _ = writeln!(table, "| {method} | {time:.2} | {ratio:.2} |");
    }
    print!("{table}");
}

/// The times of named methods on one input after the other. What the CPU has
/// not is left out; every method is first compared with the reference.
macro_rules! methods {
    ($inputs:ident, $reference:expr; $($name:literal $method:expr,)*
     $(; $($token:ident $token_name:literal $token_method:expr,)*)?) => {{
        let mut methods: Vec<(&str, f64)> = Vec::new();
        $(
            assert!($inputs.iter().all(|&input| ($method)(input) == ($reference)(input)), $name);
            methods.push(($name, one_by_one(&$inputs, $method)));
        )*
        $($(
            #[cfg(target_arch = "x86_64")]
            if let Some(token) = $token::detect() {
                let method = |input| ($token_method)(token, input);
                assert!($inputs.iter().all(|&input| method(input) == ($reference)(input)), $token_name);
                methods.push(($token_name, one_by_one(&$inputs, method)));
            }
        )*)?
        methods
    }};
}

/// The time of a face in work for which the CPU is asked at run time.
macro_rules! tuned_face {
    ($inputs:ident: $of:ty, |$methods:ident, $input:ident| $call:expr) => {{
        struct Loop<'a>(&'a [$of]);

        impl Work for Loop<'_> {
            type Answer = f64;

            #[inline(always)]
            fn run(self, $methods: impl Methods) -> f64 {
                one_by_one(self.0, |$input| $call)
            }
        }

        ("the face in `tuned`", diag::tuned(Loop($inputs)))
    }};
}

fn shifts(boards: &[u64]) {
    use DiagonalShift::{AntiToFirstFile, MainToLastFile};
    let mut left = methods!(
        boards, |board| reference::shift(board, MainToLastFile);
        "linear" |board| scalar::shift_linear(board, MainToLastFile),
        "binary" |board| scalar::shift_binary(board, MainToLastFile),
        "the face" |board| diag::shift(board, MainToLastFile),
        ; Sse2 "SSE2" |token: Sse2, board| token.shift(board, MainToLastFile),
        Avx2 "AVX2" |token: Avx2, board| token.shift(board, MainToLastFile),
        Avx512 "AVX-512 multishift" |token: Avx512, board| token.shift(board, MainToLastFile),
    );
    left.push(tuned_face!(boards: u64, |methods, board| methods.shift(board, MainToLastFile)));
    print_methods("Diagonal shift, `<<`", &left);
    let mut right = methods!(
        boards, |board| reference::shift(board, AntiToFirstFile);
        "linear" |board| scalar::shift_linear(board, AntiToFirstFile),
        "binary" |board| scalar::shift_binary(board, AntiToFirstFile),
        "the face" |board| diag::shift(board, AntiToFirstFile),
        ; Sse2 "SSE2" |token: Sse2, board| token.shift(board, AntiToFirstFile),
        Avx2 "AVX2" |token: Avx2, board| token.shift(board, AntiToFirstFile),
        Avx512 "AVX-512 multishift" |token: Avx512, board| token.shift(board, AntiToFirstFile),
    );
    right.push(tuned_face!(boards: u64, |methods, board| methods.shift(board, AntiToFirstFile)));
    print_methods("Diagonal shift, `>>`", &right);
}

macro_rules! extract_methods {
    ($boards:ident, $diagonal:expr) => {{
        let mut methods = methods!(
            $boards, |board| reference::extract(board, $diagonal);
            "pseudo-rotation, xor" |board| scalar::extract_rotation_xor(board, $diagonal),
            "pseudo-rotation, blend" |board| scalar::extract_rotation_blend(board, $diagonal),
            "multiply" |board| scalar::extract_multiply(board, $diagonal),
            "the face" |board| diag::extract(board, $diagonal),
            ; Sse2 "SSE2 movemask" |token: Sse2, board| token.extract_movemask(board, $diagonal),
            Sse2 "SSE2 compare" |token: Sse2, board| token.extract_compare(board, $diagonal),
            Sse2 "SAD" |token: Sse2, board| token.extract_sad(board, $diagonal),
            Bmi2 "PEXT" |token: Bmi2, board| token.extract_pext(board, $diagonal),
            Avx512 "AVX-512 test" |token: Avx512, board| token.extract_test(board, $diagonal),
            Gfni "GFNI" |token: Gfni, board| token.extract(board, $diagonal),
        );
        methods.push(tuned_face!($boards: u64, |methods, board| methods.extract(board, $diagonal)));
        methods
    }};
}
fn extracts(boards: &[u64]) {
    for diagonal in [Diagonal::Main, Diagonal::Anti] {
        // A constant in the methods, as in a program that reads one diagonal.
        let methods = match diagonal {
            Diagonal::Main => extract_methods!(boards, Diagonal::Main),
            Diagonal::Anti => extract_methods!(boards, Diagonal::Anti),
        };
        print_methods(&format!("Extract the diagonal, {diagonal:?}"), &methods);
    }
}

fn deposits(lines: &[u8]) {
    let mut main = methods!(
        lines, |line| reference::deposit(line, Diagonal::Main);
        "multiply" scalar::deposit_main_multiply,
        "the face" |line| diag::deposit(line, Diagonal::Main),
        ; Sse2 "SSE2" |token: Sse2, line| token.deposit_main(line),
        Bmi2 "PDEP" |token: Bmi2, line| token.deposit_pdep(line, Diagonal::Main),
        Avx512 "AVX-512 mask" |token: Avx512, line| token.deposit_masked(line, Diagonal::Main),
        Gfni "GFNI" |token: Gfni, line| token.deposit(line, Diagonal::Main),
    );
    main.push(tuned_face!(lines: u8, |methods, line| methods.deposit(line, Diagonal::Main)));
    print_methods("Deposit on the diagonal, Main", &main);
    let mut anti = methods!(
        lines, |line| reference::deposit(line, Diagonal::Anti);
        "multiply" scalar::deposit_anti_multiply,
        "the face" |line| diag::deposit(line, Diagonal::Anti),
        ; Sse2 "SSE2" |token: Sse2, line| token.deposit_anti(line),
        Bmi2 "PDEP" |token: Bmi2, line| token.deposit_pdep(line, Diagonal::Anti),
        Avx512 "AVX-512 mask" |token: Avx512, line| token.deposit_masked(line, Diagonal::Anti),
        Gfni "GFNI" |token: Gfni, line| token.deposit(line, Diagonal::Anti),
    );
    anti.push(tuned_face!(lines: u8, |methods, line| methods.deposit(line, Diagonal::Anti)));
    print_methods("Deposit on the diagonal, Anti", &anti);
    let mut file = methods!(
        lines, reference::deposit_file;
        "binary" scalar::deposit_file_binary,
        "multiply" scalar::deposit_file_multiply,
        "the face" diag::deposit_file,
        ; Clmul "carry-less multiply" |token: Clmul, line| token.deposit_file(line),
        Sse2 "SSE2" |token: Sse2, line| token.deposit_file(line),
        Bmi2 "PDEP" |token: Bmi2, line| token.deposit_file_pdep(line),
        Avx512 "AVX-512 mask" |token: Avx512, line| token.deposit_file_masked(line),
        Gfni "GFNI" |token: Gfni, line| token.deposit_file(line),
    );
    file.push(tuned_face!(lines: u8, |methods, line| methods.deposit_file(line)));
    print_methods("Deposit on a file", &file);
}

fn symmetries(boards: &[u64]) {
    let delta = |board, symmetry| Bitboard64::<8>::from_bits(board).transform(symmetry).bits();
    let mut transpose = methods!(
        boards, |board| reference::transform(board, Symmetry::Transpose);
        "delta swaps" |board| delta(board, Symmetry::Transpose),
        "the face" |board| diag::transform(board, Symmetry::Transpose),
        ; Sse2 "SSE2 movemask" |token: Sse2, board| token.transpose_movemask(board),
        Avx2 "AVX2 movemask" |token: Avx2, board| token.transpose_movemask(board),
        Avx512 "AVX-512 movemask" |token: Avx512, board| token.transpose_movemask(board),
        Gfni "GFNI" |token: Gfni, board| token.transform(board, Symmetry::Transpose),
    );
    transpose.push(
        tuned_face!(boards: u64, |methods, board| methods.transform(board, Symmetry::Transpose)),
    );
    print_methods("Transpose", &transpose);
    let mut rotate = methods!(
        boards, |board| reference::transform(board, Symmetry::Rotate90);
        "delta swaps" |board| delta(board, Symmetry::Rotate90),
        "the face" |board| diag::transform(board, Symmetry::Rotate90),
        ; Gfni "GFNI" |token: Gfni, board| token.transform(board, Symmetry::Rotate90),
    );
    rotate.push(
        tuned_face!(boards: u64, |methods, board| methods.transform(board, Symmetry::Rotate90)),
    );
    print_methods("Rotate by 90°", &rotate);
}

/// The time of a batch, per board, in the first cache and out of it.
fn batch_times<From: Copy, To: Copy + Default>(
    inputs: &[From],
    batch: impl Fn(&[From], &mut [To]),
) -> [f64; 2] {
    [FEW_BOARDS, inputs.len()].map(|count| {
        let (inputs, mut outputs) = (&inputs[..count], vec![To::default(); count]);
        nanoseconds(count * 16, || {
            for _ in 0..16 {
                batch(black_box(inputs), &mut outputs);
                black_box(&mut outputs);
            }
        })
    })
}

fn batches(boards: &[u64], lines: &[u8]) {
    use diag::{deposit_all, deposit_file_all, extract_all, shift_all, transform_all};
    use {Diagonal::Anti, DiagonalShift::MainToLastFile, Symmetry::Transpose};
    let copy = batch_times(boards, |from: &[u64], to| to.copy_from_slice(from));
    let print = |operation: &str, single: f64, rows: &[(&str, [f64; 2])]| {
        for (name, [few, many]) in rows {
            let (faster, to_copy) = (single / many, many / copy[1]);
            println!(
                "| {operation} | {name} | {single:.2} | {few:.3} | {many:.3} | {faster:.1} | {to_copy:.2} |"
            );
        }
    };
    macro_rules! rows {
        ($inputs:ident, $batch:ident $(, $argument:expr)?) => {{
            let kernels = diag::kernels().iter().map(|kernel| {
                let batch = |from: &[_], to: &mut [_]| kernel.$batch(from, to $(, $argument)?);
                (kernel.name(), batch_times($inputs, batch))
            });
            let mut rows: Vec<_> = kernels.collect();
            let batch = |from: &[_], to: &mut [_]| $batch(from, to $(, $argument)?);
            rows.push(("the face", batch_times($inputs, batch)));
            rows
        }};
    }

    let one = one_by_one(boards, |board| diag::shift(board, MainToLastFile));
    let rows = rows!(boards, shift_all, MainToLastFile);
    print("diagonal shift", one, &rows);
    let one = one_by_one(boards, |board| diag::extract(board, Anti));
    print("extract", one, &rows!(boards, extract_all, Anti));
    let one = one_by_one(lines, |line| diag::deposit(line, Anti));
    print("deposit", one, &rows!(lines, deposit_all, Anti));
    let one = one_by_one(lines, diag::deposit_file);
    let rows = rows!(lines, deposit_file_all);
    print("deposit on a file", one, &rows);
    let one = one_by_one(boards, |board| diag::transform(board, Transpose));
    let rows = rows!(boards, transform_all, Transpose);
    print("transpose", one, &rows);

    let read = batch_times(boards, |from: &[u64], to: &mut [u64]| {
        to[0] = from.iter().fold(0, |all, board| all ^ board);
    });
    let write = batch_times(boards, |_: &[u64], to: &mut [u64]| to.fill(1));
    for (name, [few, many]) in [
        ("`copy_from_slice`", copy),
        ("read only", read),
        ("write only", write),
    ] {
        let to_copy = many / copy[1];
        println!("| memory | {name} | - | {few:.3} | {many:.3} | - | {to_copy:.2} |");
    }
}

fn main() {
    println!("\n## Diagonals on {}, ns per operation", cpu_name());
    let boards = random_words(BOARDS);
    let lines: Vec<u8> = boards.iter().map(|board| (board >> 32) as u8).collect();
    shifts(&boards);
    extracts(&boards);
    deposits(&lines);
    symmetries(&boards);
    println!("\n### Many boards\n");
    println!(
        "| Operation | Kernel | one | {FEW_BOARDS} boards | {BOARDS} boards | times faster | to a copy |"
    );
    println!("| - | - | -: | -: | -: | -: | -: |");
    batches(&boards, &lines);
}
