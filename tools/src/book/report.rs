//! What a command tells about the books that it has read.

use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::Source;
use crate::output::print_json;

/// Bad lines that are told one by one; the others are counted.
const TOLD: usize = 20;

/// Sources that are told by name when nothing is in any of them.
const SOURCES_TOLD: usize = 3;

/// What was found in the inputs.
#[derive(Default)]
pub(crate) struct Report {
    /// Openings that were understood.
    pub(crate) read: u64,
    /// Comments and empty lines.
    pub(crate) skipped: u64,
    /// Lines and games that were not understood.
    pub(crate) bad: u64,
    first_bad: Vec<Bad>,
    /// What was read, by name.
    sources: Vec<String>,
}

/// Something that is not understood.
struct Bad {
    source: String,
    place: Place,
    reason: String,
}

/// Where something stands in its source.
enum Place {
    /// 1 for the first line.
    Line(u64),
    /// What an archive calls a game.
    Game(String),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            source,
            place,
            reason,
        } = self;
        match place {
            Place::Line(line) => write!(f, "{source}, line {line}: {reason}"),
            Place::Game(id) => write!(f, "{source}, game {id}: {reason}"),
        }
    }
}

impl Bad {
    fn json(&self) -> Value {
        let (name, place) = match &self.place {
            Place::Line(line) => ("line", Value::from(*line)),
            Place::Game(id) => ("game", Value::from(id.as_str())),
        };
        json!({"source": self.source, name: place, "reason": self.reason})
    }
}

impl Report {
    /// A source is about to be read.
    pub(crate) fn start(&mut self, source: &Source) {
        self.sources.push(source.name());
    }

    /// Counts a bad line, 1 for the first of its file.
    pub(crate) fn bad(&mut self, source: &Source, line: u64, reason: impl Into<String>) {
        self.push(source, Place::Line(line), reason.into());
    }

    /// Counts a bad game of an archive, which has an id instead of a line.
    pub(crate) fn bad_game(&mut self, source: &Source, id: &str, reason: String) {
        self.push(source, Place::Game(id.to_owned()), reason);
    }

    fn push(&mut self, source: &Source, place: Place, reason: String) {
        self.bad += 1;
        if self.first_bad.len() < TOLD {
            self.first_bad.push(Bad {
                source: source.name(),
                place,
                reason,
            });
        }
    }

    /// Fails when nothing was understood.
    pub(crate) fn require_some(&self) -> Result<(), Failure> {
        if self.read > 0 {
            return Ok(());
        }
        Err(Failure::Input(match (self.first_bad.first(), self.bad) {
            (None, _) => format!("{}: there is no opening in it", self.sources()),
            (Some(only), 1) => format!("{only}; nothing else is there"),
            (Some(first), bad) => format!("{first}; all {bad} are bad"),
        }))
    }

    /// The sources by name, the first ones of many.
    fn sources(&self) -> String {
        let first = &self.sources[..self.sources.len().min(SOURCES_TOLD)];
        let names = first.join(", ");
        match self.sources.len() - first.len() {
            0 => names,
            more => format!("{names} and {more} more"),
        }
    }

    /// Tells a person on standard error, or a program in one JSON object: on
    /// standard output, or on standard error where standard output is taken.
    /// `more` is what else there is to tell.
    pub(crate) fn tell(
        &self,
        json: bool,
        stdout_is_taken: bool,
        more: &str,
        more_json: &Value,
    ) -> Result<(), Failure> {
        // The output is written: with standard error gone nobody is there to tell.
        let mut stderr = io::stderr();
        if !json {
            let Self {
                read, bad, skipped, ..
            } = self;
            let lines = self.bad_lines();
            let _ = writeln!(
                stderr,
                "{lines}read {read}, {more}bad {bad}, skipped {skipped}"
            );
            return Ok(());
        }
        let mut object = self.json();
        for (name, value) in more_json.as_object().into_iter().flatten() {
            object[name] = value.clone();
        }
        if stdout_is_taken {
            let _ = writeln!(stderr, "{object}");
            return Ok(());
        }
        print_json(&object)
    }

    /// The bad lines, one a line.
    pub(crate) fn bad_lines(&self) -> String {
        let mut text = String::new();
        for bad in &self.first_bad {
            let _ = writeln!(text, "{bad}");
        }
        let more = self.bad - self.first_bad.len() as u64;
        if more > 0 {
            let _ = writeln!(text, "and {more} more bad lines");
        }
        text
    }

    /// The same for a program.
    pub(crate) fn json(&self) -> Value {
        let bad_lines: Vec<_> = self.first_bad.iter().map(Bad::json).collect();
        json!({
            "read": self.read,
            "skipped": self.skipped,
            "bad": self.bad,
            "bad_lines": bad_lines,
        })
    }
}
