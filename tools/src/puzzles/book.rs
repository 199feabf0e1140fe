//! The positions of a book.

use std::path::Path;

use tak_book::{Book, BookError};
use tak_encoding::{AnyPosition, OneHash};

use crate::failure::Failure;
use crate::input::Source;

/// The book that a source is, if it is one.
pub(super) fn path_of(source: &Source) -> Option<&Path> {
    match source {
        Source::File(path) if matches!(tak_book::sqlite::is_database(path), Ok(true)) => Some(path),
        _ => None,
    }
}

/// Visits the positions of a book, and those after its moves, with their ply; some more
/// than once. A book knows no komi, and a forced road needs none.
pub(super) fn for_each(
    path: &Path,
    mut visit: impl FnMut(AnyPosition<OneHash>, u32) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let broken = |error| Source::from(path).failure(error);
    let book = Book::open(path).map_err(broken)?;
    let mut failed = None;
    let read = book.for_each(|row| {
        let position = row.position.rehashed::<OneHash>();
        let mut after = position;
        let visited = match after.play(row.mv) {
            Ok(_) => visit(position, row.ply).and_then(|()| visit(after, row.ply + 1)),
            Err(_) => visit(position, row.ply),
        };
        visited.map_err(|failure| {
            failed = Some(failure);
            // Any error ends the reading.
            BookError::NotABook
        })
    });
    match failed {
        Some(failure) => Err(failure),
        None => read.map(drop).map_err(broken),
    }
}
