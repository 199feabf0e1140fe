//! `tak-tools canon` as a user runs it.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tak_encoding::{AnyGame, Playable, Position, Size, Symmetry, with_game};

use crate::program::{self, Folder, PROGRAM, run_with_input, shared_games, success, text};

fn call(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("canon").args(arguments);
    command
}

fn with_input(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    run_with_input(&mut call(arguments), input)
}

fn stdout(arguments: &[&str]) -> String {
    success(&with_input(arguments, ""))
}

fn json(arguments: &[&str]) -> Value {
    program::json(&[&["canon"], arguments].concat())
}

/// The eight forms of a position by their text alone: only the reader is shared
/// with the program.
fn eight_forms<const N: usize>(tps: &str) -> HashSet<String>
where
    Size<N>: Playable,
{
    let (board, rest) = tps.split_once(' ').unwrap();
    let rows = board.split('/').map(|row| {
        row.split(',').flat_map(|entry| match entry.strip_prefix('x') {
            Some("") => vec!["x"],
            Some(count) => vec!["x"; count.parse().unwrap()],
            None => vec![entry],
        })
    });
    let mut board: Vec<Vec<&str>> = rows.map(Iterator::collect).collect();
    let mut forms = HashSet::new();
    for turn in 0..8 {
        if turn == 4 {
            board.reverse();
        }
        board = (0..N).map(|file| board.iter().rev().map(|row| row[file]).collect()).collect();
        let rows: Vec<_> = board.iter().map(|row| row.join(",")).collect();
        let long = format!("{} {rest}", rows.join("/"));
        forms.insert(Position::<N>::from_tps(&long).unwrap().to_tps());
    }
    forms
}

const STACKS: &str = "x,21,x3/x,12S,2C,x2/x5/1,x4/x3,1,x 2 5";

#[test]
fn symmetric_positions_have_one_line() {
    let forms = eight_forms::<5>(STACKS);
    assert_eq!(forms.len(), 8);
    let lines = forms.iter().map(|form| stdout(&["--tps", form]));
    let columns: Vec<Vec<String>> =
        lines.map(|line| line.trim_end().split('\t').map(str::to_owned).collect()).collect();
    assert!(columns.iter().all(|columns| columns.len() == 3));
    let different = |column: usize| {
        let texts: HashSet<_> = columns.iter().map(|columns| columns[column].as_str()).collect();
        texts.len()
    };
    assert_eq!([different(0), different(1), different(2)], [1, 8, 1]);
    assert!(forms.contains(&columns[0][0]));
    assert_eq!(columns[0][2].len(), 16);
}

#[test]
fn all_forms_and_hashes() {
    let all = stdout(&["--all", "--tps", STACKS]);
    let forms: Vec<Vec<&str>> = all.lines().map(|line| line.split('\t').collect()).collect();
    let texts: HashSet<_> = forms.iter().map(|columns| columns[0].to_owned()).collect();
    assert_eq!(texts, eight_forms::<5>(STACKS));
    assert_eq!(forms[0][..2], [STACKS, "identity"]);

    let hashes = stdout(&["--hashes", "--tps", STACKS]);
    let columns: Vec<_> = hashes.trim_end().split('\t').collect();
    let listed: Vec<_> = forms.iter().map(|columns| columns[2]).collect();
    assert_eq!(columns[3..], listed);
    let is_form = |form: &&Vec<&str>| form[..2] == columns[..2];
    let canonical = forms.iter().find(is_form).unwrap();
    assert_eq!(Some(&columns[2]), listed.iter().min());

    let object = json(&["--all", "--tps", STACKS]);
    assert_eq!(object["tps"], canonical[0]);
    assert_eq!(object["symmetry"], canonical[1]);
    assert_eq!(object["key"], columns[2]);
    assert_eq!(object["forms"][3]["hash"], listed[3]);
    let object = json(&["--hashes", "--tps", STACKS]);
    assert_eq!(object["hashes"], Value::from(listed));
}

#[test]
fn bad_lines_are_told_and_the_others_go_on() {
    let good = stdout(&["--tps", "x3/x3/2,x2 2 1"]);
    let long = "1".repeat(3 << 20);
    let input = format!(
        "\u{feff}x3/x3/2,x2 2 1\r\n\r\nx3/x3/2,x2 3 1\nx4/x4/x4/x3,2 2 1\n{long}\nx3/x3/x2,2 2 1"
    );
    let output = with_input(&[], input);
    assert_eq!(output.status.code(), Some(2));
    let lines = text(&output.stdout);
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], good.trim_end());
    assert_eq!(lines[0].split('\t').next(), lines[2].split('\t').next());
    let errors = text(&output.stderr);
    let errors: Vec<_> = errors.lines().collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(errors[0].starts_with("error: standard input, line 3: TPS, "));
    assert!(errors[1].starts_with("error: standard input, line 5: "));
    assert_eq!(errors[2], "error: 2 of 5 lines are bad, the others are done");

    for nothing in ["", "\n", "\u{feff}"] {
        let output = with_input(&[], nothing);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("it contains no"), "{output:?}");
    }
    let output = with_input(&[], b"x3/x3/\xff 1 1\n");
    assert!(text(&output.stderr).contains("line 1: expected text in UTF-8"));
}

#[test]
fn arguments_that_do_not_fit_take_one_line() {
    Folder::new("canon").check_errors(
        "--tps 'x3/x3/x3 1' | 2 | TPS, move number\n\
         --tps 'x3/x3/x3 1 1' --size 3 | 2 | cannot be used with\n\
         --moves a1 | 2 | --size\n\
         --size 5 --moves 'a1 a1' | 2 | --moves, number 2: \n\
         --size 5 --moves a1 --all | 2 | expected positions\n\
         --all --hashes --tps 'x3/x3/x3 1 1' | 2 | cannot be used with\n\
         'no such file' | 2 | ^no such file: cannot be read",
    );
}

#[test]
fn what_is_done_is_seen_while_the_input_goes_on() {
    let mut child = call(&[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        stdin.write_all(b"x3/x3/2,x2 2 1\n").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "{line}");
    }
    // It ends when its reader leaves early.
    drop(stdout);
    let _ = stdin.write_all("x3/x3/2,x2 2 1\n".repeat(10_000).as_bytes());
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(141));
}

#[test]
fn move_lists_are_turned() {
    let line = stdout(&["--size", "6", "--moves", "1. f6 f1 2. Cd3"]);
    assert_eq!(line, "a1 a6 Cc4\trotate180\n");
    let output = with_input(&["--size", "5"], "a1 e5\ne1 a5\na1 a1\n");
    let (lines, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(lines, "a1 e5\tidentity\na1 e5\trotate90\n");
    assert!(errors.contains("line 3: number 2: move `a1`: illegal here"), "{errors}");
    let object = json(&["--size", "3", "--moves", "c3 c1"]);
    assert_eq!(object["moves"], "a1 a3");
    assert_eq!(object["tps"], "1,x2/x3/2,x2 1 2");
}

/// A game turned by the library, without its comments.
#[test]
fn a_letter_of_no_stone_on_top_was_passed_over_in_lists_of_moves() {
    let list = "a1 e5 c3 d4 c3>S";
    let told =
        "number 5: `c3>S` is read without its last letter, which is not that of the stone on top";
    let run = |command: &str, input: &str| {
        let arguments = command.split(' ').chain((input.is_empty()).then_some(list));
        let output = run_with_input(Command::new(PROGRAM).args(arguments), input);
        assert_eq!(output.status.code(), Some(0), "{command}");
        text(&output.stderr)
    };
    for (command, input, place) in [
        ("canon --size 5 --moves", "", "--moves, "),
        ("canon --size 5", list, "standard input, line 1: "),
        ("convert --to tps --size 5 --text", "", "--text, line 1: "),
        ("render --size 5 --moves", "", "--moves, "),
    ] {
        assert_eq!(run(command, input), format!("note: {place}{told}\n"), "{command}");
    }
}

fn turned(game: &AnyGame, symmetry: Symmetry) -> String {
    with_game!(game, game => {
        let mut turned = tak_encoding::Game::new(game.start().transform(symmetry));
        for mv in game.moves() {
            turned.push(mv.transform(symmetry)).unwrap();
        }
        turned.to_string()
    })
}

#[test]
fn all_turned_versions_of_a_game_have_one_form() {
    for path in shared_games() {
        let game: AnyGame = fs::read_to_string(&path).unwrap().parse().unwrap();
        let name = path.display();
        let versions = Symmetry::ALL.map(|symmetry| turned(&game, symmetry));
        let output = with_input(&["-"], versions.join("\n"));
        assert!(output.status.success(), "{name}: {output:?}");
        let games = AnyGame::read_all(&text(&output.stdout)).unwrap();
        assert_eq!(games.len(), 8);
        assert!(games.windows(2).all(|pair| pair[0] == pair[1]), "{name}");

        // Comments and tags of the file are kept, and the end is the same up to symmetry.
        let file = stdout(&[path.to_str().unwrap()]);
        let again: AnyGame = file.parse().unwrap();
        assert_eq!(again.end().to_string(), games[0].end().to_string(), "{name}");
        let key = |tps: String| stdout(&["--tps", &tps]).split('\t').nth(2).unwrap().to_owned();
        assert_eq!(key(again.end().to_string()), key(game.end().to_string()), "{name}");
        assert_eq!(again.tags().len(), game.tags().len());
        let source = fs::read_to_string(&path).unwrap();
        assert_eq!(file.matches('{').count(), source.matches('{').count());
        assert_eq!(file.lines().count(), source.lines().count());
    }
}

/// What cannot be attached stays in the text, but not without a word.
#[test]
fn a_branch_that_leaves_no_line_is_kept_and_told() {
    let game = "[Size \"5\"]\n\n1. e5 a1\n2. c3\n\n{far}\n9. b1 b2\n";
    let folder = Folder::with("", &[("far.ptn", game), ("good.ptn", "[Size \"5\"]\n1. a1 e5\n")]);
    let output = folder.run("canon far.ptn");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let (turned, told) = (text(&output.stdout), text(&output.stderr));
    assert!(turned.contains("{far}\n9. "), "{turned}");
    let why = "warning: far.ptn, line 7, column 4: branch `far` begins behind the end of the line";
    assert!(told.starts_with(why), "{told}");
    assert_eq!(folder.stdout("canon good.ptn").lines().count(), 2);
    let comment = "[Size \"5\"]\n1. a1 e5\n\n{on}\n2. c3\n";
    folder.write("comment.ptn", comment.as_bytes());
    let output = folder.run("canon comment.ptn");
    assert!(output.status.success());
    let note = "note: comment.ptn, line 4, column 1: `{on}` is read as a comment";
    assert!(text(&output.stderr).starts_with(note), "{}", text(&output.stderr));
}
