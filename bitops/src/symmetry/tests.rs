//! Index arithmetic against coordinates, and products against their two factors.

use super::Symmetry::{
    self, AntiTranspose, Identity, MirrorFiles, MirrorRanks, Rotate90, Rotate180, Rotate270,
    Transpose,
};
use crate::Heading;

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
                let expected = by_coordinates(symmetry, square, size);
                let found = symmetry.square(square, size);
                assert_eq!(found, expected, "{symmetry:?} of {square}, size {size}");
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
fn then_applies_both_in_order() {
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
fn every_symmetry_has_its_inverse() {
    for symmetry in Symmetry::ALL {
        assert_eq!(symmetry.then(symmetry.inverse()), Identity);
        assert_eq!(symmetry.inverse().then(symmetry), Identity);
    }
}

#[test]
fn headings_move_as_neighbouring_squares_do() {
    let step = |heading: Heading| {
        let (rank, file) = (2 + heading.rank_step(), 2 + heading.file_step());
        (rank * 5 + file) as usize
    };
    for symmetry in Symmetry::ALL {
        for heading in Heading::ALL {
            let moved = symmetry.square(step(heading), 5);
            let expected = step(symmetry.heading(heading));
            assert_eq!(moved, expected, "{symmetry:?} of {heading:?}");
        }
    }
}
