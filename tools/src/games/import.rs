//! `tak-tools games import`: adds games to a database.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use tak_book::archive::{Archive, Entry, SITE};
use tak_book::games::{Database, Imported, Importer};
use tak_book::{BookError, Origin, Record};
use tak_games::game_files::{self, GameFile, sources};
use tempfile::NamedTempFile;

use super::broken;
use crate::failure::Failure;
use crate::input::Source;
use crate::output::{print_json, refuse_as_output};
use crate::progress::Progress;
use crate::remark;
use crate::report::Report;

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_mins(10);

/// The first bytes of an SQLite database.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// Add games to a database, each once
///
/// A game is recognized by its id: the one that playtak.com's archive gave it, or the tags Site and
/// Id. Without an id it is recognized by its tags and moves. So the same file can be imported again
/// and again: only new games are added.
///
/// Games are written in groups, each completely or not at all, whenever the program is stopped.
/// Another program may search meanwhile, or import: then the two take turns.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools games import all.games games_anon.db
  tak-tools games import all.games my-games/ tournament.ptn.gz old-games.zip
  zcat games.ptn.gz | tak-tools games import all.games -

Bad games do not keep the others out. They are reported on standard error, the first
20 with file and line or the id in the archive, and the exit code is 2.")]
pub(super) struct Arguments {
    /// The database, created if missing
    #[arg(value_name = "GAMES")]
    database: PathBuf,

    /// PTN files, folders of them, the SQLite file of playtak.com's archive, other databases of
    /// games; also compressed as .gz, .zst or .zip
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,

    /// Report as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// A database being written.
struct Import<'a> {
    path: &'a Path,
    importer: Importer,
    counts: Imported,
    report: Report,
}

impl Arguments {
    /// Reads, writes and reports.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        refuse_as_output(&self.inputs, &self.database)?;
        let importer = patiently(&self.database, || Importer::open(&self.database))?;
        let (counts, report) = (Imported::default(), Report::default());
        let mut import = Import { path: &self.database, importer, counts, report };
        for source in sources(&self.inputs, &["ptn"]) {
            let added = source.and_then(|source| import.add_source(&source));
            import.report.go_on_after(added)?;
        }
        import.commit()?;
        let Import { counts, report, .. } = import;
        let games = Database::open(&self.database).and_then(|database| database.games());
        let games = games.map_err(|error| broken(&self.database, &error))?;
        if self.json {
            let mut object = report.json();
            object["added"] = counts.added.into();
            object["known"] = counts.known.into();
            object["games"] = games.into();
            object["seconds"] = json!(start.elapsed().as_secs_f64());
            print_json(&object)?;
        } else {
            let Imported { added, known } = counts;
            // The games have been written, even if this cannot be reported.
            let _ = writeln!(
                io::stderr(),
                "{}read {} games, added {added}, known {known}, bad {}; the database has {games}",
                report.bad_lines(),
                report.read,
                report.bad,
            );
        }
        report.result()
    }
}

/// Tries again while another program is writing.
fn patiently<T>(
    path: &Path,
    mut attempt: impl FnMut() -> Result<T, BookError>,
) -> Result<T, Failure> {
    let start = Instant::now();
    loop {
        match attempt() {
            Ok(done) => return Ok(done),
            Err(BookError::Busy) if start.elapsed() < PATIENCE => {
                let name = Source::File(path.to_owned()).name();
                remark::once(&format!("{name}: waiting for another program that is writing to it"));
            }
            Err(error @ (BookError::Write(_) | BookError::Busy)) => {
                return Err(Failure::File(path.to_owned(), io::Error::other(error.to_string())));
            }
            Err(error) => return Err(broken(path, &error)),
        }
    }
}

impl Import<'_> {
    fn add_source(&mut self, source: &Source) -> Result<(), Failure> {
        self.report.start(source);
        match source {
            Source::File(path) if Database::is_one(path) => self.add_database(source, path),
            Source::File(path) if Archive::is_one(path) => self.add_archive(source, path),
            _ => self.add_text(source),
        }
    }

    fn add(&mut self, record: &Record) -> Result<(), Failure> {
        self.report.read += 1;
        self.importer.add(record);
        if self.importer.is_full() { self.commit() } else { Ok(()) }
    }

    fn commit(&mut self) -> Result<(), Failure> {
        self.counts += patiently(self.path, || self.importer.commit())?;
        Ok(())
    }

    fn add_archive(&mut self, source: &Source, path: &Path) -> Result<(), Failure> {
        let broken = |error| source.failure(error);
        let archive = Archive::open(path).map_err(broken)?;
        let progress = Progress::things(Some(archive.rows().map_err(broken)?), "games");
        let rows = std::cell::Cell::new(0_u64);
        let import = std::cell::RefCell::new(self);
        let mut origin = Origin { site: SITE.to_owned(), id: String::new() };
        archive.for_each_but(
            |id| {
                rows.set(rows.get() + 1);
                if rows.get().is_multiple_of(1024) {
                    progress.set(rows.get());
                }
                let mut import = import.borrow_mut();
                id.clone_into(&mut origin.id);
                let is_known = import.importer.knows(&origin).map_err(broken)?;
                import.counts.known += u64::from(is_known);
                import.report.read += u64::from(is_known);
                Ok(is_known)
            },
            |entry| {
                let Entry { id, game } = entry.map_err(broken)?;
                let mut import = import.borrow_mut();
                match game {
                    Ok(record) => import.add(&record),
                    Err(why) => {
                        import.report.bad_game(source, &id, why.to_string());
                        Ok(())
                    }
                }
            },
        )
    }

    fn add_database(&mut self, source: &Source, path: &Path) -> Result<(), Failure> {
        let broken = |error| source.failure(error);
        let database = Database::open(path).map_err(broken)?;
        let progress = Progress::things(Some(database.games().map_err(broken)?), "games");
        database.for_each(|stored| {
            let record = stored.and_then(|stored| {
                progress.set(stored.id.unsigned_abs());
                stored.record()
            });
            match record {
                Ok(record) => self.add(&record),
                Err(BookError::BadGame(id)) => {
                    let why = "its row is invalid".to_owned();
                    self.report.bad_game(source, &id.to_string(), why);
                    Ok(())
                }
                Err(error) => Err(broken(error)),
            }
        })
    }

    fn add_text(&mut self, source: &Source) -> Result<(), Failure> {
        let peeked = source.peek()?;
        if peeked.head().starts_with(SQLITE) {
            return self.add_packed(source);
        }
        let mut games = GameFile::new(game_files::unpacked(peeked)?.lines());
        let progress = Progress::bytes(source.length());
        let before = (self.report.read, self.report.bad);
        while let Some(text) = games.next()? {
            let record = match text {
                Ok(text) => text
                    .read()
                    .map_err(|error| (error.line(), error.problem().to_string()))
                    .map(|game| {
                        game.remark().into_iter().for_each(remark::once);
                        Record::from_ptn(game, Some(text.text))
                    }),
                Err((line, why)) => Err((line, why.to_owned())),
            };
            match record {
                Ok(record) => self.add(&record)?,
                Err((line, why)) => self.report.bad(source, line as u64, why),
            }
            progress.set(games.lines().bytes());
        }
        if before == (self.report.read, self.report.bad) {
            return Err(source.failure("no game in it, expected PTN"));
        }
        Ok(())
    }

    /// A compressed database, unpacked first, since SQLite reads only files.
    fn add_packed(&mut self, source: &Source) -> Result<(), Failure> {
        let failed = |error: io::Error| source.failure(format_args!("cannot be unpacked: {error}"));
        let mut unpacked = NamedTempFile::new().map_err(failed)?;
        let mut packed = source.open()?;
        io::copy(&mut packed, unpacked.as_file_mut()).map_err(failed)?;
        unpacked.as_file_mut().sync_data().map_err(failed)?;
        let path = unpacked.path();
        if Database::is_one(path) {
            self.add_database(source, path)
        } else {
            self.add_archive(source, path)
        }
    }
}
