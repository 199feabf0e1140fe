//! `tak-tools book merge`: merges several books into one.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::json;
use tak_book::{Book, BookBuilder};

use crate::counted::counted;
use crate::failure::Failure;
use crate::input::Source;
use crate::output::{OutputFile, print_json, refuse_as_output};
use crate::progress::Progress;
use crate::remark;

/// Add up several books of the same depth
///
/// The result is the same as a single build from all their games. A game that is in two of them
/// counts twice.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book merge 2024.book 2025.book -o all.book")]
pub(crate) struct Arguments {
    /// Books written by `book build`
    #[arg(value_name = "BOOK", required = true)]
    books: Vec<PathBuf>,

    /// The book to write
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    /// Report as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Reads, writes and reports.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        refuse_as_output(&self.books, &self.output)?;
        let open = |path: &PathBuf| {
            let source = Source::from(path.as_path());
            match Book::open(path) {
                Ok(book) => Ok((source, book)),
                Err(error) => Err(source.failure(error)),
            }
        };
        let books = self.books.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let plies = books.first().map_or(0, |(_, book)| book.plies());
        let output = OutputFile::create(&self.output)?;
        let mut builder = BookBuilder::create(output.temporary(), plies)
            .map_err(|error| output.failure(error))?;
        let count = |(source, book): &(Source, Book)| {
            let moves = book.moves();
            moves.map_err(|error| source.failure(error))
        };
        let moves = books.iter().map(count).collect::<Result<Vec<_>, _>>()?;
        let progress = Progress::things(Some(moves.iter().sum()), "moves");
        let (mut bad_rows, mut before) = (0, 0);
        for ((source, book), moves) in books.iter().zip(moves) {
            let added = builder.add_book_watched(book, |moves| progress.set(before + moves));
            bad_rows += added.map_err(|error| match error {
                error if error.is_of_writing() => output.failure(error),
                error => source.failure(error),
            })?;
            before += moves;
        }
        let positions = builder.finish().map_err(|error| output.failure(error))?;
        output.finish()?;
        if self.json {
            return print_json(&json!({
                "books": books.len(),
                "plies": plies,
                "positions": positions,
                "bad_rows": bad_rows,
                "time": start.elapsed().as_millis() as u64,
            }));
        }
        let bad = match bad_rows {
            0 => String::new(),
            rows => format!("; {} skipped", counted(rows, "bad row")),
        };
        let (books, positions) = (counted(books.len(), "book"), counted(positions, "position"));
        remark::tell(&format!("merged {books}, {positions}{bad}"));
        Ok(())
    }
}
