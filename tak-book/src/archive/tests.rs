//! Archives made for the tests: good, old, odd and broken ones.

use std::fs;
use std::path::PathBuf;

use tak_encoding::with_game;
use tempfile::TempDir;

use super::*;

/// The table as the server makes it today.
const TODAY: &str = "CREATE TABLE games (id INTEGER PRIMARY KEY, date INT, size INT, \
    player_white VARCHAR(20), player_black VARCHAR(20), notation TEXT, result VARCHAR(10), \
    timertime INT DEFAULT 0, timerinc INT DEFAULT 0, rating_white INT DEFAULT 1000, \
    rating_black INT DEFAULT 1000, unrated INT DEFAULT 0, tournament INT DEFAULT 0, \
    komi INT DEFAULT 0, pieces INT DEFAULT -1, capstones INT DEFAULT -1)";

/// The table as it was in the first year.
const FIRST: &str = "CREATE TABLE games (id INTEGER PRIMARY KEY, date INT, size INT, \
    player_white VARCHAR(20), player_black VARCHAR(20), notation TEXT, result VARCAR(10))";

fn archive(statements: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(statements).unwrap();
    (folder, path)
}

/// One line for each entry: the final position and some facts, or why the row was skipped.
fn read(path: &Path) -> Result<Vec<String>, String> {
    let text = |error: BookError| error.to_string();
    let mut lines = Vec::new();
    let archive = Archive::open(path).map_err(text)?;
    let rows = archive.rows().map_err(text)?;
    let each = archive.for_each(|entry| {
        let Entry { id, game } = entry?;
        lines.push(match game {
            Ok(entry) => {
                let Record { game, facts: Facts { ratings, is_rated, .. }, .. } = *entry;
                let result = game.result().map(|result| result.to_string());
                format!("{id}: {} {result:?} {ratings:?} {is_rated}", game.end())
            }
            Err(reason) => format!("{id} skipped: {reason}"),
        });
        Ok::<_, BookError>(())
    });
    each.map_err(text)?;
    assert_eq!(rows, lines.len() as u64);
    Ok(lines)
}

fn rows(table: &str, inserts: &[&str]) -> Vec<String> {
    let inserts = inserts.iter().map(|row| format!("; INSERT INTO games {row}"));
    let (folder, path) = archive(&(table.to_owned() + &inserts.collect::<String>()));
    let before = fs::read(&path).unwrap();
    let lines = read(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    lines
}

#[test]
fn the_extra_time_at_a_move_was_lost() {
    let table =
        TODAY.replace("capstones", "extra_time_amount INT, extra_time_trigger INT, capstones");
    let columns =
        "(id, size, notation, timertime, timerinc, extra_time_trigger, extra_time_amount)";
    for (values, expected) in [
        ("600, 20, 35, 600", "10:0 +20 @35 +10:0"),
        ("600, 20, 0, 0", "10:0 +20"),
        ("615, 0, 30, 65", "10:15 @30 +1:5"),
    ] {
        let row = format!("; INSERT INTO games {columns} VALUES (12, 5, 'P A1,P E5', {values})");
        let (_folder, path) = archive(&(table.clone() + &row));
        let mut clocks = Vec::new();
        let each = Archive::open(&path).unwrap().for_each(|entry| {
            clocks.push(entry?.game.unwrap().facts.clock);
            Ok::<_, BookError>(())
        });
        each.unwrap();
        assert_eq!(clocks, [Some(expected.to_owned())]);
    }
}

#[test]
fn games_of_every_year_are_read() {
    let old = "VALUES (1, 1461430800000, 5, 'a', 'b', 'P A1,P E5,P C3 W,M A1 A2 1', '0-1')";
    let tps = "x4,1/x5/x2,1S,x2/2,x4/x5 1 3";
    assert_eq!(rows(FIRST, &[old]), [format!("1: {tps} Some(\"0-1\") [None, None] true")]);

    let columns = "(id, size, notation, result, rating_white, rating_black, unrated, komi)";
    let lines = rows(
        TODAY,
        &[
            &format!("{columns} VALUES (7, 5, 'P A1,P E5', '1/2-1/2', 1700, 0, 1, 4)"),
            &format!("{columns} VALUES (8, 6, '', '0-0', NULL, 1655, NULL, NULL)"),
            // Numbers stored as text and as reals, and an empty result.
            &format!("{columns} VALUES (9, '3 ', 'P A1,', ' ', 'x', 1500.0, 0, '-3')"),
            &format!("{columns} VALUES (10, 4.0, NULL, NULL, -5, 1e12, 0, 0)"),
        ],
    );
    assert_eq!(
        lines,
        [
            "7: x4,1/x5/x5/x5/2,x4 1 2 Some(\"1/2-1/2\") [Some(1700), None] false",
            "8: x6/x6/x6/x6/x6/x6 1 1 Some(\"0\") [None, Some(1655)] true",
            "9: x3/x3/2,x2 2 1 None [None, Some(1500)] true",
            "10: x4/x4/x4/x4 1 1 None [None, None] true",
        ]
    );
}

#[test]
fn pieces_and_komi_are_those_of_the_game() {
    let insert = |size, komi, pieces, caps| {
        format!(
            "(size, notation, komi, pieces, capstones) VALUES ({size}, '', {komi}, {pieces}, {caps})"
        )
    };
    let inserts = [
        insert(5, 4, -1, -1),
        insert(5, -1, 25, 2),
        insert(6, 0, 0, 0),
        insert(6, 0, 30, 0),
        insert(6, 0, 60, 1),
        insert(6, 0, 1000, 1),
        insert(6, 99_999, -1, -1),
    ];
    let (_folder, path) = archive(&format!(
        "{TODAY}; {}",
        inserts.map(|row| format!("INSERT INTO games {row};")).concat()
    ));
    let mut found = Vec::new();
    let visited = Archive::open(&path).unwrap().for_each(|entry| {
        found.push(match entry?.game {
            Ok(entry) => with_game!(&entry.game, game => {
                let start = game.start();
                let [white, black] = start.reserves();
                assert_eq!(white, black);
                format!("{} {} {}", start.half_komi().0, white.flats, white.caps)
            }),
            Err(reason) => reason.to_string(),
        });
        Ok::<_, BookError>(())
    });
    visited.unwrap();
    assert_eq!(found[..4], ["4 21 1", "-1 25 2", "0 30 1", "0 30 0"]);
    assert!(found[4].starts_with("reserves: 121 pieces"), "{found:?}");
    assert_eq!(found[5], "column pieces: found `1000`, expected a number of pieces");
    assert_eq!(found[6], "column komi: found `99999`, expected half points");
}

#[test]
fn openings_are_those_of_the_column() {
    let table = TODAY.replace("komi INT", "opening TEXT, komi INT");
    let openings =
        ["'swap'", "NULL", "''", "'double black stack'", "'Double Black Stack'", "'no swap'"];
    let values = (1..).zip(openings);
    let values = values.map(|(id, opening)| {
        format!("(id, size, notation, opening) VALUES ({id}, 5, 'P A1', {opening})")
    });
    let values: Vec<_> = values.collect();
    let rows = rows(&table, &values.iter().map(String::as_str).collect::<Vec<_>>());
    let boards: Vec<_> = rows.iter().map(|row| row.split(' ').nth(1).unwrap()).collect();
    let [swap, two, own] = ["2", "22", "1"].map(|stack| format!("x5/x5/x5/x5/{stack},x4"));
    assert_eq!(boards, [&swap, &swap, &swap, &two, &two, &own]);
}

/// Size, notation, result and opening of a row, and why it is not a game.
const BROKEN: &str = "\
9, '', 'R-0', NULL | column size: found `9`, expected a number from 3 to 8
NULL, '', 'R-0', NULL | column size: expected a number from 3 to 8, it is empty
char(97, 10, 98), '', 'R-0', NULL | column size: found `a\\nb`, expected a whole number
5, 'P A1,P A1', 'R-0', NULL | move 2, `P A1`: illegal here: the square is taken
5, 'P A1,M Q1 A2 1', 'R-0', NULL | move 2, `M Q1 A2 1`: expected
5, x'00ff', 'R-0', NULL | column notation: found `a blob of 2 bytes`, expected text
5, CAST(x'ff' AS TEXT), '', NULL | column notation: expected text in UTF-8
5, '', '3-0', 'swap' | column result: found `3-0`, expected one like
5, 'P A1', '', 'triple' | column opening: found `triple`, expected `swap`, `no-swap` or
5, hex(zeroblob(600000)), '', NULL | column notation: expected at most 1 MiB";

#[test]
fn broken_games_are_skipped_with_the_reason() {
    let table = TODAY.replace("komi INT", "opening TEXT, komi INT");
    let columns = "(id, size, notation, result, opening)";
    let broken: Vec<_> = BROKEN.lines().map(|row| row.split_once(" | ").unwrap()).collect();
    let values = broken.iter().map(|(values, _)| *values);
    let values = values.chain(["5, 'P A1', '1-0', 'Swap'"]).zip(100..);
    let inserts = values.map(|(values, id)| format!("{columns} VALUES ({id}, {values})"));
    let inserts: Vec<_> = inserts.collect();
    let lines = rows(&table, &inserts.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(lines.last().unwrap().starts_with("110: x"), "{lines:?}");
    for ((id, (values, why)), line) in (100..).zip(broken).zip(&lines) {
        let start = format!("{id} skipped: {why}");
        assert!(line.starts_with(&start), "{values}: {line}");
        let plain = line.len() < 200 && !line.contains(char::is_control);
        assert!(plain, "{line}");
    }
}

fn many_games() -> (TempDir, PathBuf) {
    archive(&format!(
        "{TODAY}; WITH RECURSIVE n(id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n LIMIT 2000) \
         INSERT INTO games (id, size, notation) SELECT id, 5, 'P A1,P E5,P C3' FROM n"
    ))
}

#[test]
fn what_is_no_archive_is_one_clear_line() {
    let (folder, path) = many_games();
    let whole = fs::read(&path).unwrap();
    assert_eq!(read(&path).unwrap().len(), 2_000);
    let (half, most) = (whole.len() / 2, whole.len() - 1);
    for length in [0, 10, 17, 100, 512, 4_096, 5_000, half, most] {
        let cut = folder.path().join("cut.db");
        fs::write(&cut, &whole[..length]).unwrap();
        let error = read(&cut).map(drop).expect_err("cut short");
        let known = error.contains("SQLite") || error.contains("truncated");
        assert!(known, "{length}: {error}");
        assert_eq!(Archive::is_one(&cut), length >= 16);
    }
    for (statements, missing) in [
        ("TABLE other (x)", "table `games`"),
        ("VIEW games AS SELECT 5 AS size, '' AS notation", "table `games`"),
        ("TABLE games (id, notation)", "column `size`"),
        ("TABLE games (id, size)", "column `notation`"),
    ] {
        let (_folder, path) = archive(&format!("CREATE {statements}"));
        let error = read(&path).unwrap_err();
        let why = format!("expected a {missing}");
        assert!(error.contains(&why), "{statements}: {error}");
    }
}

#[test]
fn a_damaged_page_ends_the_reading() {
    let (_folder, path) = many_games();
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2 / 4_096 * 4_096;
    bytes[middle..middle + 4_096].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let error = read(&path).map(drop).expect_err("damaged");
    assert!(error.contains("SQLite: "), "{error}");
}
