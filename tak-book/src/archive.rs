//! The games published by playtak.com: an SQLite table with one row per game.
//!
//! The table has grown over the years, so columns may be missing, and a value may be anything that
//! some version of the server wrote. Invalid rows are skipped, with the reason.

use std::fmt::{self, Write as _};
use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use tak_encoding::{
    AnyGame, AnyRules, BoardSize, Game, GameResult, HalfKomi, Opening, Playable, Position, Size,
    excerpt, with_size,
};

use crate::date::Date;
use crate::error::BookError;
pub use crate::record::SITE;
use crate::record::{Facts, Origin, Record, is_bot, result_of};
use crate::sqlite;

/// The longest game that is read, in bytes of its notation.
const LONGEST_GAME: i64 = 1 << 20;

/// The longest name or id that is accepted, in bytes.
const LONGEST_NAME: usize = 100;

/// One row of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The id of the game in the archive; it may be any text.
    pub id: String,
    /// The game, or why it cannot be read.
    pub game: Result<Box<Record>, BadRow>,
}

/// Why a row is not a game: which column or move is wrong, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRow(String);

impl fmt::Display for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadRow {}

/// An opened archive.
#[derive(Debug)]
pub struct Archive {
    connection: Connection,
    query: String,
}

impl Archive {
    /// Whether a file looks like an archive, so that users need not name its format.
    pub fn is_one(path: &Path) -> bool {
        sqlite::is_database(path).unwrap_or(false)
    }

    /// Opens an archive for reading.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not an archive. Damage may show only later.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Self::new(sqlite::open_read_only(path)?)
    }

    /// Reads an archive from a database that is already open.
    ///
    /// # Errors
    ///
    /// If it has no table of games.
    pub fn new(connection: Connection) -> Result<Self, BookError> {
        let query = query(&connection)?;
        Ok(Self { connection, query })
    }

    /// The number of rows, for a progress bar.
    ///
    /// # Errors
    ///
    /// If the database is damaged.
    pub fn rows(&self) -> Result<u64, BookError> {
        let count = "SELECT count(*) FROM games";
        let rows = self.connection.query_row(count, [], |row| row.get::<_, i64>(0))?;
        Ok(u64::try_from(rows).unwrap_or(0))
    }

    /// Reads the rows one by one, in the order of the archive. If the database is damaged, the
    /// visitor gets the error, and nothing after it.
    ///
    /// # Errors
    ///
    /// The first error that the visitor returns, which ends the reading.
    pub fn for_each<Error>(
        &self,
        visit: impl FnMut(Result<Entry, BookError>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.for_each_but(|_| Ok(false), visit)
    }

    /// Like [`for_each`](Self::for_each), but skips the rows whose id is known without reading
    /// their moves. `is_known` is not called for rows without an id of their own.
    ///
    /// # Errors
    ///
    /// The first error that either closure returns, which ends the reading.
    pub fn for_each_but<Error>(
        &self,
        mut is_known: impl FnMut(&str) -> Result<bool, Error>,
        mut visit: impl FnMut(Result<Entry, BookError>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut statement = match self.connection.prepare(&self.query) {
            Ok(statement) => statement,
            Err(error) => return visit(Err(error.into())),
        };
        let mut rows = statement.raw_query();
        loop {
            let next = rows
                .next()
                .and_then(|row| row.map(|row| Ok((describe(row.get_ref("id")?), row))).transpose());
            match next {
                Ok(Some((id, row))) => {
                    if origin(&id, row).is_none() || !is_known(&id)? {
                        visit(Ok(Entry::read(id, row)))?;
                    }
                }
                Ok(None) => return Ok(()),
                Err(error) => return visit(Err(error.into())),
            }
        }
    }
}

impl Entry {
    fn read(id: String, row: &Row<'_>) -> Self {
        let game = read_game(&id, row).map(Box::new).map_err(BadRow);
        Self { id, game }
    }
}

/// The columns that are read. The first two are required; the others may be missing.
const COLUMNS: [&str; 19] = [
    "size",
    "notation",
    "result",
    "rating_white",
    "rating_black",
    "unrated",
    "komi",
    "pieces",
    "capstones",
    "opening",
    "player_white",
    "player_black",
    "date",
    "timertime",
    "timerinc",
    "increment_scales",
    "extra_time_amount",
    "extra_time_trigger",
    "tournament",
];

/// The query that selects [`COLUMNS`], with NULL for missing ones, and the `id`.
fn query(connection: &Connection) -> Result<String, BookError> {
    // A view could be any query, even one that never ends.
    let names = "SELECT lower(c.name) FROM pragma_table_list('games') AS t, \
                 pragma_table_info('games') AS c WHERE t.type = 'table' AND t.schema = 'main'";
    let mut names = connection.prepare(names)?;
    let names = names.query_map([], |row| row.get::<_, String>(0))?;
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    if names.is_empty() {
        return Err(BookError::NotAnArchive);
    }
    let has = |column: &str| names.iter().any(|name| name == column);
    if let Some(missing) = COLUMNS[..2].iter().find(|column| !has(column)) {
        return Err(BookError::NoColumn(missing));
    }
    // SQLite's own row numbers may change when the archive is rebuilt.
    let id = if has("id") { "id, 1 AS has_id" } else { "rowid AS id, 0 AS has_id" };
    let mut selected = vec![id.to_owned()];
    selected.extend(COLUMNS.map(|column| match column {
        // The length is checked first, because the text may be gigabytes long.
        "notation" => format!(
            "octet_length(notation) > {LONGEST_GAME} AS is_long, \
             CASE WHEN octet_length(notation) <= {LONGEST_GAME} THEN notation END AS notation"
        ),
        column if has(column) => column.to_owned(),
        column => format!("NULL AS {column}"),
    }));
    Ok(format!("SELECT {} FROM games", selected.join(", ")))
}

/// Reads a row, or says why it is not a game.
fn read_game(id: &str, row: &Row<'_>) -> Result<Record, String> {
    let size =
        integer(row, "size")?.ok_or("column size: expected a number from 3 to 8, it is empty")?;
    let size = usize::try_from(size).ok().and_then(BoardSize::new);
    let size = size.ok_or_else(|| expected(row, "size", "a number from 3 to 8"))?;
    if integer(row, "is_long")? == Some(1) {
        return Err("column notation: expected at most 1 MiB".to_owned());
    }
    let notation = text(row, "notation")?.unwrap_or_default();
    let rules = rules(row)?;
    let mut game: AnyGame = with_size!(size, N => read_moves::<N>(notation, rules)?.into());
    if let Some(result) = result(row)? {
        game.set_result(result);
    }
    let players = [name(row, "player_white"), name(row, "player_black")];
    let facts = Facts {
        size: game.size(),
        half_komi: rules.half_komi,
        opening: rules.opening,
        result: result_of(&game),
        plies: game.plies() as u32,
        bots: players.each_ref().map(|name| name.as_deref().is_some_and(is_bot)),
        players,
        ratings: [rating(row, "rating_white"), rating(row, "rating_black")],
        is_rated: integer(row, "unrated")?.unwrap_or(0) == 0,
        date: date(row),
        clock: clock(row),
        event: integer(row, "tournament").ok().flatten().filter(|&number| number != 0).map(event),
        origin: origin(id, row),
    };
    Ok(Record { game, facts, text: None })
}

/// The id of a row. NULL and blobs do not count, because several rows may have them.
fn origin(id: &str, row: &Row<'_>) -> Option<Origin> {
    let is_text = !matches!(row.get_ref("id"), Err(_) | Ok(ValueRef::Null | ValueRef::Blob(_)));
    let has_id = matches!(row.get_ref("has_id"), Ok(ValueRef::Integer(1)));
    let is_one = is_text && has_id && (1..=LONGEST_NAME).contains(&id.len());
    is_one.then(|| Origin { site: SITE.to_owned(), id: id.to_owned() })
}

/// The name of a player. An invalid one counts as missing, as do other invalid values that do not
/// affect the moves.
fn name(row: &Row<'_>, column: &str) -> Option<String> {
    let name = text(row, column).ok()??.trim();
    let is_one = !name.is_empty() && name.len() <= LONGEST_NAME && !name.contains(char::is_control);
    is_one.then(|| name.to_owned())
}

/// The date, stored in milliseconds since 1970 or, in old rows, in seconds.
fn date(row: &Row<'_>) -> Option<Date> {
    /// As seconds this is in the year 5138, as milliseconds in 1973.
    const SECONDS: i64 = 100_000_000_000;
    let number = big_integer(row, "date").filter(|&number| number > 0)?;
    Date::from_millis(if number < SECONDS { number * 1000 } else { number })
}

/// The time control in the form of playtak.com and PTN Ninja: like `10:0 +20`, or `10:0 +20 @30 +5:0`
/// with extra time at a move. An `n` after the increment says that it grows with the move number.
fn clock(row: &Row<'_>) -> Option<String> {
    let number = |column| integer(row, column).ok().flatten().filter(|&number| number > 0);
    let minutes = |seconds: i64| format!("{}:{}", seconds / 60, seconds % 60);
    let mut clock = minutes(number("timertime")?);
    if let Some(increment) = number("timerinc") {
        let grows = if number("increment_scales").is_some() { "n" } else { "" };
        let _ = write!(clock, " +{increment}{grows}");
    }
    if let (Some(extra), Some(mv)) = (number("extra_time_amount"), number("extra_time_trigger")) {
        let _ = write!(clock, " @{mv} +{}", minutes(extra));
    }
    Some(clock)
}

/// The name of a tournament. The archive stores a number, which is 1 for all early tournaments.
fn event(number: i64) -> String {
    match number {
        1 => "Tournament".to_owned(),
        number => format!("Tournament {number}"),
    }
}

fn read_moves<const N: usize>(notation: &str, rules: AnyRules) -> Result<Game<N>, String>
where
    Size<N>: Playable,
{
    let rules = rules.at_size().map_err(|error| error.to_string())?;
    Game::from_playtak(Position::with_rules(rules), notation).map_err(|error| error.to_string())
}

/// The rules. Komi is stored in half points. Piece counts that are missing or zero mean the
/// standard ones, except that zero capstones are meant literally next to a number of flats.
fn rules(row: &Row<'_>) -> Result<AnyRules, String> {
    let half_komi = integer(row, "komi")?.unwrap_or(0);
    let half_komi = i16::try_from(half_komi).map_err(|_| expected(row, "komi", "half points"))?;
    let count = |column| {
        let count = integer(row, column)?.filter(|&count| count >= 0);
        let count = count.map(u8::try_from).transpose();
        count.map_err(|_| expected(row, column, "a number of pieces"))
    };
    let flats = count("pieces")?.filter(|&flats| flats > 0);
    let caps = count("capstones")?.filter(|&caps| caps > 0 || flats.is_some());
    let mut rules = AnyRules::with_komi(HalfKomi(half_komi));
    (rules.flats, rules.caps) = ([flats; 2], [caps; 2]);
    rules.opening = opening(row)?;
    Ok(rules)
}

/// The opening, which the notation does not show. It is empty in rows older than the column.
fn opening(row: &Row<'_>) -> Result<Opening, String> {
    let name = text(row, "opening")?.unwrap_or_default().trim();
    if name.is_empty() {
        return Ok(Opening::Swap);
    }
    let known = "`swap`, `no-swap` or `double black stack`";
    name.parse().map_err(|_| expected(row, "opening", known))
}

/// The result; `None` if the archive has none, as for a game that was never finished.
fn result(row: &Row<'_>) -> Result<Option<GameResult>, String> {
    let text = text(row, "result")?.unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    let result = GameResult::read(text);
    let result = result.ok_or_else(|| expected(row, "result", "one like `R-0` or `1/2-1/2`"))?;
    Ok(Some(result))
}

/// A rating. Anything but a positive number counts as missing; bots and guests have 0.
fn rating(row: &Row<'_>, column: &str) -> Option<u32> {
    let rating = integer(row, column).ok()??;
    u32::try_from(rating).ok().filter(|&rating| rating > 0)
}

/// A number of any magnitude; `None` for anything else.
fn big_integer(row: &Row<'_>, column: &str) -> Option<i64> {
    match row.get_ref(column).ok()? {
        ValueRef::Integer(number) => Some(number),
        ValueRef::Real(real) if real.abs() < 1e18 => Some(real as i64),
        ValueRef::Text(text) => str::from_utf8(text).ok()?.trim().parse().ok(),
        _ => None,
    }
}

/// A whole number, stored with any type.
fn integer(row: &Row<'_>, column: &str) -> Result<Option<i64>, String> {
    let number = match value(row, column)? {
        ValueRef::Null => return Ok(None),
        ValueRef::Integer(number) => Some(number),
        ValueRef::Real(real) => (real.fract() == 0.0 && real.abs() < 1e9).then_some(real as i64),
        ValueRef::Text(text) => {
            let text = str::from_utf8(text).unwrap_or_default().trim();
            if text.is_empty() {
                return Ok(None);
            }
            text.parse().ok()
        }
        ValueRef::Blob(_) => None,
    };
    number.map(Some).ok_or_else(|| expected(row, column, "a whole number"))
}

fn text<'a>(row: &'a Row<'_>, column: &str) -> Result<Option<&'a str>, String> {
    match value(row, column)? {
        ValueRef::Null => Ok(None),
        ValueRef::Text(text) => str::from_utf8(text)
            .map(Some)
            .map_err(|_| format!("column {column}: expected text in UTF-8")),
        _ => Err(expected(row, column, "text")),
    }
}

fn value<'a>(row: &'a Row<'_>, column: &str) -> Result<ValueRef<'a>, String> {
    row.get_ref(column).map_err(|error| format!("column {column}: {error}"))
}

fn expected(row: &Row<'_>, column: &str, what: &str) -> String {
    let found = row.get_ref(column).map_or_else(|_| String::new(), describe);
    format!("column {column}: found {}, expected {what}", excerpt(&found))
}

/// A value in readable form.
fn describe(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(bytes) => format!("a blob of {} bytes", bytes.len()),
    }
}

#[cfg(test)]
mod tests;
