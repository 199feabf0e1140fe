//! Rooks and bishops the plain way: step by step along each ray.

use std::iter;

use bitops::Direction;

use super::square::{Square, Squares};

/// A piece that slides; a queen is both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slider {
    Rook,
    Bishop,
}

impl Slider {
    pub(super) const ALL: [Self; 2] = [Self::Rook, Self::Bishop];

    /// What the piece is called.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Rook => "rook",
            Self::Bishop => "bishop",
        }
    }

    /// Where the piece slides.
    pub(super) const fn directions(self) -> [Direction; 4] {
        use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
        match self {
            Self::Rook => [Up, Down, Left, Right],
            Self::Bishop => [UpLeft, UpRight, DownLeft, DownRight],
        }
    }

    /// The squares where a blocker makes a difference: all that the piece
    /// reaches, but not the last of each ray, behind which there is nothing.
    pub(super) fn mask(self, square: Square) -> Squares {
        let rays = self.directions().map(|direction| {
            ray(square, direction).filter(move |square| square.step(direction).is_some())
        });
        rays.into_iter().flatten().map(Square::index).collect()
    }

    /// The squares that the piece attacks, the first blocker on each ray
    /// included.
    pub(super) fn walk(self, square: Square, blockers: Squares) -> Squares {
        let mut attacked = Squares::empty();
        for direction in self.directions() {
            for square in ray(square, direction) {
                attacked |= square.set();
                if blockers.intersects(square.set()) {
                    break;
                }
            }
        }
        attacked
    }
}

/// The squares from a square to the edge of the board, itself left out.
fn ray(square: Square, direction: Direction) -> impl Iterator<Item = Square> {
    let step = move |square: &Square| square.step(direction);
    iter::successors(square.step(direction), step)
}

/// Every subset of a set, from the empty one to the set itself.
pub(super) fn subsets(set: Squares) -> impl Iterator<Item = Squares> {
    let set = set.bits();
    // Counting up in the bits of the set alone: the carry jumps over the others.
    let next = move |&subset: &u64| match subset.wrapping_sub(set) & set {
        0 => None,
        next => Some(next),
    };
    iter::successors(Some(0), next).map(Squares::from_bits)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn square(name: &str) -> Square {
        Square::from_name(name).unwrap()
    }

    #[test]
    fn a_walk_takes_the_blocker_and_stops() {
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
    fn masks_leave_the_end_of_each_ray_out() {
        assert_eq!(Slider::Rook.mask(square("a1")).count(), 12);
        assert_eq!(Slider::Rook.mask(square("d4")).count(), 10);
        assert_eq!(Slider::Bishop.mask(square("a1")).count(), 6);
        assert_eq!(Slider::Bishop.mask(square("d4")).count(), 9);
    }

    #[test]
    fn subsets_are_all_different_and_inside() {
        let set = Squares::from_bits(1 << 63 | 0x42_0009);
        let all: HashSet<_> = subsets(set).collect();
        assert_eq!(all.len(), 32);
        assert_eq!(subsets(set).count(), 32);
        assert!(all.iter().all(|&subset| set.contains(subset)));
        assert_eq!(subsets(Squares::empty()).count(), 1);
    }

    #[test]
    fn the_subsets_number_107_648() {
        let count = |slider: Slider| -> usize {
            Square::all()
                .map(|square| subsets(slider.mask(square)).count())
                .sum()
        };
        assert_eq!(Slider::ALL.map(count), [102_400, 5_248]);
    }
}
