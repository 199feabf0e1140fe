//! Errors of reading and writing databases.

use std::fmt;
use std::io;

/// Why a database could not be read or written. The message does not name the file, because the
/// caller knows its name.
#[derive(Debug)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not an SQLite database.
    NotADatabase,
    /// The file ends in the middle of a page.
    CutOff,
    /// The database is not a book.
    NotABook,
    /// The database is not a database of games.
    NotGames,
    /// The row of the game with this number is invalid.
    BadGame(i64),
    /// Another program is writing to the database. A retry may succeed.
    Busy,
    /// The database is not playtak.com's archive of games.
    NotAnArchive,
    /// The archive lacks this column.
    NoColumn(&'static str),
    /// The file has another version of the format.
    Version {
        /// The version of this program.
        expected: i64,
        /// The version of the file.
        found: i64,
    },
    /// The books have different depths, so their counts cannot be added.
    OtherPlies {
        /// The depth of the book being written.
        expected: u32,
        /// The depth of the book to be added.
        found: u32,
    },
    /// The file for a new book is not empty.
    NotEmpty,
    /// A database cannot be read; it may be damaged.
    Sqlite(rusqlite::Error),
    /// A database cannot be written; the disk may be full.
    Write(rusqlite::Error),
    /// The temporary files of a new book cannot be written or read; the disk may be full.
    Temporary(io::Error),
}

impl BookError {
    /// Whether a database cannot be written: the fault is not in what it holds.
    pub fn is_of_writing(&self) -> bool {
        matches!(self, Self::Busy | Self::Write(_) | Self::Temporary(_))
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot be read: {error}"),
            Self::NotADatabase => f.write_str("this is not an SQLite database"),
            Self::CutOff => {
                f.write_str("the database is truncated: expected a whole number of pages")
            }
            Self::NotABook => f.write_str("this database is not an opening book of this program"),
            Self::NotGames => {
                f.write_str("this is not a database of games; `games import` makes one")
            }
            Self::BadGame(id) => write!(f, "game {id}: its row is invalid"),
            Self::Busy => f.write_str("another program is writing to it; try again later"),
            Self::NotAnArchive => {
                f.write_str("expected a table `games`, as in the archive of playtak.com")
            }
            Self::NoColumn(name) => write!(f, "expected a column `{name}` in its table `games`"),
            Self::Version { expected, found } => write!(
                f,
                "it has format {found}, expected {expected}; build it again with this version"
            ),
            Self::OtherPlies { expected, found } => write!(
                f,
                "the book is {found} {} deep, the first one {expected}; build both with the same \
                 depth",
                if *found == 1 { "ply" } else { "plies" }
            ),
            Self::NotEmpty => f.write_str("expected a new file or an empty one"),
            Self::Sqlite(error) | Self::Write(error) => write!(f, "SQLite: {error}"),
            Self::Temporary(error) => write!(f, "a temporary file beside it: {error}"),
        }
    }
}

impl std::error::Error for BookError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) | Self::Temporary(error) => Some(error),
            Self::Sqlite(error) | Self::Write(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<rusqlite::Error> for BookError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}
