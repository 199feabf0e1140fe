//! Rows of playtak.com's archive.

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use tak_book::archive::{Archive, BadRow};
use tak_book::{Facts, Record};
use tak_encoding::{AnyGame, GameResult, with_game};

/// The columns in the order of the fields of a row.
const COLUMNS: &str =
    "size, notation, result, rating_white, rating_black, unrated, komi, pieces, capstones, opening";

/// A row that is always read.
const GOOD: &[u8] = b"#5\tP A1,P E5\tR-0\t#1700\t#1600";

/// Rows, one a line, whose fields are divided by tabs: nothing is NULL, `#` begins a
/// number, `%` a blob, anything else is text. Each is read or refused in words, and
/// costs no other; a game is written as it is read, as another row and as PTN.
///
/// # Panics
///
/// If not.
pub fn archive(data: &[u8]) {
    let mut rows = vec![GOOD];
    rows.extend(data.split(|&byte| byte == b'\n'));
    rows.push(GOOD);
    let entries = read(&rows);
    assert_eq!(entries.len(), rows.len());
    assert_eq!(entries.first(), entries.last());
    assert!(entries[0].is_ok(), "{entries:?}");
    let (games, refused): (Vec<_>, Vec<_>) = entries.into_iter().partition(Result::is_ok);
    for why in refused.into_iter().filter_map(Result::err) {
        let why = why.to_string();
        let is_plain = why.len() < 300 && !why.contains(char::is_control);
        assert!(is_plain && !why.is_empty(), "{why:?}");
    }
    let written: Vec<_> = games.iter().flatten().map(|entry| row(entry)).collect();
    assert_eq!(read(&written.iter().map(String::as_bytes).collect::<Vec<_>>()), games);
    for game in games.iter().flatten().map(|entry| &entry.game) {
        let again: AnyGame = game.to_string().parse().expect("what was written as PTN");
        assert_eq!(again.end().to_string(), game.end().to_string(), "{game}");
        assert_eq!(again.to_string(), game.to_string());
    }
}

/// Reads rows from an archive that is made of them.
fn read(rows: &[&[u8]]) -> Vec<Result<Box<Record>, BadRow>> {
    let connection = Connection::open_in_memory().expect("SQLite");
    let table = format!("CREATE TABLE games ({COLUMNS})");
    connection.execute_batch(&table).expect("a table");
    for row in rows {
        insert(&connection, row);
    }
    let mut entries = Vec::new();
    let archive = Archive::new(connection).expect("an archive");
    let visited = archive.for_each(|entry| {
        entries.push(entry?.game);
        Ok::<_, tak_book::BookError>(())
    });
    visited.expect("no damage");
    entries
}

fn insert(connection: &Connection, row: &[u8]) {
    let (mut marks, mut values) = (Vec::new(), Vec::new());
    let mut fields = row.split(|&byte| byte == b'\t');
    for _ in COLUMNS.split(", ") {
        let (mark, value) = field(fields.next().unwrap_or_default());
        marks.push(mark);
        values.push(value);
    }
    let insert = format!("INSERT INTO games VALUES ({})", marks.join(", "));
    connection.execute(&insert, params_from_iter(values)).expect("a row");
}

/// A value, and how it is written in SQL.
fn field(bytes: &[u8]) -> (&'static str, Value) {
    let value = match bytes.split_first() {
        None => Value::Null,
        Some((b'#', number)) => {
            let number = str::from_utf8(number).unwrap_or_default();
            let real = || number.parse().map_or(Value::Null, Value::Real);
            number.parse().map_or_else(|_| real(), Value::Integer)
        }
        Some((b'%', bytes)) => Value::Blob(bytes.to_vec()),
        // Text of SQLite need not be UTF-8.
        Some(_) => return ("CAST(? AS TEXT)", Value::Blob(bytes.to_vec())),
    };
    ("?", value)
}

/// The row that a game is written as.
fn row(entry: &Record) -> String {
    let Record { game, facts: Facts { ratings, is_rated, .. }, .. } = entry;
    let [white, black] = ratings.map(|rating| rating.map_or(String::new(), |r| format!("#{r}")));
    let unrated = u8::from(!is_rated);
    let result = game.result().as_ref().map_or(String::new(), GameResult::to_string);
    with_game!(game, game => {
        let (start, moves) = (game.start(), game.to_playtak());
        let [reserve, _] = start.reserves();
        let (size, komi, opening) = (start.size(), start.half_komi().0, start.opening());
        let (flats, caps) = (reserve.flats, reserve.caps);
        format!(
            "#{size}\t{moves}\t{result}\t{white}\t{black}\t#{unrated}\t#{komi}\t#{flats}\t#{caps}\t\
             {opening}"
        )
    })
}
