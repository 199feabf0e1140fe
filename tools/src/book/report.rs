//! What a command tells about the books that it has read.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::Source;
use crate::output::print_json;

/// Bad lines that are told one by one; the others are counted.
const TOLD: usize = 20;

/// What was found in the inputs.
#[derive(Default)]
pub(crate) struct Report {
    /// Openings that were understood.
    pub(crate) read: u64,
    /// Comments and empty lines.
    pub(crate) skipped: u64,
    /// Lines and games that were not understood.
    pub(crate) bad: u64,
    first_bad: Vec<BadLine>,
}

struct BadLine {
    source: String,
    line: u64,
    reason: String,
}

impl Report {
    /// Counts a bad line, 1 for the first of its file.
    pub(crate) fn bad(&mut self, source: &Source, line: u64, reason: impl Into<String>) {
        self.bad += 1;
        if self.first_bad.len() < TOLD {
            self.first_bad.push(BadLine {
                source: source.name(),
                line,
                reason: reason.into(),
            });
        }
    }

    /// Counts a bad game of an archive, which has a number instead of a line.
    pub(crate) fn bad_game(&mut self, source: &Source, id: &str, reason: String) {
        match id.parse() {
            Ok(number) => self.bad(source, number, reason),
            Err(_) => self.bad(source, 0, format!("game {id}: {reason}")),
        }
    }

    /// Why nothing could be done, when nothing was understood.
    pub(crate) fn nothing_read(&self) -> String {
        match self.first_bad.first() {
            None => "there is no opening in the input".to_owned(),
            Some(BadLine {
                source,
                line,
                reason,
            }) => {
                let bad = self.bad;
                format!("no line is an opening, {bad} are bad; {source}, line {line}: {reason}")
            }
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
        for BadLine {
            source,
            line,
            reason,
        } in &self.first_bad
        {
            let _ = writeln!(text, "{source}:{line}: {reason}");
        }
        let more = self.bad - self.first_bad.len() as u64;
        if more > 0 {
            let _ = writeln!(text, "and {more} more bad lines");
        }
        text
    }

    /// The same for a program.
    pub(crate) fn json(&self) -> Value {
        let bad_lines: Vec<_> = self
            .first_bad
            .iter()
            .map(|bad| json!({"source": bad.source, "line": bad.line, "reason": bad.reason}))
            .collect();
        json!({
            "read": self.read,
            "skipped": self.skipped,
            "bad": self.bad,
            "bad_lines": bad_lines,
        })
    }
}
