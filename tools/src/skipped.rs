//! Bad entries among many: each is told at once, the others go on.

use std::io::{self, Write};

use crate::failure::Failure;

/// Counts what is read and what of it is bad.
#[derive(Default)]
pub(crate) struct Skipped {
    read: u64,
    bad: u64,
}

impl Skipped {
    /// Counts one entry. A bad one is told on standard error; what is wrong
    /// with the files themselves ends everything.
    pub(crate) fn count(&mut self, entry: Result<(), Failure>) -> Result<(), Failure> {
        self.read += 1;
        match entry {
            Err(Failure::Input(line)) => {
                self.bad += 1;
                // With standard error gone the exit code still tells.
                let _ = writeln!(io::stderr(), "error: {line}");
                Ok(())
            }
            other => other,
        }
    }

    /// Whether there is nothing good at all: then no file is written either.
    pub(crate) fn all(&self) -> bool {
        self.bad == self.read
    }

    /// The end of all entries, which are called that.
    pub(crate) fn finish(&self, entries: &str) -> Result<(), Failure> {
        let line = match (self.read, self.bad) {
            (_, 0) => return Ok(()),
            (1, 1) => return Err(Failure::Told),
            (read, bad) if read == bad => format!("all {read} {entries} are bad"),
            (read, bad) => format!("{bad} of {read} {entries} are bad, the others are done"),
        };
        Err(Failure::Input(line))
    }

    /// How many entries were counted, good and bad.
    pub(crate) fn entries(&self) -> u64 {
        self.read
    }
}
