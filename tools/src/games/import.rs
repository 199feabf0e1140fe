//! `tak-tools games import`: adds games to a database.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use tak_book::games::{Database, Imported, Importer};
use tak_book::{BookError, Origin, Record};
use tak_games::game_files::sources;
use tak_games::records::{How, Records, Taken, Taker, is_database};

use crate::counted::counted;
use crate::database::failure;
use crate::failure::Failure;
use crate::input::Source;
use crate::ledger::Ledger;
use crate::output::{print_json, refuse_as_output};
use crate::remark;

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_mins(10);

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
  tak-tools games import all.gamedb games_anon.db
  tak-tools games import all.gamedb my-games/ tournament.ptn.gz old-games.zip
  zcat games.ptn.gz | tak-tools games import all.gamedb -

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
    /// `None` as long as there is no file, which is made for the first game.
    importer: Option<Importer>,
    counts: Imported,
}

impl Arguments {
    /// Reads, writes and reports.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        refuse_as_output(&self.inputs, &self.database)?;
        let mut ledger = Ledger::default();
        let (path, counts) = (self.database.as_path(), Imported::default());
        let mut import = Import { path, importer: None, counts };
        if path.exists() {
            import.importer()?;
        }
        for source in sources(&self.inputs, &["ptn"]) {
            let added = source.and_then(|source| add_source(&source, &mut ledger, &mut import));
            ledger.go_on_after(added)?;
        }
        let (counts, games) = import.finish()?;
        if self.json {
            let mut object = ledger.json();
            object["added"] = counts.added.into();
            object["known"] = counts.known.into();
            object["games"] = games.into();
            object["time"] = (start.elapsed().as_millis() as u64).into();
            print_json(&object)?;
        } else {
            let Imported { added, known } = counts;
            remark::tell(&format!(
                "{}read {}, added {added}, known {known}, bad {}; the database has {games}",
                ledger.bad_lines(),
                counted(ledger.good, "game"),
                ledger.bad_entries(),
            ));
        }
        ledger.result()
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
            Err(error) => return Err(failure(path, &error)),
        }
    }
}

impl Import<'_> {
    fn importer(&mut self) -> Result<&mut Importer, Failure> {
        let open = match self.importer.take() {
            Some(open) => open,
            None => patiently(self.path, || Importer::open(self.path))?,
        };
        Ok(self.importer.insert(open))
    }

    fn commit(&mut self) -> Result<(), Failure> {
        if let Some(importer) = &mut self.importer {
            self.counts += patiently(self.path, || importer.commit())?;
        }
        Ok(())
    }

    /// Writes the last games. Returns what was written, and how many games there are now.
    fn finish(mut self) -> Result<(Imported, u64), Failure> {
        self.commit()?;
        if self.importer.is_none() {
            return Ok((self.counts, 0));
        }
        let games = Database::open(self.path).and_then(|database| database.games());
        Ok((self.counts, games.map_err(|error| failure(self.path, &error))?))
    }
}

impl Taker for Import<'_> {
    fn knows(&mut self, origin: &Origin) -> Result<bool, Failure> {
        let Some(importer) = &self.importer else { return Ok(false) };
        let is_known = importer.knows(origin).map_err(|error| failure(self.path, &error))?;
        self.counts.known += u64::from(is_known);
        Ok(is_known)
    }

    fn take(&mut self, record: Record, _times: u64) -> Result<Taken, Failure> {
        let importer = self.importer()?;
        importer.add(&record);
        if importer.is_full() {
            self.commit()?;
        }
        Ok(Taken::Good)
    }
}

/// Reads a source. A text without any game is bad.
fn add_source(
    source: &Source,
    ledger: &mut Ledger,
    import: &mut Import<'_>,
) -> Result<(), Failure> {
    let before = ledger.entries();
    let how = How { lists: None, keeps_text: true };
    Records { how, ledger, taker: import }.read(source)?;
    let is_text = !matches!(source, Source::File(path) if is_database(path));
    if is_text && before == ledger.entries() {
        return Err(source.failure("no game in it, expected PTN"));
    }
    Ok(())
}
