//! The Game of the Amazons: one round of queen moves on 10×10, and distances of both sides.

use std::hint::black_box;

use bitops::Connectivity;
use bitops::flood::{GuardedBoard, U256};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

type Board = GuardedBoard<10>;

/// How many positions are looked at in turn.
const POSITIONS: usize = 64;

/// The queens of both sides, and the walls.
type Position = ([u128; 2], u128);

/// Four queens for each side and up to 40 arrows, anywhere.
fn positions() -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(1);
    let position = || {
        let mut squares: Vec<_> = (0..100).collect();
        random.shuffle(&mut squares);
        let places = |squares: &[usize]| {
            squares.iter().fold(0, |all, &square| all | 1_u128 << Board::place(square))
        };
        let queens = [places(&squares[..4]), places(&squares[4..8])];
        (queens, !Board::SQUARES.low | places(&squares[..8 + random.usize(..=40)]))
    };
    std::iter::repeat_with(position).take(POSITIONS).collect()
}

fn in_one_line((queens, walls): &Position) -> U256 {
    let queens = U256 { low: queens[0], high: queens[1] };
    let walls = U256 { low: *walls, high: *walls };
    Board::slides(&queens, &walls, Connectivity::Eight)
}

fn at_once((queens, walls): &Position) -> [u128; 2] {
    Board::slides_of_both(*queens, [*walls; 2], Connectivity::Eight)
}

/// Rounds until no new square is reached.
fn distances((queens, walls): &Position) -> u32 {
    let (mut reached, mut rounds) = (*queens, 0);
    loop {
        let before = reached;
        reached = Board::slides_of_both(reached, [*walls; 2], Connectivity::Eight);
        if reached == before {
            return rounds;
        }
        rounds += 1;
    }
}

fn amazons(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("amazons");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function("a round of both sides, 256 bits", |bencher| {
        bencher.iter(|| for_each(&positions, in_one_line));
    });
    group.bench_function("a round of both sides, lanes", |bencher| {
        bencher.iter(|| for_each(&positions, at_once));
    });
    group.bench_function("distances of both sides", |bencher| {
        bencher.iter(|| for_each(&positions, distances));
    });
    group.finish();
}

#[inline(always)]
fn for_each<T>(positions: &[Position], look: impl Fn(&Position) -> T) {
    for position in positions {
        black_box(look(black_box(position)));
    }
}

criterion_group!(benches, amazons);
criterion_main!(benches);
