//! Compares all fills with naive ones.

use std::fmt::Debug;
use std::panic::{RefUnwindSafe, catch_unwind};

use proptest::prelude::*;

use super::*;
use crate::reference;

/// Every fill, at both paces, several speeds and several factors.
fn all_fills<L: Line>(pieces: &L, walls: &L, stride: isize, length: usize) -> Vec<(String, L)> {
    let mut fills = vec![
        ("fill".to_owned(), fill(pieces, walls, stride, length)),
        ("by one".to_owned(), fill_by_one(pieces, walls, stride, length)),
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
        -1 => fills.push(("down".to_owned(), fill_down(pieces, walls))),
        _ => {}
    }
    fills
}

/// The naive fill, place by place.
fn naive(pieces: &[bool], walls: &[bool], stride: isize) -> Vec<bool> {
    let mut reached = pieces.to_vec();
    loop {
        let before = reached.clone();
        for place in 0..pieces.len() {
            let from = place.checked_add_signed(-stride);
            let from = from.is_some_and(|from| reached.get(from) == Some(&true));
            reached[place] |= from && !walls[place];
        }
        if reached == before {
            return reached;
        }
    }
}

fn set(bits: &[bool]) -> impl Iterator<Item = usize> {
    (0..bits.len()).filter(|&place| bits[place])
}

fn string(bits: &[bool]) -> BitString {
    BitString::from_places(bits.len(), set(bits))
}

fn wide(bits: &[bool]) -> U256 {
    set(bits).fold(U256::ZERO, |wide, place| wide | U256::from_place(place))
}

fn assert_all<L: Line + PartialEq + Debug>(
    pieces: &L,
    walls: &L,
    expected: &L,
    stride: isize,
    length: usize,
) {
    for (name, reached) in all_fills(pieces, walls, stride, length) {
        assert_eq!(&reached, expected, "{name}, stride {stride}, {length} places");
    }
}

fn check(pieces: &[bool], walls: &[bool], stride: isize) {
    assert!(string(pieces).iter().eq(set(pieces)));
    let (length, expected) = (pieces.len(), naive(pieces, walls, stride));
    if stride == 1 {
        assert_eq!(reference::fill(pieces, walls), expected);
    }
    let [p, w, e] = [pieces, walls, &expected].map(string);
    assert_all(&p, &w, &e, stride, length);
    if length > 256 {
        return;
    }
    // There are walls past the last place.
    let beyond = [walls, &vec![true; 256 - length]].concat();
    let [p, w, e] = [pieces, &beyond, &expected].map(wide);
    assert_all(&p, &w, &e, stride, length);
    if length <= 128 {
        assert_all(&p.low, &w.low, &e.low, stride, length);
    }
    if length <= 64 {
        let [p, w, e] = [p, w, e].map(|line| line.low as u64);
        assert_all(&p, &w, &e, stride, length);
    }
}

/// The naive fill of a line, on bits in order to be fast enough for 2^24 pairs.
fn naive_line(bits: usize, pieces: u64, walls: u64, up: bool) -> u64 {
    (1..bits).fold(pieces, |reached, _| {
        let next = if up { reached << 1 } else { reached >> 1 };
        reached | next & !walls & ((1 << bits) - 1)
    })
}

#[test]
fn all_lines_of_10_bits() {
    // Miri would take days.
    all_lines(10, if cfg!(miri) { 83 } else { 1 });
}

#[test]
#[ignore = "second tier: 2^24 lines"]
fn all_lines_of_12_bits() {
    all_lines(12, 1);
}

fn all_lines(bits: usize, step: usize) {
    for walls in (0..1 << bits).step_by(step) {
        for pieces in (0..1 << bits).step_by(step) {
            let beyond = walls | !((1 << bits) - 1);
            let naive = |up| naive_line(bits, pieces, walls, up);
            let (up, down) = (naive(true), naive(false));
            assert_eq!(fill_up(&pieces, &beyond), up, "{pieces:b} {walls:b}");
            for (stride, expected) in [(1, up), (-1, down)] {
                let found = [
                    fill(&pieces, &beyond, stride, bits),
                    fill_by_one(&pieces, &beyond, stride, bits),
                    gallop(&pieces, &beyond, stride, bits, 2, Pace::Accelerate),
                    gallop(&pieces, &beyond, stride, bits, 2, Pace::Decelerate),
                    gallop(&pieces, &beyond, stride, bits, 3, Pace::Accelerate),
                    gallop(&pieces, &beyond, stride, bits, 3, Pace::Decelerate),
                    gallop_recursive(&pieces, &beyond, stride, bits, 3),
                ];
                assert_eq!(found, [expected; 7], "{pieces:b} {walls:b} stride {stride}");
            }
        }
    }
}

#[test]
fn wide_words_shift_and_add() {
    let one = U256::from_place(0);
    let step = if cfg!(miri) { 16 } else { 1 };
    for distance in (0..300).step_by(step) {
        let moved = one.unbounded_shl(distance);
        assert_eq!(moved.count_ones(), u32::from(distance < 256));
        if distance < 256 {
            assert_eq!(moved, U256::from_place(distance as usize));
            assert_eq!(moved.unbounded_shr(distance), one);
            assert_eq!((!U256::ZERO).unbounded_shr(distance).count_ones(), 256 - distance);
        }
    }
    assert_eq!((!U256::ZERO).wrapping_add(one), U256::ZERO);
}

#[test]
fn meaningless_speeds_are_refused() {
    let still = || gallop(&1_u64, &0, 1, 64, 0, Pace::Accelerate);
    assert!(catch_unwind(still).is_err());
    assert!(catch_unwind(|| gallop_recursive(&1_u64, &0, 1, 64, 1)).is_err());
    assert!(catch_unwind(|| BitString::new(3).insert(3)).is_err());
    assert!(!BitString::new(3).contains(3) && !U256::ZERO.contains(256));
    // Excessive speeds and lengths do no harm.
    let far = gallop(&1_u64, &0, isize::MAX, usize::MAX, usize::MAX, Pace::Accelerate);
    assert_eq!(far, 1);
    let all = gallop_recursive(&1_u64, &0, 1, 64, usize::MAX);
    assert_eq!(all, u64::MAX);
    assert_eq!(fill(&BitString::new(0), &BitString::new(0), 1, 0), BitString::new(0));
}

#[test]
fn strings_of_different_lengths_are_refused_by_every_fill() {
    let (pieces, walls) = (BitString::new(64), BitString::new(65));
    let refuses = |fill: &(dyn Fn() -> BitString + RefUnwindSafe)| {
        let panic = catch_unwind(fill).expect_err("the lengths differ");
        let why = panic.downcast_ref::<String>().unwrap();
        assert!(why.contains("the lines differ in length"), "{why}");
    };
    for length in [0, 1, 64, 65] {
        refuses(&|| fill(&pieces, &walls, 1, length));
        refuses(&|| fill_up(&pieces, &walls));
        refuses(&|| fill_down(&walls, &pieces));
        refuses(&|| fill_by_one(&pieces, &walls, 1, length));
        refuses(&|| gallop(&pieces, &walls, -1, length, 1, Pace::Decelerate));
        refuses(&|| gallop_recursive(&walls, &pieces, 1, length, 2));
    }
}

/// More than nine words, or two for Miri.
const LONGEST: usize = if cfg!(miri) { 75 } else { 600 };

/// Pieces and walls of one length, of all densities.
fn lines(longest: usize) -> impl Strategy<Value = (Vec<bool>, Vec<bool>)> {
    (0..=longest, 0.0..1.0, 0.0..1.0).prop_flat_map(|(length, pieces, walls): (_, f64, f64)| {
        let bits = |density: f64| prop::collection::vec(prop::bool::weighted(density), length);
        (bits(pieces * pieces), bits(walls * walls))
    })
}

proptest! {
    #![proptest_config(crate::property_tests())]

    #[test]
    fn any_line((pieces, walls) in lines(if cfg!(miri) { 40 } else { 256 }), stride in -12isize..=12) {
        check(&pieces, &walls, if stride == 0 { 1 } else { stride });
    }

    #[test]
    fn any_long_string((pieces, walls) in lines(LONGEST), stride in -200isize..=200) {
        for stride in [1, -1, 64, -64, 67, -67, stride] {
            check(&pieces, &walls, stride);
        }
    }
}
