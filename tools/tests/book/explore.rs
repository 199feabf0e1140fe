//! `tak-tools book lookup` with trees and games, `score` and `export`, as a user runs them.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

use crate::program::{Folder, text};

/// The third game reaches the position of the first by another order of moves; the second is the
/// beginning of the first, rotated.
const GAMES: &str = "[Size \"5\"]\n[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Date \"2024.05.31\"]\n\
    [Rating1 \"1700\"]\n[Rating2 \"1600\"]\n\n1. a1 e5\n2. c3 d4\n3. Cb2 R-0\n\n\
    [Size \"5\"]\n[Player1 \"Zoé\"]\n\n1. e1 a5\n2. c3 b4 0-F\n\n\
    [Size \"5\"]\n[Player1 \"TakBot\"]\n\n1. a1 e5\n2. d4 c3\n3. c4 1/2-1/2\n\n\
    [Size \"5\"]\n\n1. a1 e5\n2. e4 d4\n3. c3 c2\n\n\
    [Size \"5\"]\n\n1. a1 e5\n2. c3 d4\n3. e4 b2\n\n\
    [Size \"6\"]\n\n1. a1 f6\n";

fn folder() -> Folder {
    let folder = Folder::with("book", &[("in.ptn", GAMES)]);
    folder.told("build in.ptn -o my.book");
    let games = std::process::Command::new(crate::program::PROGRAM)
        .args(["games", "import", "all.gamedb", "in.ptn"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(games.status.success(), "{games:?}");
    folder
}

#[test]
fn a_tree_tells_what_follows() {
    let folder = folder();
    for book in ["my.book", "all.gamedb"] {
        let text = folder.stdout(&format!("lookup {book} --size 5 --tree 6"));
        let moves: Vec<_> = text.lines().skip(1).map(|line| line[..15].trim_end()).collect();
        assert_eq!(moves[..4], ["a1", "  e5", "    c3", "      d4"], "{text}");
        // Listed once, and found again.
        let again = text.lines().find(|line| line.contains("see")).expect(&text);
        assert!(again.trim_end().ends_with("see a1 e5 c3 d4 e4"), "{again}");
        let few = folder.stdout(&format!("lookup {book} --size 5 --tree 6 --min-games 2"));
        assert_eq!(few.lines().count(), 5, "{few}");
        let tree = folder.json(&format!("lookup {book} --size 5 --tree 3"));
        let third = &tree["moves"][0]["moves"][0]["moves"];
        assert_eq!((&third[0]["move"], &third[0]["games"]), (&"c3".into(), &3.into()));
        assert_eq!(third[0]["moves"], Value::Array(Vec::new()));
    }
}

#[test]
fn the_games_behind_a_move_come_by_every_way() {
    let folder = folder();
    let found = folder.json("lookup all.gamedb --size 5 --moves 'a1 e5 c3 d4' --games 3");
    let e4 = &found["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "e4").unwrap();
    // One game plays it here, another reaches the position in another way.
    assert_eq!((&e4["games"], &e4["reached"]), (&1.into(), &2.into()));
    assert_eq!(e4["behind"].as_array().unwrap().len(), 2);
    let text = folder.stdout("lookup all.gamedb --size 5 --moves 'a1 e5' --games 1");
    assert!(text.contains("    2024.05.31  Ann (1700)             Bob (1600)"), "{text}");
    assert!(text.contains("    and 2 more"), "{text}");
    let few = folder.json("lookup all.gamedb --size 5 --moves 'a1 e5' --no-bots");
    assert_eq!(few["moves"].as_array().unwrap().len(), 2);
    folder.check_errors(
        "lookup my.book --size 5 --games 2 | 2 | ^my.book: a book has no games\n\
         lookup my.book --size 5 --no-bots | 2 | ^my.book: a book has no games to choose\n\
         lookup my.book --size 5 --games 2 --tree 2 | 2 | cannot be used with",
    );
}

#[test]
fn scores_are_kept_in_the_book() {
    let folder = folder();
    let all = folder.json("score my.book --nodes 500 --threads 2");
    let positions = all["scored"].as_u64().unwrap();
    assert!(positions > 10, "{all}");
    for (again, expected) in [
        ("--nodes 500", 0),
        ("--nodes 400", 0),
        ("--nodes 600 --size 6", 2),
        ("--nodes 600 --min-games 5", 3),
        ("--nodes 500 --komi 0 --size 6", 2),
    ] {
        let scored = folder.json(&format!("score my.book {again}"));
        assert_eq!(scored["scored"], expected, "{again}");
    }
    // They do not depend on the threads, nor on what was searched before.
    let text = folder.stdout("lookup my.book --size 5 --moves 'a1 e5'");
    assert!(text.starts_with("move        games  white  draws  black  rating      value\n"));
    folder.told("build in.ptn -o other.book");
    folder.told("score other.book --nodes 600 --min-games 5");
    folder.told("score other.book --nodes 500");
    assert_eq!(text, folder.stdout("lookup other.book --size 5 --moves 'a1 e5'"));
    let found = folder.json("lookup my.book --size 5 --moves 'a1 e5'");
    assert!(found["moves"][0]["score"].is_i64(), "{found}");
    folder.check_errors(
        "score in.ptn | 2 | ^in.ptn: this is not an SQLite database\n\
         score all.gamedb | 2 | ^all.gamedb: this database is not an opening book\n\
         score my.book --nodes 0 | 2 | 0",
    );
}

/// A road that can be completed at once is given as a win.
#[test]
fn a_forced_win_is_told_in_plies() {
    let game = "[Size \"3\"]\n1. a3 a1\n2. b1 b3\n3. c1 R-0\n";
    let folder = Folder::with("book", &[("in.ptn", game)]);
    folder.told("build in.ptn -o my.book");
    folder.told("score my.book --nodes 2000");
    let text = folder.stdout("export my.book --to csv -o -");
    let last = text.lines().find(|line| line.starts_with("3,4,,")).expect(&text);
    assert!(last.contains(",,1,"), "{last}");
}

#[test]
fn a_book_is_exported() {
    let folder = folder();
    folder.told("score my.book --nodes 300");
    folder.stdout("export my.book -o my.csv");
    let csv = folder.read("my.csv");
    let stats = folder.json("stats my.book");
    let moves: u64 =
        stats["sizes"].as_array().unwrap().iter().map(|one| one["moves"].as_u64().unwrap()).sum();
    assert_eq!(csv.lines().count() as u64, moves + 1);
    let first = csv.lines().nth(1).unwrap();
    assert!(first.starts_with("5,0,swap,\"x5/x5/x5/x5/x5 1 1\",a1,5,1,1,1,1650.0,"), "{first}");
    assert_eq!(folder.stdout("export my.book --to csv -o - --size 6 --plies 1").lines().count(), 2);

    // Openings are distinguished where the board does not do so.
    let stack = "[Size \"5\"]\n[Opening \"double black stack\"]\n\n1. 2a1 e5\n2. c3 R-0\n";
    folder.write("more.ptn", stack);
    folder.told("build in.ptn more.ptn -o two.book");
    let two = folder.stdout("export two.book --size 5 --plies 1 --to csv -o -");
    let openings: Vec<_> = two.lines().skip(1).filter_map(|line| line.split(',').nth(2)).collect();
    assert_eq!(openings, ["swap", "double black stack"], "{two}");
    let both = folder.stdout("export two.book --size 5 --to ptn -o -");
    assert!(both.contains("[Opening \"double black stack\"]") && both.contains("1. 2a1 {1 game"));

    // As PTN it is one game with variations for each size, and holds all moves.
    folder.stdout("export my.book --plies 16 -o my.ptn");
    let ptn = folder.read("my.ptn");
    assert_eq!(ptn.matches("[Size").count(), 2);
    assert!(
        ptn.contains("1. a1 {5 games, White 50 %, ") && ptn.contains("\n\n{2w1}\n2. "),
        "{ptn}"
    );
    let dedup = folder.run("dedup my.ptn --counts");
    assert!(dedup.status.success(), "{}", text(&dedup.stderr));
    folder.check_errors(
        "export my.book -o my.txt | 2 | ^my.txt: expected --to\n\
         export my.book --size 7 -o x.ptn | 2 | contains nothing that was asked for\n\
         export my.book -o my.book --to csv | 2 | cannot be the output\n\
         export all.gamedb -o x.csv | 2 | ^all.gamedb: this database is not an opening book",
    );
    assert!(!folder.names().contains(&"x.csv".to_owned()));
}

/// The two tables are equal, value by value.
#[test]
fn parquet_is_what_csv_is() {
    let folder = folder();
    folder.told("score my.book --nodes 300 --size 5");
    folder.stdout("export my.book -o my.csv");
    folder.stdout("export my.book -o my.parquet");
    let file = std::fs::File::open(folder.path().join("my.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let csv = folder.read("my.csv");
    let mut lines = csv.lines();
    let names: Vec<_> = lines.next().unwrap().split(',').collect();
    let mut rows = 0;
    for (row, line) in reader.get_row_iter(None).unwrap().zip(lines) {
        let row = row.unwrap();
        // The second of three parts is the TPS.
        let parts: Vec<_> = line.split('"').collect();
        let (before, behind) = (parts[0].strip_suffix(',').unwrap(), &parts[2][1..]);
        let values = before.split(',').chain([parts[1]]).chain(behind.split(','));
        for ((name, field), value) in row.get_column_iter().zip(values) {
            let field = match field {
                Field::Null => String::new(),
                Field::Str(text) => text.clone(),
                Field::Double(number) if name == "score" => format!("{number:.2}"),
                Field::Double(number) if name == "komi" => number.to_string(),
                Field::Double(number) => format!("{number:.1}"),
                field => field.to_string(),
            };
            assert_eq!(field, value, "{name}: {line}");
        }
        assert_eq!(row.get_column_iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), names);
        rows += 1;
    }
    assert_eq!(rows + 1, csv.lines().count());
    assert!(csv.contains(",2\n") && csv.contains(",,,,,\n"), "{csv}");
}
