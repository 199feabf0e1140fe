//! What playing a move costs with no hash, one and eight; move generation; the
//! last ply of a perft; the canonical form.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tak_encoding::{
    EightHashes, Hashing, Move, NoHash, OneHash, Playable, Position, Size, perft, perft_threads,
};

/// Whole games of random moves, spreads as often as placements.
fn games<const N: usize>(count: usize) -> Vec<Vec<Move<N>>>
where
    Size<N>: Playable,
{
    let mut state = N as u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % below
    };
    let mut game = || {
        let mut position = Position::<N, NoHash>::new();
        let mut moves = Vec::new();
        while position.outcome().is_none() && moves.len() < 200 {
            let legal = position.legal_moves();
            let spreads: Vec<_> = legal.iter().copied().filter(|mv| mv.is_spread()).collect();
            let list = if spreads.is_empty() || random(2) == 0 {
                &legal
            } else {
                &spreads
            };
            moves.push(list[random(list.len())]);
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
    criterion.bench_function("canonical/6x6 middlegame", |bench| {
        bench.iter(|| black_box(&position).canonical());
    });
}

fn perfts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    let start = Position::<6, NoHash>::new();
    for threads in [1, 2] {
        let name = BenchmarkId::new("6x6 start, depth 5, threads", threads);
        group.throughput(Throughput::Elements(1_253_506_520));
        group.bench_function(name, |bench| {
            bench.iter(|| perft_threads(&start, 5, threads));
        });
    }
    let middlegame = Position::<6, NoHash>::from_tps(MIDDLEGAME).unwrap_or_default();
    group.throughput(Throughput::Elements(395_517_158));
    group.bench_function("6x6 middlegame, depth 4", |bench| {
        bench.iter(|| perft(&middlegame, 4));
    });
    group.finish();
}

criterion_group!(benches, play::<5>, play::<6>, play::<8>, generation, perfts);
criterion_main!(benches);
