//! What `tak-engine analyze` says where it cannot do what it is asked to.

use std::fs;
use std::process::{Command, Output};

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/game.ptn");

fn analyze(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tak-engine"));
    command.arg("analyze").args(arguments).output().unwrap()
}

/// The one line of a call that must fail.
fn error(arguments: &[&str]) -> String {
    let output = analyze(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    let line = text.strip_suffix('\n').unwrap();
    assert!(!line.contains(char::is_control), "{line:?}");
    line.strip_prefix("error: ").unwrap().to_owned()
}

#[test]
fn what_is_wrong_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let game = fs::read_to_string(GAME).unwrap();

    let missing = folder.path().join("none.ptn");
    let line = error(&[missing.to_str().unwrap()]);
    assert!(line.contains("none.ptn: cannot be read"), "{line}");
    let line = error(&[&file("empty.ptn", "")]);
    assert!(line.contains("empty.ptn: expected a game in PTN"), "{line}");
    let line = error(&[&file("bad.ptn", &game.replace("12. c2 c1", "12. c2 c9"))]);
    let place = "bad.ptn: PTN, line 20, column 8: move `c9`: expected a placement";
    assert!(line.contains(place), "{line}");
    let line = error(&[&file("illegal.ptn", &game.replace("12. c2 c1", "12. c2 c2-"))]);
    let place = "illegal.ptn: PTN, line 20, column 8: move `c2-`: illegal here: ";
    assert!(line.contains(place), "{line}");

    let line = error(&["--tps", "x3/x3 1 1"]);
    assert!(line.starts_with("--tps: "), "{line}");
    let line = error(&[GAME, "--game", "2"]);
    assert!(line.ends_with("--game 2: the file holds 1 game"), "{line}");
    let line = error(&[GAME, "--from", "31"]);
    assert!(line.ends_with("the game has the moves 1w to 30w"), "{line}");
    let line = error(&[GAME, "--from", "9", "--to", "8b"]);
    assert!(line.contains("expected a move that does not come before"), "{line}");
    let line = error(&[GAME, "--svg", GAME]);
    assert!(line.contains("it cannot be the output too"), "{line}");
    let line = error(&[GAME, "--svg", "x", "--json", "x"]);
    assert!(line.starts_with("x: it cannot hold two things"), "{line}");
    let line = error(&[GAME, "--nodes", "0"]);
    assert!(line.contains("--nodes") && line.contains("--help"), "{line}");
}

#[test]
fn an_output_that_cannot_be_written_is_told_before_the_work() {
    let output = analyze(&[GAME, "--depth", "100", "--svg", "/none/at/all.svg"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("error: cannot write /none/at/all.svg: "), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_written_is_told_where_something_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let ptn = folder.path().join("out.ptn");
    let output = analyze(&[
        GAME,
        "--svg",
        "/dev/full",
        "-q",
        "--ptn",
        ptn.to_str().unwrap(),
        "--nodes",
        "500",
    ]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("error: cannot write /dev/full: "), "{text}");
    assert!(text.ends_with("out.ptn was written\n"), "{text}");
    assert!(fs::read_to_string(ptn).unwrap().contains("tak-engine"));

    let output = analyze(&[GAME, "--depth", "100", "--svg", "/proc/game.svg"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text, "error: cannot write /proc/game.svg: its folder takes no files\n");
}

/// More pieces than a byte counts together.
#[test]
fn as_many_capstones_as_can_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("caps.ptn");
    fs::write(&path, "[Size \"5\"]\n[Caps \"255\"]\n\n1. a1 e5 2. Cc3 c4\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tak-engine"))
        .args(["analyze", "--nodes", "500"])
        .arg(&path)
        .output()
        .unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
