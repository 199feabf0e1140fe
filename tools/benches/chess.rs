//! `tak-tools chess perft` against `cozy-chess`, neither counting in bulk.
//!
//! The built program reports its own time, without that for its tables; `cozy-chess` has its tables
//! from compile time. Both are built with the same profile and play every move, including those of
//! the last ply.

use std::process::Command;
use std::time::{Duration, Instant};

use cozy_chess::Board;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn perfts(criterion: &mut Criterion) {
    for (name, fen, depth) in [("start", START, 4), ("Kiwipete", KIWIPETE, 3)] {
        let mut group = criterion.benchmark_group(format!("perft {depth}, {name}"));
        let (nodes, _) = cozy_chess(fen, depth);
        assert_eq!(nodes, tak_tools(fen, depth).0, "{name}");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function("tak-tools", |bencher| {
            bencher.iter_custom(|runs| (0..runs).map(|_| tak_tools(fen, depth).1).sum());
        });
        group.bench_function("cozy-chess", |bencher| {
            bencher.iter_custom(|runs| (0..runs).map(|_| cozy_chess(fen, depth).1).sum());
        });
        group.finish();
    }
}

/// Runs the program once: its count, and the time that it reports.
fn tak_tools(fen: &str, depth: u8) -> (u64, Duration) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tak-tools"));
    let arguments = ["chess", "perft", "--json", "--fen", fen, "--depth"];
    let output = command.args(arguments).arg(depth.to_string()).output().unwrap();
    let count: Value = serde_json::from_slice(&output.stdout).unwrap();
    let [nodes, time] = ["nodes", "time"].map(|key| count[key].as_u64().unwrap());
    (nodes, Duration::from_millis(time))
}

fn cozy_chess(fen: &str, depth: u8) -> (u64, Duration) {
    let board = fen.parse().unwrap();
    let start = Instant::now();
    let nodes = perft(&board, depth);
    (nodes, start.elapsed())
}

/// Counts by playing every move.
fn perft(board: &Board, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += perft(&next, depth - 1);
        }
        false
    });
    nodes
}

criterion_group!(benches, perfts);
criterion_main!(benches);
