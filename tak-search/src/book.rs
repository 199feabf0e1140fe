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
}

/// Opens the book that the TEI option `BookFile` names.
pub type OpenBook = fn(name: &str) -> Result<Box<dyn OpeningBook>, Box<dyn Error>>;

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
