//! Individual cases. `tests/naive_board` compares everything with a naive board.

use super::*;
use crate::delta_swap;
use crate::{Heading, Symmetry};

type Board = bitboard!(u16, 5);

#[test]
fn a_board_knows_its_blocks() {
    assert_eq!(Board::full().to_blocks(), [0xffff, 0x01ff]);
    assert_eq!(Board::from_blocks([0, 0xffff]).to_blocks(), [0, 0x01ff]);
    // If the squares fill the last block, it is all ones.
    assert_eq!(<bitboard!(u16, 8)>::full().to_blocks(), [0xffff; 4]);
    assert_eq!(Bitboard64::<8>::full().bits(), u64::MAX);
}

#[test]
fn squares_count_down() {
    let mut squares = (Board::rank(0) | Board::rank(4)).iter();
    for left in (0..10).rev() {
        assert!(squares.next().is_some());
        assert_eq!(squares.len(), left);
    }
    assert_eq!((squares.next(), squares.next()), (None, None));
}

#[test]
fn debug_pictures_start_on_a_line_of_their_own() {
    let board: Bitboard64<2> = [0, 3].into_iter().collect();
    assert_eq!(format!("{board:?}"), "Bitboard 2×2\n. X\nX .");
}

#[test]
fn far_shifts_clear_the_board() {
    for heading in Heading::ALL {
        assert!(Board::full().shift(heading, 5).is_empty());
        assert!(Board::full().shift(heading, usize::MAX).is_empty());
    }
}

#[test]
#[should_panic(expected = "square off the board")]
fn a_bit_past_the_last_square_cannot_be_inserted() {
    Board::empty().insert(25);
}

#[test]
fn a_full_board_contains_its_squares_only() {
    for square in 0..100 {
        assert_eq!(Board::full().contains(square), square < 25);
    }
    assert!(!Board::full().contains(usize::MAX));
}

fn symmetries_agree_with_squares<const N: usize>() {
    for symmetry in Symmetry::ALL {
        for square in 0..N * N {
            let moved = Bitboard64::<N>::from_square(square).transform(symmetry);
            let expected = Bitboard64::from_square(symmetry.square(square, N));
            assert_eq!(moved, expected, "{symmetry:?} of square {square}");
        }
        let mixed = Bitboard64::<N>::from_bits(0x9e37_79b9_7f4a_7c15);
        let expected: Bitboard64<N> = mixed.iter().map(|n| symmetry.square(n, N)).collect();
        assert_eq!(mixed.transform(symmetry), expected);
        assert_eq!(expected.transform(symmetry.inverse()), mixed);
        assert_eq!(mixed.transform_by_swaps(symmetry), expected);
    }
}

#[test]
fn symmetries_agree_with_squares_at_every_size() {
    symmetries_agree_with_squares::<1>();
    symmetries_agree_with_squares::<2>();
    symmetries_agree_with_squares::<3>();
    symmetries_agree_with_squares::<4>();
    symmetries_agree_with_squares::<5>();
    symmetries_agree_with_squares::<6>();
    symmetries_agree_with_squares::<7>();
    symmetries_agree_with_squares::<8>();
}

#[test]
fn delta_swap_exchanges_exactly_the_given_pairs() {
    for bit in 0..64 {
        let to = match bit {
            0 | 1 | 60 => bit + 3,
            3 | 4 | 63 => bit - 3,
            _ => bit,
        };
        assert_eq!(delta_swap(1 << bit, 1 | 1 << 1 | 1 << 60, 3), 1 << to);
    }
}
