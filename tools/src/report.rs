//! What a command reports about the books it has read.

use std::fmt::{self, Write as _};
use std::io::{self, Write as _};

use serde_json::{Value, json};

use crate::failure::{Failure, printable};
use crate::input::Source;
use crate::output::print_json;
use crate::skipped::REPORTED;

/// How many sources are named when all of them are empty.
const NAMED: usize = 3;

/// What was found in the inputs.
#[derive(Default)]
pub(crate) struct Report {
    /// Openings that were read.
    pub(crate) read: u64,
    /// Comments and empty lines.
    pub(crate) skipped: u64,
    /// Lines and games that could not be read.
    pub(crate) bad: u64,
    first_bad: Vec<Bad>,
    /// The names of the sources.
    sources: Vec<String>,
}

/// Something that could not be read, and why.
struct Bad {
    place: Origin,
    reason: String,
}

/// Where it is.
enum Origin {
    /// A whole input; the reason names it.
    Input,
    /// A line of an input, counted from 1.
    Line(String, u64),
    /// A row of a table, counted from 1.
    Row(String, u64),
    /// A game of an archive, by what the archive calls it.
    Game(String, String),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = &self.reason;
        match &self.place {
            Origin::Input => f.write_str(reason),
            Origin::Line(source, line) => write!(f, "{source}, line {line}: {reason}"),
            Origin::Row(source, row) => write!(f, "{source}, row {row}: {reason}"),
            Origin::Game(source, id) => write!(f, "{source}, game {id}: {reason}"),
        }
    }
}

impl Bad {
    fn json(&self) -> Value {
        let reason = &self.reason;
        match &self.place {
            Origin::Input => json!({"reason": reason}),
            Origin::Line(source, line) => json!({"source": source, "line": line, "reason": reason}),
            Origin::Row(source, row) => json!({"source": source, "row": row, "reason": reason}),
            Origin::Game(source, id) => json!({"source": source, "game": id, "reason": reason}),
        }
    }
}

impl Report {
    /// Notes the name of a source that is about to be read.
    pub(crate) fn start(&mut self, source: &Source) {
        self.sources.push(source.name());
    }

    /// Counts a bad line, given by its number from 1.
    pub(crate) fn bad(&mut self, source: &Source, line: u64, reason: impl Into<String>) {
        self.push(Origin::Line(source.name(), line), reason.into());
    }

    /// Counts a bad row of a table, given by its number from 1.
    pub(crate) fn bad_row(&mut self, source: &Source, row: u64, reason: String) {
        self.push(Origin::Row(source.name(), row), reason);
    }

    /// Counts a bad game of an archive, which has an id instead of a line.
    pub(crate) fn bad_game(&mut self, source: &Source, id: &str, reason: String) {
        self.push(Origin::Game(source.name(), printable(id)), reason);
    }

    /// Counts an input that cannot be read, so that the others are still read. Any other failure
    /// ends everything.
    pub(crate) fn go_on_after(&mut self, input: Result<(), Failure>) -> Result<(), Failure> {
        match input {
            Err(Failure::Input(reason)) => {
                self.push(Origin::Input, reason);
                Ok(())
            }
            other => other,
        }
    }

    fn push(&mut self, place: Origin, reason: String) {
        self.bad += 1;
        if self.bad <= REPORTED {
            self.first_bad.push(Bad { place, reason });
        }
    }

    /// Fails if anything was bad, which has already been reported.
    pub(crate) fn result(&self) -> Result<(), Failure> {
        match self.bad {
            0 => Ok(()),
            _ => Err(Failure::Told),
        }
    }

    /// Fails if nothing could be read.
    pub(crate) fn require_some(&self) -> Result<(), Failure> {
        if self.read > 0 {
            return Ok(());
        }
        Err(Failure::Input(match (self.first_bad.first(), self.bad) {
            (None, _) => format!("{}: there are no openings in it", self.sources()),
            (Some(only), 1) => format!("{only}; nothing else is there"),
            (Some(first), bad) => format!("{first}; all {bad} are bad"),
        }))
    }

    /// The names of the first sources, and how many more there are.
    fn sources(&self) -> String {
        let first = &self.sources[..self.sources.len().min(NAMED)];
        let names = first.join(", ");
        match self.sources.len() - first.len() {
            0 => names,
            more => format!("{names} and {more} more"),
        }
    }

    /// Reports to a person on standard error, or to a program as one JSON object: on standard
    /// output, or on standard error if standard output is taken. `more` is additional text. Fails
    /// if anything was bad.
    pub(crate) fn tell(
        &self,
        json: bool,
        stdout_is_taken: bool,
        more: &str,
        more_json: &Value,
    ) -> Result<(), Failure> {
        let mut object = self.json();
        for (name, value) in more_json.as_object().into_iter().flatten() {
            object[name] = value.clone();
        }
        if json && !stdout_is_taken {
            print_json(&object)?;
            return self.result();
        }
        let text = if json {
            object.to_string()
        } else {
            let Self { read, bad, skipped, .. } = self;
            let lines = self.bad_lines();
            format!("{lines}read {read}, {more}bad {bad}, skipped {skipped}")
        };
        // The output has been written, even if this cannot be reported.
        let _ = writeln!(io::stderr(), "{text}");
        self.result()
    }

    /// The bad lines, each on a line of its own.
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

    /// The same as JSON.
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
