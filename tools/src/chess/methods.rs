//! Four ways to know what a rook or bishop attacks.

use bitops::Direction;
use bitops::diag::{Diagonal, DiagonalShift, deposit, deposit_file, extract, shift};
use bitops::flood::GuardedBoard;

use super::attacks::Attacks;
use super::rays::Slider;
use super::square::{Square, Squares};

/// A way to know what a slider attacks.
pub(super) trait Method {
    /// What the method is called.
    fn name(&self) -> &'static str;

    /// The squares attacked, the first blocker on each ray included.
    fn attacks(&self, slider: Slider, square: Square, blockers: Squares) -> Squares;
}

/// Step by step along each ray.
pub(super) struct Walk;

impl Method for Walk {
    fn name(&self) -> &'static str {
        "walk"
    }

    fn attacks(&self, slider: Slider, square: Square, blockers: Squares) -> Squares {
        slider.walk(square, blockers)
    }
}

/// One multiplication and a table.
pub(super) struct Magics<'a>(pub(super) &'a Attacks);

impl Method for Magics<'_> {
    fn name(&self) -> &'static str {
        "magic"
    }

    fn attacks(&self, slider: Slider, square: Square, blockers: Squares) -> Squares {
        self.0.slider(slider).attacks(square, blockers)
    }
}

/// The galloping fill, on a board with guard walls between the ranks.
pub(super) struct Gallop;

type Guarded = GuardedBoard<8>;

impl Method for Gallop {
    fn name(&self) -> &'static str {
        "gallop"
    }

    fn attacks(&self, slider: Slider, square: Square, blockers: Squares) -> Squares {
        let piece: u128 = 1 << Guarded::place(square.index());
        let walls = !Guarded::SQUARES | guard(blockers);
        let attacked = slider.directions().map(|direction| {
            // The fill stops before a blocker; one step on is what it attacks.
            let filled = Guarded::fill(&piece, &walls, direction);
            match Guarded::stride(direction) {
                stride @ 0.. => filled << stride,
                stride => filled >> -stride,
            }
        });
        unguard(attacked.into_iter().fold(0, |all, attacked| all | attacked))
    }
}

/// Leaves a place for a guard after each rank.
fn guard(squares: Squares) -> u128 {
    let rank = |rank: u32| (squares.bits() >> (8 * rank) & 0xff) << rank;
    (0..8)
        .map(|index| u128::from(rank(index)) << (8 * index))
        .sum()
}

/// Takes the guards out again.
fn unguard(places: u128) -> Squares {
    let rank = |rank: u32| (places >> (9 * rank)) as u64 & 0xff;
    Squares::from_bits((0..8).map(|index| rank(index) << (8 * index)).sum())
}

/// Every line as eight adjacent bits, by the operations on diagonals; a table
/// knows the rest.
pub(super) struct Diagonals {
    /// What is attacked on a line, by the place of the slider and the blockers.
    lines: [[u8; 256]; 8],
}

impl Diagonals {
    pub(super) fn new() -> Self {
        let line = |place: usize| std::array::from_fn(|blockers| attacked(place, blockers as u8));
        Self {
            lines: std::array::from_fn(line),
        }
    }

    fn line(&self, place: usize, blockers: u8) -> u8 {
        self.lines[place][usize::from(blockers)]
    }

    fn rank(&self, square: Square, blockers: Squares) -> Squares {
        let rank = 8 * square.rank();
        let line = self.line(square.file(), (blockers.bits() >> rank) as u8);
        Squares::from_bits(u64::from(line) << rank)
    }

    /// The file goes to the a-file, and slanted over to the main diagonal.
    fn file(&self, square: Square, blockers: Squares) -> Squares {
        let first = blockers.shift(Direction::Left, square.file()) & Squares::file(0);
        let slanted = shift(first.bits(), DiagonalShift::AntiToLastFile);
        let line = self.line(square.rank(), extract(slanted, Diagonal::Main));
        Squares::from_bits(deposit_file(line)).shift(Direction::Right, square.file())
    }

    /// The diagonal goes sideways until it is the long one, and back.
    fn diagonal(&self, square: Square, blockers: Squares, diagonal: Diagonal) -> Squares {
        // Where the long diagonal crosses the rank of the square.
        let crossing = match diagonal {
            Diagonal::Main => square.rank(),
            Diagonal::Anti => 7 - square.rank(),
        };
        let distance = square.file().abs_diff(crossing);
        let there = if square.file() > crossing {
            Direction::Left
        } else {
            Direction::Right
        };
        let long = blockers.shift(there, distance);
        let line = self.line(square.rank(), extract(long.bits(), diagonal));
        Squares::from_bits(deposit(line, diagonal)).shift(there.opposite(), distance)
    }
}

impl Method for Diagonals {
    fn name(&self) -> &'static str {
        "diagonals"
    }

    fn attacks(&self, slider: Slider, square: Square, blockers: Squares) -> Squares {
        match slider {
            Slider::Rook => self.rank(square, blockers) | self.file(square, blockers),
            Slider::Bishop => Diagonal::ALL
                .map(|diagonal| self.diagonal(square, blockers, diagonal))
                .into_iter()
                .fold(Squares::empty(), |all, line| all | line),
        }
    }
}

/// What a slider attacks on a line of eight places.
fn attacked(place: usize, blockers: u8) -> u8 {
    let is_free = |place: &usize| blockers >> place & 1 == 0;
    let mut attacked = 0;
    let mut look = |places: &mut dyn Iterator<Item = usize>| {
        for place in places {
            attacked |= 1 << place;
            if !is_free(&place) {
                break;
            }
        }
    };
    look(&mut (place + 1..8));
    look(&mut (0..place).rev());
    attacked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_attacked_up_to_the_blockers() {
        assert_eq!(attacked(3, 0b0100_0010), 0b0111_0110);
        assert_eq!(attacked(0, 0), 0b1111_1110);
        assert_eq!(attacked(7, 0b0100_0000), 0b0100_0000);
    }

    #[test]
    fn guards_come_and_go() {
        let squares = Squares::from_bits(0x8100_0000_ff00_0081);
        assert_eq!(unguard(guard(squares)), squares);
        assert_eq!(guard(Squares::full()), Guarded::SQUARES);
    }
}
