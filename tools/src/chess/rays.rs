//! Rooks and bishops the simple way: step by step along each ray.

use std::iter;

use bitops::Heading;

use super::square::{Bitboard, Square};

/// A sliding piece; a queen is both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slider {
    Rook,
    Bishop,
}

impl Slider {
    pub(super) const ALL: [Self; 2] = [Self::Rook, Self::Bishop];

    pub(super) const fn name(self) -> &'static str {
        ["rook", "bishop"][self as usize]
    }

    /// The directions in which the piece slides.
    pub(super) const fn headings(self) -> [Heading; 4] {
        use Heading::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
        match self {
            Self::Rook => [Up, Down, Left, Right],
            Self::Bishop => [UpLeft, UpRight, DownLeft, DownRight],
        }
    }

    /// The squares where a blocker makes a difference: everything in reach but the
    /// last square of each ray, which has nothing behind it.
    pub(super) fn mask(self, square: Square) -> Bitboard {
        let rays = self.headings().map(|heading| {
            ray(square, heading).filter(move |square| square.step(heading).is_some())
        });
        rays.into_iter().flatten().map(Square::index).collect()
    }

    /// The squares that the piece attacks, up to and including the first blocker
    /// on each ray.
    pub(super) fn walk(self, square: Square, blockers: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::empty();
        for heading in self.headings() {
            for square in ray(square, heading) {
                attacked |= square.set();
                if blockers.intersects(square.set()) {
                    break;
                }
            }
        }
        attacked
    }
}

/// The squares from the next one to the edge of the board.
fn ray(square: Square, heading: Heading) -> impl Iterator<Item = Square> {
    let step = move |square: &Square| square.step(heading);
    iter::successors(square.step(heading), step)
}

/// Every subset of a set, from the empty one to the set itself.
pub(super) fn subsets(set: Bitboard) -> impl Iterator<Item = Bitboard> {
    let set = set.bits();
    // Counts up in the bits of the set: the carry skips the others.
    let next = move |&subset: &u64| match subset.wrapping_sub(set) & set {
        0 => None,
        next => Some(next),
    };
    iter::successors(Some(0), next).map(Bitboard::from_bits)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn square(name: &str) -> Square {
        Square::from_name(name).unwrap()
    }

    #[test]
    fn a_walk_includes_the_blocker_and_stops() {
        let blockers = ["d6", "b4", "d5"].map(|name| square(name).index());
        let attacked = Slider::Rook.walk(square("d4"), blockers.into_iter().collect());
        let picture = "\
            . . . . . . . .\n\
            . . . . . . . .\n\
            . . . . . . . .\n\
            . . . X . . . .\n\
            . X X . X X X X\n\
            . . . X . . . .\n\
            . . . X . . . .\n\
            . . . X . . . .";
        assert_eq!(attacked.to_string(), picture);
    }

    #[test]
    fn subsets_are_all_different_and_inside() {
        let set = Bitboard::from_bits(1 << 63 | 0x42_0009);
        let all: HashSet<_> = subsets(set).collect();
        assert_eq!(all.len(), 32);
        assert_eq!(subsets(set).count(), 32);
        assert!(all.iter().all(|&subset| subset.is_subset(set)));
        assert_eq!(subsets(Bitboard::empty()).count(), 1);
    }
}
