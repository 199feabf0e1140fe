//! Bad entries among many: the first are reported one by one, the rest are counted.

use std::io::{self, Write};

use crate::failure::Failure;

/// How many bad entries are reported one by one.
pub const REPORTED: u64 = 20;

/// Counts entries, good and bad. A bad one does not stop the others from being read, and only the
/// first of very many are reported.
#[derive(Default)]
pub struct Skipped {
    read: u64,
    bad: u64,
}

impl Skipped {
    /// Counts one entry. A bad one is reported on standard error; any failure
    /// but [`Failure::Input`] ends everything.
    pub fn count(&mut self, entry: Result<(), Failure>) -> Result<(), Failure> {
        self.read += 1;
        match entry {
            Err(Failure::Input(line)) => {
                self.bad += 1;
                if self.bad <= REPORTED {
                    // Without standard error, the exit code still tells.
                    let _ = writeln!(io::stderr(), "error: {line}");
                }
                Ok(())
            }
            other => other,
        }
    }

    /// Whether no entry was good, so that no file needs to be written.
    pub fn all(&self) -> bool {
        self.bad == self.read
    }

    /// How many entries were counted, good and bad.
    pub fn entries(&self) -> u64 {
        self.read
    }

    /// Sums up after the last entry; `entries` is their plural. Fails if any was bad.
    pub fn finish(&self, entries: &str) -> Result<(), Failure> {
        if let Some(more) = self.bad.checked_sub(REPORTED).filter(|&more| more > 0) {
            let _ = writeln!(io::stderr(), "… and {more} more");
        }
        let line = match (self.read, self.bad) {
            (_, 0) => return Ok(()),
            (1, 1) => return Err(Failure::Told),
            (read, bad) if read == bad => format!("all {read} {entries} are bad"),
            (read, bad) => format!("{bad} of {read} {entries} are bad, the others are done"),
        };
        Err(Failure::Input(line))
    }
}
