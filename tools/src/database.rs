//! What can go wrong with a book or a database of games.

use std::io;
use std::path::Path;

use tak_book::BookError;

use crate::failure::Failure;
use crate::input::Source;

/// The failure of a file that cannot be read, or not be written.
pub(crate) fn failure(path: &Path, error: &BookError) -> Failure {
    if error.is_of_writing() {
        return Failure::File(path.to_owned(), io::Error::other(error.to_string()));
    }
    Source::File(path.to_owned()).failure(error)
}
