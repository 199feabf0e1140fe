//! Opens a book or a database of games that a command names.

use std::path::Path;

use tak_book::{Filter, Played};

use crate::failure::Failure;
use crate::input::Source;

/// Opens a file of either kind.
pub(super) fn open(path: &Path) -> Result<Played, Failure> {
    Played::open(path).map_err(|error| Source::from(path).failure(error))
}

/// Refuses a filter for a book, which holds no games.
pub(super) fn check(played: &Played, path: &Path, chosen: &Filter) -> Result<(), Failure> {
    if played.can_filter(chosen) {
        return Ok(());
    }
    let why = "a book has no games to choose from: filter the games in `book build`, or use a \
               database of games";
    Err(Failure::Input(format!("{}: {why}", path.display())))
}
