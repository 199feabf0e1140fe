//! `perft`, `moves` and `result`, and what all commands have in common.

use std::process::Command;

use serde_json::Value;

use crate::program::{self, PROGRAM, failure, json, run, stdout, text};

const FULL_BOARD: &str = "1,2,1,2/2,1,2,1/1,2,1,2/2,1,2,1 1 9";
/// White's road on the first rank ends the game.
const ROAD_GAME: &str = "a3 a1 b1 b3 c1";

/// The count in the last line of a perft.
fn nodes(arguments: &[&str]) -> u64 {
    let output = stdout(&[&["perft"], arguments].concat());
    let last = output.lines().last().unwrap();
    last.strip_prefix("nodes ").unwrap().parse().unwrap()
}

fn error(arguments: &[&str]) -> String {
    program::error(2, arguments)
}

/// The counts themselves are tested where perft is.
#[test]
fn perft_of_the_start_positions() {
    for (size, count) in [("3", 72), ("4", 240), ("5", 600), ("6", 1260), ("7", 2352), ("8", 4032)]
    {
        assert_eq!(nodes(&["--size", size, "--depth", "2"]), count);
    }
}

#[test]
fn perft_merges_boards_and_counts_them() {
    for boards in ["1", "1000000"] {
        assert_eq!(nodes(&["--size", "5", "--depth", "5", "--merge", boards]), 187_855_252);
    }
    let table = stdout(&["perft", "--size", "6", "--depth", "3", "--boards"]);
    assert_eq!(table, "ply  boards\n  0       1\n  1       6\n  2     165\n  3   13656\n");
    let object = json(&["perft", "--size", "3", "--depth", "1", "--boards"]);
    assert_eq!(object["boards"], serde_json::json!([1, 3]));
    let told = error(&["perft", "--size", "6", "--depth", "3", "--boards", "--merge", "100"]);
    assert!(told.contains("after 2 plies there are more than 100 boards"), "{told}");
}

#[test]
fn perft_plays_the_moves_first() {
    let moves = "d3 c3 c4 1d3< 1c4- Sc4";
    for (depth, count) in [("1", 87), ("2", 6_155), ("3", 461_800)] {
        let arguments = ["--size", "5", "--moves", moves, "--depth", depth];
        assert_eq!(nodes(&arguments), count);
    }
    let tps = "x5/x5/x2,2,x2/x5/x5 2 1";
    assert_eq!(nodes(&["--tps", tps, "--depth", "2"]), 1_732);
    assert_eq!(
        nodes(&["--tps", tps, "--moves", "e5", "--depth", "1"]),
        nodes(&["--size", "5", "--moves", "c3 e5", "--depth", "1"]),
    );
}

#[test]
fn perft_divided_adds_up() {
    let output = stdout(&["perft", "--size", "4", "--depth", "3", "--divide"]);
    let lines: Vec<_> = output.lines().collect();
    let [parts @ .., time, total] = &lines[..] else { panic!("{output}") };
    assert_eq!(parts.len(), 16);
    assert!(parts.is_sorted());
    assert!(time.starts_with("time "), "{time}");
    assert_eq!(*total, "nodes 7440");
    let count = |line: &&str| -> u64 { line.split_once(' ').unwrap().1.parse().unwrap() };
    assert_eq!(parts.iter().map(count).sum::<u64>(), 7_440);
}

#[test]
fn perft_on_threads_counts_the_same() {
    for threads in ["1", "2", "7", "1024"] {
        let arguments = ["--size", "4", "--depth", "4", "--threads", threads];
        assert_eq!(nodes(&arguments), 216_464);
        assert_eq!(nodes(&[&arguments[..], &["--divide"]].concat()), 216_464);
    }
}

#[test]
fn perft_of_a_finished_game_is_one_leaf() {
    for divide in [&[][..], &["--divide"]] {
        let arguments = ["--size", "3", "--moves", ROAD_GAME, "--depth", "5"];
        assert_eq!(nodes(&[&arguments[..], divide].concat()), 1);
    }
}

#[test]
fn perft_as_json() {
    let start = ["perft", "--size", "3", "--moves", "a1 c3", "--depth", "2"];
    let object = json(&[&start[..], &["--threads", "2"]].concat());
    assert_eq!(object["size"], 3);
    assert_eq!(object["tps"], "x2,1/x3/2,x2 1 2");
    assert_eq!(object["depth"], 2);
    assert_eq!(object["threads"], 2);
    assert_eq!(object["nodes"], nodes(&start[1..]));
    assert!(object["time"].is_u64(), "whole milliseconds: {object}");
    assert!(object["nodes_per_second"].as_u64().unwrap() > 0);
    assert_eq!(object["divide"], Value::Null);

    let divided = json(&[&start[..], &["--divide"]].concat());
    let parts = divided["divide"].as_object().unwrap().values();
    let sum: u64 = parts.map(|nodes| nodes.as_u64().unwrap()).sum();
    assert_eq!(divided["nodes"], sum);
}

#[test]
fn moves_are_sorted_and_short() {
    let start = stdout(&["moves", "--size", "3"]);
    assert_eq!(start, "a1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\n");

    let crush = "x6/x6/x6/12121C,x2,2S,x2/x6/x6 1 12";
    let output = stdout(&["moves", "--tps", crush]);
    let moves: Vec<_> = output.lines().collect();
    assert_eq!(moves.len(), 129);
    assert!(moves.is_sorted());
    assert!(moves.contains(&"5a3>221"), "the capstone crushes d3");
    assert!(!moves.contains(&"5a3>212"), "two pieces do not");
    assert!(!output.contains(['*', 'F']), "{output}");
}

#[test]
fn moves_as_json() {
    // A position may be copied with its tag.
    let tagged = json(&["moves", "--tps", "[TPS \"x2,1/x,1,x/2,x2 2 2\"]"]);
    assert_eq!(tagged, json(&["moves", "--tps", "x2,1/x,1,x/2,x2 2 2"]));
    let object = json(&["moves", "--size", "3", "--opening", "no-swap"]);
    assert_eq!(object["opening"], "no-swap");
    let object = json(&["moves", "--size", "3", "--moves", "a1 c3 b2"]);
    assert_eq!(object["opening"], "swap");
    assert_eq!(object["tps"], "x2,1/x,1,x/2,x2 2 2");
    assert_eq!(object["size"], 3);
    assert_eq!(object["result"], Value::Null);
    let plain = stdout(&["moves", "--size", "3", "--moves", "a1 c3 b2"]);
    let moves: Vec<_> = plain.lines().collect();
    assert_eq!(object["moves"], Value::from(moves));
}

#[test]
fn a_finished_game_has_no_moves() {
    let arguments = ["moves", "--size", "3", "--moves", ROAD_GAME];
    let output = run(&arguments);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "");
    assert_eq!(text(&output.stderr), "the game is over: R-0\n");

    let object = json(&arguments);
    assert_eq!(object["result"], "R-0");
    assert_eq!(object["moves"], Value::Array(Vec::new()));
}

#[test]
fn results_of_every_kind() {
    for (tps, result) in [
        ("x3/x3/x3 1 1", "none"),
        ("1,1,1/2,2,2/x3 2 4", "R-0"),
        ("1,1,1/2,2,2/x3 1 4", "0-R"),
        ("1S,1,2/2,1,2/1,2S,1 2 5", "F-0"),
        ("1S,1S,2/2,1,1/2,2,1 2 5", "0-F"),
        (FULL_BOARD, "1/2-1/2"),
    ] {
        let plain = stdout(&["result", "--tps", tps]);
        assert_eq!(plain, format!("{result}\n"), "{tps}");
        let object = json(&["result", "--tps", tps]);
        assert_eq!(object["result"].as_str().unwrap_or("none"), result);
        assert_eq!(object["tps"], tps);
    }
}

#[test]
fn komi_decides_a_flat_count() {
    for (komi, result) in
        [("--komi=0", "1/2-1/2\n"), ("--komi=.5", "0-F\n"), ("--komi=-0.5", "F-0\n")]
    {
        assert_eq!(stdout(&["result", "--tps", FULL_BOARD, komi]), result);
    }
    let apart = ["result", "--tps", FULL_BOARD, "--komi", "-2"];
    assert_eq!(stdout(&apart), "F-0\n");
    assert_eq!(json(&apart)["half_komi"], -4);
}

#[test]
fn results_after_moves() {
    let arguments = ["result", "--size", "3", "--moves", ROAD_GAME];
    assert_eq!(stdout(&arguments), "R-0\n");
}

#[test]
fn usage_errors_take_one_line() {
    for (arguments, problem) in [
        (&["per"][..], "unrecognized subcommand 'per' (did you mean 'perft'?)"),
        (&["a\nb\n\nc\u{1b}[1m"], "'a\\nb\\n\\nc\\u{1b}[1m'"),
        (&["help", "per"], "unrecognized subcommand 'per'"),
        (&["perft"], "not provided: --depth <D>"),
        (&["perft", "--depth", "1"], "<--size <S>|--tps <TPS>>"),
        (&["perft", "--size", "3"], "--depth <D>"),
        (&["perft", "--size", "3", "--depth"], "a value is required"),
        (&["perft", "--size", "3", "--depth", "x"], "'x'"),
        (&["perft", "--size", "3", "--depth", "-1"], "-1 is not in"),
        (&["perft", "--size", "3", "--depth", "101"], "0..=100"),
        (&["perft", "--depth=1", "--size=3", "--threads=0"], "1..=1"),
        (&["perft", "--depth=1", "--size=3", "--threads=1025"], "1025"),
        (&["moves"], "not provided: <--size <S>|--tps <TPS>>"),
        (&["moves", "--size", "9"], "invalid value '9'"),
        (&["moves", "--size", "4\n"], "invalid value '4\\n'"),
        (&["moves", "--size", ""], "a value is required"),
        (&["moves", "--size", "3", "--size", "4"], "multiple times"),
        (&["moves", "--size", "3", "--tps", "x"], "cannot be used with"),
        (&["moves", "--size", "3", "a1"], "unexpected argument 'a1'"),
        (&["moves", "--size", "3", "--a\r\nb"], "'--a\\r\\nb'"),
        (&["moves", "--size", "3", "--json=1"], "unexpected value '1'"),
        (&["result"], "not provided"),
        (&["result", "--size=3", "--komi=x"], "'x'"),
        (&["result", "--size=3", "--komi=40000"], "40000"),
    ] {
        let line = error(arguments);
        assert!(line.contains(problem), "{line:?}, not {problem:?}");
        let help = match arguments.first() {
            Some(&command @ ("perft" | "moves" | "result" | "book" | "chess")) => {
                format!("{command} --help")
            }
            _ => "--help".to_owned(),
        };
        assert!(line.ends_with(&format!("; try 'tak-tools {help}'")), "{line:?}");
    }
}

/// What is refused is tested with the TPS reader.
#[test]
fn bad_positions_take_one_line() {
    let long = "1".repeat(100_000);
    for tps in ["", "x3/x4/x3 1 1", "x3\n/\u{1b}[0m/x3 1 1", "x3/x3/1\u{2028}2,x2 1 1", &long] {
        let line = error(&["moves", "--tps", tps]);
        assert!(line.contains("TPS, "), "{line:?}");
        error(&["perft", "--depth", "1", "--tps", tps]);
        error(&["result", "--tps", tps, "--json"]);
    }
}

#[test]
fn bad_moves_are_named() {
    let long = "a1 c3 ".to_owned() + &"q".repeat(100_000);
    let after_the_end = format!("{ROAD_GAME} c3");
    for (moves, number, problem) in [
        ("a1 a1", 2, "`a1`: illegal here: the square is taken"),
        ("Ca1", 1, "`Ca1`: illegal here"),
        ("a1 c3 d3", 3, "`d3`"),
        ("a1 c3  c3>", 3, "leaves the board"),
        ("a1 c3 \u{1b}[1m", 3, "`\\u{1b}"),
        ("a1,c3", 1, "`a1,c3`"),
        (&long, 3, "…`: expected"),
        (&after_the_end, 6, "`c3`: illegal here: the game has ended before it with R-0"),
    ] {
        let line = error(&["moves", "--size", "3", "--moves", moves]);
        assert!(line.contains(&format!("--moves, number {number}: ")), "{line:?}");
        assert!(line.contains(problem), "{line:?}, not {problem:?}");
    }
}

#[cfg(unix)]
#[test]
fn text_that_is_not_utf_8_takes_one_line() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let fails = |arguments: &[&OsStr]| {
        let output = Command::new(PROGRAM).args(arguments).output();
        failure(2, &output.unwrap())
    };
    let bad = OsStr::from_bytes(b"x3/\xff\n/x3 1 1");
    for option in ["--tps", "--moves", "--size"] {
        fails(&["moves".as_ref(), option.as_ref(), bad]);
    }
    fails(&[bad]);
    fails(&["moves".as_ref(), bad]);
}

#[test]
fn without_a_command_the_help_is_shown() {
    for arguments in [&[][..], &["book"], &["chess"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        let help = text(&output.stderr);
        assert!(help.contains("Usage: tak-tools"), "{help}");
        assert!(help.contains("Examples:"), "{help}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(stdout(&["--version"]).starts_with("tak-tools "));
    for arguments in [
        &["--help"][..],
        &["help", "perft"],
        &["perft", "--help"],
        &["moves", "--help"],
        &["result", "-h"],
    ] {
        assert!(stdout(arguments).contains("Examples:\n"), "{arguments:?}");
    }
}
