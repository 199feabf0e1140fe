//! The attacks of rooks and bishops, by the galloping fill and by operations on diagonals.

use std::array;

use bitops::Heading;
use bitops::diag::{Diagonal, DiagonalShift, deposit, deposit_file, extract, shift};
use bitops::flood::GuardedBoard;

use super::rays::Slider;
use super::square::{Bitboard, Square};

type Guarded = GuardedBoard<8>;

/// By the galloping fill, on a board with guard walls between the ranks.
pub(super) fn gallop(slider: Slider, square: Square, blockers: Bitboard) -> Bitboard {
    let piece: u128 = 1 << Guarded::place(square.index());
    let walls = !Guarded::SQUARES.low | guard(blockers);
    let attacked = slider.headings().map(|heading| {
        // The fill stops before a blocker; the attacks are one step ahead.
        let filled = Guarded::fill(&piece, &walls, heading);
        match Guarded::stride(heading) {
            stride @ 0.. => filled << stride,
            stride => filled >> -stride,
        }
    });
    unguard(attacked.into_iter().fold(0, |all, attacked| all | attacked))
}

/// Inserts a place for a guard after each rank.
fn guard(squares: Bitboard) -> u128 {
    let rank = |rank: u32| (squares.bits() >> (8 * rank) & 0xff) << rank;
    (0..8).map(|index| u128::from(rank(index)) << (8 * index)).sum()
}

/// Removes the guards.
fn unguard(places: u128) -> Bitboard {
    let rank = |rank: u32| (places >> (9 * rank)) as u64 & 0xff;
    Bitboard::from_bits((0..8).map(|index| rank(index) << (8 * index)).sum())
}

/// By operations on diagonals, which turn every line into eight adjacent bits that index a table.
pub(super) struct Diagonals {
    /// The attacks on a line, by the place of the slider and the blockers.
    lines: [[u8; 256]; 8],
}

impl Diagonals {
    pub(super) fn new() -> Self {
        let line = |place| array::from_fn(|blockers| attacked(place, blockers as u8));
        Self { lines: array::from_fn(line) }
    }

    fn line(&self, place: usize, blockers: u8) -> u8 {
        self.lines[place][usize::from(blockers)]
    }

    fn rank(&self, square: Square, blockers: Bitboard) -> Bitboard {
        let rank = 8 * square.rank();
        let line = self.line(square.file(), (blockers.bits() >> rank) as u8);
        Bitboard::from_bits(u64::from(line) << rank)
    }

    /// The file moves to the a-file and is sheared onto the main diagonal.
    fn file(&self, square: Square, blockers: Bitboard) -> Bitboard {
        let first = blockers.shift(Heading::Left, square.file()) & Bitboard::file(0);
        let sheared = shift(first.bits(), DiagonalShift::AntiToLastFile);
        let line = self.line(square.rank(), extract(sheared, Diagonal::Main));
        Bitboard::from_bits(deposit_file(line)).shift(Heading::Right, square.file())
    }

    /// The diagonal moves sideways onto the long one, and back.
    fn diagonal(&self, square: Square, blockers: Bitboard, diagonal: Diagonal) -> Bitboard {
        // Where the long diagonal crosses the rank of the square.
        let crossing = match diagonal {
            Diagonal::Main => square.rank(),
            Diagonal::Anti => 7 - square.rank(),
        };
        let distance = square.file().abs_diff(crossing);
        let there = if square.file() > crossing { Heading::Left } else { Heading::Right };
        let long = blockers.shift(there, distance);
        let line = self.line(square.rank(), extract(long.bits(), diagonal));
        Bitboard::from_bits(deposit(line, diagonal)).shift(there.opposite(), distance)
    }

    pub(super) fn attacks(&self, slider: Slider, square: Square, blockers: Bitboard) -> Bitboard {
        match slider {
            Slider::Rook => self.rank(square, blockers) | self.file(square, blockers),
            Slider::Bishop => {
                let [main, anti] =
                    Diagonal::ALL.map(|diagonal| self.diagonal(square, blockers, diagonal));
                main | anti
            }
        }
    }
}

/// What a slider attacks on a line of eight places, like a rook on the first rank.
fn attacked(place: usize, blockers: u8) -> u8 {
    let blockers = Bitboard::from_bits(blockers.into());
    Slider::Rook.walk(Square::from_index(place), blockers).bits() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_come_and_go() {
        let squares = Bitboard::from_bits(0x8100_0000_ff00_0081);
        assert_eq!(unguard(guard(squares)), squares);
        assert_eq!(guard(Bitboard::full()), Guarded::SQUARES.low);
    }
}
