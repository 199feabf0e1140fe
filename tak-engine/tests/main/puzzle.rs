//! `tak-engine puzzle`, with a player who types fast. What is reached is kept in a folder of the
//! test's, never in the user's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use tempfile::TempDir;

use crate::program::{engine, failure, success, type_into, written};

/// Two puzzles of one move, and one in which White wins in three plies.
const OBJECT: &str = r#"{"tps": "x4/x4/1,1,1,x/2,2,x,2 1 5", "size": 4, "half_komi": 0, "kind": "tinuë",
"scope": "strict", "winner": "white", "plies": 1, "line_plies": 1, "shortest": true, "move": "d2",
"line": ["d2"], "themes": [], "nodes": 1, "rating": 740, "source": "a.ptn", "ptn": ""}"#;
const LINE: &str = "x4/x4/1,1,1,x/2,2,x,2 1 5|1|d2|tinuë|700|0";

fn run(home: &TempDir, arguments: &[&str], lines: impl AsRef<[u8]>) -> Output {
    let mut command = engine(&[&["puzzle", "--seed", "7"], arguments].concat());
    for name in ["HOME", "XDG_DATA_HOME", "APPDATA"] {
        command.env(name, home.path());
    }
    type_into(command.stdout(Stdio::piped()), lines)
}

/// The file in which the rating is kept, if there is one.
fn record(home: &TempDir) -> Option<PathBuf> {
    let folders = ["tak-engine", "Library/Application Support/tak-engine"];
    let files = folders.map(|folder| home.path().join(folder).join("puzzles.json"));
    files.into_iter().find(|file| file.is_file())
}

fn assert_said(text: &str, said: &[&str]) {
    for said in said {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn a_file_of_ones_own_may_have_both_forms() {
    let home = tempfile::tempdir().unwrap();
    let object = OBJECT.replace('\n', " ");
    let file = written(&home, "own.json", format!("{object}\n# more\n{LINE}\n"));
    let text = success(&run(&home, &[&file], "d2\nd2\n"));
    assert_said(&text, &["No. 1, tinuë, rated 740\n", "No. 2, tinuë, rated "]);
    assert_eq!(text.matches("That is it!").count(), 2, "{text}");
    let file = written(&home, "bad.json", format!("{object}\n{{\"plies\": 3}}\n"));
    let why = failure(2, &run(&home, &[&file], ""));
    assert!(why.ends_with("bad.json, line 2: expected `move`"), "{why}");
    let file = written(&home, "bad.txt", "a1|b2\n");
    let why = failure(2, &run(&home, &[&file], ""));
    assert!(
        why.contains("bad.txt, line 1: expected TPS|plies|line|kind|rating|half komi or"),
        "{why}"
    );
}

#[test]
fn the_first_try_moves_the_rating() {
    let home = tempfile::tempdir().unwrap();
    let other = LINE.replace("2,2,x,2", "2,x,2,2");
    let file = written(&home, "own.txt", format!("{LINE}\n{other}\n"));
    let text = success(&run(&home, &[&file], "d3\nd2\nd2\n"));
    assert_said(&text, &["Your rating 820 ± 700; 0 solved in a row, 0 at best.\n", "Not d3"]);
    assert_said(&text, &["1 puzzle solved at the first try, of 2. Your rating "]);
    assert_said(&text, &["; 1 solved in a row, 1 at best.\n"]);
    assert_eq!(text.matches("Your rating goes from ").count(), 1, "{text}");
    // It is kept, and a puzzle counts once.
    let kept = fs::read_to_string(record(&home).unwrap()).unwrap();
    let text = success(&run(&home, &[&file], "d2\nd2\n"));
    assert_eq!(text.matches("; 1 solved in a row, 1 at best.\n").count(), 2, "{text}");
    assert!(!text.contains("goes from"), "{text}");
    assert_eq!(fs::read_to_string(record(&home).unwrap()).unwrap(), kept);
}

#[test]
fn a_try_that_wins_later_is_no_failure() {
    let home = tempfile::tempdir().unwrap();
    let (number, later) =
        (["--number", "402"], "Wins too, in 5 plies; look for the quicker one.\n");
    let text = success(&run(&home, &number, "a1\nquit\n"));
    assert_said(&text, &["No. 402, best", later, "Your rating 820 ± 700; 0 solved in a row"]);
    assert_eq!(record(&home), None);
    // The next try counts as the first.
    let text = success(&run(&home, &number, "a1\n3a4-\na4\nquit\n"));
    assert_said(&text, &[later, "That is it! Your rating goes from 820 to "]);
    assert_said(&text, &["1 puzzle solved at the first try, of 2.", "; 1 solved in a row"]);
}

#[test]
fn nothing_is_kept_where_that_is_wanted_or_nothing_was_tried() {
    let home = tempfile::tempdir().unwrap();
    let file = written(&home, "own.txt", LINE);
    let text = success(&run(&home, &[&file, "--no-record"], "d2\n"));
    assert_said(&text, &["That is it! Your rating goes from 820 to "]);
    success(&run(&home, &[], "help\nnext\nquit\n"));
    assert_eq!(record(&home), None);
}

#[test]
fn a_newcomer_begins_with_a_short_one_on_a_small_board() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("board/puzzles.txt");
    let shipped = fs::read_to_string(shipped).unwrap();
    let puzzles: Vec<_> = shipped.lines().filter(|line| !line.starts_with('#')).collect();
    let home = tempfile::tempdir().unwrap();
    let text = success(&run(&home, &[], "next\nnext\nnext\nquit\n"));
    let shown: Vec<_> = text.split("No. ").skip(1).collect();
    assert_eq!(shown.len(), 4, "{text}");
    for told in shown {
        let number: usize = told.split(',').next().unwrap().parse().unwrap();
        let mut fields = puzzles[number - 1].split('|');
        assert!(fields.next().unwrap().matches('/').count() < 5, "{told}");
        assert!(fields.next().unwrap().parse::<u32>().unwrap() <= 3, "{told}");
    }
}

#[test]
fn there_is_a_puzzle_for_each_day() {
    let home = tempfile::tempdir().unwrap();
    let text = success(&run(&home, &["--daily"], "next\n"));
    assert_eq!(text.matches("No. ").count(), 1, "{text}");
    assert_said(&text, &["0 puzzles solved at the first try, of 1."]);
    failure(2, &run(&home, &["--daily", "--size", "5"], ""));
    failure(2, &run(&home, &["--daily", "own.txt"], ""));
}

#[test]
fn the_proof_answers_every_defence() {
    let home = tempfile::tempdir().unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("board/puzzles.txt");
    let shipped = fs::read_to_string(shipped).unwrap();
    let line = shipped.lines().find(|line| line.contains("|3|") && line.contains("|tinuë|"));
    let file = written(&home, "own.txt", line.unwrap());
    let text = success(&run(&home, &[&file], "show\nz9\n\n\nshow\nnext\n"));
    assert_said(&text, &["press Enter for the longest defence", "`help` says what you can type"]);
    assert_said(&text, &["The game ends with ", "The game is over: `show`, `next` or `quit`."]);
    assert_said(&text, &["0 puzzles solved at the first try, of 1."]);
    assert!(record(&home).is_some());
}

#[test]
fn a_line_that_is_no_text_ends_nothing() {
    let home = tempfile::tempdir().unwrap();
    let file = written(&home, "own.txt", LINE);
    let text = success(&run(&home, &[&file], b"\xff\xfe\nd2\n"));
    assert_said(&text, &["expected text in UTF-8; `help` says what you can type\n"]);
    assert_said(&text, &["That is it!", "1 puzzle solved at the first try, of 1."]);
}

#[test]
fn puzzles_are_chosen_by_theme_and_length() {
    let home = tempfile::tempdir().unwrap();
    let spread = LINE.replace("2,2,x,2", "2,2,2,1").replace("|d2|", "|d1+|");
    let file = written(&home, "own.txt", format!("{LINE}\n{spread}\n"));
    let shown = |choice: &[&str]| {
        let text = success(&run(&home, &[&[&*file], choice].concat(), "next\nnext\n"));
        text.matches("No. 1, ").count() + 2 * text.matches("No. 2, ").count()
    };
    assert_eq!(shown(&[]), 3);
    assert_eq!(shown(&["--theme", "spread"]), 2);
    assert_eq!(shown(&["--plies", "1"]), 3);
    let empty = written(&home, "empty.txt", "# none yet\n");
    let game = written(&home, "game.ptn", "[Size \"5\"]\n\n1. a1 e5\n");
    for (words, told) in [
        (
            &[&*file, "--theme", "crush", "--size", "8"][..],
            "none of 2 puzzles is one for --theme crush and --size 8; expected fewer conditions",
        ),
        (&[&*file, "--number", "3"], "--number 3: expected 1 to 2"),
        (&[&*empty], "empty.txt: it contains no puzzles"),
        (&[&*game], "line 1: expected TPS|plies|line|kind|rating|half komi or an object in JSON"),
    ] {
        let why = failure(2, &run(&home, words, ""));
        assert!(why.contains(told), "{why}");
    }
    let why = failure(2, &run(&home, &[&file, "--theme", "fork"], ""));
    assert!(why.contains("expected spread, wall, capstone or crush, found `fork`"), "{why}");
}
