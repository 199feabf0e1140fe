//! Writes the entries, and tells which ones are bad.

use super::entry::{Entry, Form};
use crate::failure::Failure;
use crate::input::Source;
use crate::output::Output;
use crate::progress::Progress;
use crate::skipped::Skipped;

/// Puts entries where they are wanted, and counts the bad ones.
pub(super) struct Writer {
    output: Output,
    form: Form,
    /// The position that the user asks for.
    plies: Option<usize>,
    skipped: Skipped,
    written: bool,
    progress: Progress,
    /// Bytes of the sources that are done.
    before: u64,
}

impl Writer {
    pub(super) fn new(
        output: Output,
        progress: Progress,
        form: Form,
        plies: Option<usize>,
    ) -> Self {
        Self {
            output,
            form,
            plies,
            skipped: Skipped::default(),
            written: false,
            progress,
            before: 0,
        }
    }

    /// How many entries there were so far, bad ones too.
    pub(super) fn entries(&self) -> u64 {
        self.skipped.entries()
    }

    /// Counts something bad.
    pub(super) fn skip(&mut self, failure: Failure) -> Result<(), Failure> {
        // Its line would stand in the middle of the bar.
        self.progress.hide_while(|| self.skipped.count(Err(failure)))
    }

    /// Writes an entry of a source, or tells what is wrong with it.
    pub(super) fn put(
        &mut self,
        source: &Source,
        entry: Result<Entry, Failure>,
    ) -> Result<(), Failure> {
        let written = entry.and_then(|entry| {
            let text = entry.write(self.form, self.plies);
            let text = text.map_err(|why| source.failure_at(entry.line, why))?;
            if self.form == Form::Ptn && self.written {
                self.output.write(b"\n")?;
            }
            self.written = true;
            self.output.write(text.as_bytes())
        });
        match written {
            Ok(()) => self.skipped.count(Ok(())),
            Err(failure) => self.skip(failure),
        }
    }

    /// So many bytes of a source are read.
    pub(super) fn show_progress(&self, bytes: u64) {
        self.progress.set(self.before + bytes);
    }

    /// A source is done.
    pub(super) fn end_of(&mut self, source: &Source) {
        self.before += source.length().unwrap_or_default();
    }

    /// Lets a reader see what is done before more is waited for.
    pub(super) fn show(&mut self) -> Result<(), Failure> {
        self.output.show()
    }

    /// The end of all sources.
    pub(super) fn finish(self) -> Result<(), Failure> {
        drop(self.progress);
        if !self.skipped.all() {
            self.output.finish()?;
        }
        self.skipped.finish("entries")
    }
}
