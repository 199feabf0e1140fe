//! Laws that hold in every position, tested on positions of random games.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};
use tak_encoding::{AnyPosition, BoardSize, Move, NoHash, Playable, Position, Size, with_size};
use tak_tests::games::{Hashed, choices, config, position_after};

/// Checks a law on this many positions of random games.
macro_rules! check {
    ($law:ident, $cases:expr) => {
        let cases = (3..=8_usize, choices(160));
        let result = TestRunner::new(config($cases, 1)).run(&cases, |(size, choices)| {
            with_size!(BoardSize::new(size).unwrap(), N => {
                Laws::$law(&position_after::<N>(&choices))
            })
        });
        result.unwrap_or_else(|error| panic!("{error}"));
    };
}

/// Two tests for each law, a function of a position: one of a tenth of the cases.
macro_rules! laws {
    ($($law:ident: $cases:literal;)*) => {
        $(
            #[test]
            fn $law() {
                check!($law, $cases / 10);
            }
        )*

        mod in_many_positions {
            use super::*;

            $(
                #[test]
                #[ignore = "second tier: ten times as many random games"]
                fn $law() {
                    check!($law, $cases);
                }
            )*
        }
    };
}

laws! {
    tps_comes_back: 2_500;
    moves_come_back_from_ptn: 1_500;
    no_move_twice: 2_500;
    the_count_is_the_length_of_the_list: 2_500;
    the_listed_moves_are_legal_and_no_others: 750;
    over_after_a_move_is_over: 1_500;
    the_mover_changes_and_pieces_stay: 1_500;
    any_position_says_the_same: 1_500;
}

/// The laws by name, at one size.
struct Laws<const N: usize>;

impl<const N: usize> Laws<N>
where
    Size<N>: Playable,
{
    fn tps_comes_back(position: &Hashed<N>) -> TestCaseResult {
        let tps = position.to_tps();
        prop_assert_eq!(Position::from_tps(&tps), Ok(*position));
        // Writing the long form of empty squares changes nothing.
        let long = tps.replace("x2", "x,x").replace("x3", "x1,x,x1");
        let long = format!(" {} ", long.replace(' ', "  "));
        prop_assert_eq!(Position::from_tps(&long), Ok(*position), "{}", long);
        Ok(())
    }

    fn moves_come_back_from_ptn(position: &Hashed<N>) -> TestCaseResult {
        for mv in position.legal_moves() {
            let text = mv.to_string();
            prop_assert_eq!(text.parse(), Ok(mv));
            for marked in [format!("{text}?!"), format!("{text}'\"")] {
                prop_assert_eq!(position.parse_move(&marked), Ok(mv), "{}", marked);
            }
            for longer in Self::longer_forms(mv, &text) {
                prop_assert_eq!(position.parse_move(&longer), Ok(mv), "{}", longer);
            }
        }
        Ok(())
    }

    /// The same move in the longer forms that PTN allows.
    fn longer_forms(mv: Move<N>, text: &str) -> Vec<String> {
        if !mv.is_spread() {
            let flat = text.starts_with(|first: char| first.is_ascii_lowercase());
            return if flat { vec![format!("F{text}")] } else { vec![] };
        }
        let counted = if text.starts_with(|first: char| first.is_ascii_digit()) {
            text.to_owned()
        } else {
            format!("1{text}")
        };
        if counted.len() > 4 {
            return vec![format!("{counted}*")];
        }
        let all = &counted[..1];
        vec![format!("{counted}{all}"), format!("{counted}{all}*")]
    }

    fn no_move_twice(position: &Hashed<N>) -> TestCaseResult {
        let moves = position.legal_moves();
        let distinct: HashSet<_> = moves.iter().collect();
        prop_assert_eq!(distinct.len(), moves.len());
        let children: HashSet<_> = moves.iter().map(|&mv| position.after(mv).to_tps()).collect();
        prop_assert_eq!(children.len(), moves.len(), "two moves, one board");
        Ok(())
    }

    fn the_count_is_the_length_of_the_list(position: &Hashed<N>) -> TestCaseResult {
        let moves = position.legal_moves();
        prop_assert_eq!(position.count_moves(), moves.len() as u64);
        let mut parts = Vec::new();
        position.generate_placements(&mut parts);
        position.generate_spreads(&mut parts);
        prop_assert_eq!(parts, moves);
        Ok(())
    }

    fn the_listed_moves_are_legal_and_no_others(position: &Hashed<N>) -> TestCaseResult {
        let listed: HashSet<_> = position.legal_moves().into_iter().collect();
        let (mut found, mut same) = (0, *position);
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            let legal = position.is_legal(mv);
            prop_assert_eq!(legal, listed.contains(&mv), "{} in {}", mv, position);
            prop_assert_eq!(legal, position.check_legal(mv).is_ok());
            found += usize::from(legal);
            prop_assert!(legal || same.play(mv).is_err(), "{} in {}", mv, position);
        }
        prop_assert_eq!(found, listed.len(), "a move without bits");
        prop_assert_eq!(&same, position, "a refused move has changed it");
        Ok(())
    }

    fn over_after_a_move_is_over(position: &Hashed<N>) -> TestCaseResult {
        if position.outcome().is_none() {
            for mv in position.legal_moves() {
                let after = position.after(mv);
                let over = after.outcome().is_some();
                prop_assert_eq!(after.is_over_after(mv), over, "{} in {}", mv, position);
            }
        }
        Ok(())
    }

    fn the_mover_changes_and_pieces_stay(position: &Hashed<N>) -> TestCaseResult {
        let in_hand = |position: &Hashed<N>| -> u32 {
            let reserves = position.reserves().into_iter();
            reserves.map(|r| u32::from(r.flats) + u32::from(r.caps)).sum()
        };
        for mv in position.legal_moves() {
            let after = position.after(mv);
            prop_assert_eq!(after.ply(), position.ply() + 1);
            prop_assert_eq!(after.side_to_move(), !position.side_to_move());
            let placed = u32::from(!mv.is_spread());
            prop_assert_eq!(in_hand(&after) + placed, in_hand(position));
        }
        Ok(())
    }

    fn any_position_says_the_same(position: &Hashed<N>) -> TestCaseResult {
        let any: AnyPosition<NoHash> = position.to_tps().parse().unwrap();
        prop_assert_eq!(any.to_string(), position.to_tps());
        prop_assert_eq!(any.size(), position.size());
        prop_assert_eq!(any.side_to_move(), position.side_to_move());
        prop_assert_eq!(any.outcome(), position.outcome());
        let moves = position.legal_moves();
        let any_moves = any.legal_moves();
        prop_assert_eq!(any_moves.len(), moves.len());
        for (mv, any_move) in moves.into_iter().zip(any_moves) {
            prop_assert_eq!(Move::try_from(any_move), Ok(mv));
            prop_assert_eq!(any.parse_move(&mv.to_string()), Ok(any_move));
            let mut child = any;
            let undo = child.play(any_move).unwrap();
            prop_assert_eq!(child.to_string(), position.after(mv).to_tps());
            child.undo(undo);
            prop_assert_eq!(child, any);
        }
        Ok(())
    }
}
