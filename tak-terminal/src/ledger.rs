//! Entries of some inputs, good and bad: the first bad ones are told one by one, the rest are
//! counted.

use std::fmt::{self, Write as _};

use serde_json::{Map, Value, json};

use crate::counted::counted;
use crate::failure::{Failure, printable};
use crate::input::Source;
use crate::output::print_json;
use crate::remark::tell;

/// How many bad entries are told one by one.
pub const REPORTED: u64 = 20;

/// How many sources are named when all of them are empty.
const NAMED: usize = 3;

/// Counts entries. A bad one does not stop the others from being read, and only the first of very
/// many are told.
///
/// ```
/// use tak_terminal::input::Source;
/// use tak_terminal::ledger::{Place, Ledger};
///
/// let mut ledger = Ledger::default();
/// ledger.good += 1;
/// ledger.bad(&Source::Stdin, Place::Line(2), "expected a number");
/// assert_eq!(ledger.bad_lines(), "error: standard input, line 2: expected a number\n");
/// assert!(ledger.result().is_err());
/// ```
#[derive(Default)]
pub struct Ledger {
    /// Entries that were read.
    pub good: u64,
    /// What is no entry, such as comments and empty lines.
    pub skipped: u64,
    bad: u64,
    /// How often something was worth a warning.
    warnings: u64,
    notes: u64,
    first_bad: Vec<Bad>,
    /// The names of the sources.
    sources: Vec<String>,
    /// Whether bad entries are told as soon as they are found.
    tells_at_once: bool,
}

/// Something that could not be read, and why.
struct Bad {
    /// `None` for a whole input, which the reason names.
    place: Option<(String, Place)>,
    reason: String,
}

/// Where an entry is in its source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// On a line, counted from 1.
    Line(u64),
    /// In a row of a table, counted from 1.
    Row(u64),
    /// Under this name, of this kind: `("chapter", "12b")`.
    Named(&'static str, String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Row(number) => write!(f, "row {number}"),
            Self::Named(kind, name) => write!(f, "{kind} {name}"),
        }
    }
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((source, place)) = &self.place {
            write!(f, "{source}, {place}: ")?;
        }
        f.write_str(&self.reason)
    }
}

impl Bad {
    fn json(&self) -> Value {
        let mut object = Map::new();
        if let Some((source, place)) = &self.place {
            object.insert("source".to_owned(), source.as_str().into());
            let (kind, value) = match place {
                Place::Line(number) => ("line", (*number).into()),
                Place::Row(number) => ("row", (*number).into()),
                Place::Named(kind, name) => (*kind, name.as_str().into()),
            };
            object.insert(kind.to_owned(), value);
        }
        object.insert("reason".to_owned(), self.reason.as_str().into());
        object.into()
    }
}

impl Ledger {
    /// One that tells bad entries on standard error as soon as they are found.
    pub fn telling() -> Self {
        Self { tells_at_once: true, ..Self::default() }
    }

    /// Notes the name of a source that is about to be read.
    pub fn start(&mut self, source: &Source) {
        self.sources.push(source.name());
    }

    /// Counts a good entry or a bad one; any failure but [`Failure::Input`] ends everything.
    pub fn count(&mut self, entry: Result<(), Failure>) -> Result<(), Failure> {
        self.good += u64::from(entry.is_ok());
        self.go_on_after(entry)
    }

    /// Counts an input that cannot be read as a bad entry, so that the others are still read. Any
    /// other failure ends everything.
    pub fn go_on_after(&mut self, input: Result<(), Failure>) -> Result<(), Failure> {
        match input {
            Err(Failure::Input(reason)) => {
                self.push(Bad { place: None, reason });
                Ok(())
            }
            other => other,
        }
    }

    /// Counts a bad entry.
    pub fn bad(&mut self, source: &Source, place: Place, reason: impl Into<String>) {
        let place = match place {
            Place::Named(kind, name) => Place::Named(kind, printable(&name)),
            place => place,
        };
        self.push(Bad { place: Some((source.name(), place)), reason: reason.into() });
    }

    /// Warns of a part of a good entry that is left out. In the end this counts like a bad entry.
    pub fn warn(&mut self, failure: &Failure) {
        self.warnings += 1;
        if self.warnings <= REPORTED {
            tell(&format!("warning: {failure}"));
        }
    }

    /// Tells something about a good entry.
    pub fn note(&mut self, about: &Failure) {
        self.notes += 1;
        if self.notes <= REPORTED {
            tell(&format!("note: {about}"));
        }
    }

    fn push(&mut self, bad: Bad) {
        self.bad += 1;
        if self.bad > REPORTED {
            return;
        }
        if self.tells_at_once {
            tell(&format!("error: {bad}"));
        }
        self.first_bad.push(bad);
    }

    /// How many entries were bad.
    pub fn bad_entries(&self) -> u64 {
        self.bad
    }

    /// How many entries were counted, good and bad.
    pub fn entries(&self) -> u64 {
        self.good + self.bad
    }

    /// Whether no entry was good, so that no file needs to be written.
    pub fn all_bad(&self) -> bool {
        self.good == 0
    }

    /// Fails if anything was bad or left out, which has already been told.
    pub fn result(&self) -> Result<(), Failure> {
        match self.bad + self.warnings {
            0 => Ok(()),
            _ => Err(Failure::Told),
        }
    }

    /// Sums up after the last entry, where bad ones were told at once; `entries` is their plural.
    /// Fails if any was bad.
    pub fn finish(&self, entries: &str) -> Result<(), Failure> {
        if let Some(more) = self.bad.checked_sub(REPORTED).filter(|&more| more > 0) {
            tell(&format!("… and {more} more"));
        }
        if let Some(more) = self.warnings.checked_sub(REPORTED).filter(|&more| more > 0) {
            tell(&format!("… and {}", counted(more, "more warning")));
        }
        if let Some(more) = self.notes.checked_sub(REPORTED).filter(|&more| more > 0) {
            tell(&format!("… and {}", counted(more, "more note")));
        }
        let line = match (self.entries(), self.bad) {
            (_, 0) => return self.result(),
            (1, 1) => return Err(Failure::Told),
            (read, bad) if read == bad => format!("all {read} {entries} are bad"),
            (read, bad) => {
                let are = if bad == 1 { "is" } else { "are" };
                let others = if read - bad == 1 { "other is" } else { "others are" };
                format!("{bad} of {read} {entries} {are} bad, the {others} done")
            }
        };
        Err(Failure::Input(line))
    }

    /// Fails if nothing could be read; `entries` is their plural.
    pub fn require_some(&self, entries: &str) -> Result<(), Failure> {
        if self.good > 0 {
            return Ok(());
        }
        Err(Failure::Input(match (self.first_bad.first(), self.bad) {
            (None, _) => format!("{}: there are no {entries} in it", self.sources()),
            (Some(only), 1) if only.place.is_none() => only.to_string(),
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

    /// Tells a person on standard error, or a program as one JSON object: on standard output, or on
    /// standard error if standard output is taken. `one` is what an entry is called, and `more` is
    /// additional text. Fails if anything was bad.
    pub fn tell(
        &self,
        one: &str,
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
        tell(&if json {
            object.to_string()
        } else {
            let (read, lines) = (counted(self.good, one), self.bad_lines());
            format!("{lines}read {read}, {more}bad {}, skipped {}", self.bad, self.skipped)
        });
        self.result()
    }

    /// The errors, each on a line of its own.
    pub fn bad_lines(&self) -> String {
        let mut text = String::new();
        for bad in &self.first_bad {
            // A string takes whatever is written to it.
            let _ = writeln!(text, "error: {bad}");
        }
        let more = self.bad - self.first_bad.len() as u64;
        if more > 0 {
            let _ = writeln!(text, "and {}", counted(more, "more bad line"));
        }
        text
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        let bad_lines: Vec<_> = self.first_bad.iter().map(Bad::json).collect();
        json!({
            "read": self.good,
            "skipped": self.skipped,
            "bad": self.bad,
            "bad_lines": bad_lines,
        })
    }
}
