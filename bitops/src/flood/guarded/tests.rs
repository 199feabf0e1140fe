//! Compares slides on boards of every size with single steps.

use std::panic::catch_unwind;

use proptest::prelude::*;

use super::*;
use crate::flood::{BitString, U256};

/// The squares of a 10×10 board; smaller boards take the first of them.
const MOST: usize = 100;

/// The places of some squares.
fn places<const N: usize>(members: &[bool]) -> u128 {
    (0..N * N)
        .filter(|&square| members[square])
        .fold(0, |all, square| all | 1 << GuardedBoard::<N>::place(square))
}

/// Slides every piece by itself, by rank and file.
fn naive<const N: usize>(pieces: &[bool], walls: &[bool], heading: Heading) -> u128 {
    let mut reached = pieces[..N * N].to_vec();
    for square in (0..N * N).filter(|&square| pieces[square]) {
        let (mut rank, mut file) = ((square / N) as isize, (square % N) as isize);
        loop {
            (rank, file) = (rank + heading.rank_step(), file + heading.file_step());
            let is_on_board = [rank, file].iter().all(|line| (0..N as isize).contains(line));
            let next = rank * N as isize + file;
            if !is_on_board || walls[next as usize] {
                break;
            }
            reached[next as usize] = true;
        }
    }
    places::<N>(&reached)
}

fn check<const N: usize>(pieces: &[bool], walls: &[bool]) {
    let squares = GuardedBoard::<N>::SQUARES.low;
    let open = squares & !places::<N>(walls);
    let start = places::<N>(pieces);
    for heading in Heading::ALL {
        let expected = naive::<N>(pieces, walls, heading);
        let found = GuardedBoard::<N>::fill(&start, &!open, heading);
        assert_eq!(found, expected, "{heading:?} on {N}×{N}");
        // Two boards in one line do not touch, neither in two halves ...
        let both = |low, high| U256 { low, high };
        let found = GuardedBoard::<N>::fill(&both(start, start), &both(!open, !open), heading);
        assert_eq!(found, both(expected, expected), "{heading:?} on {N}×{N}");
        // ... nor with only the guard places between them.
        let offset = GuardedBoard::<N>::place(N * N - 1) + 1 + N + 2;
        if offset < 64 {
            let twice = |board: u128| board | board << offset;
            let found = GuardedBoard::<N>::fill(&twice(start), &!twice(open), heading);
            assert_eq!(found, twice(expected), "{heading:?} on {N}×{N} twice");
        }
    }
}

fn check_all_sizes(pieces: &[bool], walls: &[bool]) {
    check::<1>(pieces, walls);
    check::<2>(pieces, walls);
    check::<3>(pieces, walls);
    check::<4>(pieces, walls);
    check::<5>(pieces, walls);
    check::<6>(pieces, walls);
    check::<7>(pieces, walls);
    check::<8>(pieces, walls);
    check::<9>(pieces, walls);
    check::<10>(pieces, walls);
}

#[test]
fn guards_keep_the_ranks_apart() {
    // For Miri, one square of each rank, on different files.
    let step = if cfg!(miri) { 11 } else { 1 };
    for square in (0..MOST).step_by(step) {
        let mut pieces = [false; MOST];
        pieces[square] = true;
        check::<10>(&pieces, &[false; MOST]);
    }
}

/// Compares slides and floods with the squares that single steps reach.
fn check_wide<const N: usize>(pieces: &[bool], walls: &[bool]) {
    let wide = |members: &[bool]| {
        (0..N * N).filter(|&square| members[square]).fold(U256::ZERO, |all, square| {
            all | U256::from_place(GuardedBoard::<N>::place(square))
        })
    };
    let walls_and_guards = !GuardedBoard::<N>::SQUARES | wide(walls);
    for connectivity in [Connectivity::Four, Connectivity::Eight] {
        let slide = |reached: &[bool]| {
            let mut slid = reached.to_vec();
            for &heading in connectivity.headings() {
                for square in (0..N * N).filter(|&square| reached[square]) {
                    let mut next = (square / N, square % N);
                    loop {
                        let step =
                            |line: usize, by| line.checked_add_signed(by).filter(|&line| line < N);
                        let rank = step(next.0, heading.rank_step());
                        let file = step(next.1, heading.file_step());
                        let (Some(rank), Some(file)) = (rank, file) else { break };
                        next = (rank, file);
                        if walls[rank * N + file] {
                            break;
                        }
                        slid[rank * N + file] = true;
                    }
                }
            }
            slid
        };
        let mut reached = slide(pieces);
        let found = GuardedBoard::<N>::slides(&wide(pieces), &walls_and_guards, connectivity);
        assert_eq!(found, wide(&reached), "slides, {connectivity:?} on {N}×{N}");
        while slide(&reached) != reached {
            reached = slide(&reached);
        }
        let found = GuardedBoard::<N>::flood(&wide(pieces), &walls_and_guards, connectivity);
        assert_eq!(found, wide(&reached), "flood, {connectivity:?} on {N}×{N}");
    }
}

proptest! {
    #![proptest_config(crate::property_tests())]

    #[test]
    fn any_wide_board(
        pieces in prop::collection::vec(prop::bool::weighted(0.03), 225),
        walls in prop::collection::vec(prop::bool::weighted(0.4), 225),
    ) {
        check_wide::<1>(&pieces, &walls);
        check_wide::<8>(&pieces, &walls);
        check_wide::<11>(&pieces, &walls);
        check_wide::<15>(&pieces, &walls);
    }

    #[test]
    fn any_board(
        pieces in prop::collection::vec(prop::bool::weighted(0.1), MOST),
        walls in prop::collection::vec(prop::bool::weighted(0.2), MOST),
    ) {
        check_all_sizes(&pieces, &walls);
    }
}

#[test]
fn squares_off_the_board_are_refused() {
    assert_eq!(GuardedBoard::<3>::place(8), 10);
    assert!(catch_unwind(|| GuardedBoard::<3>::place(9)).is_err());
    assert!(catch_unwind(|| GuardedBoard::<1>::place(usize::MAX)).is_err());
}

#[test]
fn lines_too_short_for_the_board_are_refused() {
    assert_eq!(GuardedBoard::<7>::fill(&1_u64, &!1, Heading::Up), 1);
    assert!(catch_unwind(|| GuardedBoard::<8>::fill(&1_u64, &!1, Heading::Up)).is_err());
    let fill = |length| {
        let line = BitString::new(length);
        GuardedBoard::<3>::fill(&line, &line, Heading::UpRight)
    };
    assert_eq!(fill(11), BitString::new(11));
    assert!(catch_unwind(|| fill(10)).is_err());
}
