//! Games with what is known about them, from anywhere: text in any notation, playtak.com's archive,
//! databases of games.

use std::cell::RefCell;
use std::io;
use std::path::Path;

use tak_book::archive::{self, Archive, SITE};
use tak_book::games::Database;
use tak_book::{BookError, Facts, Origin, Record};
use tak_encoding::Notation;
use tak_terminal::failure::Failure;
use tak_terminal::input::{Peeked, Source};
use tak_terminal::ledger::{Ledger, Place};
use tak_terminal::progress::Progress;
use tempfile::NamedTempFile;

use crate::count;
use crate::entries::{BadEntry, Board, Entries, Entry};
use crate::game_files::notation_of;

/// The first bytes of an SQLite database.
pub const SQLITE: &[u8] = b"SQLite format 3\0";

/// The first bytes of a file of self-play games, whose first line is an object with its settings.
const SELF_PLAY: &[u8] = b"{\"tak-";

/// Takes the games.
pub trait Taker {
    /// Takes a game that occurred this many times.
    fn take(&mut self, record: Record, times: u64) -> Result<Taken, Failure>;

    /// Whether a game is wanted. Where these facts stand apart from the moves, those of other games
    /// are not even read.
    fn wants(&mut self, _facts: &Facts) -> bool {
        true
    }

    /// Whether the game with this id is known, and need not be read again.
    fn knows(&mut self, _origin: &Origin) -> Result<bool, Failure> {
        Ok(false)
    }
}

/// What became of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It counts as read.
    Good,
    /// It was not asked for.
    Skipped,
    /// It is not as it should be, and why.
    Bad(String),
}

/// How games are read.
#[derive(Clone, Copy, Default, Debug)]
pub struct How {
    /// Lists of moves are games on this board; without one, text is PTN.
    pub lists: Option<Board>,
    /// Whether comments and variations are kept.
    pub keeps_text: bool,
}

/// Reads the games of one source; what cannot be read is counted in the ledger.
pub struct Records<'a, T> {
    /// How they are read.
    pub how: How,
    /// Where they are counted.
    pub ledger: &'a mut Ledger,
    /// Takes them.
    pub taker: &'a mut T,
}

impl<T: Taker> Records<'_, T> {
    /// Reads the games of a source to its end.
    pub fn read(&mut self, source: &Source) -> Result<(), Failure> {
        self.ledger.start(source);
        if let Source::File(path) = source
            && is_database(path)
        {
            return self.read_database(source, path);
        }
        let peeked = source.peek()?;
        if peeked.head().starts_with(SQLITE) {
            return self.read_packed(source, peeked);
        }
        if peeked.head().starts_with(SELF_PLAY) {
            return Err(source.failure(
                "it holds self-play games, which only training reads; expected PTN or a database \
                 of games",
            ));
        }
        self.read_text(source, peeked)
    }

    fn read_database(&mut self, source: &Source, path: &Path) -> Result<(), Failure> {
        if Database::is_one(path) {
            self.read_games(source, path)
        } else {
            self.read_archive(source, path)
        }
    }

    /// A database that is compressed or comes through a pipe. SQLite reads only files.
    fn read_packed(&mut self, source: &Source, packed: Peeked) -> Result<(), Failure> {
        let failed = |error: io::Error| source.failure(format_args!("cannot be unpacked: {error}"));
        let mut unpacked = NamedTempFile::new().map_err(failed)?;
        io::copy(&mut packed.bytes(), unpacked.as_file_mut()).map_err(failed)?;
        unpacked.as_file_mut().sync_data().map_err(failed)?;
        self.read_database(source, unpacked.path())
    }

    /// The archive of playtak.com.
    fn read_archive(&mut self, source: &Source, path: &Path) -> Result<(), Failure> {
        let broken = |error| source.failure(error);
        let archive = Archive::open(path).map_err(broken)?;
        let progress = Progress::things(Some(archive.rows().map_err(broken)?), "games");
        let mut rows = 0_u64;
        let mut origin = Origin { site: SITE.to_owned(), id: String::new() };
        let records = RefCell::new(self);
        archive.for_each_but(
            |id| {
                rows += 1;
                if rows.is_multiple_of(1024) {
                    progress.set(rows);
                }
                id.clone_into(&mut origin.id);
                let mut records = records.borrow_mut();
                let is_known = records.taker.knows(&origin)?;
                records.ledger.good += u64::from(is_known);
                Ok(is_known)
            },
            |entry| {
                let archive::Entry { id, game } = entry.map_err(broken)?;
                let mut records = records.borrow_mut();
                match game {
                    Ok(record) => records.take(source, Place::Named("game", id), *record, 1),
                    Err(why) => {
                        records.ledger.bad(source, Place::Named("game", id), why.to_string());
                        Ok(())
                    }
                }
            },
        )
    }

    /// A database of games.
    fn read_games(&mut self, source: &Source, path: &Path) -> Result<(), Failure> {
        let broken = |error| source.failure(error);
        let database = Database::open(path).map_err(broken)?;
        let progress = Progress::things(Some(database.games().map_err(broken)?), "games");
        database.for_each(|stored| {
            let record = stored.and_then(|stored| {
                let id = stored.id;
                progress.set(id.unsigned_abs());
                let is_wanted = self.taker.wants(&stored.facts);
                let record = is_wanted.then(|| stored.record()).transpose()?;
                Ok(record.map(|record| (id, record)))
            });
            match record {
                Ok(Some((id, record))) => {
                    self.take(source, Place::Named("game", id.to_string()), record, 1)
                }
                Ok(None) => {
                    self.ledger.good += 1;
                    Ok(())
                }
                Err(BookError::BadGame(id)) => {
                    let place = Place::Named("game", id.to_string());
                    self.ledger.bad(source, place, "its row is invalid");
                    Ok(())
                }
                Err(error) => Err(broken(error)),
            }
        })
    }

    fn read_text(&mut self, source: &Source, peeked: Peeked) -> Result<(), Failure> {
        let notation = match (notation_of(source, peeked.head()), self.how.lists) {
            // Links tell themselves, line by line.
            (Notation::Link, _) => None,
            (notation, Some(_)) => Some(notation),
            (_, None) => Some(Notation::Ptn),
        };
        let mut entries = Entries::new(peeked.lines(), notation);
        let progress = Progress::bytes(source.length());
        let has_no_size = self.how.lists.is_some_and(|board| board.size.is_none());
        while let Some(entry) = entries.next()? {
            let read = match entry {
                Ok(Entry { notation: Notation::Moves | Notation::Playtak, .. }) if has_no_size => {
                    let why = "a move list does not give its size: expected --size 3 to 8";
                    return Err(source.failure(why));
                }
                Ok(entry) => {
                    let read = self.read_entry(source, entry);
                    read.map(|(record, times)| (entry.line, record, times))
                }
                Err(bad) => Err(bad),
            };
            match read {
                Ok((line, record, times)) => {
                    self.take(source, Place::Line(line), record, times)?;
                }
                Err(bad) => self.ledger.bad(source, Place::Line(bad.line), bad.why),
            }
            progress.set(entries.bytes());
        }
        self.ledger.skipped += entries.skipped();
        Ok(())
    }

    fn read_entry(&mut self, source: &Source, entry: Entry<'_>) -> Result<(Record, u64), BadEntry> {
        let bad = |why: String| BadEntry { line: entry.line, column: None, why };
        if entry.notation == Notation::Tps {
            return Err(bad("a TPS has no moves, expected games".to_owned()));
        }
        let (entry, times) = entry.split_count()?;
        let read = entry.read(self.how.lists.unwrap_or_default())?;
        read.tell(source, self.ledger);
        let times = count::of_game(read.game()).map_err(bad)?.unwrap_or(times);
        let text = read.ptn.as_deref().filter(|_| self.how.keeps_text);
        Ok((Record::from_ptn(read.game.into_game(), text), times))
    }

    fn take(
        &mut self,
        source: &Source,
        place: Place,
        record: Record,
        times: u64,
    ) -> Result<(), Failure> {
        match self.taker.take(record, times)? {
            Taken::Good => self.ledger.good += 1,
            Taken::Skipped => self.ledger.skipped += 1,
            Taken::Bad(why) => self.ledger.bad(source, place, why),
        }
        Ok(())
    }
}

/// Whether a file is a database: of games, or the archive of playtak.com.
pub fn is_database(path: &Path) -> bool {
    Archive::is_one(path)
}
