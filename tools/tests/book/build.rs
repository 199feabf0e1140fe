//! `tak-tools book build`, `lookup`, `stats` and `merge`, as a user runs them.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde_json::Value;
use tak_encoding::{Move, Symmetry};

use crate::program::Folder;

const GAMES: &str = "\u{feff}[Size \"6\"]\r\n[Rating1 \"1700\"]\r\n[Rating2 \"1500\"]\r\n\r\n1. a1 f6 2. d3 c3 R-0\r\n\r\n\
    [Size \"6\"]\r\n1. f1 a6 2. Cd4 0-F\r\n\r\n\
    [Size \"6\"]\r\n1. a1 a1 2. d3\r\n\r\n\
    [Size \"5\"]\r\n[Result \"1/2-1/2\"]\r\n1. a1 e5 2. c3\r\n";

fn archive(folder: &Path) -> PathBuf {
    let path = folder.join("games.db");
    let connection = Connection::open(&path).unwrap();
    let table = "CREATE TABLE games (id INTEGER PRIMARY KEY, size INT, notation TEXT, \
        result TEXT, rating_white INT, rating_black INT, unrated INT);
        INSERT INTO games VALUES (1, 6, 'P A1,P F6,P D3', 'R-0', 1800, 1600, 0);
        INSERT INTO games VALUES (2, 6, 'P A1,P F6,P D3', '0-1', 1400, 1600, 0);
        INSERT INTO games VALUES (3, 6, 'P A1,P F6,P D3', '0-F', 1800, 1600, 1);
        INSERT INTO games VALUES (4, 5, 'P A1,P E5', '1/2-1/2', 1800, 1600, 0);
        INSERT INTO games VALUES (55, 6, 'P A1,P A1', 'R-0', 1800, 1600, 0);
        INSERT INTO games VALUES (6, 6, 'P A1', 'R-0', NULL, 1600, 0);";
    connection.execute_batch(table).unwrap();
    path
}

#[test]
fn games_become_a_book_that_answers_in_every_orientation() {
    let folder = Folder::with("book", &[("games.ptn", GAMES)]);
    assert_eq!(
        folder.told("build games.ptn -o my.book"),
        "error: games.ptn, line 11: move `a1`: illegal here: the square is taken\n\
         read 3 games, added 3, bad 1; 7 positions\n"
    );
    assert_eq!(folder.names(), ["games.ptn", "my.book"]);

    for symmetry in Symmetry::ALL {
        let turned = |text: &str| text.parse::<Move<6>>().unwrap().transform(symmetry);
        let (first, second) = (turned("a1"), turned("f6"));
        let found = folder.json(&format!("lookup my.book --size 6 --moves '{first} {second}'"));
        let moves = found["moves"].as_array().unwrap();
        assert_eq!((moves.len(), &found["opening"]), (2, &"swap".into()));
        // Mirrored in the diagonal of both stones; the second game is mirrored once more.
        for (mv, image, wins, rating) in [("d3", "c4", 1, Some(1600.0)), ("Cc4", "Cd3", 0, None)] {
            let images = [mv, image].map(|mv| turned(mv).to_string());
            let known = moves.iter().find(|known| images.iter().any(|mv| known["move"] == **mv));
            let known = known.unwrap_or_else(|| panic!("{mv} as {images:?} in {found}"));
            assert_eq!(known["games"], 1);
            assert_eq!(known["white_wins"], wins);
            assert_eq!(known["average_rating"].as_f64(), rating);
        }
    }
    let text = folder.stdout("lookup my.book --size 5");
    assert_eq!(
        text,
        "move        games  white  draws  black  rating\n\
         a1              1     0%   100%     0%       -\n"
    );
    let unknown = folder.run("lookup my.book --size 7");
    assert!(unknown.status.success() && unknown.stdout.is_empty());
    assert_eq!(unknown.stderr, b"the book has no moves for this position\n");
}

#[test]
fn the_archive_is_filtered() {
    let folder = Folder::new("book");
    let path = archive(folder.path());
    let before = fs::read(&path).unwrap();
    let all = folder.json("build games.db -o all.book");
    assert_eq!((&all["read"], &all["added"], &all["bad"]), (&5.into(), &5.into(), &1.into()));
    let bad = &all["bad_lines"][0];
    assert_eq!((&bad["source"], &bad["game"]), (&"games.db".into(), &"55".into()));
    let told = folder.told("build games.db -o all.book");
    let why = "error: games.db, game 55: move 2, `P A1`: illegal here: the square is taken";
    assert!(told.starts_with(why), "{told}");

    let some = "build games.db --size 6 --min-rating 1500 --rated -o some.book";
    let some = folder.json(some);
    assert_eq!(some["added"], 1);
    let left_out = &some["left_out"];
    assert_eq!(left_out["other_size"], 1);
    assert_eq!(left_out["unrated"], 1);
    assert_eq!(left_out["low_or_no_rating"], 2);
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(folder.names(), ["all.book", "games.db", "some.book"]);

    let stats = folder.json("stats all.book --opening-plies 3");
    let six = &stats["sizes"][1];
    assert_eq!((&six["size"], &six["games"]), (&6.into(), &4.into()));
    assert_eq!(six["openings"][0]["games"], 3);
    let depths: Vec<_> =
        six["positions_by_ply"].as_array().unwrap().iter().map(|row| &row["positions"]).collect();
    assert_eq!(depths, [1, 1, 1]);
    let text = folder.stdout("stats all.book");
    assert!(
        text.contains(
            "6×6: 4 games (White won 2, Black 2, 0 drawn, 0 without result), 3 positions, 3 moves"
        ),
        "{text}"
    );
}

#[test]
fn merging_adds_up() {
    let folder =
        Folder::with("book", &[("a.ptn", GAMES), ("b.txt", "a1 f6 d3 c3\nf1 a6 Cd4 e4\n# no\n")]);
    for build in ["a.ptn -o a", "b.txt --size 6 -o b", "a.ptn b.txt --size 6 -o both"] {
        folder.told(&format!("build {build}"));
    }
    folder.told("build a.ptn -o a6 --size 6");
    folder.stdout("merge a6 b -o merged");
    let stats = |name: &str| folder.json(&format!("stats {name}"));
    assert_eq!(stats("merged"), stats("both"));
    assert_ne!(stats("a"), stats("both"));
    folder.told("build a.ptn --plies 3 -o short");
    let line = folder.error("merge a short -o none", 2);
    assert_eq!(
        line,
        "short: the book is 3 plies deep, the first one 16; build both with the same depth"
    );
    assert!(folder.error("merge a b -o a", 2).contains("cannot be the output too"));
    assert!(!folder.names().contains(&"none".to_owned()));
}

#[test]
fn a_pipe_is_read_whatever_is_in_it() {
    let folder = Folder::new("book");
    for (input, size) in [("a1 e5\nc3 a1\n", 5), (GAMES, 6)] {
        let arguments = format!("build - --size {size} -o my.book --json");
        let output = folder.run_with_input(&arguments, input.as_bytes());
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["added"], 2, "{output:?}");
    }
}

#[test]
fn folders_are_searched() {
    let folder = Folder::new("book");
    fs::create_dir_all(folder.path().join("games/old")).unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    for name in ["games/one.ptn", "games/old/two.PTN", "games/notes.txt"] {
        fs::write(folder.path().join(name), GAMES).unwrap();
    }
    assert_eq!(folder.json("build games -o my.book")["added"], 6);
    // Whatever is wrong with a file, the others are read.
    folder.write("games/wide.ptn", b"\xff\xfe[\0");
    folder.write("games/empty.ptn", "");
    folder.write("games/database.ptn", b"SQLite format 3\0...");
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", folder.path().join("games/dangling.ptn")).unwrap();
    let report = folder.json("build games -o my.book");
    assert_eq!(report["added"], 6);
    assert_eq!(report["bad"], if cfg!(unix) { 5 } else { 4 }, "{report}");
    assert!(
        folder
            .error("build empty -o none", 2)
            .contains("the folder holds no file that ends in .ptn")
    );
}

/// Inputs that cannot become a book, as a table for `check_errors`.
const BAD: &str = "\
build empty -o b | 2 | ^empty: there are no openings in it
build none -o b | 2 | ^none: cannot be read
build moves -o b | 2 | expected --size
build positions -o b | 2 | a TPS has no moves
build broken.ptn -o b | 2 | ^broken.ptn, line 2: move `zz`
build cut.db -o b | 2 | ^cut.db: SQLite: database disk image is malformed
build other.db -o b | 2 | ^other.db: expected a table `games`
build games.ptn --size 7 -o b | 2 | none of 3 games is selected: left out (other size 3)
build games.ptn --plies 0 -o b | 2 | invalid value '0'
build games.ptn -o games.ptn | 2 | cannot be the output too
build games.ptn | 2 | --output <BOOK>
build games.ptn -o - | 1 | ^cannot write -: expected the name of a file
build games.ptn -o no/such/folder | 1 | ^cannot write no/such/folder
build games.ptn -o /dev/full | 1 | ^cannot write /dev/full
lookup games.ptn --size 6 | 2 | ^games.ptn: this is not an SQLite database
lookup games.db --size 6 | 2 | ^games.db: this database is not an opening book
lookup games.db --size 6 --moves 'a1 a1' | 2 | ^--moves, number 2
stats empty | 2 | ^empty: this is not an SQLite database
stats none | 2 | ^none: cannot be read
merge games.db -o b | 2 | not an opening book";

#[test]
fn bad_input_is_one_line_and_no_book() {
    let folder = Folder::with(
        "book",
        &[
            ("games.ptn", GAMES),
            ("empty", ""),
            ("moves", "a1 f6\n"),
            ("positions", "x3/x3/x3 1 1\n"),
            ("broken.ptn", "[Size \"6\"]\n1. zz"),
        ],
    );
    let whole = fs::read(archive(folder.path())).unwrap();
    fs::write(folder.path().join("cut.db"), &whole[..whole.len() / 2]).unwrap();
    Connection::open(folder.path().join("other.db"))
        .unwrap()
        .execute_batch("CREATE TABLE x (y)")
        .unwrap();
    let before = folder.names();
    folder.check_errors(BAD);
    assert_eq!(folder.names(), before);
}
