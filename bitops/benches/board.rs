//! Shifts, floods and symmetries on a small board in one block and on a Go board
//! in large and in small blocks.

use std::hint::black_box;

use bitops::{Bitboard, Bitboard64, Connectivity, Heading, Symmetry, Word};
use criterion::{Criterion, criterion_group, criterion_main};

/// A path that winds across the board: every other rank, joined on the right and
/// on the left alternately.
fn winding<W: Word, const N: usize, const BLOCKS: usize>() -> Bitboard<W, N, BLOCKS> {
    let member = |square: &usize| {
        let (rank, file) = (square / N, square % N);
        match rank % 4 {
            1 => file == N - 1,
            3 => file == 0,
            _ => true,
        }
    };
    (0..N * N).filter(member).collect()
}

fn shifts_and_floods<W: Word, const N: usize, const BLOCKS: usize>(
    criterion: &mut Criterion,
    name: &str,
) {
    let mut group = criterion.benchmark_group(name);
    let board = winding::<W, N, BLOCKS>();
    let edge = Bitboard::<W, N, BLOCKS>::rank(0);

    assert_eq!(edge.shift(Heading::Up, N - 1), Bitboard::rank(N - 1));
    group.bench_function("shift, fixed", |bencher| {
        bencher.iter(|| black_box(board).shift(Heading::UpRight, 1));
    });
    group.bench_function("shift, any", |bencher| {
        bencher.iter(|| {
            let (heading, distance) = black_box((Heading::UpRight, 1));
            black_box(board).shift(heading, distance)
        });
    });
    group.bench_function("neighbors", |bencher| {
        bencher.iter(|| black_box(board).neighbors());
    });

    assert_eq!(edge.flood(Bitboard::full()), Bitboard::full());
    group.bench_function("flood, open", |bencher| {
        bencher.iter(|| black_box(edge).flood(black_box(Bitboard::full())));
    });
    assert_eq!(edge.flood(board), board);
    group.bench_function("flood, winding", |bencher| {
        bencher.iter(|| black_box(edge).flood(black_box(board)));
    });
    for (name, within) in [("open", Bitboard::full()), ("winding", board)] {
        assert_eq!(edge.flood_by_slides(within, Connectivity::Four), within);
        group.bench_function(format!("flood by slides, {name}"), |bencher| {
            let connectivity = Connectivity::Four;
            bencher.iter(|| black_box(edge).flood_by_slides(black_box(within), connectivity));
        });
    }
    group.finish();
}

fn symmetries<const N: usize>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("{N}×{N} in u64"));
    let board = winding::<u64, N, 1>();
    for symmetry in [Symmetry::MirrorFiles, Symmetry::Transpose, Symmetry::Rotate90] {
        let turned: Bitboard64<N> = board.iter().map(|n| symmetry.square(n, N)).collect();
        assert_eq!(board.transform(symmetry), turned);
        group.bench_function(format!("transform, {symmetry:?}"), |bencher| {
            bencher.iter(|| black_box(board).transform(black_box(symmetry)));
        });
    }
    group.bench_function("transform, Rotate90, fixed", |bencher| {
        bencher.iter(|| black_box(board).transform(Symmetry::Rotate90));
    });
    group.bench_function("orientations", |bencher| {
        bencher.iter(|| black_box(board).orientations());
    });
    group.bench_function("transform, all eight", |bencher| {
        bencher.iter(|| Symmetry::ALL.map(|symmetry| black_box(board).transform(symmetry)));
    });
    group.finish();
}

fn boards(criterion: &mut Criterion) {
    shifts_and_floods::<u64, 6, 1>(criterion, "6×6 in u64");
    symmetries::<5>(criterion);
    symmetries::<6>(criterion);
    symmetries::<7>(criterion);
    symmetries::<8>(criterion);
    shifts_and_floods::<u64, 19, { bitops::blocks(19, 64) }>(criterion, "19×19 in u64");
    shifts_and_floods::<u16, 19, { bitops::blocks(19, 16) }>(criterion, "19×19 in u16");
}

criterion_group!(benches, boards);
criterion_main!(benches);
