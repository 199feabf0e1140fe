//! `tak-engine play` on a terminal.

use std::io::{Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::{line_on_terminal, on_terminal};

/// Asks the terminal to mark what is pasted.
const LISTENS: &str = "\u{1b}[?2004h";

/// No longer.
const LISTENS_NO_MORE: &str = "\u{1b}[?2004l";

/// What is shown while it takes no lines.
const THINKS: &str = "The engine thinks";

const INTERRUPT: &str = "\u{3}";

/// An answer that comes after a pause.
const LATER: &str = "later\r";
/// Instead of keys, a request to end.
const TERMINATE: &str = "SIGTERM";
const PAUSE: Duration = Duration::from_secs(8);

/// What a terminal of that width shows when each of these keys is typed once the
/// text before it has been seen; nothing where no terminal can be played.
fn shown(width: usize, arguments: &str, steps: &[(&str, &str)]) -> Option<String> {
    let (text, status) = shown_to_the_end(width, arguments, steps)?;
    assert!(status.success(), "{text}");
    Some(text)
}

fn shown_to_the_end(
    width: usize,
    arguments: &str,
    steps: &[(&str, &str)],
) -> Option<(String, ExitStatus)> {
    Some(shown_by(on_terminal(width, &format!("play --level 1 {arguments}"))?, steps))
}

fn shown_by(mut command: Command, steps: &[(&str, &str)]) -> (String, ExitStatus) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut all, mut seen) = (Vec::new(), 0);
    let mut buffer = [0; 4096];
    for (prompt, keys) in steps {
        // What was there before does not count. The line editor draws a prompt again while a
        // line is typed, but says once for each line that it listens: keys that come before
        // would be the terminal's.
        let wanted = if *prompt == THINKS { &[THINKS][..] } else { &[*prompt, LISTENS] };
        while !wanted.iter().all(|part| shows(&all[seen..], part)) {
            let read = stdout.read(&mut buffer).unwrap();
            assert!(read > 0, "no {prompt}: {}", String::from_utf8_lossy(&all));
            all.extend_from_slice(&buffer[..read]);
        }
        seen = all.len();
        if *keys == LATER {
            sleep(PAUSE);
        }
        if *keys == TERMINATE {
            let program = youngest(child.id()).to_string();
            assert!(Command::new("kill").args(["-TERM", &program]).status().unwrap().success());
        } else {
            stdin.write_all(keys.as_bytes()).unwrap();
        }
    }
    stdout.read_to_end(&mut all).unwrap();
    let status = child.wait().unwrap();
    (String::from_utf8(all).unwrap(), status)
}

/// The last process of a line of only children.
fn youngest(process: u32) -> u32 {
    let path = format!("/proc/{process}/task/{process}/children");
    let children = std::fs::read_to_string(path).unwrap();
    children.trim().parse().map_or(process, youngest)
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

/// Where no other game begins, the last one is not given up.
#[test]
fn a_board_that_cannot_be_loses_no_game() {
    let asked = "The game is not saved. Save it first? y/n";
    let both = "--color never --size 4 --side both";
    let steps = [("1. ", "a1\r"), ("1... ", "new 9\r"), ("1... ", "quit\r"), (asked, "n\r")];
    let Some(text) = shown(80, both, &steps) else { return };
    assert!(text.contains("new: board size `9`"), "{text:?}");
    assert_eq!(text.matches(asked).count(), 1, "{text:?}");
}

#[test]
fn a_game_that_is_in_a_file_can_be_left() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("game.ptn"), folder.path().join("new.ptn"));
    std::fs::write(&old, "[Size \"5\"]\n\n1. a1 e5\n").unwrap();
    for (save, is_said) in [(&old, true), (&new, false)] {
        let arguments = format!("--side both '{}' --save '{}'", old.display(), save.display());
        let Some(text) = shown(80, &arguments, &[("2. ", "quit\r")]) else { return };
        assert!(!text.contains("The game is not saved."), "{text:?}");
        assert_eq!(text.contains("The game is in "), is_said, "{text:?}");
    }
    assert!(!new.exists());
    let asked = "The game is not saved. Save it first? y/n";
    let arguments = format!("--side both '{}'", old.display());
    let steps = [("2. ", "c3\r"), ("2... ", "quit\r"), (asked, "n\r")];
    let text = shown(80, &arguments, &steps).unwrap();
    assert!(!text.contains("The game is in "), "{text:?}");
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

/// Of a game on a terminal of 24 lines, the messages, the board and the prompt are seen at once,
/// however high the stacks are.
#[test]
fn a_turn_fits_the_terminal() {
    for size in 3..=8 {
        let ranks = if size > 6 { 2 } else { 1 };
        let high = format!("1212121212S,x{}/", size - 1).repeat(ranks);
        let empty = vec![format!("x{size}"); size - ranks].join("/");
        for color in ["never", "always"] {
            let arguments = format!("--color {color} --tps '{high}{empty} 1 30'");
            let steps = [("30. ", "a1\r"), ("31. ", "resign\r"), ("new or quit", "quit\r")];
            let steps = [&steps[..], &[("Save it first? y/n", "n\r")]].concat();
            let Some(text) = shown(80, &arguments, &steps) else { return };
            let turn = &text[text.find("You play a1.").unwrap()..];
            let turn = &turn[..turn.find("31. ").unwrap()];
            let lines = turn.lines().count() + "the line that was typed".lines().count();
            assert!(lines <= 24, "{size}, {color}: {lines} lines: {turn}");
            assert!(turn.contains("The engine plays ") && turn.contains(" a "), "{turn}");
        }
    }
}

#[test]
fn it_shows_that_it_thinks() {
    let steps = [("1. ", "hint\r"), ("Try ", "quit\r")];
    let Some(text) = shown(80, PLAIN, &steps) else { return };
    assert!(text.contains(THINKS), "{text:?}");
}

/// Ctrl-C asks as `quit` does, at the prompt and while the engine thinks; who presses it again
/// leaves, with the game on the screen.
#[test]
fn an_interrupt_loses_no_game() {
    let asked = "The game is not saved. Save it first? y/n";
    let steps = [("1. ", "a1\r"), ("2. ", INTERRUPT), (asked, "no idea\r")];
    let again = [("2. ", INTERRUPT), (asked, "n\r")];
    let Some((text, status)) = shown_to_the_end(80, PLAIN, &[&steps[..], &again].concat()) else {
        return;
    };
    assert_eq!(status.code(), Some(130), "{text:?}");
    assert!(!text.contains("[Size \"5\"]"), "{text:?}");
    let steps = [("1. ", "a1\r"), ("2. ", INTERRUPT), (asked, INTERRUPT)];
    let (text, status) = shown_to_the_end(80, PLAIN, &steps).unwrap();
    assert_eq!(status.code(), Some(130), "{text:?}");
    assert_eq!(text.matches("[Size \"5\"]").count(), 1, "{text:?}");
    // Without a move there is nothing to lose.
    let (text, status) = shown_to_the_end(80, PLAIN, &[("1. ", INTERRUPT)]).unwrap();
    assert_eq!(status.code(), Some(130), "{text:?}");
    assert!(!text.contains(asked), "{text:?}");

    let steps = [("1. ", "level full\r"), ("1. ", "a1\r"), (THINKS, INTERRUPT), (asked, "n\r")];
    let (text, _) = shown_to_the_end(80, PLAIN, &steps).unwrap();
    assert!(!text.contains("The engine plays e") && !text.contains("\n2. "), "{text:?}");
    // After two columns for the sign of life, the line leaves room for the `^C`.
    let (_, line) = text.split_once(THINKS).unwrap();
    let line = line.split(char::is_control).next().unwrap_or_default().trim_end_matches("^C");
    assert_eq!(2 + THINKS.len() + line.len(), 78, "{text:?}");
}

/// Who asks the program to end from elsewhere cannot answer: the game is shown, and the terminal is
/// what it was.
#[test]
fn a_request_to_end_asks_nothing() {
    let asked = "The game is not saved. Save it first? y/n";
    let full = [("1. ", "level full\r"), ("1. ", "a1\r"), (THINKS, TERMINATE)];
    let prompt = [("1. ", "a1\r"), ("2. ", TERMINATE)];
    let question = [("1. ", "a1\r"), ("2. ", INTERRUPT), (asked, TERMINATE)];
    let puzzle = [("> ", TERMINATE)];
    let play = "play --level 1";
    for (words, steps, is_asked) in [
        (play, &full[..], false),
        (play, &prompt, false),
        (play, &question, true),
        ("puzzle --seed 1", &puzzle, false),
    ] {
        let program = env!("CARGO_BIN_EXE_tak-engine");
        let call = format!("'{program}' {words} {PLAIN}; echo ended by $?; stty -a");
        let Some(command) = line_on_terminal(80, &call) else { return };
        let (text, _) = shown_by(command, steps);
        assert!(text.contains("ended by 130"), "{text:?}");
        assert!(text.contains(" icanon") && text.contains(" echo "), "{text:?}");
        assert_eq!(text.matches("[Size \"5\"]").count(), usize::from(words == play), "{text:?}");
        assert_eq!(text.contains(asked), is_asked, "{text:?}");
        let last = text.rfind(LISTENS).unwrap();
        assert!(text[last..].contains(LISTENS_NO_MORE), "{text:?}");
    }
}

/// The clock of the engine stands while the player is asked whether to save the game.
#[test]
fn a_question_takes_no_time_of_the_engine() {
    let asked = "The game is not saved. Save it first? y/n";
    let steps = [
        ("1. ", "level full\r"),
        ("1. ", "a1\r"),
        (THINKS, INTERRUPT),
        (asked, LATER),
        ("2. ", "quit\r"),
        (asked, "n\r"),
    ];
    let Some(text) = shown(80, "--color never --size 5 --clock 1", &steps) else { return };
    let played = text.split("The engine plays ").last().unwrap();
    let left = played.split("[0:").nth(1).and_then(|left| left.get(..2)?.parse::<u64>().ok());
    assert!(left.is_some_and(|left| left > 60 - PAUSE.as_secs()), "{text:?}");
}
