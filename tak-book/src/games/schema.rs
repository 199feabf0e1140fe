//! The tables of a database of games, documented in `games.rs` for use with SQL.

use rusqlite::Connection;

use crate::error::BookError;
use crate::sqlite::Kind;

/// The kind of file in SQLite's header: `TakG` in ASCII.
pub(crate) const APPLICATION_ID: i64 = 0x5461_6b47;

/// How a database of games is recognized.
const KIND: Kind = Kind {
    application_id: APPLICATION_ID,
    version: 1,
    tables: ["sites", "players", "games", "positions"],
};

/// The size of a page in bytes, enough for a list of positions or several games.
pub(super) const PAGE: i64 = 16_384;

const TABLES: &str = "
CREATE TABLE sites (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    is_bot INTEGER NOT NULL
);

CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    site INTEGER REFERENCES sites (id),
    site_id,
    size INTEGER NOT NULL,
    half_komi INTEGER NOT NULL,
    opening TEXT NOT NULL,
    result TEXT,
    plies INTEGER NOT NULL,
    white INTEGER REFERENCES players (id),
    black INTEGER REFERENCES players (id),
    white_rating INTEGER,
    black_rating INTEGER,
    is_rated INTEGER NOT NULL,
    date INTEGER,
    clock TEXT,
    event TEXT,
    content INTEGER,
    moves BLOB NOT NULL,
    tags TEXT,
    ptn TEXT
);

CREATE UNIQUE INDEX games_by_id ON games (site, site_id) WHERE site_id IS NOT NULL;

CREATE INDEX games_by_content ON games (content) WHERE content IS NOT NULL;

CREATE TABLE positions (
    id INTEGER PRIMARY KEY,
    entries BLOB NOT NULL
);
";

/// Creates the tables if there are none yet, within a transaction.
pub(super) fn create(connection: &Connection) -> Result<(), BookError> {
    let tables = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 = connection.query_row(tables, [], |row| row.get(0))?;
    if tables > 0 {
        return check(connection);
    }
    let create = || {
        connection.execute_batch(TABLES)?;
        KIND.mark(connection)
    };
    create().map_err(BookError::Write)
}

/// Checks that a database is a readable database of games.
pub(super) fn check(connection: &Connection) -> Result<(), BookError> {
    KIND.check(connection, BookError::NotGames)
}
