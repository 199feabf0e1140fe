//! The positions of a book.

use std::path::Path;

use tak_book::{Book, BookError};
use tak_encoding::{AnyPosition, BoardSize, OneHash};

use crate::failure::Failure;
use crate::input::Source;

/// The path of a source that is a book.
pub(super) fn path_of(source: &Source) -> Option<&Path> {
    match source {
        Source::File(path) if matches!(tak_book::sqlite::is_database(path), Ok(true)) => Some(path),
        _ => None,
    }
}

fn open(source: &Source) -> Result<Book, Failure> {
    let book = path_of(source).map(Book::open).ok_or_else(|| source.failure("it is no book"))?;
    book.map_err(|error| source.failure(error))
}

/// The sizes of its boards, as far as it can be read.
pub(super) fn sizes(source: &Source) -> Vec<BoardSize> {
    let games = open(source).and_then(|book| book.games().map_err(|error| source.failure(error)));
    games.unwrap_or_default().into_iter().map(|(size, _)| size).collect()
}

/// Visits the positions of a book, and those after its moves, with their ply; some more than once.
/// A book does not know the komi, and a forced road does not depend on it.
pub(super) fn for_each(
    source: &Source,
    mut visit: impl FnMut(AnyPosition<OneHash>, u32) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let book = open(source)?;
    let read = book.for_each(|row| {
        let position = row.position.rehashed::<OneHash>();
        let mut after = position;
        let visited = match after.play(row.mv) {
            Ok(_) => {
                visit(position, row.ply).and_then(|()| visit(after, row.ply.saturating_add(1)))
            }
            Err(_) => visit(position, row.ply),
        };
        visited.map_err(Stopped::Visitor)
    });
    match read {
        Ok(0) => Ok(()),
        Ok(bad) => Err(source.failure(format_args!("{bad} bad rows skipped"))),
        Err(Stopped::Book(error)) => Err(source.failure(error)),
        Err(Stopped::Visitor(failure)) => Err(failure),
    }
}

/// Why reading a book ended early.
enum Stopped {
    Book(BookError),
    Visitor(Failure),
}

impl From<BookError> for Stopped {
    fn from(error: BookError) -> Self {
        Self::Book(error)
    }
}
