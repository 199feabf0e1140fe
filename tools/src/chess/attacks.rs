//! Tables of the attacks of every piece from every square.

use bitops::Heading;

use super::magic::MagicTable;
use super::piece::Color;
use super::rays::Slider;
use super::square::{Bitboard, Square};

/// All tables.
pub(super) struct Attacks {
    pub(super) rook: MagicTable,
    pub(super) bishop: MagicTable,
    pub(super) knight: [Bitboard; 64],
    pub(super) king: [Bitboard; 64],
    /// By the colour of the pawn.
    pub(super) pawn: [[Bitboard; 64]; 2],
}

impl Attacks {
    /// Fills the tables.
    pub(super) fn new() -> Self {
        Self {
            rook: MagicTable::new(Slider::Rook),
            bishop: MagicTable::new(Slider::Bishop),
            knight: table(knight_moves),
            king: table(|square| steps(square, &Heading::ALL)),
            pawn: Color::ALL.map(|color| table(|pawn| steps(pawn, &color.pawn_captures()))),
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

fn table(attacks: impl Fn(Bitboard) -> Bitboard) -> [Bitboard; 64] {
    std::array::from_fn(|index| attacks(Square::from_index(index).set()))
}

/// One step in each of some directions.
pub(super) fn steps(from: Bitboard, headings: &[Heading]) -> Bitboard {
    let steps = headings.iter().map(|&heading| from.shift(heading, 1));
    steps.fold(Bitboard::empty(), |all, step| all | step)
}

/// One step along a rank or file, and one more diagonally onwards.
pub(super) fn knight_moves(knight: Bitboard) -> Bitboard {
    use Heading::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
    steps(knight.shift(Up, 1), &[UpLeft, UpRight])
        | steps(knight.shift(Down, 1), &[DownLeft, DownRight])
        | steps(knight.shift(Left, 1), &[UpLeft, DownLeft])
        | steps(knight.shift(Right, 1), &[UpRight, DownRight])
}
