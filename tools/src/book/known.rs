//! What is known about a position: in a book, or in a database of games.

use std::path::Path;

use tak_book::games::{Database, Explored};
use tak_book::{Book, BookError, Filter, Tally, Value};
use tak_encoding::{AnyPosition, BoardSize, with_position};

use crate::failure::Failure;
use crate::input::Source;

/// A book or a database of games, opened to be read.
pub(super) enum Known {
    /// It holds nothing but counts.
    Book(Book),
    /// It holds the games, which can be chosen among.
    Games(Box<Database>),
}

impl Known {
    /// Opens whatever of both it is.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let opened = if Database::is_one(path) {
            Database::open(path).map(|database| Self::Games(Box::new(database)))
        } else {
            Book::open(path).map(Self::Book)
        };
        opened.map_err(|error| Source::from(path).failure(error))
    }

    /// Refuses a choice among the games of a book, which holds none.
    pub(super) fn check(&self, path: &Path, chosen: &Filter) -> Result<(), Failure> {
        let Filter { size, opening, .. } = *chosen;
        let chooses = *chosen != Filter { size, opening, ..Filter::default() };
        if matches!(self, Self::Book(_)) && chooses {
            let why = "a book has no games to choose among: give the choice to `book build`, or \
                       use a database of games";
            return Err(Failure::Input(format!("{}: {why}", path.display())));
        }
        Ok(())
    }

    /// The sizes of the games, and how many games there are of each.
    pub(super) fn sizes(&self) -> Result<Vec<(BoardSize, u64)>, BookError> {
        match self {
            Self::Games(games) => games.sizes(),
            Self::Book(book) => {
                let sizes = book.games()?.into_iter();
                Ok(sizes.map(|(size, tally)| (size, tally.games)).collect())
            }
        }
    }

    /// What the engine thinks of a position, for the side to move; only a book tells it,
    /// once it was scored.
    pub(super) fn value(&self, position: &AnyPosition) -> Result<Option<Value>, BookError> {
        match self {
            Self::Games(_) => Ok(None),
            Self::Book(book) => with_position!(position, position => {
                Ok(book.score(position)?.map(|score| score.value))
            }),
        }
    }

    /// What was played in a position: the most played first. A book takes no notice of the
    /// filter, and knows no games.
    pub(super) fn explore(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        most_games: usize,
    ) -> Result<Explored, BookError> {
        match self {
            Self::Games(games) => games.explore(position, filter, most_games),
            Self::Book(book) => {
                let moves: Vec<(String, Tally)> = with_position!(position, position => {
                    let moves = book.lookup(position)?.into_iter();
                    moves.map(|known| (known.mv.to_string(), known.tally)).collect()
                });
                let mut total = Tally::default();
                for &(_, tally) in &moves {
                    total += tally;
                }
                Ok(Explored { total, moves, games: Vec::new() })
            }
        }
    }
}
