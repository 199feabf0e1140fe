//! A book or a database of games, as a source of facts about positions.

use std::path::Path;

use tak_book::games::{Database, Explored};
use tak_book::{Book, BookError, Filter, Tally, Value};
use tak_encoding::{AnyPosition, BoardSize, with_position};

use crate::failure::Failure;
use crate::input::Source;

/// A book or a database of games, opened for reading.
pub(super) enum Known {
    /// A book, which holds only counts.
    Book(Book),
    /// A database, which holds the games and can filter them.
    Games(Box<Database>),
}

impl Known {
    /// Opens a file of either kind.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let opened = if Database::is_one(path) {
            Database::open(path).map(|database| Self::Games(Box::new(database)))
        } else {
            Book::open(path).map(Self::Book)
        };
        opened.map_err(|error| Source::from(path).failure(error))
    }

    /// Refuses a filter for a book, which holds no games.
    pub(super) fn check(&self, path: &Path, chosen: &Filter) -> Result<(), Failure> {
        let Filter { size, opening, .. } = *chosen;
        let chooses = *chosen != Filter { size, opening, ..Filter::default() };
        if matches!(self, Self::Book(_)) && chooses {
            let why = "a book has no games to choose from: filter the games in `book build`, or \
                       use a database of games";
            return Err(Failure::Input(format!("{}: {why}", path.display())));
        }
        Ok(())
    }

    /// The board sizes and the number of games of each.
    pub(super) fn sizes(&self) -> Result<Vec<(BoardSize, u64)>, BookError> {
        match self {
            Self::Games(games) => games.sizes(),
            Self::Book(book) => {
                let sizes = book.games()?.into_iter();
                Ok(sizes.map(|(size, tally)| (size, tally.games)).collect())
            }
        }
    }

    /// The engine's score of a position for the side to move, in a book that has been scored.
    pub(super) fn value(&self, position: &AnyPosition) -> Result<Option<Value>, BookError> {
        match self {
            Self::Games(_) => Ok(None),
            Self::Book(book) => with_position!(position, position => {
                Ok(book.score(position)?.map(|score| score.value))
            }),
        }
    }

    /// The moves played in a position, the most played first. A book ignores the filter and returns
    /// no games.
    pub(super) fn explore(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        most_games: usize,
    ) -> Result<Explored, BookError> {
        match self {
            Self::Games(games) => games.explore(position, filter, most_games),
            Self::Book(book) => {
                let moves = book.lookup_any(position)?;
                let mut total = Tally::default();
                for &(_, tally) in &moves {
                    total += tally;
                }
                Ok(Explored { total, moves, games: Vec::new() })
            }
        }
    }
}
