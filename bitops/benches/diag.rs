//! Every method of every diagonal operation, on one board after the other, and
//! every kernel on batches. Methods that the CPU lacks are left out; the others
//! are first compared with the reference.

use std::hint::black_box;

use bitops::diag::{self, Diagonal, DiagonalShift, Methods, Work, kernels, scalar};
#[cfg(target_arch = "x86_64")]
use bitops::diag::{Avx2, Avx512, Bmi2, Clmul, Gfni, Sse2};
use bitops::{Bitboard64, Symmetry, reference};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Too many for the first-level cache.
const BOARDS: usize = 20_000;
/// Few enough to fit into it.
const FEW_BOARDS: usize = 1_024;

fn boards() -> Vec<u64> {
    let mut random = fastrand::Rng::with_seed(1);
    std::iter::repeat_with(|| random.u64(..)).take(BOARDS).collect()
}

fn lines() -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(2);
    std::iter::repeat_with(|| random.u8(..)).take(BOARDS).collect()
}

/// Calls a method on one input after the other.
#[inline(always)]
fn each<Input: Copy, Output>(inputs: &[Input], method: impl Fn(Input) -> Output) {
    // Unrolled by hand, since a short loop with a store takes one cycle or two depending
    // on where it happens to lie, more than the methods differ by.
    let (chunks, []) = inputs.as_chunks::<4>() else { panic!("{} inputs", inputs.len()) };
    for chunk in chunks {
        black_box(method(chunk[0]));
        black_box(method(chunk[1]));
        black_box(method(chunk[2]));
        black_box(method(chunk[3]));
    }
}

/// One operation by all methods: those for any CPU, those of the instruction
/// sets, and the default inside `tuned`. Arguments besides the input are
/// constants in all of them, as in a program that reads one diagonal.
macro_rules! operation {
    ($criterion:ident, $name:expr, $inputs:ident: $input_type:ty, $reference:expr;
     $($name_of:literal $method:expr;)*
     $(on $set:ident $name_on:literal |$proof:ident, $input:ident| $call:expr;)*
     tuned |$methods:ident, $tuned_input:ident| $tuned_call:expr) => {{
        struct Loop<'a>(&'a [$input_type]);

        impl Work for Loop<'_> {
            type Answer = ();

            #[inline(always)]
            fn run(self, $methods: impl Methods) {
                each(self.0, |$tuned_input| $tuned_call);
            }
        }

        let inputs = $inputs();
        let mut group = $criterion.benchmark_group($name);
        group.throughput(Throughput::Elements(inputs.len() as u64));
        macro_rules! bench {
            ($bench_name:literal, $bench_method:expr) => {{
                let is_right = |&input: &$input_type| $bench_method(input) == $reference(input);
                assert!(inputs.iter().all(is_right), $bench_name);
                group.bench_function($bench_name, |bencher| {
                    bencher.iter(|| each(&inputs, $bench_method));
                });
            }};
        }
        $(bench!($name_of, $method);)*
        $(
            #[cfg(target_arch = "x86_64")]
            if let Some($proof) = $set::detect() {
                bench!($name_on, |$input| $call);
            }
        )*
        group.bench_function("default in tuned", |bencher| {
            bencher.iter(|| diag::tuned(Loop(&inputs)));
        });
        group.finish();
    }};
}

fn shifts(criterion: &mut Criterion) {
    macro_rules! shift {
        ($shift:expr) => {
            operation!(
                criterion, format!("shift, {:?}", $shift), boards: u64,
                |board| reference::shift(board, $shift);
                "linear" |board| scalar::shift_linear(board, $shift);
                "binary" |board| scalar::shift_binary(board, $shift);
                "default" |board| diag::shift(board, $shift);
                on Sse2 "SSE2" |sse2, board| sse2.shift(board, $shift);
                on Avx2 "AVX2" |avx2, board| avx2.shift(board, $shift);
                on Avx512 "AVX-512 multishift" |avx512, board| avx512.shift(board, $shift);
                tuned |methods, board| methods.shift(board, $shift)
            )
        };
    }
    shift!(DiagonalShift::MainToLastFile);
    shift!(DiagonalShift::AntiToFirstFile);
}

fn extracts(criterion: &mut Criterion) {
    macro_rules! extract {
        ($diagonal:expr) => {
            operation!(
                criterion, format!("extract, {:?}", $diagonal), boards: u64,
                |board| reference::extract(board, $diagonal);
                "pseudo-rotation, xor" |board| scalar::extract_rotation_xor(board, $diagonal);
                "pseudo-rotation, blend" |board| scalar::extract_rotation_blend(board, $diagonal);
                "multiply" |board| scalar::extract_multiply(board, $diagonal);
                "default" |board| diag::extract(board, $diagonal);
                on Sse2 "SSE2 movemask" |sse2, board| sse2.extract_movemask(board, $diagonal);
                on Sse2 "SSE2 compare" |sse2, board| sse2.extract_compare(board, $diagonal);
                on Sse2 "SAD" |sse2, board| sse2.extract_sad(board, $diagonal);
                on Bmi2 "PEXT" |bmi2, board| bmi2.extract_pext(board, $diagonal);
                on Avx512 "AVX-512 test" |avx512, board| avx512.extract_test(board, $diagonal);
                on Gfni "GFNI" |gfni, board| gfni.extract(board, $diagonal);
                tuned |methods, board| methods.extract(board, $diagonal)
            )
        };
    }
    extract!(Diagonal::Main);
    extract!(Diagonal::Anti);
}

fn deposits(criterion: &mut Criterion) {
    macro_rules! deposit {
        ($diagonal:expr, $multiply:ident, $sse2:ident) => {
            operation!(
                criterion, format!("deposit, {:?}", $diagonal), lines: u8,
                |line| reference::deposit(line, $diagonal);
                "multiply" scalar::$multiply;
                "default" |line| diag::deposit(line, $diagonal);
                on Sse2 "SSE2" |sse2, line| sse2.$sse2(line);
                on Bmi2 "PDEP" |bmi2, line| bmi2.deposit_pdep(line, $diagonal);
                on Avx512 "AVX-512 mask" |avx512, line| avx512.deposit_masked(line, $diagonal);
                on Gfni "GFNI" |gfni, line| gfni.deposit(line, $diagonal);
                tuned |methods, line| methods.deposit(line, $diagonal)
            )
        };
    }
    deposit!(Diagonal::Main, deposit_main_multiply, deposit_main);
    deposit!(Diagonal::Anti, deposit_anti_multiply, deposit_anti);
    operation!(
        criterion, "deposit, file", lines: u8, reference::deposit_file;
        "binary" scalar::deposit_file_binary;
        "multiply" scalar::deposit_file_multiply;
        "default" diag::deposit_file;
        on Clmul "carry-less multiply" |clmul, line| clmul.deposit_file(line);
        on Sse2 "SSE2" |sse2, line| sse2.deposit_file(line);
        on Bmi2 "PDEP" |bmi2, line| bmi2.deposit_file_pdep(line);
        on Avx512 "AVX-512 mask" |avx512, line| avx512.deposit_file_masked(line);
        on Gfni "GFNI" |gfni, line| gfni.deposit_file(line);
        tuned |methods, line| methods.deposit_file(line)
    );
}

fn symmetries(criterion: &mut Criterion) {
    let delta_swaps = |board, symmetry| {
        let board = Bitboard64::<8>::from_bits(board);
        board.transform(symmetry).bits()
    };
    operation!(
        criterion, "transpose", boards: u64,
        |board| reference::transform(board, Symmetry::Transpose);
        "delta swaps" |board| delta_swaps(board, Symmetry::Transpose);
        "default" |board| diag::transform(board, Symmetry::Transpose);
        on Sse2 "SSE2 movemask" |sse2, board| sse2.transpose_movemask(board);
        on Avx2 "AVX2 movemask" |avx2, board| avx2.transpose_movemask(board);
        on Avx512 "AVX-512 movemask" |avx512, board| avx512.transpose_movemask(board);
        on Gfni "GFNI" |gfni, board| gfni.transform(board, Symmetry::Transpose);
        tuned |methods, board| methods.transform(board, Symmetry::Transpose)
    );
    operation!(
        criterion, "rotate by 90°", boards: u64,
        |board| reference::transform(board, Symmetry::Rotate90);
        "delta swaps" |board| delta_swaps(board, Symmetry::Rotate90);
        "default" |board| diag::transform(board, Symmetry::Rotate90);
        on Gfni "GFNI" |gfni, board| gfni.transform(board, Symmetry::Rotate90);
        tuned |methods, board| methods.transform(board, Symmetry::Rotate90)
    );
}

/// A batch by every kernel and by the default, and the speed of memory.
fn batches(criterion: &mut Criterion) {
    macro_rules! batch {
        ($group:ident, $name:literal, $inputs:ident, $output:ty, $batch:ident $(, $argument:expr)?) => {{
            let mut outputs = vec![<$output>::default(); $inputs.len()];
            for kernel in kernels() {
                $group.bench_function(format!("{}/{}", $name, kernel.name()), |bencher| {
                    bencher.iter(|| kernel.$batch(black_box($inputs), &mut outputs $(, $argument)?));
                });
            }
            $group.bench_function(concat!($name, "/default"), |bencher| {
                bencher.iter(|| diag::$batch(black_box($inputs), &mut outputs $(, $argument)?));
            });
        }};
    }
    let (boards, lines) = (boards(), lines());
    for count in [FEW_BOARDS, BOARDS] {
        let mut group = criterion.benchmark_group(format!("{count} boards"));
        group.throughput(Throughput::Elements(count as u64));
        let (boards, lines) = (&boards[..count], &lines[..count]);
        batch!(group, "shift_all", boards, u64, shift_all, DiagonalShift::MainToLastFile);
        batch!(group, "extract_all", boards, u8, extract_all, Diagonal::Anti);
        batch!(group, "deposit_all", lines, u64, deposit_all, Diagonal::Anti);
        batch!(group, "deposit_file_all", lines, u64, deposit_file_all);
        batch!(group, "transform_all, Transpose", boards, u64, transform_all, Symmetry::Transpose);
        batch!(group, "transform_all, Rotate270", boards, u64, transform_all, Symmetry::Rotate270);
        let mut room = vec![0; count + 2];
        group.bench_function("transform_all, Rotate270, 16 bytes further/default", |bencher| {
            let symmetry = Symmetry::Rotate270;
            bencher.iter(|| diag::transform_all(black_box(boards), &mut room[2..], symmetry));
        });
        let mut copies = vec![0; count];
        group.bench_function("memory/copy", |bencher| {
            bencher.iter(|| black_box(&mut copies).copy_from_slice(black_box(boards)));
        });
        group.bench_function("memory/read", |bencher| {
            bencher.iter(|| black_box(boards).iter().fold(0, |all, board| all ^ board));
        });
        group.bench_function("memory/write", |bencher| {
            bencher.iter(|| black_box(&mut copies).fill(1));
        });
        group.finish();
    }
}

criterion_group!(benches, shifts, extracts, deposits, symmetries, batches);
criterion_main!(benches);
