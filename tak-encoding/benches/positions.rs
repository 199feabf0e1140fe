//! The cost of playing a move with no hash, one and eight; move generation; the last ply of a
//! perft; the canonical form.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tak_encoding::{
    EightHashes, Hashing, Move, NoHash, OneHash, Perft, Playable, Position, Size, perft,
};

/// Whole games of random moves, spreads as often as placements.
fn games<const N: usize>(count: usize) -> Vec<Vec<Move<N>>>
where
    Size<N>: Playable,
{
    let mut random = fastrand::Rng::with_seed(N as u64);
    let mut game = || {
        let mut position = Position::<N, NoHash>::new();
        let mut moves = Vec::new();
        while position.outcome().is_none() && moves.len() < 200 {
            let legal = position.legal_moves();
            let spreads: Vec<_> = legal.iter().copied().filter(|mv| mv.is_spread()).collect();
            let list = if spreads.is_empty() || random.bool() { &legal } else { &spreads };
            moves.push(list[random.usize(..list.len())]);
            position.play_unchecked(moves[moves.len() - 1]);
        }
        moves
    };
    (0..count).map(|_| game()).collect()
}

/// Plays the games on one position.
fn in_place<const N: usize, H: Hashing>(games: &[Vec<Move<N>>])
where
    Size<N>: Playable,
{
    for game in games {
        let mut position = Position::<N, H>::new();
        for &mv in game {
            black_box(&mut position).play_unchecked(mv);
        }
    }
}

/// Plays each move twice: once to take it back.
fn with_undo<const N: usize, H: Hashing>(games: &[Vec<Move<N>>])
where
    Size<N>: Playable,
{
    for game in games {
        let mut position = Position::<N, H>::new();
        for &mv in game {
            let undo = black_box(&mut position).play_unchecked(mv);
            black_box(&mut position).undo(undo);
            position.play_unchecked(mv);
        }
    }
}

/// Plays each move twice: once on a copy.
fn with_copy<const N: usize, H: Hashing>(games: &[Vec<Move<N>>])
where
    Size<N>: Playable,
{
    for game in games {
        let mut position = Position::<N, H>::new();
        for &mv in game {
            black_box(&position.after(mv));
            position.play_unchecked(mv);
        }
    }
}

fn play<const N: usize>(criterion: &mut Criterion)
where
    Size<N>: Playable,
{
    let games = games::<N>(50);
    let plies: usize = games.iter().map(Vec::len).sum();
    let mut group = criterion.benchmark_group(format!("play/{N}x{N}"));
    group.throughput(Throughput::Elements(plies as u64));
    group.bench_function("no hash", |bench| {
        bench.iter(|| in_place::<N, NoHash>(&games));
    });
    group.bench_function("one hash", |bench| {
        bench.iter(|| in_place::<N, OneHash>(&games));
    });
    group.bench_function("eight hashes", |bench| {
        bench.iter(|| in_place::<N, EightHashes>(&games));
    });
    group.bench_function("one hash, twice with undo", |bench| {
        bench.iter(|| with_undo::<N, OneHash>(&games));
    });
    group.bench_function("one hash, twice with a copy", |bench| {
        bench.iter(|| with_copy::<N, OneHash>(&games));
    });
    group.finish();
}

const MIDDLEGAME: &str = "2,2,21S,2,2,2/2,x,222221,2,2,x/1,1,2221C,x,111112C,2S/x,1,2S,x2,121211212/1,1,1212S,1S,2,1S/x2,2,1,21,1 1 42";

fn generation(criterion: &mut Criterion) {
    let position = Position::<6>::from_tps(MIDDLEGAME).unwrap_or_default();
    let mut moves = Vec::new();
    criterion.bench_function("generate/6x6 middlegame", |bench| {
        bench.iter(|| {
            moves.clear();
            black_box(&position).generate(&mut moves);
            moves.len()
        });
    });
    criterion.bench_function("count/6x6 middlegame", |bench| {
        bench.iter(|| black_box(&position).count_moves());
    });
    criterion.bench_function("outcome/6x6 middlegame", |bench| {
        bench.iter(|| black_box(&position).outcome());
    });
}

/// The key that symmetric positions share, kept and computed afresh; the board that they share; the
/// position turned to it.
fn canonical(criterion: &mut Criterion) {
    let opening = "x2,1,x3/x6/x,2,x2,1,x/x3,2,x2/x,1,x2,2,x/2,x5 1 5";
    for (name, tps) in [("opening", opening), ("middlegame", MIDDLEGAME)] {
        let position = Position::<6>::from_tps(tps).unwrap_or_default();
        let hashed = position.rehashed::<EightHashes>();
        let mut group = criterion.benchmark_group(format!("canonical/6x6 {name}"));
        group.bench_function("key, hashes kept", |bench| {
            bench.iter(|| black_box(&hashed).hashes().canonical());
        });
        group.bench_function("key afresh", |bench| {
            bench.iter(|| black_box(&position).rehashed::<EightHashes>().hashes().canonical());
        });
        group.bench_function("board", |bench| {
            bench.iter(|| black_box(&position).canonical_board());
        });
        group.bench_function("position", |bench| {
            bench.iter(|| black_box(&position).canonical());
        });
        group.finish();
    }
}

/// Positions as text and as bytes, there and back.
fn encodings(criterion: &mut Criterion) {
    let opening = "x2,1,x3/x6/x,2,x2,1,x/x3,2,x2/x,1,x2,2,x/2,x5 1 5";
    for (name, tps) in [("opening", opening), ("middlegame", MIDDLEGAME)] {
        let position = Position::<6>::from_tps(tps).unwrap_or_default();
        let packed = position.pack();
        let mut group = criterion.benchmark_group(format!("encodings/6x6 {name}"));
        group.bench_function("to TPS", |bench| bench.iter(|| black_box(&position).to_tps()));
        group.bench_function("from TPS", |bench| {
            bench.iter(|| Position::<6>::from_tps(black_box(tps)));
        });
        group.bench_function("pack", |bench| bench.iter(|| black_box(&position).pack()));
        group.bench_function("unpack", |bench| {
            bench.iter(|| black_box(&packed).unpack::<6, NoHash>());
        });
        group.finish();
    }
}

fn perfts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    let start = Position::<6, NoHash>::new();
    for threads in [1, 2] {
        let name = BenchmarkId::new("6x6 start, depth 5, threads", threads);
        group.throughput(Throughput::Elements(1_253_506_520));
        group.bench_function(name, |bench| {
            bench.iter(|| Perft::new().threads(threads).count(&start, 5));
        });
    }
    group.throughput(Throughput::Elements(112_449_385_016));
    group.bench_function("6x6 start, depth 6, merged", |bench| {
        bench.iter(|| Perft::new().merge(1_000_000).count(&start, 6));
    });
    let middlegame = Position::<6, NoHash>::from_tps(MIDDLEGAME).unwrap_or_default();
    group.throughput(Throughput::Elements(395_517_158));
    group.bench_function("6x6 middlegame, depth 4", |bench| {
        bench.iter(|| perft(&middlegame, 4));
    });
    group.finish();
}

criterion_group!(
    benches, play::<5>, play::<6>, play::<8>, generation, canonical, encodings, perfts
);
criterion_main!(benches);
