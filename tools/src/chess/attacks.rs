//! The attacks of every piece from every square, as tables.

use bitops::Direction;

use super::board::Color;
use super::magic::MagicTable;
use super::rays::Slider;
use super::square::{Square, Squares};

/// All tables.
pub(super) struct Attacks {
    pub(super) rook: MagicTable,
    pub(super) bishop: MagicTable,
    pub(super) knight: [Squares; 64],
    pub(super) king: [Squares; 64],
    /// By the side of the pawn.
    pub(super) pawn: [[Squares; 64]; 2],
}

impl Attacks {
    /// Finds the magics, in some hundredths of a second, and fills the tables.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            rook: MagicTable::new(Slider::Rook, seed),
            bishop: MagicTable::new(Slider::Bishop, seed),
            knight: table(knight_moves),
            king: table(|square| steps(square, &Direction::ALL)),
            pawn: Color::ALL.map(|color| table(|pawn| steps(pawn, &pawn_captures(color)))),
        }
    }

    /// The table of a slider.
    pub(super) fn slider(&self, slider: Slider) -> &MagicTable {
        match slider {
            Slider::Rook => &self.rook,
            Slider::Bishop => &self.bishop,
        }
    }
}

/// Where the pawns of a side take.
pub(super) const fn pawn_captures(color: Color) -> [Direction; 2] {
    match color {
        Color::White => [Direction::UpLeft, Direction::UpRight],
        Color::Black => [Direction::DownLeft, Direction::DownRight],
    }
}

fn table(attacks: impl Fn(Squares) -> Squares) -> [Squares; 64] {
    std::array::from_fn(|index| attacks(Square::from_index(index).set()))
}

/// One step in each of the directions.
pub(super) fn steps(from: Squares, directions: &[Direction]) -> Squares {
    let steps = directions.iter().map(|&direction| from.shift(direction, 1));
    steps.fold(Squares::empty(), |all, step| all | step)
}

/// One step along a rank or file and one on, slanting away.
pub(super) fn knight_moves(knight: Squares) -> Squares {
    use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
    steps(knight.shift(Up, 1), &[UpLeft, UpRight])
        | steps(knight.shift(Down, 1), &[DownLeft, DownRight])
        | steps(knight.shift(Left, 1), &[UpLeft, DownLeft])
        | steps(knight.shift(Right, 1), &[UpRight, DownRight])
}
