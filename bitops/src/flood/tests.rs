//! All fills against the naive one.

use proptest::prelude::*;

use super::*;
use crate::{Direction, reference};

/// Both paces and several speeds, several factors, and the faces.
fn all_fills<L: Line>(pieces: &L, walls: &L, stride: isize, length: usize) -> Vec<(String, L)> {
    let mut fills = vec![
        ("fill".to_owned(), fill(pieces, walls, stride, length)),
        (
            "by one".to_owned(),
            fill_by_one(pieces, walls, stride, length),
        ),
    ];
    for speed in [1, 2, 3, 5, 8, best_speed(length), length + 1] {
        for pace in [Pace::Accelerate, Pace::Decelerate] {
            let reached = gallop(pieces, walls, stride, length, speed, pace);
            fills.push((format!("gallop {speed} {pace:?}"), reached));
        }
    }
    for factor in [2, 3, 4, 7] {
        let reached = gallop_recursive(pieces, walls, stride, length, factor);
        fills.push((format!("recursive {factor}"), reached));
    }
    match stride {
        1 => fills.push(("up".to_owned(), fill_up(pieces, walls))),
        -1 => fills.push(("down".to_owned(), fill_down(pieces, walls, length))),
        _ => {}
    }
    fills
}

/// The naive fill on the places themselves.
fn naive(pieces: &[bool], walls: &[bool], stride: isize) -> Vec<bool> {
    let mut reached = pieces.to_vec();
    for _ in 0..pieces.len() {
        for place in 0..pieces.len() {
            let from = place.checked_add_signed(-stride);
            let from = from.is_some_and(|from| reached.get(from) == Some(&true));
            reached[place] |= from && !walls[place];
        }
    }
    reached
}

fn places(bits: &[bool]) -> BitString {
    let set = (0..bits.len()).filter(|&place| bits[place]);
    BitString::from_places(bits.len(), set)
}

fn wide(bits: &[bool]) -> U256 {
    let set = (0..bits.len()).filter(|&place| bits[place]);
    set.fold(U256::ZERO, |wide, place| wide | U256::from_place(place))
}

fn check(pieces: &[bool], walls: &[bool], stride: isize) {
    let (length, expected) = (pieces.len(), naive(pieces, walls, stride));
    if stride == 1 {
        assert_eq!(reference::fill(pieces, walls), expected);
    }
    for (name, reached) in all_fills(&places(pieces), &places(walls), stride, length) {
        assert_eq!(
            reached,
            places(&expected),
            "{name}, stride {stride}, {length} places"
        );
    }
    if length > 256 {
        return;
    }
    // Past the last place there are walls.
    let beyond = [walls, &vec![true; 256 - length]].concat();
    for (name, reached) in all_fills(&wide(pieces), &wide(&beyond), stride, length) {
        assert_eq!(
            reached,
            wide(&expected),
            "{name}, stride {stride}, {length} places"
        );
    }
    if length <= 128 {
        let (pieces, walls) = (wide(pieces).low, wide(&beyond).low);
        for (name, reached) in all_fills(&pieces, &walls, stride, length) {
            assert_eq!(reached, wide(&expected).low, "{name}, stride {stride}");
        }
        if length <= 64 {
            for (name, reached) in all_fills(&(pieces as u64), &(walls as u64), stride, length) {
                assert_eq!(
                    reached,
                    wide(&expected).low as u64,
                    "{name}, stride {stride}"
                );
            }
        }
    }
}

/// The naive fill of 12 places in bits, for 2^24 pairs.
fn naive_12(pieces: u64, walls: u64, up: bool) -> u64 {
    (0..11).fold(pieces, |reached, _| {
        let next = if up { reached << 1 } else { reached >> 1 };
        reached | next & !walls & 0xfff
    })
}

#[test]
fn all_lines_of_12_bits() {
    // Miri would take days.
    let step = if cfg!(miri) { 97 } else { 1 };
    for walls in (0..1 << 12).step_by(step) {
        for pieces in (0..1 << 12).step_by(step) {
            let beyond = walls | !0xfff;
            let (up, down) = (
                naive_12(pieces, walls, true),
                naive_12(pieces, walls, false),
            );
            assert_eq!(fill_up(&pieces, &beyond), up, "{pieces:b} {walls:b}");
            for (stride, expected) in [(1, up), (-1, down)] {
                let found = [
                    fill(&pieces, &beyond, stride, 12),
                    fill_by_one(&pieces, &beyond, stride, 12),
                    gallop(&pieces, &beyond, stride, 12, 2, Pace::Accelerate),
                    gallop(&pieces, &beyond, stride, 12, 2, Pace::Decelerate),
                    gallop(&pieces, &beyond, stride, 12, 3, Pace::Accelerate),
                    gallop(&pieces, &beyond, stride, 12, 3, Pace::Decelerate),
                    gallop_recursive(&pieces, &beyond, stride, 12, 3),
                ];
                assert_eq!(found, [expected; 7], "{pieces:b} {walls:b} stride {stride}");
            }
        }
    }
}

#[test]
fn the_naive_fills_agree() {
    for (pieces, walls) in [(0b1, 0b1000), (0b1001, 0), (0xfff, 0xfff), (0x100, 0x900)] {
        let bits = |of: u64| {
            (0..12)
                .map(|place| of >> place & 1 == 1)
                .collect::<Vec<_>>()
        };
        let expected = bits(naive_12(pieces, walls, true));
        assert_eq!(naive(&bits(pieces), &bits(walls), 1), expected);
        assert_eq!(reference::fill(&bits(pieces), &bits(walls)), expected);
    }
}

#[test]
fn wide_words_shift_and_add() {
    let one = U256::from_place(0);
    for distance in 0..300 {
        let moved = one.unbounded_shl(distance);
        assert_eq!(moved.count_ones(), u32::from(distance < 256));
        if distance < 256 {
            assert_eq!(moved, U256::from_place(distance as usize));
            assert_eq!(moved.unbounded_shr(distance), one);
            assert_eq!(
                (!U256::ZERO).unbounded_shr(distance).count_ones(),
                256 - distance
            );
        }
    }
    assert_eq!((!U256::ZERO).wrapping_add(one), U256::ZERO);
}

#[test]
fn guards_keep_the_ranks_apart() {
    type Board = GuardedBoard<10>;
    let walls = !Board::SQUARES;
    for square in 0..100 {
        for direction in Direction::ALL {
            let mut expected = 0;
            let (mut rank, mut file) = (square as isize / 10, square as isize % 10);
            while (0..10).contains(&rank) && (0..10).contains(&file) {
                expected |= 1 << Board::place((10 * rank + file) as usize);
                (rank, file) = (rank + direction.rank_step(), file + direction.file_step());
            }
            let piece = 1_u128 << Board::place(square);
            assert_eq!(Board::fill(&piece, &walls, direction), expected);
            // The same beside and above another board.
            let walls = U256 {
                low: walls,
                high: walls,
            };
            let lower = Board::fill(
                &U256 {
                    low: piece,
                    high: 0,
                },
                &walls,
                direction,
            );
            assert_eq!(
                lower,
                U256 {
                    low: expected,
                    high: 0
                }
            );
            let upper = Board::fill(
                &U256 {
                    low: 0,
                    high: piece,
                },
                &walls,
                direction,
            );
            assert_eq!(
                upper,
                U256 {
                    low: 0,
                    high: expected
                }
            );
        }
    }
}

#[test]
fn senseless_speeds_are_refused() {
    let still = || gallop(&1_u64, &0, 1, 64, 0, Pace::Accelerate);
    assert!(std::panic::catch_unwind(still).is_err());
    assert!(std::panic::catch_unwind(|| gallop_recursive(&1_u64, &0, 1, 64, 1)).is_err());
    let lengths = || fill(&BitString::new(64), &BitString::new(65), 1, 65);
    assert!(std::panic::catch_unwind(lengths).is_err());
    assert!(std::panic::catch_unwind(|| BitString::new(3).get(3)).is_err());
    // Far too fast and far too long lead nowhere, but do no harm.
    let far = gallop(
        &1_u64,
        &0,
        isize::MAX,
        usize::MAX,
        usize::MAX,
        Pace::Accelerate,
    );
    assert_eq!(far, 1);
    let all = gallop_recursive(&1_u64, &0, 1, 64, usize::MAX);
    assert_eq!(all, u64::MAX);
    assert_eq!(
        fill(&BitString::new(0), &BitString::new(0), 1, 0),
        BitString::new(0)
    );
}

/// Pieces and walls of one length, of all densities.
fn lines(longest: usize) -> impl Strategy<Value = (Vec<bool>, Vec<bool>)> {
    (0..=longest, 0.0..1.0, 0.0..1.0).prop_flat_map(|(length, pieces, walls): (_, f64, f64)| {
        let bits = |density: f64| prop::collection::vec(prop::bool::weighted(density), length);
        (bits(pieces * pieces), bits(walls * walls))
    })
}

proptest! {
    #[test]
    fn any_line((pieces, walls) in lines(256), stride in -12isize..=12) {
        check(&pieces, &walls, if stride == 0 { 1 } else { stride });
    }

    #[test]
    fn any_long_string((pieces, walls) in lines(600)) {
        check(&pieces, &walls, 1);
        check(&pieces, &walls, -1);
        check(&pieces, &walls, 67);
    }
}
