//! Reading from a database of games.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, Row};
use tak_encoding::BoardSize;

use super::row::{self, COLUMNS, Names};
use super::schema::{self, APPLICATION_ID};
use crate::book::size;
use crate::error::BookError;
use crate::record::{Facts, Origin, Record};
use crate::sqlite;

/// The longest value, in bytes: the text of a game or a list of positions.
const LONGEST_VALUE: i32 = 1 << 26;

/// A database of games, opened for reading. Other programs may write to it at the same time.
pub struct Database {
    pub(super) connection: Connection,
    pub(super) names: KnownNames,
}

/// A game as stored in the database. Its moves are not decoded yet.
pub struct Stored<'a> {
    /// Its number.
    pub id: i64,
    /// What is known about it.
    pub facts: Facts,
    row: &'a Row<'a>,
}

impl Stored<'_> {
    /// Decodes the whole game.
    ///
    /// # Errors
    ///
    /// If its row is invalid.
    pub fn record(self) -> Result<Record, BookError> {
        let game = row::game(self.row, &self.facts).ok_or(BookError::BadGame(self.id))?;
        Ok(Record { game, text: row::text(self.row), facts: self.facts })
    }
}

/// A player of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The name.
    pub name: String,
    /// Whether it is a program.
    pub is_bot: bool,
    /// The games with either colour.
    pub games: u64,
}

impl Database {
    /// Whether a file is a database of games.
    pub fn is_one(path: &Path) -> bool {
        sqlite::is_database(path).unwrap_or(false)
            && sqlite::application_id(path).is_ok_and(|id| id == APPLICATION_ID)
    }

    /// Opens a database. The file is not changed, except that the unfinished changes of a program
    /// that was killed while writing are rolled back.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a database of games of this version.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        if !sqlite::is_database(path)? {
            return Err(BookError::NotADatabase);
        }
        // If the file is not writable, SQLite opens it for reading.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        prepare(&connection)?;
        schema::check(&connection)?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(Self { connection, names: KnownNames::default() })
    }

    /// The number of games.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn games(&self) -> Result<u64, BookError> {
        let count = "SELECT count(*) FROM games";
        let games: i64 = self.connection.query_row(count, [], |row| row.get(0))?;
        Ok(games.unsigned_abs())
    }

    /// The board sizes and the number of games of each.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn sizes(&self) -> Result<Vec<(BoardSize, u64)>, BookError> {
        let query = "SELECT size, count(*) FROM games GROUP BY size ORDER BY size";
        let mut statement = self.connection.prepare(query)?;
        let mut rows = statement.query([])?;
        let mut sizes = Vec::new();
        while let Some(row) = rows.next()? {
            let games: i64 = row.get(1)?;
            sizes.extend(size(row.get(0)?).map(|size| (size, games.unsigned_abs())));
        }
        Ok(sizes)
    }

    /// The names of those who played White and of those who played Black, sorted.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn players_by_color(&self) -> Result<[Vec<String>; 2], BookError> {
        let names = |color: &str| {
            let query = format!(
                "SELECT name FROM players WHERE id IN (SELECT {color} FROM games) ORDER BY name"
            );
            let mut statement = self.connection.prepare(&query)?;
            let names = statement.query_map([], |row| row.get(0))?;
            names.collect::<Result<Vec<String>, _>>()
        };
        Ok([names("white")?, names("black")?])
    }

    /// Visits all games in the order in which they were added. For an invalid row, the visitor gets
    /// [`BookError::BadGame`], and the reading continues; if the file is damaged, it gets that
    /// error last.
    ///
    /// # Errors
    ///
    /// The first error that the visitor returns, which ends the reading.
    pub fn for_each<Error>(
        &self,
        mut visit: impl FnMut(Result<Stored<'_>, BookError>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let query = format!("SELECT {COLUMNS} FROM games ORDER BY id");
        let mut statement = match self.connection.prepare(&query) {
            Ok(statement) => statement,
            Err(error) => return visit(Err(error.into())),
        };
        let mut rows = statement.raw_query();
        loop {
            match rows.next().and_then(|row| row.map(|row| Ok((row.get(0)?, row))).transpose()) {
                Ok(Some((id, row))) => {
                    let facts = row::facts(row, &self.names(&self.connection));
                    let stored = facts.map(|facts| Stored { id, facts, row });
                    visit(stored.ok_or(BookError::BadGame(id)))?;
                }
                Ok(None) => return Ok(()),
                Err(error) => return visit(Err(error.into())),
            }
        }
    }

    /// The game with this number.
    ///
    /// # Errors
    ///
    /// If its row is invalid or the file is damaged.
    pub fn game(&self, id: i64) -> Result<Option<Record>, BookError> {
        let query = format!("SELECT {COLUMNS} FROM games WHERE id = ?");
        let mut statement = self.connection.prepare_cached(&query)?;
        let mut rows = statement.query([id])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let facts = row::facts(row, &self.names(&self.connection));
        let facts = facts.ok_or(BookError::BadGame(id))?;
        Stored { id, facts, row }.record().map(Some)
    }

    /// The number of the game that has this id.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn id_of(&self, origin: &Origin) -> Result<Option<i64>, BookError> {
        row::find(&self.connection, origin)
    }

    /// All players, those with the most games first.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn players(&self) -> Result<Vec<Player>, BookError> {
        let query = "SELECT name, is_bot, count(*) FROM players JOIN \
                     (SELECT white AS player FROM games UNION ALL SELECT black FROM games) \
                     ON player = id GROUP BY id ORDER BY 3 DESC, name";
        let mut statement = self.connection.prepare(query)?;
        let players = statement.query_map([], |row| {
            let games: i64 = row.get(2)?;
            Ok(Player { name: row.get(0)?, is_bot: row.get(1)?, games: games.unsigned_abs() })
        })?;
        Ok(players.collect::<Result<_, _>>()?)
    }

    pub(super) fn names<'a>(&'a self, connection: &'a Connection) -> Lookup<'a> {
        Lookup { connection, known: &self.names }
    }
}

/// The settings of every connection to a database of games.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(sqlite::PATIENCE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
    // Keeps code in the schema from calling functions with side effects.
    connection.pragma_update(None, "trusted_schema", false)
}

/// A cache of names.
#[derive(Default)]
pub(super) struct KnownNames {
    players: RefCell<HashMap<i64, Option<(String, bool)>>>,
    sites: RefCell<HashMap<i64, Option<String>>>,
}

/// Looks up names, each of them once.
pub(super) struct Lookup<'a> {
    connection: &'a Connection,
    known: &'a KnownNames,
}

impl Names for Lookup<'_> {
    fn player(&self, id: i64) -> Option<(String, bool)> {
        let look_up = || {
            let query = "SELECT name, is_bot FROM players WHERE id = ?";
            let mut statement = self.connection.prepare_cached(query).ok()?;
            statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).ok()
        };
        self.known.players.borrow_mut().entry(id).or_insert_with(look_up).clone()
    }

    fn site(&self, id: i64) -> Option<String> {
        let look_up = || {
            let mut statement =
                self.connection.prepare_cached("SELECT name FROM sites WHERE id = ?").ok()?;
            statement.query_row([id], |row| row.get(0)).ok()
        };
        self.known.sites.borrow_mut().entry(id).or_insert_with(look_up).clone()
    }
}
