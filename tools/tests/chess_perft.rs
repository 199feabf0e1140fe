//! `tak-tools chess perft` on the six usual test positions: the published counts
//! of the Chess Programming Wiki. The deep ones only in release builds.

use std::process::Command;

/// Counts up to these are made again.
const MOST: u64 = if cfg!(debug_assertions) {
    3_000_000
} else {
    u64::MAX
};

/// A position, and its counts from depth 1 on.
const POSITIONS: [(&str, &[u64]); 7] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
];

fn perft(fen: &str, depth: usize) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tak-tools"));
    let arguments = [
        "chess",
        "perft",
        "--fen",
        fen,
        "--depth",
        &depth.to_string(),
    ];
    let output = command.args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap();
    last.strip_prefix("nodes ").unwrap().parse().unwrap()
}

#[test]
fn counts_are_the_published_ones() {
    for (fen, counts) in POSITIONS {
        for (depth, &count) in (1..).zip(counts).filter(|&(_, &count)| count <= MOST) {
            assert_eq!(perft(fen, depth), count, "{fen} at depth {depth}");
        }
    }
}
