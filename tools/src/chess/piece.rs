//! Sides and pieces.

use std::ops::Not;

use bitops::Heading::{self, DownLeft, DownRight, UpLeft, UpRight};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Color {
    #[default]
    White,
    Black,
}

impl Color {
    pub(super) const ALL: [Self; 2] = [Self::White, Self::Black];

    pub(super) const fn name(self) -> &'static str {
        ["white", "black"][self as usize]
    }

    /// The direction in which pawns move.
    pub(super) const fn forward(self) -> Heading {
        [Heading::Up, Heading::Down][self as usize]
    }

    /// The directions in which pawns capture.
    pub(super) const fn pawn_captures(self) -> [Heading; 2] {
        [[UpLeft, UpRight], [DownLeft, DownRight]][self as usize]
    }

    /// The first rank from the side's point of view, counted from 0.
    pub(super) const fn home_rank(self) -> usize {
        [0, 7][self as usize]
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        [Self::Black, Self::White][self as usize]
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
        ['p', 'n', 'b', 'r', 'q', 'k'][self as usize]
    }
}
