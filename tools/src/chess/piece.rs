//! Sides and pieces.

use std::ops::Not;

use bitops::Heading;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Color {
    White,
    Black,
}

impl Color {
    pub(super) const ALL: [Self; 2] = [Self::White, Self::Black];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// Where the pawns go.
    pub(super) const fn forward(self) -> Heading {
        match self {
            Self::White => Heading::Up,
            Self::Black => Heading::Down,
        }
    }

    /// Where the pawns capture.
    pub(super) const fn pawn_captures(self) -> [Heading; 2] {
        match self {
            Self::White => [Heading::UpLeft, Heading::UpRight],
            Self::Black => [Heading::DownLeft, Heading::DownRight],
        }
    }

    /// The first rank as the side sees it, counted from 0.
    pub(super) const fn home_rank(self) -> usize {
        match self {
            Self::White => 0,
            Self::Black => 7,
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Piece {
    pub(super) const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The letter of a black piece in a FEN, and of a promotion.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }
}
