//! Moves, and how they are written.

use std::fmt::{self, Display};

use super::board::Piece;
use super::square::Square;

/// A pseudo-legal move: as the piece goes, whether or not the king is safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    /// What moves; a pawn that promotes is still a pawn.
    pub(super) piece: Piece,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) kind: Kind,
}

/// What a move does besides going there and taking what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing.
    Plain,
    /// A pawn goes two squares and may be taken en passant.
    Jump,
    /// A pawn takes another that has just jumped over the square.
    EnPassant,
    /// The king castles toward the h-file.
    KingSide,
    /// The king castles toward the a-file.
    QueenSide,
    /// A pawn becomes another piece.
    Promotion(Piece),
}

impl Display for Move {
    /// As in UCI: `e2e4`, `e7e8q`, the king's move for castling.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.from, self.to)?;
        match self.kind {
            Kind::Promotion(piece) => write!(formatter, "{}", piece.letter()),
            _ => Ok(()),
        }
    }
}
