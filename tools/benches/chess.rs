//! `tak-tools chess perft` against `cozy-chess`, neither counting in bulk.
//!
//! The built program is run as it is and tells its own time, tables made before
//! left out; `cozy-chess` is timed in this process and has its tables from
//! compile time. Both are built with the same profile, both play every move of
//! the last ply too, and they take turns so that a disturbed moment meets both.

use std::process::Command;
use std::time::{Duration, Instant};

use cozy_chess::Board;
use serde_json::Value;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Each position also at a depth of some milliseconds, which a busy machine
/// leaves undisturbed more often.
const POSITIONS: [(&str, &str, u8); 4] = [
    ("start", START, 4),
    ("start", START, 5),
    ("Kiwipete", KIWIPETE, 3),
    ("Kiwipete", KIWIPETE, 4),
];

/// The fastest of so many is taken: all others were disturbed.
const RUNS: usize = 40;

fn main() {
    println!("M nodes/s, the fastest of {RUNS} runs in turns, one thread");
    println!("position   depth       nodes  tak-tools  cozy-chess  ratio");
    for (name, fen, depth) in POSITIONS {
        let (mut own, mut their) = (Duration::MAX, Duration::MAX);
        let mut nodes = 0;
        for _ in 0..RUNS {
            let (own_nodes, own_time) = tak_tools(fen, depth);
            let (their_nodes, their_time) = cozy_chess(fen, depth);
            assert_eq!(own_nodes, their_nodes, "{name}");
            nodes = own_nodes;
            own = own.min(own_time);
            their = their.min(their_time);
        }
        let rate = |time: Duration| nodes as f64 / time.as_secs_f64() / 1e6;
        let (own, their) = (rate(own), rate(their));
        let ratio = own / their;
        println!("{name:<9}  {depth:>5}  {nodes:>10}  {own:>9.1}  {their:>10.1}  {ratio:>5.2}");
    }
}

/// Runs the program once: what it counts, and the time that it tells.
fn tak_tools(fen: &str, depth: u8) -> (u64, Duration) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tak-tools"));
    let arguments = ["chess", "perft", "--json", "--fen", fen, "--depth"];
    let output = command
        .args(arguments)
        .arg(depth.to_string())
        .output()
        .unwrap();
    let count: Value = serde_json::from_slice(&output.stdout).unwrap();
    let seconds = count["seconds"].as_f64().unwrap();
    (
        count["nodes"].as_u64().unwrap(),
        Duration::from_secs_f64(seconds),
    )
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
