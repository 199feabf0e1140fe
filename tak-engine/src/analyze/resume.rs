//! The file from which an analysis can be resumed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tak_engine::resume::{Found, GameKey, Header, Known, Refusal, first_line, line, read};
use tak_terminal::counted::part;
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::interrupt::say_when_interrupted;

use super::effort::Effort;
use super::subject::{self, Subject};

/// The file, with what it contained when opened.
pub(crate) struct Resume {
    path: PathBuf,
    file: File,
    known: Known,
    /// How many of the positions to analyse it contains now.
    kept: Arc<AtomicUsize>,
}

impl Resume {
    /// Opens a file to continue from, or begins one.
    pub(crate) fn open(
        path: &Path,
        effort: &Effort,
        subjects: &[Subject<'_>],
    ) -> Result<Self, Failure> {
        refuse_what_keeps_nothing(path)?;
        let unusable = |error| Failure::File(path.to_owned(), error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(unusable)?;
        // On systems without locks, there is no way to know.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let source = Source::File(path.to_owned());
            return Err(source.failure(
                "another analysis is writing to it; wait for its end, or choose a new name",
            ));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unusable)?;
        let source = Source::File(path.to_owned());
        let text = String::from_utf8(bytes).map_err(|_| refused(&source, &Refusal::Foreign))?;
        let header = header(effort, subjects);
        let first = first_line(&header);
        let known = if first.starts_with(&text) {
            // New, or cut off before anything was done.
            write_from(&mut file, 0, first.as_bytes()).map_err(unusable)?;
            Known::new()
        } else {
            let known = read(&text, &header).map_err(|why| refused(&source, &why))?;
            // A last line without a line end was cut off.
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            write_from(&mut file, whole as u64, b"").map_err(unusable)?;
            known
        };
        let wanted = |&&(number, index): &&(usize, usize)| {
            let mut subjects = subjects.iter();
            subjects.any(|subject| subject.number == number && subject.window.contains(&index))
        };
        let kept = Arc::new(AtomicUsize::new(known.keys().filter(wanted).count()));
        tell_what_is_kept(&source, Arc::clone(&kept), subject::count(subjects));
        let path = path.to_owned();
        Ok(Self { path, file, known, kept })
    }

    /// Takes out what is already known about a position.
    pub(crate) fn take(&mut self, game: usize, ply: usize) -> Option<Found> {
        self.known.remove(&(game, ply))
    }

    /// Records what was found for a position.
    pub(crate) fn keep(&mut self, game: usize, ply: usize, found: &Found) -> Result<(), Failure> {
        let written = self.file.write_all(line(game, ply, found).as_bytes());
        written.map_err(|error| Failure::File(self.path.clone(), error))?;
        self.kept.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// A pipe or a device may be endless, and would not keep what is written.
fn refuse_what_keeps_nothing(path: &Path) -> Result<(), Failure> {
    let found = match path.metadata() {
        Ok(known) if known.is_dir() => "a folder",
        Ok(known) if !known.is_file() => "a pipe or a device",
        Err(_) if path == Path::new("-") => "standard output",
        _ => return Ok(()),
    };
    let source = Source::File(path.to_owned());
    Err(source.failure(format_args!(
        "--resume keeps positions in a file, and this is {found}; expected a file or a new name"
    )))
}

/// At Ctrl-C, says how much of the work is kept.
fn tell_what_is_kept(source: &Source, kept: Arc<AtomicUsize>, total: usize) {
    let name = source.name();
    say_when_interrupted(move || {
        let kept = kept.load(Ordering::Relaxed);
        let kept = part(kept as u64, total as u64, "position", ["is", "are"]);
        Some(format!("{kept} kept in {name}; the same command continues"))
    });
}

/// Truncates the file at an offset and appends bytes.
fn write_from(file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    file.set_len(offset)?;
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

fn refused(source: &Source, refusal: &Refusal) -> Failure {
    match refusal {
        Refusal::Line(number) => source.failure_at(*number, refusal),
        _ => source.failure(refusal),
    }
}

fn header(effort: &Effort, subjects: &[Subject<'_>]) -> Header {
    let games = subjects
        .iter()
        .map(|subject| GameKey::new(subject.number, &subject.setups[0].position, &subject.moves));
    Header {
        tak_engine: env!("CARGO_PKG_VERSION").to_owned(),
        movetime: effort.movetime(),
        nodes: effort.nodes,
        depth: effort.depth,
        games: games.collect(),
    }
}
