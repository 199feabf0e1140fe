//! The tables of a book; the README shows them to those who read them with SQL.

use rusqlite::Connection;

use crate::error::BookError;

/// "TakB": what kind of file it is, in SQLite's own header.
const APPLICATION_ID: i64 = 0x5461_6b42;

/// Raised when the tables change, or the way boards are stored in them.
const VERSION: i64 = 2;

/// The columns of a [`Tally`](crate::Tally), in `moves` and `games`.
pub(crate) const COLUMNS: &str = "games, white_wins, black_wins, draws, rating_sum, ratings";

/// The update that adds one row's counts to another's.
pub(crate) const ADD_UP: &str = "DO UPDATE SET games = games + excluded.games, \
     white_wins = white_wins + excluded.white_wins, \
     black_wins = black_wins + excluded.black_wins, \
     draws = draws + excluded.draws, \
     rating_sum = rating_sum + excluded.rating_sum, \
     ratings = ratings + excluded.ratings";

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

/// Creates the tables of a new book of `plies` plies.
pub(crate) fn create(connection: &Connection, plies: u32) -> rusqlite::Result<()> {
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    connection.execute_batch(TABLES)?;
    let about = "INSERT INTO about (name, value) VALUES ('plies', ?)";
    connection.execute(about, [plies]).map(drop)
}

/// Checks that a database is a book that can be read, and returns its plies.
pub(crate) fn check(connection: &Connection) -> Result<u32, BookError> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    if number("application_id")? != APPLICATION_ID {
        return Err(BookError::NotABook);
    }
    let found = number("user_version")?;
    if found != VERSION {
        let expected = VERSION;
        return Err(BookError::Version { expected, found });
    }
    // A view could be anything, even a query that never ends.
    let tables = "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' \
                  AND type = 'table' AND name IN ('about', 'games', 'positions', 'moves')";
    if connection.query_row(tables, [], |row| row.get::<_, i64>(0))? != 4 {
        return Err(BookError::NotABook);
    }
    let about = "SELECT value FROM about WHERE name = 'plies'";
    let plies: i64 = connection.query_row(about, [], |row| row.get(0))?;
    u32::try_from(plies).map_err(|_| BookError::NotABook)
}
