//! Opens SQLite files from any source, without changing them, leaving files beside them or trusting
//! their contents.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use crate::error::BookError;

/// The first bytes of every SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The longest text or blob that is read, in bytes. No game comes close.
const LONGEST_VALUE: i32 = 1 << 20;

/// How long to wait for another program that reads or writes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Whether a file begins like an SQLite database.
///
/// # Errors
///
/// If it cannot be read or is a pipe, a device or a folder.
pub fn is_database(path: &Path) -> io::Result<bool> {
    // Opening a pipe would block until another program opens it for writing.
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Err(io::Error::other("expected a file"));
    }
    let mut start = Vec::new();
    File::open(path)?.take(16).read_to_end(&mut start)?;
    Ok(start == MAGIC)
}

/// Opens a database for reading. Nothing is changed, and no file is left beside it. Reading a value
/// longer than 1 MiB is an error.
///
/// # Errors
///
/// If the file cannot be read or is not an SQLite database. Damage may show only later.
pub fn open_read_only(path: &Path) -> Result<Connection, BookError> {
    if !is_database(path)? {
        return Err(BookError::NotADatabase);
    }
    if !has_whole_pages(path)? {
        return Err(BookError::CutOff);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(uri(path), flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
    // Keeps code in the schema from calling functions with side effects.
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// The `PRAGMA application_id` of a database, set by the program that wrote it.
#[cfg(feature = "write")]
pub(crate) fn application_id(path: &Path) -> io::Result<i64> {
    const AT: usize = 68;
    let mut header = [0; AT + 4];
    File::open(path)?.read_exact(&mut header)?;
    let [.., a, b, c, d] = header;
    Ok(i32::from_be_bytes([a, b, c, d]).into())
}

/// A kind of database that this library writes, recognized by its header and its tables.
pub(crate) struct Kind {
    /// `PRAGMA application_id`.
    pub(crate) application_id: i64,
    /// `PRAGMA user_version`: raised when the tables or the meaning of their contents change.
    pub(crate) version: i64,
    /// Its tables.
    pub(crate) tables: [&'static str; 4],
}

impl Kind {
    /// Writes the header of a new database.
    #[cfg(feature = "write")]
    pub(crate) fn mark(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection.pragma_update(None, "application_id", self.application_id)?;
        connection.pragma_update(None, "user_version", self.version)
    }

    /// Checks that a database is a readable one of this kind. `other` is the error if it is of
    /// another kind.
    pub(crate) fn check(&self, connection: &Connection, other: BookError) -> Result<(), BookError> {
        let number =
            |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
        if number("application_id")? != self.application_id {
            return Err(other);
        }
        let (expected, found) = (self.version, number("user_version")?);
        if found != expected {
            return Err(BookError::Version { expected, found });
        }
        // A view could be any query, even one that never ends.
        let tables = "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' \
                      AND type = 'table' AND name IN (?, ?, ?, ?)";
        if connection.query_row(tables, self.tables, |row| row.get::<_, i64>(0))? != 4 {
            return Err(other);
        }
        Ok(())
    }
}

/// Whether the last page is complete. SQLite notices missing pages, but reads the missing part of
/// the last one as zeros.
fn has_whole_pages(path: &Path) -> io::Result<bool> {
    let mut header = [0; 18];
    let mut file = File::open(path)?;
    if file.read(&mut header)? < header.len() {
        return Ok(false);
    }
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 1 << 16,
        // Not a page size, which SQLite will report.
        0 => return Ok(true),
        bytes => u64::from(bytes),
    };
    Ok(file.metadata()?.len().is_multiple_of(page))
}

/// The path as a URI. SQLite locks the file while it reads, since another program may begin to write
/// at any time. Only a file whose changes go to a log, of which there is none now, is marked as
/// immutable: SQLite would begin that log beside it, which read-only folders do not allow.
fn uri(path: &Path) -> String {
    let mut uri = String::from("file:");
    // On Windows `C:\book` becomes `/C:/book`.
    if cfg!(windows) && path.is_absolute() {
        uri.push('/');
    }
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b'.' | b'-' | b'_' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    let is_alone = has_log(path) && !has_writer(path);
    uri.push_str(if is_alone { "?immutable=1" } else { "?mode=ro" });
    uri
}

/// Whether changes are written to a log first ("WAL"), by the version in the header.
fn has_log(path: &Path) -> bool {
    const AT: usize = 18;
    let mut header = [0; AT + 1];
    File::open(path).and_then(|mut file| file.read_exact(&mut header)).is_ok() && header[AT] == 2
}

/// Whether a journal beside the file holds changes that are not in the file yet.
fn has_writer(path: &Path) -> bool {
    ["-wal", "-journal"].into_iter().any(|ending| {
        let mut name = OsString::from(path);
        name.push(ending);
        fs::metadata(PathBuf::from(name)).is_ok_and(|journal| journal.len() > 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn odd_names_are_opened_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a b?c#d%41", "ünïcode", "plain.db"] {
            let path = folder.path().join(name);
            let writer = Connection::open(&path).unwrap();
            writer.execute_batch("CREATE TABLE t (x); INSERT INTO t VALUES (7)").unwrap();
            drop(writer);
            let before = (names(folder.path()), fs::read(&path).unwrap());
            let reader = open_read_only(&path).unwrap();
            let x: i64 = reader.query_row("SELECT x FROM t", [], |row| row.get(0)).unwrap();
            assert_eq!(x, 7);
            assert!(reader.execute_batch("DELETE FROM t").is_err());
            drop(reader);
            assert_eq!((names(folder.path()), fs::read(&path).unwrap()), before);
        }
    }

    #[test]
    fn changes_in_a_journal_are_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live.db");
        let writer = Connection::open(&path).unwrap();
        writer.pragma_update(None, "journal_mode", "wal").unwrap();
        writer.execute_batch("CREATE TABLE t (x); INSERT INTO t VALUES (7)").unwrap();
        let reader = open_read_only(&path).unwrap();
        let x: i64 = reader.query_row("SELECT x FROM t", [], |row| row.get(0)).unwrap();
        assert_eq!(x, 7);
    }

    #[test]
    fn what_another_program_writes_later_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shared.db");
        let writer = Connection::open(&path).unwrap();
        writer.execute_batch("CREATE TABLE t (x); INSERT INTO t VALUES (7)").unwrap();
        let reader = open_read_only(&path).unwrap();
        let x = || reader.query_row("SELECT x FROM t", [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(x(), 7);
        writer.execute_batch("UPDATE t SET x = 8").unwrap();
        assert_eq!(x(), 8);
    }

    #[test]
    fn what_is_not_a_database_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        fs::write(&path, MAGIC).unwrap();
        assert!(open_read_only(&path).is_err());
        for text in ["", "SQLite format 3", "[Size \"6\"]\n1. a1 f6"] {
            fs::write(&path, text).unwrap();
            assert!(matches!(open_read_only(&path), Err(BookError::NotADatabase)));
        }
        assert!(matches!(open_read_only(folder.path()), Err(BookError::Io(_))));
        assert!(matches!(open_read_only(&folder.path().join("none")), Err(BookError::Io(_))));
    }
}
