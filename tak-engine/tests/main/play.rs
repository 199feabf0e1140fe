//! `tak-engine play`, with a player who types fast.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tak_encoding::{AnyGame, GameResult};

/// Plays these lines; the engine is quick and always the same.
fn run(arguments: &[&str], lines: &str) -> Output {
    let level = if arguments.contains(&"--level") { &[][..] } else { &["--level", "1"] };
    let mut child = Command::new(env!("CARGO_BIN_EXE_tak-engine"))
        .args(["play", "--seed", "7"])
        .args(arguments)
        .args(level)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may leave before the last line.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap()
}

/// What is said in a game that goes well.
fn talk(arguments: &[&str], lines: &str) -> String {
    let output = run(arguments, lines);
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn error(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn game(path: &Path) -> AnyGame {
    fs::read_to_string(path).unwrap().parse().unwrap()
}

#[test]
fn a_short_evening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    let save = ["--save", path.to_str().unwrap(), "--name", "Ada"];
    let text = talk(&save, "a1\nc3\nundo\nFd3'\nlevel 2\nquit\n");
    assert!(text.contains("both players place a flat of the opponent's"));
    for said in ["You play a1.", "You play c3.", "Taken back: 2 plies.", "You play d3."] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert_eq!(text.matches("The engine plays ").count(), 4, "{text}");
    let game = game(&path);
    assert_eq!((game.plies(), game.result()), (4, None));
    let tag = |name: &str| {
        let tag = game.tags().iter().find(|tag| tag.name == name);
        tag.map(|tag| tag.value.clone()).unwrap_or_default()
    };
    assert_eq!([tag("Player1"), tag("Size"), tag("Komi")], ["Ada", "6", "2"]);
    assert!(tag("Player2").starts_with("tak-engine, level "));
    assert_eq!(tag("Date").len(), "2026.01.01".len());
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}

#[test]
fn a_slip_costs_nothing() {
    let text = talk(&["--size", "5"], "a1\nSa1\nz9\nfoo\nlevel 11\nsave\nundo 3\nboard\n");
    let complaints = [
        "move `Sa1`: illegal here: ",
        "move `z9`: expected a placement like",
        "move `foo`: expected a placement like",
        "level: found `11`, expected a level from 1 to 10",
        "save: expected a name, like `save game.ptn`",
        "move `undo 3`: ",
    ];
    for complaint in complaints {
        assert!(text.contains(complaint), "{complaint}: {text}");
    }
    assert!(text.contains("Legal is `"), "{text}");
    // The end of the input ends the game; nothing was lost.
    assert_eq!(text.matches("after 1... ").count(), 2, "{text}");
    assert!(talk(&[], "\u{feff}\nundo\n").contains("You have not moved yet"));
}

#[test]
fn help_and_hints() {
    let text = talk(&["--size", "4"], "a1\nhint\neval\nmoves\nhelp\n");
    assert!(text.contains("\nTry "), "{text}");
    assert!(text.contains(" in flats, komi counted"), "{text}");
    for group in ["flats:\n", "walls:\n", "spreads:\n", "resign        give"] {
        assert!(text.contains(group), "{group}: {text}");
    }
    assert!(!text.contains("capstones:"), "there are none at 4×4: {text}");
}

#[test]
fn games_end_in_words() {
    // White lacks one flat for a road on the third rank.
    let won = ["--tps", "x3/2,2,x/1,1,x 1 3"];
    let text = talk(&won, "c1\nc2\nundo\nquit\n");
    assert!(text.contains("White wins by a road (R-0): you win."), "{text}");
    assert!(text.contains("The game is over: `undo`, `new` or `quit`."), "{text}");
    assert!(text.contains("Taken back: one ply."), "{text}");

    let lost = talk(&["--tps", "x3/2,2,x/1,1,x 1 3", "--side", "black"], "quit\n");
    assert!(lost.contains("The engine plays c1."), "{lost}");
    assert!(lost.contains("White wins by a road (R-0): the engine wins."), "{lost}");

    let full = ["--tps", "1,2,1/2,1,2/2,1,x 1 5", "--komi", "1"];
    let text = talk(&full, "Sc1\n");
    assert!(text.contains("Black wins on flats (0-F): the engine wins."), "{text}");
    let text = talk(&["--tps", "1,2,1/2,1,2/2,1,x 1 5", "--komi", "0"], "Sc1\n");
    assert!(text.contains("A draw: as many flats on either side (1/2-1/2)."), "{text}");
}

#[test]
fn giving_up_changing_sides_and_beginning_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my game.ptn");
    let save = format!("a1\nsave {}\n", path.display());
    let text = talk(&["--size", "5"], &format!("{save}resign\nresign\nnew\nb1\n"));
    assert!(text.contains("Black wins by resignation (0-1): the engine wins."), "{text}");
    assert!(text.contains("The game is over already."), "{text}");
    assert!(text.contains("my game.ptn keeps the last game"), "{text}");
    let kept = game(&path);
    assert_eq!(kept.result(), Some(GameResult::Win(tak_encoding::Color::Black)));
    assert_eq!(kept.plies(), 2);
    // What exists is not written over.
    let text = talk(&["--size", "5"], &save);
    assert!(text.contains("it exists already; expected the name of a new file"), "{text}");

    let text = talk(&["--size", "5"], "swap\na1\nquit\n");
    assert!(text.contains("You are Black now.\nThe engine plays "), "{text}");

    // Going on with a game of before.
    let text = talk(&[path.to_str().unwrap()], "c3\n");
    assert!(text.contains("You play c3."), "{text}");
}

#[test]
fn a_saved_game_goes_on_in_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    let file = path.to_str().unwrap();
    let begin = ["--side", "black", "--name", "Ada", "--save", file, "--size", "5"];
    let text = talk(&begin, "e5\n");
    assert!(text.ends_with("game.ptn; `play FILE --save FILE` goes on with it.\n"), "{text}");
    let tagged = fs::read_to_string(&path).unwrap() + "\n";
    fs::write(&path, format!("[Event \"At home\"]\n{tagged}")).unwrap();

    // Sides, name and level are those of the file.
    let text = talk_as_saved(file, "c2\nresign\nundo\nquit\n");
    assert!(text.contains("You are Black, the engine plays at level 1."), "{text}");
    assert!(text.contains("Your resignation is taken back: the game goes on."), "{text}");
    assert!(text.contains("The game is in "), "{text}");
    let saved = fs::read_to_string(&path).unwrap();
    for tag in ["[Event \"At home\"]", "[Player2 \"Ada\"]", "[Player1 \"tak-engine, level 1\"]"] {
        assert_eq!(saved.matches(tag).count(), 1, "{saved}");
    }
    assert_eq!((game(&path).plies(), game(&path).result()), (5, None));
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);

    // What would be lost is not written over.
    fs::write(&path, saved.replace("c2", "c2 {a comment}")).unwrap();
    let line = error(&[file, "--save", file]);
    assert!(line.contains("it holds comments, variations, marks or other games"), "{line}");
}

/// Goes on with a game, nothing else being said.
fn talk_as_saved(file: &str, lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tak-engine"))
        .args(["play", file, "--save", file])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn arguments_that_make_no_sense() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    fs::write(&path, "[Size \"5\"]\n1. a1 z9\n").unwrap();
    let path = path.to_str().unwrap();
    assert!(error(&["--save", path]).contains("it exists already"));
    assert!(error(&[path]).contains("line 2, column 7: move `z9`"));
    assert!(error(&["--level", "0"]).contains("expected a level from 1 to 10"));
    assert!(error(&["--tps", "x3/x3/x2 1 1"]).contains("--tps: "));
    assert!(error(&["--komi", "lots"]).contains("expected a number like"));
    assert!(error(&["none.ptn"]).contains("none.ptn: cannot be read"));
    assert!(error(&["--save", "/none/x.ptn"]).contains("cannot write /none/x.ptn: "));
}

#[test]
fn colours_only_where_they_are_wanted() {
    assert!(!talk(&[], "board\n").contains('\x1b'));
    assert!(talk(&["--color", "always"], "board\n").contains('\x1b'));
    assert!(!talk(&["--color", "never"], "board\n").contains('\x1b'));
}

#[test]
fn every_opening_is_played_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    for (opening, first, refused, said) in [
        ("swap", "a1", "2a1", "opponent's colour"),
        ("no-swap", "a1", "2a1", "both players place a flat"),
        ("double black stack", "2a1", "a1", "two black flats"),
    ] {
        let path = folder.path().join(format!("{opening}.ptn"));
        let arguments = ["--opening", opening, "--save", path.to_str().unwrap()];
        let said_all = talk(&arguments, &format!("board\n{refused}\n{first}\nquit\n"));
        assert!(said_all.contains(said) && said_all.contains("illegal here"), "{said_all}");
        let saved = fs::read_to_string(&path).unwrap();
        assert_eq!(saved.contains("[Opening"), opening != "swap", "{saved}");
        assert!(saved.contains(&format!("1. {first} ")), "{saved}");
        assert_eq!(game(&path).plies(), 2);
    }
}
