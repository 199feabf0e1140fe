//! The squares of the chessboard, one by one and as sets.

use std::fmt::{self, Display};

use bitops::{Bitboard64, Direction};

/// A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
pub(super) type Squares = Bitboard64<8>;

/// One square, counted rank by rank from a1 = 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Square(u8);

impl Square {
    /// All squares from a1 to h8.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// The square on a file and a rank, both counted from 0, if there is one.
    pub(super) fn at(file: usize, rank: usize) -> Option<Self> {
        (file < 8 && rank < 8).then(|| Self::from_index(rank * 8 + file))
    }

    /// The square of an index; the constants of the rules are made by it.
    #[inline(always)]
    pub(super) const fn from_index(index: usize) -> Self {
        Self((index & 63) as u8)
    }

    /// The square of a name like `e4`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let &[file, rank] = name.as_bytes() else {
            return None;
        };
        let file = file.checked_sub(b'a')?;
        let rank = rank.checked_sub(b'1')?;
        Self::at(file.into(), rank.into())
    }

    /// Always below 64, and the compiler sees that it is.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file, a = 0.
    pub(super) const fn file(self) -> usize {
        self.index() % 8
    }

    /// The rank, counted from 0.
    pub(super) const fn rank(self) -> usize {
        self.index() / 8
    }

    /// The set of this square alone.
    #[inline(always)]
    pub(super) const fn set(self) -> Squares {
        Squares::from_bits(1 << self.index())
    }

    /// The neighbour in a direction, if the board goes on there.
    pub(super) fn step(self, direction: Direction) -> Option<Self> {
        let file = self.file().checked_add_signed(direction.file_step())?;
        let rank = self.rank().checked_add_signed(direction.rank_step())?;
        Self::at(file, rank)
    }

    /// The neighbour in a direction where the board is known to go on.
    #[inline(always)]
    pub(super) const fn neighbor(self, direction: Direction) -> Self {
        let stride = direction.rank_step() * 8 + direction.file_step();
        Self::from_index(self.index().wrapping_add_signed(stride))
    }
}

/// The members of a set, from a1 on.
#[inline(always)]
pub(super) fn each(squares: Squares) -> impl Iterator<Item = Square> {
    squares.iter().map(Square::from_index)
}

impl Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file() as u8);
        write!(formatter, "{file}{}", self.rank() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for square in Square::all() {
            assert_eq!(Square::from_name(&square.to_string()), Some(square));
        }
        assert_eq!(Square::from_name("e4").map(Square::index), Some(28));
        for wrong in ["", "e", "e9", "e0", "i1", "E4", "e44", "é"] {
            assert_eq!(Square::from_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn both_ways_to_the_neighbor_agree() {
        for square in Square::all() {
            for direction in Direction::ALL {
                if let Some(next) = square.step(direction) {
                    assert_eq!(next, square.neighbor(direction));
                    assert_eq!(next.set(), square.set().shift(direction, 1));
                }
            }
        }
    }
}
