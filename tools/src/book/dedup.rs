//! `tak-tools book dedup`: keeps one opening of each symmetry class.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};
use tak_encoding::Symmetry;
use tak_games::count::COUNT_TAG;

use super::format::{self, Format};
use super::memory_size;
use super::source::{Books, Inputs, Listed, Trouble};
use super::spool::Folder;
use crate::failure::Failure;
use crate::ledger::Ledger;
use crate::output::Output;

mod disk;
mod memory;

/// Keep one opening of each class of symmetric positions
///
/// Two openings are the same if a rotation or reflection of the board makes the
/// positions that they reach equal: the same pieces on the same squares and the
/// same side to move. The first one is kept as written, in its original order.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book dedup book.txt --size 6 -o unique.txt
  tak-tools book dedup old.tps new.tps --counts -o both.tps
  tak-tools book dedup games.ptn --plies 8 --to moves -o openings.txt
  tak-tools book dedup huge.tps --memory 256MiB -o unique.tps

Empty lines and lines that start with # are skipped. Bad lines are reported on
standard error, the first 20 with file and line; the others are done, and the exit
code is 2.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

    /// The output format, by default that of the inputs
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<Format>,

    /// Write each opening in the orientation that reaches the canonical position
    #[arg(long)]
    canonical: bool,

    /// Append a tab and the number of occurrences of each opening (in PTN, a tag)
    #[arg(long)]
    counts: bool,

    /// Work on disk, with at most this much memory, at least 16MiB
    #[arg(long, value_name = "SIZE", value_parser = memory_size)]
    memory: Option<u64>,

    /// The folder for temporary files, by default that of the output
    #[arg(long, value_name = "DIR")]
    temporary: Option<PathBuf>,

    /// Report as one JSON object, on standard output or, if the openings are written
    /// there, on standard error
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Reads, writes and reports.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        let books = self.inputs.open(&self.output)?;
        let form = self.written_form(&books)?;
        let output = Output::create(&self.output)?;
        let mut ledger = Ledger::default();
        let folder = match &self.temporary {
            Some(folder) => Folder::new(folder),
            None => Folder::beside(&self.output),
        };
        let input = Input { books, form: &form, ledger: &mut ledger };
        let done = match self.memory {
            None => memory::dedup(input, &folder, output)?,
            Some(memory) => disk::dedup(input, &folder, output, memory)?,
        };
        self.tell(&ledger, &done, start)
    }

    /// The form in which entries are written.
    fn written_form(&self, books: &Books) -> Result<EntryForm, Failure> {
        let Some(to) = self.to.or_else(|| books.format()) else {
            let why = "the inputs are written in several formats: expected --to moves, tps or ptn";
            return Err(Failure::Input(why.to_owned()));
        };
        if let (Format::Moves, Some(source)) = (to, books.find(Format::Tps)) {
            let why = "a TPS has no moves: expected --to tps or --to ptn";
            return Err(source.failure(why));
        }
        Ok(EntryForm { to, canonical: self.canonical, counts: self.counts })
    }

    fn tell(&self, ledger: &Ledger, done: &Done, start: Instant) -> Result<(), Failure> {
        let kept = done.kept;
        let duplicates = ledger.good - kept;
        let more = format!("kept {kept}, duplicates {duplicates}, ");
        let more_json = json!({
            "kept": kept,
            "duplicates": duplicates,
            "memory": done.memory,
            "time": start.elapsed().as_millis() as u64,
        });
        ledger.tell("opening", self.json, self.output == *"-", &more, &more_json)
    }
}

/// How entries are written.
struct EntryForm {
    to: Format,
    canonical: bool,
    counts: bool,
}

impl EntryForm {
    /// The text of an entry, without its count.
    fn text<'a>(&self, opening: &Listed<'a>, buffer: &'a mut String) -> &'a str {
        if opening.format == self.to && !self.canonical {
            return opening.text;
        }
        buffer.clear();
        let turn = if self.canonical { opening.class.symmetry } else { Symmetry::Identity };
        format::write(&opening.form, self.to, turn, buffer);
        buffer.trim_end()
    }

    /// Writes an entry.
    fn write(&self, text: &[u8], count: u64, output: &mut Output) -> Result<(), Failure> {
        if self.counts && self.to == Format::Ptn {
            output.write(format!("[{COUNT_TAG} \"{count}\"]\n").as_bytes())?;
        }
        output.write(text)?;
        if self.counts && self.to != Format::Ptn {
            output.write(format!("\t{count}").as_bytes())?;
        }
        output.write(self.to.separator().as_bytes())
    }
}

/// The openings and the form in which they are written.
struct Input<'a> {
    books: Books,
    form: &'a EntryForm,
    ledger: &'a mut Ledger,
}

impl Input<'_> {
    /// Passes on every opening with its text for the output. Fails if there are none.
    fn read(
        self,
        mut take: impl FnMut(&Listed<'_>, &str) -> Result<(), Trouble>,
    ) -> Result<(), Failure> {
        let Self { books, form, ledger } = self;
        let mut buffer = String::new();
        books.read(ledger, &mut |opening: &Listed<'_>| {
            format::fits(&opening.form, form.to)?;
            take(opening, form.text(opening, &mut buffer))
        })?;
        ledger.require_some("openings")
    }
}

/// What is reported at the end.
struct Done {
    kept: u64,
    memory: Value,
}
