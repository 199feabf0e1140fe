//! A file from which an analysis can be resumed: one line for the settings, one for
//! each position that is done.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};
use tak_encoding::{AnyMove, AnyPosition};
use tak_search::score::{self, Score};
use tak_terminal::failure::{Failure, printable};
use tak_terminal::input::Source;
use tak_terminal::interrupt::say_when_interrupted;

use super::effort::Effort;
use super::report::Found;
use super::subject::{self, Subject};
use crate::think::text_of;

/// What must be the same for a file to be resumed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Header {
    /// The version of this program.
    tak_engine: String,
    movetime: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    games: Vec<GameKey>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct GameKey {
    number: usize,
    start: String,
    half_komi: i16,
    moves: String,
}

/// One finished position: what was found, under the names in [`Found`].
#[derive(Serialize, Deserialize)]
struct Line {
    game: usize,
    ply: usize,
    eval: Score,
    depth: u32,
    nodes: u64,
    time: u64,
    #[serde(rename = "line")]
    moves: Vec<String>,
}

impl Line {
    fn new(game: usize, ply: usize, found: &Found) -> Self {
        Self {
            game,
            ply,
            eval: found.eval,
            depth: found.depth,
            nodes: found.nodes,
            time: found.time,
            moves: found.line.iter().map(ToString::to_string).collect(),
        }
    }

    /// What was found, if the line can be about one of the games.
    fn found(&self, games: &[GameKey]) -> Option<Found> {
        let game = games.iter().find(|game| game.number == self.game)?;
        let plies = game.moves.split_ascii_whitespace().count();
        let start: AnyPosition = game.start.parse().ok()?;
        let moves = self.moves.iter().map(|mv| AnyMove::parse(start.size(), mv).ok());
        let line = moves.collect::<Option<_>>()?;
        let is_score = (-score::WIN..=score::WIN).contains(&self.eval);
        (self.ply <= plies && is_score).then_some(Found {
            eval: self.eval,
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            line,
        })
    }
}

/// The file, with what it held when it was opened.
pub(crate) struct Resume {
    path: PathBuf,
    file: File,
    known: HashMap<(usize, usize), Found>,
    /// How many of the positions to analyse it holds now.
    kept: Arc<AtomicUsize>,
}

impl Resume {
    /// Opens a file to go on from, or begins one.
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
        // Where the system has no locks, there is no telling.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let source = Source::File(path.to_owned());
            return Err(source.failure(
                "another analysis is writing to it; wait for its end, or choose a new name",
            ));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unusable)?;
        let source = Source::File(path.to_owned());
        let text = String::from_utf8(bytes).map_err(|_| foreign(&source))?;
        let header = Header::new(effort, subjects);
        let first = format!("{}\n", json(&header));
        let known = if first.starts_with(&text) {
            // New, or cut off before anything was done.
            write_from(&mut file, 0, first.as_bytes()).map_err(unusable)?;
            HashMap::new()
        } else {
            let known = read(&source, &text, &header)?;
            // A last line without its end was cut off.
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

    /// What is already known about a position, which is then forgotten.
    pub(crate) fn take(&mut self, game: usize, ply: usize) -> Option<Found> {
        self.known.remove(&(game, ply))
    }

    /// Writes down what was found for a position.
    pub(crate) fn keep(&mut self, game: usize, ply: usize, found: &Found) -> Result<(), Failure> {
        let line = format!("{}\n", json(&Line::new(game, ply, found)));
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Failure::File(self.path.clone(), error))?;
        self.kept.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// A pipe or a device may be endless, and would not give back what was written.
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

/// At Ctrl-C, says that the work was not in vain.
fn tell_what_is_kept(source: &Source, kept: Arc<AtomicUsize>, total: usize) {
    let name = source.name();
    say_when_interrupted(move || {
        let kept = kept.load(Ordering::Relaxed);
        Some(format!("{kept} of {total} positions are kept in {name}; the same call goes on"))
    });
}

/// Truncates the file there and appends these bytes.
fn write_from(file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    file.set_len(offset)?;
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// Numbers and text only, which JSON can always hold.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The file is somebody else's.
fn foreign(source: &Source) -> Failure {
    source.failure("it is no file that --resume has begun; expected one, or a new name")
}

fn read(
    source: &Source,
    text: &str,
    wanted: &Header,
) -> Result<HashMap<(usize, usize), Found>, Failure> {
    let mut lines = (1..).zip(text.split_inclusive('\n'));
    let first = lines.next().map_or("", |(_, line)| line);
    let header: Header = serde_json::from_str(first).map_err(|_| foreign(source))?;
    if let Some(difference) = wanted.difference(&header) {
        return Err(source.failure(format_args!(
            "it belongs to another analysis: {difference}; expected the same, or a new name"
        )));
    }
    let mut known = HashMap::new();
    for (number, line) in lines.filter(|(_, line)| line.ends_with('\n')) {
        let line: Option<Line> = serde_json::from_str(line).ok();
        let found = line.and_then(|line| {
            let found = line.found(&wanted.games)?;
            Some(((line.game, line.ply), found))
        });
        let (place, found) = found.ok_or_else(|| {
            source.failure_at(
                number,
                "expected a position of the game; without this line it is searched again",
            )
        })?;
        known.insert(place, found);
    }
    Ok(known)
}

impl Header {
    fn new(effort: &Effort, subjects: &[Subject<'_>]) -> Self {
        let games = subjects.iter().map(|subject| GameKey {
            number: subject.number,
            start: subject.setups[0].position.to_string(),
            half_komi: subject.half_komi().0,
            moves: text_of(&subject.moves),
        });
        Self {
            tak_engine: env!("CARGO_PKG_VERSION").to_owned(),
            movetime: effort.movetime(),
            nodes: effort.nodes,
            depth: effort.depth,
            games: games.collect(),
        }
    }

    /// The first thing that is different in an older header.
    fn difference(&self, old: &Self) -> Option<String> {
        let limit = |name: &str, old: Option<u64>, new: Option<u64>| {
            let option = |value: Option<u64>| match value {
                Some(value) => format!("--{name} {value}"),
                None => format!("no --{name}"),
            };
            (old != new).then(|| format!("it was made with {}, now {}", option(old), option(new)))
        };
        let depth = |header: &Self| header.depth.map(u64::from);
        let version = || {
            let same = self.tak_engine == old.tak_engine;
            (!same).then(|| format!("it was made by version {}", printable(&old.tak_engine)))
        };
        let games = || (self.games != old.games).then(|| "the game is not the same".to_owned());
        limit("movetime", old.movetime, self.movetime)
            .or_else(|| limit("nodes", old.nodes, self.nodes))
            .or_else(|| limit("depth", depth(old), depth(self)))
            .or_else(games)
            .or_else(version)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use tak_encoding::BoardSize;

    use super::*;

    fn header() -> Header {
        let (start, moves) = ("x5/x5/x5/x5/x5 1 1".to_owned(), "a1 e5 c3 c2".to_owned());
        Header {
            tak_engine: "0.1.0".to_owned(),
            movetime: None,
            nodes: Some(1000),
            depth: None,
            games: vec![GameKey { number: 1, start, half_komi: 4, moves }],
        }
    }

    /// Some positions of the game, with what was found out about them.
    fn known() -> impl Strategy<Value = HashMap<(usize, usize), Found>> {
        vec(found(), 0..5).prop_map(|known| (0..).map(|ply| (1, ply)).zip(known).collect())
    }

    fn found() -> impl Strategy<Value = Found> {
        let mv = prop::sample::select(vec!["a1", "Sb2", "Cc3", "3c3>12", "c2<"]);
        let mv = mv.prop_map(|mv| AnyMove::parse(BoardSize::Five, mv).unwrap());
        let numbers = (-score::WIN..=score::WIN, 0..=u32::MAX, 0..=u64::MAX, 0..=u64::MAX);
        (numbers, vec(mv, 0..4)).prop_map(|((eval, depth, nodes, time), line)| Found {
            eval,
            depth,
            nodes,
            time,
            line,
        })
    }

    fn read_text(text: &str) -> Result<HashMap<(usize, usize), Found>, Failure> {
        read(&Source::File("resume".into()), text, &header())
    }

    fn text(known: &HashMap<(usize, usize), Found>) -> String {
        let lines = known.iter().map(|(&(game, ply), found)| json(&Line::new(game, ply, found)));
        let lines = [json(&header())].into_iter().chain(lines);
        lines.map(|line| line + "\n").collect()
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(known in known()) {
            prop_assert_eq!(read_text(&text(&known)).ok(), Some(known));
        }

        /// A file that somebody has changed is refused, or is one that we could have
        /// written.
        #[test]
        fn a_spoiled_file(
            known in known(),
            changes in vec((any::<prop::sample::Index>(), "[ -~\n]{0,3}"), 1..4),
        ) {
            let mut text = text(&known);
            for (at, new) in changes {
                let at = at.index(text.len());
                text.replace_range(at..=at, &new);
            }
            if let Ok(read) = read_text(&text) {
                prop_assert_eq!(read_text(&self::text(&read)).ok(), Some(read));
            }
        }
    }
}
