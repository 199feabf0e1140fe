//! Runs `tak-tools chess` as a user would, with good and bad arguments.

use std::process::{Command, Output};

use serde_json::Value;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";

fn output(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tak-tools"));
    command.arg("chess").args(arguments).output().unwrap()
}

/// Standard output of a call that must succeed without a word on the side.
fn stdout(arguments: &[&str]) -> String {
    let output = output(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let line = stdout(&[arguments, &["--json"]].concat());
    assert_eq!(line.lines().count(), 1, "{line}");
    serde_json::from_str(&line).unwrap()
}

/// The one line of a call that must fail because of its arguments.
fn error(arguments: &[&str]) -> String {
    let output = output(arguments);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    let line = text.strip_suffix('\n').unwrap();
    assert!(!line.contains(char::is_control), "{line:?}");
    assert!(line.starts_with("error: "), "{line:?}");
    assert!(line.len() < 300, "{line:?}");
    line.to_owned()
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
        assert_eq!(
            stdout(&["perft", "--depth", depth, "--fen", START])
                .lines()
                .last(),
            text.lines().last()
        );
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
    let sum: u64 = parts
        .iter()
        .map(|part| part.split_once(' ').unwrap().1.parse::<u64>().unwrap())
        .sum();
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

/// Checks a printed magic by all subsets of its mask: no two that leave
/// different squares may share an entry.
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
        assert_eq!(
            *entry.get_or_insert(attacks),
            attacks,
            "{row}, {blockers:x}"
        );
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

#[test]
fn a_wrong_fen_says_which_field_and_how_to_mend_it() {
    let long = "9".repeat(100_000);
    for (fen, line) in [
        ("", "expected 6 fields (placement, "),
        (KINGS, "expected 6 fields (placement, "),
        (&format!("{START} 1 2 3"), "expected 6 fields (placement, "),
        (
            "8/8 w - - 0 1",
            "field 1 (placement): expected 8 ranks, divided by slashes; found 2",
        ),
        (
            "4k3/8/8/8/8/8/7/4K3 w - - 0 1",
            "field 1 (placement), rank 2: ",
        ),
        (
            "4k3/8/8/8/8/8/8p/4K3 w - - 0 1",
            "field 1 (placement), rank 2: ",
        ),
        (
            "4k3/8/8/8/8/x7/8/4K3 w - - 0 1",
            "field 1 (placement), rank 3: `x`; expected PNBRQK",
        ),
        (
            "4k3/8/8/8/8/9/8/4K3 w - - 0 1",
            "field 1 (placement), rank 3: `9`; expected PNBRQK",
        ),
        (
            &format!("{KINGS} white - - 0 1"),
            "field 2 (side to move): `white`; expected w or b",
        ),
        (
            &format!("{KINGS} w KK - 0 1"),
            "field 3 (castling): `KK`; expected each",
        ),
        (
            &format!("{KINGS} w x - 0 1"),
            "field 3 (castling): `x`; expected each",
        ),
        (
            &format!("{KINGS} w Q - 0 1"),
            "field 3 (castling): `Q` needs king and rook",
        ),
        (
            &format!("{KINGS} w - e9 0 1"),
            "field 4 (en passant): `e9`; expected the square",
        ),
        (
            &format!("{KINGS} w - e6 0 1"),
            "field 4 (en passant): no pawn can just have jumped over e6",
        ),
        (
            &format!("{KINGS} w - - -1 1"),
            "field 5 (halfmove clock): `-1`; expected a number",
        ),
        (
            &format!("{KINGS} w - - 0 {long}"),
            "field 6 (move number): `99999",
        ),
        (
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "field 1 (placement): 0 black kings; expected exactly 1",
        ),
        (
            "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
            "field 1 (placement): 2 white kings; expected exactly 1",
        ),
        (
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "field 1 (placement): a pawn on a8; pawns stand",
        ),
        (
            "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
            "field 2 (side to move): white could take the king",
        ),
        (
            "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1",
            "field 2 (side to move): white could take the king",
        ),
        (
            "8/8/8/8/8/8/4k3/4K3 b - - 0 1",
            "field 2 (side to move): black could take the king",
        ),
    ] {
        let found = fen_error(fen);
        assert!(found.starts_with(line), "{fen}: {found}");
    }
}

#[test]
fn four_fields_are_enough() {
    let text = stdout(&[
        "perft",
        "--depth",
        "1",
        "--fen",
        &format!("  {KINGS}  w - -  "),
    ]);
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
        (
            &["crosscheck", "--fen"],
            "tak-tools chess crosscheck --help",
        ),
        (&["castle"], "tak-tools chess --help"),
        (&[], "tak-tools chess --help"),
    ] {
        let line = error(arguments);
        assert!(line.ends_with(&format!("; try '{help}'")), "{line}");
        assert!(!line.contains("Count chess games"), "{line}");
    }
}
