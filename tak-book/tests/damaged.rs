//! Books as another program or a broken disk may leave them.

use std::fs;
use std::path::PathBuf;

use rusqlite::Connection;
use tak_book::{Book, BookBuilder, BookError};
use tak_encoding::{AnyGame, Position};
use tempfile::TempDir;

/// A book of one game, changed by SQL.
fn book(changes: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let game: AnyGame = "[Size \"5\"]\n1. a1 e5 2. c3 c2 R-0".parse().unwrap();
    let mut builder = BookBuilder::create(&path, 8).unwrap();
    builder.add_game(&game, [None; 2]).unwrap();
    builder.finish().unwrap();
    let changes = format!("PRAGMA foreign_keys = OFF; {changes}");
    Connection::open(&path).unwrap().execute_batch(&changes).unwrap();
    (folder, path)
}

fn merged(path: &std::path::Path) -> Result<u64, BookError> {
    let new = path.with_extension("new");
    let mut builder = BookBuilder::create(&new, 8)?;
    let bad_rows = builder.add_book(&Book::open(path)?)?;
    builder.finish()?;
    fs::remove_file(new)?;
    Ok(bad_rows)
}

#[test]
fn rows_that_make_no_sense_are_skipped() {
    for (changes, found, bad_rows) in [
        ("", 1, 0),
        // Not a move, not a legal one, a move of another board, bad counts.
        ("UPDATE moves SET move = 'zz'", 0, 4),
        ("UPDATE moves SET move = ''", 0, 4),
        ("UPDATE moves SET move = '3c3>21'", 0, 4),
        ("UPDATE moves SET move = 'h8'", 0, 4),
        ("UPDATE moves SET games = -1", 0, 4),
        ("UPDATE moves SET games = 'many'", 0, 4),
        ("UPDATE moves SET games = 1e300", 0, 4),
        ("UPDATE moves SET position = 99 WHERE position = 1", 1, 0),
        ("UPDATE positions SET board = x'00' WHERE id = 1", 1, 1),
        ("UPDATE positions SET board = 'text' WHERE id = 1", 1, 1),
        ("UPDATE positions SET board = zeroblob(500000) WHERE id = 1", 1, 1),
        ("UPDATE positions SET size = 6", 1, 4),
        ("UPDATE positions SET ply = -1", 1, 4),
        ("UPDATE games SET size = 1000", 1, 0),
        ("DELETE FROM games", 1, 0),
    ] {
        let (_folder, path) = book(changes);
        let before = fs::read(&path).unwrap();
        let book = Book::open(&path).unwrap();
        let position = Position::<5>::from_tps("x4,1/x5/x5/x5/2,x4 1 2").unwrap();
        let moves = book.lookup(&position).unwrap();
        // Row 1 may be that of another position.
        assert!(moves.len() == found || changes.ends_with("= 1"), "{changes}: {moves:?}");
        assert_eq!(merged(&path).unwrap(), bad_rows, "{changes}");
        book.games().unwrap();
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn what_is_not_a_book_is_refused() {
    for (changes, text) in [
        ("PRAGMA application_id = 7", "this database is not an opening book"),
        ("PRAGMA user_version = 1", "it has format 1, expected 2"),
        ("DROP TABLE moves", "this database is not an opening book"),
        ("DROP TABLE moves; CREATE VIEW moves AS SELECT 1", "this database is not an opening book"),
        ("UPDATE about SET value = -7 WHERE name = 'plies'", "not an opening book"),
        ("DELETE FROM about", "SQLite: Query returned no rows"),
    ] {
        let (_folder, path) = book(changes);
        let error = Book::open(&path).map(drop).unwrap_err();
        assert!(error.to_string().contains(text), "{changes}: {error}");
    }
}

#[test]
fn damage_is_an_error_or_a_missing_row_but_never_a_panic() {
    let (_folder, path) = book("");
    let whole = fs::read(&path).unwrap();
    let position = Position::<5>::new();
    let (mut errors, mut random) = (0, fastrand::Rng::with_seed(1));
    for round in 0..400 {
        let mut bytes = whole.clone();
        if round % 4 == 0 {
            bytes.truncate(whole.len() * round / 400);
        }
        for _ in 0..8 {
            if let Some(byte) = bytes.get_mut(random.usize(..whole.len())) {
                *byte = random.u8(..);
            }
        }
        fs::write(&path, bytes).unwrap();
        let result = Book::open(&path).and_then(|book| book.lookup(&position));
        errors += u32::from(result.is_err());
        if let Ok(moves) = result {
            for known in moves {
                let mut after = position;
                after.play(known.mv).unwrap();
            }
        }
        let _ = merged(&path);
        let _ = fs::remove_file(path.with_extension("new"));
    }
    assert!(errors > 90, "{errors}");
}
