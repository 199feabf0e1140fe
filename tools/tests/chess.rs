//! Runs `tak-tools chess` as a user would, with good and bad arguments.

use std::ops::RangeInclusive;

use serde_json::Value;

use crate::program::{self, Folder};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";

/// On each line a FEN and the counts from depth 1 on.
const POSITIONS: &str = include_str!("data/chess-perft.txt");

fn stdout(arguments: &[&str]) -> String {
    program::stdout(&[&["chess"], arguments].concat())
}

fn json(arguments: &[&str]) -> Value {
    program::json(&[&["chess"], arguments].concat())
}

fn fen_error(fen: &str) -> String {
    let line = program::error(2, &["chess", "perft", "--depth", "1", "--fen", fen]);
    line.strip_prefix("error: --fen: ").unwrap().to_owned()
}

#[test]
fn perft_begins_with_the_start_of_the_game() {
    for (depth, nodes) in [("0", 1), ("1", 20), ("2", 400), ("3", 8_902)] {
        let text = stdout(&["perft", "--depth", depth]);
        assert!(text.ends_with(&format!("\nnodes {nodes}\n")), "{text}");
        assert_eq!(text.lines().count(), 2);
    }
}

/// Compares counts of the start by one thread and by more.
fn compare_threads(depth: &str, nodes: u64) {
    let one = json(&["perft", "--depth", depth, "--divide"]);
    for threads in ["2", "7", "64"] {
        let many = json(&["perft", "--depth", depth, "--divide", "--threads", threads]);
        assert_eq!(many["nodes"], nodes);
        assert_eq!(many["divide"], one["divide"]);
        assert_eq!(many["threads"].to_string(), threads);
    }
}

#[test]
fn threads_count_the_same() {
    compare_threads("3", 8_902);
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let none = json(&["perft", "--depth", "3", "--threads", "4", "--fen", mate]);
    assert_eq!(none["nodes"], 0);
}

/// Compares the counts in a range.
fn compare_published_counts(range: RangeInclusive<u64>) {
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let (fen, counts) = line.split_once('|').unwrap();
        let counts = counts.split(' ').map(|count| count.parse::<u64>().unwrap());
        for (depth, nodes) in (1..).zip(counts).filter(|(_, nodes)| range.contains(nodes)) {
            let text = stdout(&["perft", "--fen", fen, "--depth", &format!("{depth}")]);
            assert!(text.ends_with(&format!("\nnodes {nodes}\n")), "{fen}: {text}");
        }
    }
}

#[test]
fn perft_counts_are_the_published_ones() {
    compare_published_counts(1_000..=100_000);
}

#[test]
#[ignore = "second tier, in release: a billion positions"]
fn deep_perft_counts_in_release() {
    compare_published_counts(0..=u64::MAX);
    compare_threads("4", 197_281);
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

/// On each line a FEN, and how the message begins.
const WRONG_FENS: &str = include_str!("data/wrong-fens.txt");

#[test]
fn a_wrong_fen_says_which_field_and_how_to_mend_it() {
    for line in WRONG_FENS.lines() {
        let (fen, expected) = line.split_once('|').unwrap();
        let found = fen_error(fen);
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
    Folder::new("chess").check_errors(
        "perft | 2 | ; try 'tak-tools chess perft --help'$\n\
         perft --depth 101 | 2 | ; try 'tak-tools chess perft --help'$\n\
         magics --seed -1 | 2 | ; try 'tak-tools chess magics --help'$\n\
         crosscheck --fen | 2 | ; try 'tak-tools chess crosscheck --help'$\n\
         castle | 2 | ; try 'tak-tools chess --help'$",
    );
}
