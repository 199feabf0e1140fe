//! What can be wrong with a FEN, told so that it can be mended.

use std::error::Error;
use std::fmt::{self, Display};

use crate::chess::board::Color;
use crate::chess::square::Square;
use crate::failure::printable;

/// The fields that hold one word each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::chess) enum Field {
    Turn,
    Castling,
    EnPassant,
    HalfmoveClock,
    MoveNumber,
}

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::chess) enum FenError {
    /// Neither six fields nor four.
    FieldCount(usize),
    /// Not eight ranks.
    RankCount(usize),
    /// A rank, counted from 0, does not have eight squares.
    RankLength { rank: usize },
    /// Neither a piece nor a number of empty squares.
    Letter { rank: usize, letter: char },
    /// A field does not say what it should.
    Wrong { field: Field, found: String },
    /// Not exactly one king.
    Kings { color: Color, count: u32 },
    /// A pawn where none can be.
    PawnOnLastRank(Square),
    /// King or rook is not at home.
    CastlingWithoutPieces { right: char },
    /// No pawn has just jumped over the square.
    NoJump(Square),
    /// The side that has just moved has left its king in check.
    CanTakeKing { turn: Color },
}

impl FenError {
    pub(super) fn wrong(field: Field, found: &str) -> Self {
        let found = printable(found);
        Self::Wrong { field, found }
    }
}

impl Error for FenError {}

impl Display for FenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FieldCount(count) => write!(
                formatter,
                "expected 6 fields (placement, side to move, castling, en passant, halfmove \
                 clock, move number) or the first 4, divided by spaces; found {}",
                or_more(*count, 6)
            ),
            Self::RankCount(count) => write!(
                formatter,
                "field 1 (placement): expected 8 ranks, divided by slashes; found {}",
                or_more(*count, 8)
            ),
            Self::RankLength { rank } => write!(
                formatter,
                "field 1 (placement), rank {}: its pieces and empty squares must add up to 8",
                rank + 1
            ),
            Self::Letter { rank, letter } => write!(
                formatter,
                "field 1 (placement), rank {}: `{}`; expected PNBRQK, pnbrqk or 1 to 8",
                rank + 1,
                letter.escape_debug()
            ),
            Self::Wrong { field, found } => write!(formatter, "{}", wrong(*field, found)),
            Self::Kings { color, count } => write!(
                formatter,
                "field 1 (placement): {count} {} kings; expected exactly 1",
                color.name()
            ),
            Self::PawnOnLastRank(square) => write!(
                formatter,
                "field 1 (placement): a pawn on {square}; pawns stand on ranks 2 to 7"
            ),
            Self::CastlingWithoutPieces { right } => write!(
                formatter,
                "field 3 (castling): `{right}` needs king and rook on their first squares; \
                 leave it out"
            ),
            Self::NoJump(square) => write!(
                formatter,
                "field 4 (en passant): no pawn can just have jumped over {square}; write the \
                 square that one has passed, like e3, or `-`"
            ),
            Self::CanTakeKing { turn } => write!(
                formatter,
                "field 2 (side to move): {} could take the king; the other side must move",
                turn.name()
            ),
        }
    }
}

/// Nothing is counted further than one too many.
fn or_more(count: usize, most: usize) -> String {
    let more = if count > most { " or more" } else { "" };
    format!("{count}{more}")
}

fn wrong(field: Field, found: &str) -> String {
    let (number, name, expected) = match field {
        Field::Turn => (2, "side to move", "w or b"),
        Field::Castling => (3, "castling", "each of K, Q, k, q at most once, or -"),
        Field::EnPassant => (4, "en passant", "the square jumped over, like e3, or -"),
        Field::HalfmoveClock => (5, "halfmove clock", "a number from 0 to 65535"),
        Field::MoveNumber => (6, "move number", "a number from 0 to 65535"),
    };
    format!("field {number} ({name}): `{found}`; expected {expected}")
}
