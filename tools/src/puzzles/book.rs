//! The positions of a book.

use std::path::Path;

use tak_book::{Book, BookError};
use tak_encoding::{AnyPosition, OneHash};

use crate::failure::Failure;
use crate::input::Source;

/// The path of a source that is a book.
pub(super) fn path_of(source: &Source) -> Option<&Path> {
    match source {
        Source::File(path) if matches!(tak_book::sqlite::is_database(path), Ok(true)) => Some(path),
        _ => None,
    }
}

/// Visits the positions of a book, and those after its moves, with their ply; some more than once.
/// A book does not know the komi, and a forced road does not depend on it.
pub(super) fn for_each(
    path: &Path,
    mut visit: impl FnMut(AnyPosition<OneHash>, u32) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let source = Source::from(path);
    let book = Book::open(path).map_err(|error| source.failure(error))?;
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
