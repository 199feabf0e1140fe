//! What `tak-engine analyze` says when it cannot do what it is asked to.

use std::fs;

use crate::program::{GAME, engine, failure, run, success, text, written};

/// Arguments, and a part of what is said: between `^` and `$` the whole line.
const WRONG: &str = "\
none.ptn | none.ptn: cannot be read
empty.ptn | empty.ptn: expected a game in PTN
bad.ptn | bad.ptn, line 20, column 8: move `c9`: expected a placement
illegal.ptn | illegal.ptn, line 20, column 8: move `c2-`: illegal here: the stack belongs
--tps x3/x3 | ^--tps: TPS, 
game.ptn --game 2 | --game 2: the file holds 1 game$
game.ptn --first 31 | the game has the moves 1w to 30w$
game.ptn --first 9 --last 8b | expected a move that does not come before
game.ptn --svg game.ptn | it cannot be the output too
game.ptn --svg x --ptn x | ^x: it is named for two outputs
game.ptn --resume x --ptn ./x | ^x: it is named for two outputs
game.ptn --svg - --json | ^-: it is named for two outputs
game.ptn --html game.ptn | it cannot be the output too
game.ptn --html x --svg x | ^x: it is named for two outputs
game.ptn --nodes 0 | --nodes
game.ptn --nodes 0 | --help";

#[test]
fn what_is_wrong_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let game = fs::read_to_string(GAME).unwrap();
    for (name, game) in [
        ("empty.ptn", String::new()),
        ("bad.ptn", game.replace("12. c2 c1", "12. c2 c9")),
        ("illegal.ptn", game.replace("12. c2 c1", "12. c2 c2-")),
        ("game.ptn", game),
    ] {
        written(&folder, name, game);
    }
    for case in WRONG.lines() {
        let (arguments, why) = case.split_once(" | ").unwrap();
        let mut command = engine(&["analyze"]);
        command.args(arguments.split(' ')).current_dir(folder.path());
        let line = failure(2, &command.output().unwrap());
        assert!(format!("^{line}$").contains(why), "{arguments}: {line}");
    }
}

#[test]
fn an_output_that_cannot_be_written_is_told_before_the_work() {
    let line = failure(1, &run(&["analyze", GAME, "--depth", "100", "--svg", "/none/at/all.svg"]));
    assert!(line.starts_with("cannot write /none/at/all.svg: "), "{line}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_written_is_told_where_something_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let ptn = folder.path().join("out.ptn");
    let name = ptn.to_str().unwrap();
    let full = ["analyze", GAME, "--svg", "/dev/full", "-q", "--ptn", name, "--nodes", "500"];
    let output = run(&full);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = text(&output.stderr);
    assert!(told.starts_with("error: cannot write /dev/full: "), "{told}");
    assert!(told.ends_with("out.ptn was written\n"), "{told}");
    assert!(fs::read_to_string(ptn).unwrap().contains("tak-engine"));

    let output = run(&["analyze", GAME, "--depth", "100", "--svg", "/proc/game.svg"]);
    let told = text(&output.stderr);
    assert_eq!(told, "error: cannot write /proc/game.svg: its folder accepts no files\n");
}

/// More pieces than a byte counts together.
#[test]
fn as_many_capstones_as_can_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Size \"5\"]\n[Caps \"255\"]\n\n1. a1 e5 2. Cc3 c4\n";
    let path = written(&folder, "caps.ptn", game);
    success(&run(&["analyze", "--nodes", "500", &path]));
}
