//! A book or a database of games, as a source of facts about positions.

use std::path::Path;

use tak_encoding::{AnyPosition, BoardSize, with_position};

use crate::book::Book;
use crate::error::BookError;
use crate::filter::Filter;
use crate::games::{Database, Explored};
use crate::scores::Value;
use crate::tally::Tally;

/// A book or a database of games, opened for reading.
pub enum Played {
    /// A book, which holds only counts.
    Book(Book),
    /// A database, which holds the games and can filter them.
    Games(Box<Database>),
}

impl Played {
    /// Opens a file of either kind.
    ///
    /// # Errors
    ///
    /// If it is neither, or cannot be read.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        if Database::is_one(path) {
            return Database::open(path).map(|database| Self::Games(Box::new(database)));
        }
        Book::open(path).map(Self::Book)
    }

    /// Whether a filter can be applied: a book has no games to choose from, but those of a size or
    /// an opening.
    pub fn can_filter(&self, filter: &Filter) -> bool {
        let Filter { size, opening, .. } = *filter;
        let chooses = *filter != Filter { size, opening, ..Filter::default() };
        matches!(self, Self::Games(_)) || !chooses
    }

    /// The board sizes and the number of games of each.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn sizes(&self) -> Result<Vec<(BoardSize, u64)>, BookError> {
        match self {
            Self::Games(games) => games.sizes(),
            Self::Book(book) => {
                let sizes = book.games()?.into_iter();
                Ok(sizes.map(|(size, tally)| (size, tally.games)).collect())
            }
        }
    }

    /// The engine's score of a position for the side to move, in a book that has been scored.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn value(&self, position: &AnyPosition) -> Result<Option<Value>, BookError> {
        match self {
            Self::Games(_) => Ok(None),
            Self::Book(book) => with_position!(position, position => {
                Ok(book.score(position)?.map(|score| score.value))
            }),
        }
    }

    /// The moves played in a position, the most played first. A book ignores the filter and returns
    /// no games.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn explore(
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
