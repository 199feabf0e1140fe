//! Index arithmetic against coordinates, and the laws of the group.

use super::Symmetry::{
    self, AntiTranspose, Identity, MirrorFiles, MirrorRanks, Rotate90, Rotate180, Rotate270,
    Transpose,
};
use crate::Direction;

fn by_coordinates(symmetry: Symmetry, square: usize, size: usize) -> usize {
    let (x, y, last) = (square % size, square / size, size - 1);
    let (x, y) = match symmetry {
        Identity => (x, y),
        Rotate90 => (y, last - x),
        Rotate180 => (last - x, last - y),
        Rotate270 => (last - y, x),
        MirrorFiles => (last - x, y),
        MirrorRanks => (x, last - y),
        Transpose => (y, x),
        AntiTranspose => (last - y, last - x),
    };
    y * size + x
}

#[test]
fn squares_move_as_their_coordinates_do() {
    for size in 1..=19 {
        for symmetry in Symmetry::ALL {
            for square in 0..size * size {
                assert_eq!(
                    symmetry.square(square, size),
                    by_coordinates(symmetry, square, size),
                    "{symmetry:?} of square {square}, size {size}"
                );
            }
        }
    }
}

#[test]
fn mirrors_by_the_textbook_formulas() {
    for size in 1..=19_usize {
        let (s, even) = (size as isize, isize::from(size % 2 == 0));
        for square in 0..size * size {
            let n = square as isize;
            let files = n + 2 * (s / 2 - n % s) - even;
            let ranks = n + 2 * s * (s / 2 - n / s) - s * even;
            assert_eq!(MirrorFiles.square(square, size) as isize, files);
            assert_eq!(MirrorRanks.square(square, size) as isize, ranks);
            if size.is_power_of_two() {
                assert_eq!(MirrorFiles.square(square, size), square ^ (size - 1));
                assert_eq!(
                    MirrorRanks.square(square, size),
                    square ^ (size * (size - 1))
                );
            }
        }
    }
}

#[test]
fn all_lists_the_enum_in_order() {
    for (index, symmetry) in Symmetry::ALL.into_iter().enumerate() {
        assert_eq!(symmetry.index(), index);
    }
}

#[test]
fn then_goes_through_both_in_order() {
    for first in Symmetry::ALL {
        for second in Symmetry::ALL {
            for square in 0..36 {
                let step = first.square(square, 6);
                assert_eq!(first.then(second).square(square, 6), second.square(step, 6));
            }
        }
    }
}

#[test]
fn the_symmetries_form_a_group() {
    for a in Symmetry::ALL {
        assert_eq!(a.then(Identity), a);
        assert_eq!(Identity.then(a), a);
        assert_eq!(a.then(a.inverse()), Identity);
        assert_eq!(a.inverse().then(a), Identity);
        for b in Symmetry::ALL {
            assert_eq!(a.then(b).inverse(), b.inverse().then(a.inverse()));
            for c in Symmetry::ALL {
                assert_eq!(a.then(b).then(c), a.then(b.then(c)));
            }
        }
    }
}

#[test]
fn directions_move_as_neighbouring_squares_do() {
    let size = 5;
    let middle = (2, 2);
    let square = |(rank, file): (isize, isize)| (rank * 5 + file) as usize;
    let step = |direction: Direction| {
        square((
            middle.0 + direction.rank_step(),
            middle.1 + direction.file_step(),
        ))
    };
    for symmetry in Symmetry::ALL {
        for direction in Direction::ALL {
            assert_eq!(
                symmetry.square(step(direction), size),
                step(symmetry.direction(direction)),
                "{symmetry:?} of {direction:?}"
            );
        }
    }
}
