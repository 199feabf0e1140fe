//! The engine with an opening book: it plays from the book at once in every orientation, and plays
//! without it if anything is wrong with the file.

use std::fs;
use std::path::{Path, PathBuf};

use tak_book::BookBuilder;
use tak_encoding::{AnyGame, Move, Symmetry};
use tak_tests::client::{Answer, Client, count};
use tempfile::TempDir;

/// A move that no engine would think of, in a book of three games.
const GAMES: &str = "[Size \"6\"]\n1. a1 f6 2. Sb1 c3 R-0\n\n\
    [Size \"6\"]\n1. f1 a6 2. Se1 d4 F-0\n\n\
    [Size \"6\"]\n1. a1 f6 2. d3 c3 0-1\n";

fn book() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my first.book");
    let mut builder = BookBuilder::create(&path, 8).unwrap();
    for game in AnyGame::read_all(GAMES).unwrap() {
        builder.add_game(&game, [None; 2]).unwrap();
    }
    builder.finish().unwrap();
    (folder, path)
}

/// An engine with this book, which reports no problem.
fn with_book(path: &Path) -> Client {
    let mut client = Client::introduced();
    client.send(&format!("setoption name BookFile value {}", path.display()));
    client.send("teinewgame 6");
    client.expect_silence();
    client
}

fn is_from_book(answer: &Answer) -> bool {
    let [info] = &answer.infos[..] else {
        return false;
    };
    let note = info.note.as_deref().unwrap_or_default();
    info.depth == 1 && note.starts_with("book: ")
}

#[test]
fn book_moves_are_played_in_every_orientation() {
    let (_folder, path) = book();
    let mut client = with_book(&path);
    for symmetry in Symmetry::ALL {
        let turned = |text: &str| text.parse::<Move<6>>().unwrap().transform(symmetry);
        let position = format!("position startpos moves {} {}", turned("a1"), turned("f6"));
        let answer = client.search(&position, "go movetime 60000");
        assert!(is_from_book(&answer), "{answer:?}");
        // Turned about the diagonal through both stones it is the same move.
        let [one, other] = [turned("Sb1"), turned("Sa2")].map(|mv| mv.to_string());
        assert!(answer.best == one || answer.best == other, "{answer:?}");
        assert_eq!(answer.last().note.as_deref(), Some("book: 2 games, +2 =0 -0 for White"));
        assert!(answer.last().score > 0);
    }
    // Komi changes nothing; other pieces are another game.
    client.send("setoption name HalfKomi value 4");
    assert!(is_from_book(&client.search("position startpos moves a1 f6", "go nodes 1")));
    client.send("setoption name Flats value 25");
    assert!(!is_from_book(&client.search("position startpos moves a1 f6", "go nodes 100")));
}

#[test]
fn what_is_not_in_the_book_is_searched() {
    let (_folder, path) = book();
    let mut client = with_book(&path);
    for position in [
        "position startpos moves a1 f6 c3",
        "position startpos moves a1 f6 d3",
        "position tps x6/x6/x6/x6/x6/2,x4,1 1 2",
    ] {
        let answer = client.search(position, "go nodes 1000");
        assert!(!is_from_book(&answer), "{answer:?}");
        assert!(answer.last().note.is_none());
    }
    // The book lost all its games for Black, who is to move here.
    let lost = "position startpos moves a1 f6 Sb1";
    assert!(!is_from_book(&client.search(lost, "go nodes 1000")));
}

/// All games together, whichever way the board lies, and moves as they are played on it.
#[test]
fn what_was_played_is_told_in_every_orientation() {
    let (_folder, path) = book();
    let mut client = Client::introduced();
    let explore = |client: &mut Client, position: &str| {
        client.send(&format!("explore {position}"));
        client.until("explore").pop().unwrap()
    };
    assert_eq!(explore(&mut client, "startpos"), "explore null");
    let mut client = with_book(&path);
    for symmetry in Symmetry::ALL {
        let turned = |text: &str| text.parse::<Move<6>>().unwrap().transform(symmetry);
        let position = format!("startpos moves {} {}", turned("a1"), turned("f6"));
        let line = explore(&mut client, &position);
        let json: serde_json::Value = serde_json::from_str(&line["explore ".len()..]).unwrap();
        let counts = |of: &serde_json::Value| {
            ["games", "white", "draws", "black"].map(|count| of[count].as_u64().unwrap())
        };
        assert_eq!(counts(&json), [3, 2, 0, 1], "{line}");
        let [first, second] = &json["moves"].as_array().unwrap()[..] else { panic!("{line}") };
        assert_eq!((counts(first), counts(second)), ([2, 2, 0, 0], [1, 0, 0, 1]), "{line}");
        // Turned about the diagonal through both stones these are the same moves.
        for (told, moves) in [(first, ["Sb1", "Sa2"]), (second, ["d3", "c4"])] {
            let told = told["move"].as_str().unwrap();
            assert!(moves.iter().any(|mv| turned(mv).to_string() == told), "{line}");
        }
    }
    let nothing = r#"explore {"moves":[],"games":0,"white":0,"draws":0,"black":0}"#;
    assert_eq!(explore(&mut client, "startpos moves a1 f6 c3"), nothing);
    assert!(explore(&mut client, "startpos moves a9").starts_with(r#"explore {"error":"#));
    client.send("position startpos moves a1 f6");
    assert!(explore(&mut client, "").contains(r#""games":3,"#));
}

#[test]
fn analysis_does_without() {
    let (_folder, path) = book();
    let mut client = with_book(&path);
    client.send("position startpos moves a1 f6");
    client.send("go infinite");
    let lines = client.until("info");
    assert!(!lines[0].contains("string"), "{lines:?}");
    client.send("stop");
    client.answer();
}

#[test]
fn an_empty_value_switches_it_off() {
    let (_folder, path) = book();
    let mut client = with_book(&path);
    let position = "position startpos moves a1 f6";
    for (value, from_book) in
        [(String::new(), false), (path.display().to_string(), true), ("<empty>".to_owned(), false)]
    {
        client.send(&format!("setoption name bookfile value {value}"));
        let answer = client.search(position, "go nodes 100");
        assert_eq!(is_from_book(&answer), from_book, "{value}");
    }
}

#[test]
fn a_bad_file_is_one_complaint() {
    let (folder, path) = book();
    let text = folder.path().join("text");
    fs::write(&text, GAMES).unwrap();
    let cut = folder.path().join("cut");
    let whole = fs::read(&path).unwrap();
    fs::write(&cut, &whole[..=whole.len() / 2]).unwrap();
    let missing = folder.path().join("missing");
    let mut client = Client::introduced();
    for bad in [folder.path(), &text, &cut, &missing] {
        let line = client.complaint(&format!("setoption name BookFile value {}", bad.display()));
        assert!(line.starts_with("info string option BookFile: `"), "{line}");
        assert!(line.ends_with("; playing without a book"), "{line}");
        let answer = client.search("position startpos moves a1 f6", "go nodes 100");
        assert!(!is_from_book(&answer));
    }
}

#[test]
fn a_book_that_breaks_in_the_game_is_put_away() {
    let (_folder, path) = book();
    let mut client = with_book(&path);
    let position = "position startpos moves a1 f6";
    assert!(is_from_book(&client.search(position, "go nodes 100")));
    // The pages of the tables, not the first one.
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..].fill(0x5a);
    fs::write(&path, &bytes).unwrap();
    client.send("setoption name Hash value 2");
    let mut complaints = 0;
    for _ in 0..3 {
        client.send_all([position, "go nodes 1000"]);
        let lines = client.until("bestmove");
        complaints += count(&lines, "info string ");
        assert_ne!(lines.last().unwrap(), "bestmove --");
    }
    assert!(complaints <= 1, "{complaints}");
}
