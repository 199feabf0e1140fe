//! The tables of a book. The README documents them for use with SQL.

use rusqlite::Connection;

use crate::error::BookError;
use crate::sqlite::Kind;

/// How a book is recognized.
const KIND: Kind = Kind {
    application_id: 0x5461_6b42, // "TakB"
    version: 2,
    tables: ["about", "games", "positions", "moves"],
};

/// The columns of a [`Tally`](crate::Tally), in `moves` and `games`.
pub(crate) const COLUMNS: &str = "games, white_wins, black_wins, draws, rating_sum, ratings";

#[cfg(feature = "write")]
const TABLES: &str = "
CREATE TABLE about (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE games (
    size INTEGER PRIMARY KEY,
    games INTEGER NOT NULL,
    white_wins INTEGER NOT NULL,
    black_wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    rating_sum INTEGER NOT NULL,
    ratings INTEGER NOT NULL
);

CREATE TABLE positions (
    id INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    tps TEXT NOT NULL,
    board BLOB NOT NULL UNIQUE
);

CREATE TABLE moves (
    position INTEGER NOT NULL REFERENCES positions (id),
    move TEXT NOT NULL,
    games INTEGER NOT NULL,
    white_wins INTEGER NOT NULL,
    black_wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    rating_sum INTEGER NOT NULL,
    ratings INTEGER NOT NULL,
    PRIMARY KEY (position, move)
) WITHOUT ROWID;
";

/// The table that is added when an engine scores a book.
#[cfg(feature = "write")]
const SCORES: &str = "
CREATE TABLE IF NOT EXISTS scores (
    position INTEGER PRIMARY KEY REFERENCES positions (id),
    centiflats INTEGER,
    wins_in INTEGER,
    best TEXT NOT NULL,
    half_komi INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    engine TEXT NOT NULL
)";

/// Creates the tables of a new book of `plies` plies.
#[cfg(feature = "write")]
pub(crate) fn create(connection: &Connection, plies: u32) -> rusqlite::Result<()> {
    KIND.mark(connection)?;
    connection.execute_batch(TABLES)?;
    let about = "INSERT INTO about (name, value) VALUES ('plies', ?)";
    connection.execute(about, [plies]).map(drop)
}

/// Checks that a database is a readable book, and returns its depth in plies.
pub(crate) fn check(connection: &Connection) -> Result<u32, BookError> {
    KIND.check(connection, BookError::NotABook)?;
    let about = "SELECT value FROM about WHERE name = 'plies'";
    let plies: i64 = connection.query_row(about, [], |row| row.get(0))?;
    u32::try_from(plies).map_err(|_| BookError::NotABook)
}

/// Adds the table of scores if there is none.
#[cfg(feature = "write")]
pub(crate) fn add_scores(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(SCORES)
}

/// Whether there is a table of scores.
pub(crate) fn has_scores(connection: &Connection) -> rusqlite::Result<bool> {
    // A view could be any query, even one that never ends.
    let query = "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
                 AND name = 'scores'";
    connection.query_row(query, [], |row| row.get(0))
}
