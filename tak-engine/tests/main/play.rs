//! `tak-engine play`, with a player who types fast.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use tak_encoding::{AnyGame, GameResult};

use crate::program::{engine, failure, success, type_into, written};

/// Plays these lines; the engine is quick and always the same.
fn run(arguments: &[&str], lines: &str) -> Output {
    let level = if arguments.contains(&"--level") { &[][..] } else { &["--level", "1"] };
    let mut command = engine(&[&["play", "--seed", "7"], arguments, level].concat());
    type_into(command.stdout(Stdio::piped()), lines)
}

/// What is said in a game that goes well.
fn talk(arguments: &[&str], lines: &str) -> String {
    success(&run(arguments, lines))
}

fn error(arguments: &[&str]) -> String {
    failure(2, &run(arguments, ""))
}

/// Checks that all this is said.
fn assert_said(text: &str, said: &[&str]) {
    for said in said {
        assert!(text.contains(said), "{said}: {text}");
    }
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
    assert_said(&text, &["both players place one of the opponent's flats", "You play a1."]);
    assert_said(&text, &["You play c3.", "Taken back: 2 plies.", "You play d3."]);
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

/// A file that was not written does not hold the last game, and is still there for the next.
#[test]
fn a_file_holds_a_game_once_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    let save = ["--size", "5", "--save", path.to_str().unwrap()];
    let text = talk(&save, "new 4\na1\nnew\n");
    assert_eq!(text.matches("game.ptn keeps the last game").count(), 1, "{text}");
    assert_eq!(game(&path).plies(), 2);
    assert_eq!(game(&path).size().squares_per_side(), 4);
}

/// Whoever has lost to level 1 is not on record as having beaten level 10.
#[test]
fn who_played_is_settled_with_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    let save = ["--save", path.to_str().unwrap(), "--size", "5"];
    let text = talk(&save, "a1\nresign\nswap\nlevel 10\nsave\n");
    assert_eq!(text.matches("The game is over: ").count(), 2, "{text}");
    let ptn = fs::read_to_string(&path).unwrap();
    assert_said(&ptn, &["[Player1 \"Player\"]", "level 1\"]", "[Result \"0-1\"]"]);
    assert_said(&ptn, &["[Termination \"resignation\"]"]);
    // The tag goes with the result.
    talk(&[path.to_str().unwrap(), "--save", path.to_str().unwrap()], "c3\n");
    assert!(!fs::read_to_string(&path).unwrap().contains("Termination"));
}

#[test]
fn a_slip_costs_nothing() {
    let text = talk(
        &["--size", "5"],
        "a1\nSa1\nz9\nfoo\nlevel 17\nsave\nundo it\nundo 0\ndraw\nflip\nhint 3\nboard\n",
    );
    let complaints = [
        "move `Sa1`: illegal here: ",
        "move `z9`: expected a placement like",
        "move `foo`: expected a placement like",
        "level: found `17`, expected a level from 1 to 16 or full",
        "save: expected a name, like `save game.ptn`",
        "undo: found `it`, expected how many moves, as in `undo 2`.",
        "undo: found `0`, expected how many moves",
        "The engine agrees on no draw",
        "The board always has a1 at the lower left",
        "`hint` stands alone: expected nothing after it.",
        "A legal move is `",
    ];
    assert_said(&text, &complaints);
    assert_eq!(text.matches("A legal move is `").count(), 1, "{text}");
    // The end of the input ends the game; nothing was lost.
    assert_eq!(text.matches("after 1... ").count(), 2, "{text}");
    assert!(talk(&[], "\u{feff}\nundo\n").contains("You have not moved yet"));
}

#[test]
fn the_board_is_there_before_the_engine_begins() {
    let text = talk(&["--size", "5", "--side", "black"], "");
    let (before, _) = text.split_once("The engine plays ").unwrap();
    assert_said(before, &["Tak 5×5, move 1, White to move", " 1 │     │"]);
}

#[test]
fn several_moves_are_taken_back_at_once() {
    let text = talk(&["--size", "5", "--side", "both"], "a1\nb1\nc3\nundo 2\ntps\nredo\nredo\n");
    assert_said(&text, &["Taken back: 2 plies.", "\nx5/x5/x5/x5/2,x4 2 1\n"]);
    assert_said(&text, &["Played again: b1.", "Played again: c3."]);
    let text = talk(&["--size", "5", "--side", "both"], "a1\nb1\nresign\nundo 2\ntps\n");
    assert_said(&text, &["The resignation is taken back: the game goes on. Taken back: one ply."]);
    assert_said(&text, &["\nx5/x5/x5/x5/2,x4 2 1\n"]);
    let text = talk(&["--size", "5", "--side", "both"], "a1\ndraw\ndraw\nb1\nundo\nb1\n");
    assert_said(&text, &["A draw by agreement (1/2-1/2).\n", "The game is over already."]);
    assert_said(&text, &["The draw is taken back: the game goes on.", "Black plays b1."]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("draw.ptn");
    let file = path.to_str().unwrap();
    talk(&["--size", "5", "--side", "both", "--save", file], "a1\ndraw\n");
    assert_said(&fs::read_to_string(&path).unwrap(), &["[Result \"1/2-1/2\"]", "\n1/2-1/2"]);
    let text = talk(&["--size", "5"], "a1\nc3\nundo 1000000000000\n");
    assert_said(&text, &["Taken back: 4 plies."]);
}

/// Who plays is in the record at once, and not only with the next move.
#[test]
fn a_change_of_players_is_saved_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    let file = path.to_str().unwrap();
    let begin = ["--size", "5", "--save", file];
    // Before the first move there is nothing to keep.
    talk(&begin, "level 3\nquit\n");
    assert!(!path.exists());
    talk(&begin, "a1\n");
    let goes_on = |lines: &str| {
        talk(&[file, "--save", file], lines);
        let game = game(&path);
        assert_eq!(game.plies() % 2, 0, "a whole move");
        ["Player1", "Player2"].map(|name| game.tag(name).unwrap_or_default().to_owned())
    };
    assert_eq!(goes_on("level 4\nquit\n"), ["Player", "tak-engine, level 4"]);
    assert_eq!(goes_on("side both\nquit\n"), ["White", "Black"]);
    // Which are no names of anybody.
    talk(&[file, "--side", "white", "--save", file], "side both\nquit\n");
    assert_eq!(goes_on("quit\n"), ["White", "Black"]);
}

#[test]
fn the_end_of_the_input_loses_no_game() {
    let text = talk(&["--size", "5"], "a1\n");
    let (_, ptn) = text.split_once("continues it from this text:\n\n").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    fs::write(&path, ptn).unwrap();
    assert_eq!(game(&path).plies(), 2);
    assert!(talk(&[path.to_str().unwrap()], "undo\n").contains("Taken back: 2 plies."));
    // Where nothing would be lost, nothing is shown.
    assert!(!talk(&["--size", "5"], "").contains("this text"));
    assert!(!talk(&["--size", "5"], "a1\nquit\n").contains("this text"));
}

#[test]
fn help_and_hints() {
    let text = talk(&["--size", "4"], "a1\nhint\neval\nmoves\nhelp\n");
    assert_said(&text, &["\nTry ", " in flats, komi included"]);
    assert_said(&text, &["flats:\n", "walls:\n", "spreads:\n", "resign, draw  give"]);
    assert!(!text.contains("capstones:"), "there are none at 4×4: {text}");
}

#[test]
fn games_end_in_words() {
    // White needs one more flat for a road on the first rank.
    let road = "x3/2,2,x/1,1,x 1 3";
    let won = "White wins by a road (R-0): you win.";
    let over = "The game is over: `undo`, `new` or `quit`.";
    let lost = "White wins by a road (R-0): the engine wins.";
    let full = "1,2,1/2,1,2/2,1,x 1 5";
    let flats = "Black wins on flats (0-F): the engine wins.";
    let draw = "A draw: both sides have the same number of flats (1/2-1/2).";
    let level = "A draw: both sides have the same number of flats, komi included (1/2-1/2).";
    for (tps, options, lines, said) in [
        (
            road,
            &["--side", "white"][..],
            "c1\nc2\nundo\n",
            &[won, "The road: a1 b1 c1.", over, "Taken back: one ply."][..],
        ),
        (road, &["--side", "white"], "c3\n", &["You play c3. Tak!\n"]),
        (road, &["--side", "white"], "eval\n", &["White wins in 1. The game may go on c1."]),
        // The first level might miss it.
        (road, &["--side", "black", "--level", "16"], "quit\n", &["The engine plays c1.", lost]),
        (full, &["--komi", "1"], "Sc1\n", &[flats]),
        (full, &["--komi", "0"], "Sc1\n", &[draw]),
        (full, &["--komi", "1"], "c1\n", &[level]),
    ] {
        assert_said(&talk(&[&["--tps", tps], options].concat(), lines), said);
    }
}

#[test]
fn moves_are_played_again_and_boards_changed() {
    let text = talk(&["--size", "5"], "1. a1\nundo\nredo\nredo\nundo\nb1\nredo\n");
    assert_said(&text, &["You play a1.", "Taken back: 2 plies.", "Played again: a1 "]);
    // Whoever plays another move has left what was taken back.
    assert_eq!(text.matches("Nothing was taken back since the last move.").count(), 2);
    let text = talk(&["--size", "5", "--komi", "1"], "a1\nnew 4\nnew 9\nnew\n");
    assert_eq!(text.matches("Tak 4×4, komi 1.").count(), 2, "{text}");
    assert_said(&text, &["new: board size `9`: expected a number from 3 to 8"]);
}

#[test]
fn two_people_play_at_one_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    let names = ["--name", "Ada", "--name", "Bob"];
    let both = ["--side", "both", "--size", "5", "--save", path.to_str().unwrap()];
    let lines = "a1\nc3\nswap\nundo\nd3\nresign\n";
    let text = talk(&[&both[..], &names].concat(), lines);
    assert_said(&text, &["Two people play.", "White plays a1.", "Black plays c3."]);
    assert_said(&text, &["Two people play: `side white` or", "Taken back: one ply."]);
    assert_said(&text, &["Black plays d3.", "Black wins by resignation (0-1).\n"]);
    assert!(!text.contains("The engine"), "{text}");
    let ptn = fs::read_to_string(&path).unwrap();
    assert_said(&ptn, &["[Player1 \"Ada\"]", "[Player2 \"Bob\"]"]);
    let file = path.to_str().unwrap();
    let text = talk(&[file, "--save", file], "undo\ne1\n");
    assert_said(&text, &["Two people play.", "Black plays e1."]);
    let ptn = fs::read_to_string(&path).unwrap();
    assert_said(&ptn, &["[Player1 \"Ada\"]", "[Player2 \"Bob\"]", "1. a1 e1"]);
    let text = talk(&["--side", "both", "--size", "5"], "a1\n");
    assert_said(&text, &["[Player1 \"White\"]", "[Player2 \"Black\"]"]);
    // The engine comes and goes.
    let text = talk(&["--size", "5"], "side both\na1\nb1\nside black\nside left\n");
    assert_said(&text, &["Two people play now.", "Black plays b1.", "You are Black now."]);
    assert_said(&text, &["The engine plays ", "side: found `left`, expected white, black or both"]);
    let text = talk(&["--size", "5"], "side both\na1\n");
    assert_said(&text, &["[Player1 \"White\"]", "[Player2 \"Black\"]"]);
    let line = error(&names);
    assert!(line.contains("--name: 2 names, expected one for each person"), "{line}");
}

#[test]
fn a_game_that_goes_on_has_its_clock_running() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    let file = path.to_str().unwrap();
    fs::write(&path, "[Size \"5\"]\n\n1. a1 e5 2. c3 c4\n").unwrap();
    let text = talk(&[file, "--side", "both", "--clock", "1+5"], "d4\n");
    assert_said(&text, &["d4. [1:0", " left]"]);
    assert!(!text.contains("[1:00 left]"), "{text}");
}

#[test]
fn games_have_clocks() {
    let text = talk(&["--size", "5", "--clock", "3+2"], "a1\nc3\nnew\nb1\n");
    // Before the first move none runs, and who has moved gets the increment.
    assert_said(&text, &["You play a1. [3:00 left]", "You play c3. [3:02 left]"]);
    assert_said(&text, &["You play b1. [3:00 left]"]);
    assert!(!talk(&["--size", "5"], "a1\n").contains(" left]"));
    let line = error(&["--clock", "0+1"]);
    assert!(line.contains("like 10+5: 1 to 600 minutes, 0 to 600 seconds"), "{line}");
    let line = error(&["--clock", "soon"]);
    assert!(line.contains("found `soon`, expected minutes and the seconds"), "{line}");
}

/// The same review as by `analyze`.
#[test]
fn a_game_is_reviewed_when_it_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    let file = path.to_str().unwrap();
    let start = ["--tps", "x3/2,2,x/1,1,x 1 3", "--side", "both", "--save", file];
    let text = talk(&start, "review\nc3\nc2\nreview\n");
    assert_said(&text, &["The review comes when the game is over", "#2"]);
    let analyzed = success(&engine(&["analyze", file, "--nodes", "50000"]).output().unwrap());
    assert!(analyzed.contains("accuracy"), "{analyzed}");
    assert!(text.contains(&analyzed), "{analyzed}: {text}");
}

#[test]
fn giving_up_changing_sides_and_beginning_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my game.ptn");
    let save = format!("a1\nsave {}\n", path.display());
    let text = talk(&["--size", "5"], &format!("{save}resign\nresign\nnew\nb1\n"));
    assert_said(&text, &["Black wins by resignation (0-1): the engine wins."]);
    assert_said(&text, &["The game is over already.", "my game.ptn keeps the last game"]);
    let kept = game(&path);
    assert_eq!(kept.result(), Some(GameResult::Win(tak_encoding::Color::Black)));
    assert_eq!(kept.plies(), 2);
    // What exists is not overwritten.
    let text = talk(&["--size", "5"], &save);
    assert!(text.contains("it exists already; expected the name of a new file"), "{text}");

    let text = talk(&["--size", "5"], "swap\na1\nquit\n");
    assert!(text.contains("You are Black now.\nThe engine plays "), "{text}");

    // Going on with an earlier game.
    let text = talk(&[path.to_str().unwrap()], "c3\n");
    assert!(text.contains("You play c3."), "{text}");
}

#[test]
fn a_link_is_played_on() {
    let text = talk(&["https://ptn.ninja/NoZQlgXgpgBARAVjgXQFCoIwDoYEMMxQKpA"], "moves\n");
    assert_said(&text, &["after 1... e5", "flats:\n"]);
}

#[test]
fn a_saved_game_goes_on_in_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ptn");
    let file = path.to_str().unwrap();
    let begin = ["--side", "black", "--name", "Ada", "--save", file, "--size", "5"];
    let text = talk(&begin, "e5\n");
    assert!(text.ends_with("game.ptn; `play FILE --save FILE` continues it.\n"), "{text}");
    let tagged = fs::read_to_string(&path).unwrap() + "\n";
    fs::write(&path, format!("[Event \"At home\"]\n{tagged}")).unwrap();

    // Sides, name and level are those of the file.
    let mut resumed = engine(&["play", file, "--save", file]);
    let lines = "c2\nresign\nundo\nquit\n";
    let text = success(&type_into(resumed.stdout(Stdio::piped()), lines));
    assert_said(
        &text,
        &[
            "You are Black, the engine plays at level 1 (Footprint).",
            "Your resignation is taken back: the game goes on.",
            "The game is in ",
        ],
    );
    let saved = fs::read_to_string(&path).unwrap();
    for tag in ["[Event \"At home\"]", "[Player2 \"Ada\"]", "[Player1 \"tak-engine, level 1\"]"] {
        assert_eq!(saved.matches(tag).count(), 1, "{saved}");
    }
    assert_eq!((game(&path).plies(), game(&path).result()), (5, None));
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);

    // What would be lost is not overwritten.
    fs::write(&path, saved.replace("c2", "c2 {a comment}")).unwrap();
    let line = error(&[file, "--save", file]);
    assert!(line.contains("it holds comments, variations, marks or other games"), "{line}");
}

#[test]
fn one_game_of_a_file_goes_on_whatever_the_others_are() {
    let folder = tempfile::tempdir().unwrap();
    let games = b"[Size \"5\"]\n1. a1 e5 {\xff}\n\n[Size \"3\"]\n1. a1 c3\n";
    let path = written(&folder, "games.ptn", games);
    let text = talk(&[&path, "--game", "2"], "moves\n");
    assert!(text.contains("Tak 3×3, after 1... c3,"), "{text}");
    // What is in a file is not lost.
    assert!(!text.contains("this text"), "{text}");
    for (number, why) in [
        ("1", "games.ptn, line 2: expected text in UTF-8"),
        ("3", "games.ptn: --game 3: the file holds 2 games"),
    ] {
        let line = error(&[&path, "--game", number]);
        assert!(line.ends_with(why), "{line}");
    }
}

#[test]
fn arguments_that_make_no_sense() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "game.ptn", "[Size \"5\"]\n1. a1 z9\n");
    for (arguments, why) in [
        (&["--save", &path][..], "it exists already"),
        (&[&path], "line 2, column 7: move `z9`"),
        (&["--level", "0"], "expected a level from 1 to 16 or full"),
        (&["--tps", "x3/x3/x2 1 1"], "--tps: "),
        (&["--komi", "lots"], "expected a number like"),
        (&["none.ptn"], "none.ptn: cannot be read"),
    ] {
        let line = error(arguments);
        assert!(line.contains(why), "{line}");
    }
    // Nothing is wrong with the arguments.
    let line = failure(1, &run(&["--save", "/none/x.ptn"], ""));
    assert!(line.contains("cannot write /none/x.ptn: "), "{line}");
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
        ("swap", "a1", "2a1", "one of the opponent's flats"),
        ("no-swap", "a1", "2a1", "a flat of their own"),
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
