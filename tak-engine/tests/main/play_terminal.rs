//! `tak-engine play` on a terminal.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::program::on_terminal;

/// Asks the terminal to mark what is pasted.
const LISTENS: &str = "\u{1b}[?2004h";

/// What a terminal of that width shows when each of these keys is typed once the
/// text before it has been seen; nothing where no terminal can be played.
fn shown(width: usize, arguments: &str, steps: &[(&str, &str)]) -> Option<String> {
    let mut command = on_terminal(width, &format!("play --level 1 {arguments}"))?;
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut all, mut seen) = (Vec::new(), 0);
    let mut buffer = [0; 4096];
    for (prompt, keys) in steps {
        // What was there before does not count. The line editor draws a prompt again while a
        // line is typed, but says once for each line that it listens: keys that come before
        // would be the terminal's.
        while ![*prompt, LISTENS].iter().all(|part| shows(&all[seen..], part)) {
            let read = stdout.read(&mut buffer).unwrap();
            assert!(read > 0, "no {prompt}: {}", String::from_utf8_lossy(&all));
            all.extend_from_slice(&buffer[..read]);
        }
        seen = all.len();
        stdin.write_all(keys.as_bytes()).unwrap();
    }
    stdout.read_to_end(&mut all).unwrap();
    let status = child.wait().unwrap();
    let text = String::from_utf8(all).unwrap();
    assert!(status.success(), "{text}");
    Some(text)
}

fn shows(output: &[u8], part: &str) -> bool {
    String::from_utf8_lossy(output).contains(part)
}

const PLAIN: &str = "--color never --size 5";

/// What is said fits the terminal, and no word is broken.
#[test]
fn text_is_broken_between_words() {
    for width in [40, 80] {
        let steps = [("1. ", "help\r"), ("1. ", "xyz\r"), ("1. ", "quit\r")];
        let Some(text) = shown(width, "--color never --size 3", &steps) else {
            return;
        };
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in
            ["Sa1 a wall, Ca1 the capstone; 3c3>21 takes", "A legal move is `a1`; `moves` lists"]
        {
            assert!(words.contains(said), "{width}: {text}");
        }
        let lines = text.lines().filter(|line| !line.contains('\u{1b}'));
        let long: Vec<_> = lines.filter(|line| line.trim_end().chars().count() > width).collect();
        assert!(long.is_empty(), "{width}: {long:?}");
    }
}

#[test]
fn an_unsaved_game_is_not_lost_by_a_word() {
    let asked = "The game is not saved. Save it first? y/n";
    // `maybe` goes back to the game, `n` leaves it.
    let steps =
        [("1. ", "a1\r"), ("2. ", "quit\r"), (asked, "maybe\r"), ("2. ", "quit\r"), (asked, "n\r")];
    let Some(text) = shown(80, PLAIN, &steps) else {
        return;
    };
    assert!(text.contains("The game goes on"), "{text:?}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    let name = format!("{}\r", path.display());
    let steps = [
        ("1. ", "a1\r"),
        ("2. ", "new\r"),
        (asked, "y\r"),
        ("File name: ", &name),
        ("1. ", "quit\r"),
    ];
    let text = shown(80, PLAIN, &steps).unwrap();
    assert!(text.contains("game.ptn keeps the last game"), "{text:?}");
    assert!(path.is_file());

    // Without a move there is nothing to lose, and the end of the input asks nothing.
    let text = shown(80, PLAIN, &[("1. ", "quit\r")]).unwrap();
    assert!(!text.contains(asked));
    let text = shown(80, PLAIN, &[("1. ", "a1\r"), ("2. ", "\u{4}")]).unwrap();
    assert!(!text.contains(asked) && text.contains("[Size \"5\"]"), "{text:?}");
    let steps = [("1. ", "a1\r"), ("2. ", "quit\r"), (asked, "\u{4}")];
    let text = shown(80, PLAIN, &steps).unwrap();
    assert_eq!(text.matches("[Size \"5\"]").count(), 1, "{text:?}");
}

#[test]
fn the_line_can_be_edited() {
    // A slip, taken back with the backspace key; then the line before once more.
    let steps =
        [("1. ", "a9\u{7f}1\r"), ("2. ", "board\r"), ("2. ", "\u{1b}[A\r"), ("2. ", "\u{4}")];
    let Some(text) = shown(80, PLAIN, &steps) else {
        return;
    };
    assert!(text.contains("You play a1."), "{text:?}");
    assert_eq!(text.matches("after 1... ").count(), 3, "{text:?}");
}

#[test]
fn the_board_fits_a_narrow_terminal() {
    let tps = "--color never --tps '2,x7/x,1221S,x6/x8/x3,11221122112212,x4/x8/x8/x8/1,x7 1 40'";
    let Some(text) = shown(50, tps, &[("40. ", "quit\r")]) else {
        return;
    };
    assert!(text.contains("d5 11221122112212"), "{text:?}");
    let board = text.split("Stacks").next().unwrap();
    let rows = board.lines().filter(|line| line.starts_with(' '));
    assert!(rows.clone().count() >= 8, "{text:?}");
    assert!(rows.clone().all(|row| row.trim_end().chars().count() <= 50));
}
