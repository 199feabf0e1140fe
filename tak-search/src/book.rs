//! The opening book that the engine consults before searching. How a book is stored is not this
//! crate's concern.

use std::error::Error;

use tak_encoding::{AnyMove, AnyPosition, OneHash};

use crate::score::Score;

/// A book to play from.
pub trait OpeningBook: Send {
    /// The move to play, always the same for a given book; `None` if the book has no good one.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    fn choose(&self, position: &AnyPosition<OneHash>) -> Result<Option<Choice>, Box<dyn Error>>;

    /// All moves that were played in a position, the most played first, and how the games ended.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    fn moves(&self, position: &AnyPosition<OneHash>) -> Result<Vec<PlayedMove>, Box<dyn Error>>;
}

/// Opens the book that the TEI option `BookFile` names.
pub type OpenBook = fn(name: &str) -> Result<Box<dyn OpeningBook>, Box<dyn Error>>;

/// A move of a book, which stands for all that a symmetry of the position makes equivalent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move, legal in the position.
    pub mv: AnyMove,
    /// How often it was played there, also in games without a result.
    pub games: u64,
    /// Of these, those that White won.
    pub white_wins: u64,
    /// Those that were drawn.
    pub draws: u64,
    /// Those that Black won.
    pub black_wins: u64,
}

/// A book move and why it was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: AnyMove,
    /// How well it did, for the side to move.
    pub score: Score,
    /// A remark for the user, free of TEI keywords.
    pub note: String,
}
