//! The squares of the chessboard, singly and as sets.

use std::fmt::{self, Display};

use bitops::{Bitboard64, Heading};

/// A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
pub(super) type Bitboard = Bitboard64<8>;

/// One square, numbered rank by rank from a1 = 0.
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

    /// The square with an index below 64.
    #[inline(always)]
    pub(super) const fn from_index(index: usize) -> Self {
        Self((index & 63) as u8)
    }

    /// The square with a name like `e4`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let &[file, rank] = name.as_bytes() else {
            return None;
        };
        let file = file.checked_sub(b'a')?;
        let rank = rank.checked_sub(b'1')?;
        Self::at(file.into(), rank.into())
    }

    /// Below 64, in a way that the compiler can see.
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
    pub(super) const fn set(self) -> Bitboard {
        Bitboard::from_bits(1 << self.index())
    }

    /// The neighbour in a direction, if there is one.
    pub(super) fn step(self, heading: Heading) -> Option<Self> {
        let file = self.file().checked_add_signed(heading.file_step())?;
        let rank = self.rank().checked_add_signed(heading.rank_step())?;
        Self::at(file, rank)
    }

    /// The neighbour in a direction, where there must be one.
    #[inline(always)]
    pub(super) const fn neighbor(self, heading: Heading) -> Self {
        let stride = heading.rank_step() * 8 + heading.file_step();
        Self::from_index(self.index().wrapping_add_signed(stride))
    }
}

/// The squares of a set, from a1 on.
#[inline(always)]
pub(super) fn each(squares: Bitboard) -> impl Iterator<Item = Square> {
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
            for heading in Heading::ALL {
                if let Some(next) = square.step(heading) {
                    assert_eq!(next, square.neighbor(heading));
                    assert_eq!(next.set(), square.set().shift(heading, 1));
                }
            }
        }
    }
}
