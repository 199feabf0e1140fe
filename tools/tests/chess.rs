//! Runs `tak-tools chess` as a user would, with good and bad arguments.

use serde_json::Value;

use crate::program;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";

/// The six usual test positions and the start, with the counts of the Chess
/// Programming Wiki from depth 1 on.
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

/// Deeper counts are left to release builds.
const MOST: u64 = if cfg!(debug_assertions) { 3_000_000 } else { u64::MAX };

fn stdout(arguments: &[&str]) -> String {
    program::stdout(&[&["chess"], arguments].concat())
}

fn json(arguments: &[&str]) -> Value {
    program::json(&[&["chess"], arguments].concat())
}

fn error(arguments: &[&str]) -> String {
    program::error(2, &[&["chess"], arguments].concat())
}

fn fen_error(fen: &str) -> String {
    let line = error(&["perft", "--depth", "1", "--fen", fen]);
    line.strip_prefix("error: --fen: ").unwrap().to_owned()
}

#[test]
fn perft_begins_with_the_start_of_the_game() {
    for (depth, nodes) in [("0", 1), ("1", 20), ("2", 400), ("3", 8_902)] {
        let text = stdout(&["perft", "--depth", depth]);
        assert_eq!(text.lines().last(), Some(format!("nodes {nodes}").as_str()));
        assert_eq!(text.lines().count(), 2);
        let from_fen = stdout(&["perft", "--depth", depth, "--fen", START]);
        assert_eq!(from_fen.lines().last(), text.lines().last());
    }
}

#[test]
fn perft_counts_are_the_published_ones() {
    for (fen, counts) in POSITIONS {
        for (depth, &nodes) in (1..).zip(counts).filter(|&(_, &nodes)| nodes <= MOST) {
            let text = stdout(&["perft", "--fen", fen, "--depth", &format!("{depth}")]);
            assert!(text.ends_with(&format!("\nnodes {nodes}\n")), "{fen}: {text}");
        }
    }
}

#[test]
fn perft_counts_below_each_move() {
    let fen = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1";
    let text = stdout(&["perft", "--fen", fen, "--depth", "2", "--divide"]);
    let lines: Vec<_> = text.lines().collect();
    let (parts, rest) = lines.split_at(lines.len() - 2);
    assert!(parts.is_sorted());
    for expected in ["a7a8n 5", "a7a8q 3", "e1g1 3", "h1h8 3"] {
        assert!(parts.contains(&expected), "{expected}: {text}");
    }
    assert!(rest[0].starts_with("time "), "{text}");
    let sum: u64 =
        parts.iter().map(|part| part.split_once(' ').unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(rest[1], format!("nodes {sum}"));
    let value = json(&["perft", "--fen", fen, "--depth", "2", "--divide"]);
    assert_eq!(value["nodes"], sum);
    assert_eq!(value["divide"].as_object().unwrap().len(), parts.len());
    assert_eq!(value["divide"]["a7a8n"], 5);
    assert_eq!(value["fen"], fen);
}

#[test]
fn a_finished_game_has_no_moves() {
    let mated = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
    for depth in ["1", "3"] {
        let text = stdout(&["perft", "--fen", mated, "--depth", depth, "--divide"]);
        assert!(text.ends_with("\nnodes 0\n"), "{text}");
    }
    assert!(stdout(&["perft", "--fen", mated, "--depth", "0"]).ends_with("\nnodes 1\n"));
}

#[test]
fn magics_are_printed_and_they_are_magic() {
    let value = json(&["magics"]);
    assert_eq!(value["rook"]["entries"], 102_400);
    assert_eq!(value["bishop"]["entries"], 5_248);
    for (piece, directions) in [("rook", ROOK), ("bishop", BISHOP)] {
        let rows = value[piece]["magics"].as_array().unwrap();
        assert_eq!(rows.len(), 64);
        for row in rows {
            check_magic(row, directions);
        }
    }
    let text = stdout(&["magics"]);
    assert_eq!(text.lines().count(), 1 + 128 + 3);
    assert!(
        text.ends_with("\nrook entries 102400\nbishop entries 5248\nentries 107648\n"),
        "{text}"
    );
    let first = &value["rook"]["magics"][0];
    for cell in ["square", "mask", "magic"] {
        assert!(text.contains(first[cell].as_str().unwrap()), "{cell}");
    }
    assert_eq!(text, stdout(&["magics", "--seed", "1"]));
    assert_ne!(text, stdout(&["magics", "--seed", "0"]));
}

const ROOK: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// Checks a printed magic on all subsets of its mask: no two with different
/// attacks may share an entry.
fn check_magic(row: &Value, directions: [(i8, i8); 4]) {
    let hex = |name: &str| u64::from_str_radix(&row[name].as_str().unwrap()[2..], 16).unwrap();
    let (mask, magic, shift) = (hex("mask"), hex("magic"), row["shift"].as_u64().unwrap());
    let &[file, rank] = row["square"].as_str().unwrap().as_bytes() else {
        panic!("{row}");
    };
    let square = (file.cast_signed() - 97, rank.cast_signed() - 49);
    let mut table = vec![None; row["entries"].as_u64().unwrap().try_into().unwrap()];
    let mut blockers = 0_u64;
    loop {
        let attacks = walk(square, directions, blockers);
        let entry = &mut table[(blockers.wrapping_mul(magic) >> shift) as usize];
        let entered = *entry.get_or_insert(attacks);
        assert_eq!(entered, attacks, "{row}, {blockers:x}");
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            return;
        }
    }
}

fn walk(square: (i8, i8), directions: [(i8, i8); 4], blockers: u64) -> u64 {
    let mut attacked = 0;
    for (right, up) in directions {
        let (mut file, mut rank) = (square.0 + right, square.1 + up);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let bit = 1 << (rank * 8 + file);
            attacked |= bit;
            if blockers & bit != 0 {
                break;
            }
            (file, rank) = (file + right, rank + up);
        }
    }
    attacked
}

#[test]
fn all_methods_agree_on_all_subsets() {
    let text = "methods walk magic gallop diagonals\nrook 102400 subsets agree\nbishop 5248 subsets agree\ntotal 107648\n";
    assert_eq!(stdout(&["crosscheck"]), text);
    let value = json(&["crosscheck"]);
    assert_eq!(value["total"], 107_648);
    assert_eq!(value["agreed"]["rook"], 102_400);
    assert_eq!(value["agreed"]["bishop"], 5_248);
}

/// A FEN, and how the message begins.
const WRONG_FENS: &str = "\
8/8 w - - 0 1                        field 1 (placement): expected 8 ranks, separated by slashes; found 2
4k3/8/8/8/8/8/7/4K3 w - - 0 1        field 1 (placement), rank 2: its pieces and empty squares
4k3/8/8/8/8/8/8p/4K3 w - - 0 1       field 1 (placement), rank 2: its pieces and empty squares
4k3/8/8/8/8/x7/8/4K3 w - - 0 1       field 1 (placement), rank 3: `x`; expected PNBRQK
4k3/8/8/8/8/9/8/4K3 w - - 0 1        field 1 (placement), rank 3: `9`; expected PNBRQK
8/8/8/8/8/8/8/4K3 w - - 0 1          field 1 (placement): 0 black kings; expected exactly 1
4k3/8/8/8/8/8/8/K3K3 w - - 0 1       field 1 (placement): 2 white kings; expected exactly 1
P3k3/8/8/8/8/8/8/4K3 w - - 0 1       field 1 (placement): a pawn on a8; pawns stand
4k3/8/8/8/8/8/8/4K3 white - - 0 1    field 2 (side to move): `white`; expected w or b
4k3/8/8/8/4R3/8/8/4K3 w - - 0 1      field 2 (side to move): white could take the king
4k3/3P4/8/8/8/8/8/4K3 w - - 0 1      field 2 (side to move): white could take the king
8/8/8/8/8/8/4k3/4K3 b - - 0 1        field 2 (side to move): black could take the king
4k3/8/8/8/8/8/8/4K3 w KK - 0 1       field 3 (castling): `KK`; expected each
4k3/8/8/8/8/8/8/4K3 w x - 0 1        field 3 (castling): `x`; expected each
4k3/8/8/8/8/8/8/4K3 w Q - 0 1        field 3 (castling): `Q` needs king and rook
4k3/8/8/8/8/8/8/4K3 w - e9 0 1       field 4 (en passant): `e9`; expected the square
4k3/8/8/8/8/8/8/4K3 w - e6 0 1       field 4 (en passant): no pawn can have just passed e6
4k3/8/8/8/8/8/8/4K3 w - - -1 1       field 5 (halfmove clock): `-1`; expected a number
4k3/8/8/8/8/8/8/4K3 w - - 0 65536    field 6 (move number): `65536`; expected a number";

#[test]
fn a_wrong_fen_says_which_field_and_how_to_mend_it() {
    for line in WRONG_FENS.lines() {
        let (fen, expected) = line.split_at(line.find("field").unwrap());
        let found = fen_error(fen.trim());
        assert!(found.starts_with(expected), "{fen}: {found}");
    }
    for fen in ["", KINGS, &format!("{START} 1 2 3")] {
        let found = fen_error(fen);
        assert!(found.starts_with("expected 6 fields (placement, "), "{found}");
    }
    fen_error(&format!("{KINGS} w - - 0 {}", "9".repeat(100_000)));
}

#[test]
fn four_fields_are_enough() {
    let fen = format!("  {KINGS}  w - -  ");
    let text = stdout(&["perft", "--depth", "1", "--fen", &fen]);
    assert!(text.ends_with("\nnodes 5\n"), "{text}");
    let value = json(&["perft", "--depth", "1", "--fen", &format!("{KINGS} b - -")]);
    assert_eq!(value["fen"], format!("{KINGS} b - - 0 1"));
}

#[test]
fn wrong_arguments_name_the_help_that_fits() {
    for (arguments, help) in [
        (&["perft"][..], "tak-tools chess perft --help"),
        (&["perft", "--depth", "101"], "tak-tools chess perft --help"),
        (&["magics", "--seed", "-1"], "tak-tools chess magics --help"),
        (&["crosscheck", "--fen"], "tak-tools chess crosscheck --help"),
        (&["castle"], "tak-tools chess --help"),
    ] {
        let line = error(arguments);
        assert!(line.ends_with(&format!("; try '{help}'")), "{line}");
        assert!(!line.contains("Count chess games"), "{line}");
    }
}
