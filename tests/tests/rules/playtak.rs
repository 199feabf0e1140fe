//! The notation of playtak.com: what is written reads back, and agrees with PTN as translated by a
//! small function in this file.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use tak_encoding::{BoardSize, Game, Move, Playable, Position, Size, with_size};
use tak_tests::games::{Hashed, choices, config, plies, position_after};

/// Translates a move by its letters alone.
fn from_ptn(ptn: &str) -> String {
    let Some((start, drops)) = ptn.split_once(['+', '-', '<', '>']) else {
        let (square, kind) = match ptn.as_bytes()[0] {
            b'S' => (&ptn[1..], " W"),
            b'C' => (&ptn[1..], " C"),
            _ => (ptn, ""),
        };
        return format!("P {}{kind}", square.to_uppercase());
    };
    let (count, square) = start.split_at(start.len() - 2);
    let drops = match (drops, count) {
        ("", "") => "1",
        ("", count) => count,
        (drops, _) => drops,
    };
    let (mut file, mut rank) = (square.as_bytes()[0], square.as_bytes()[1]);
    let steps = drops.len() as u8;
    match ptn.as_bytes()[start.len()] {
        b'+' => rank += steps,
        b'-' => rank -= steps,
        b'>' => file += steps,
        _ => file -= steps,
    }
    let target = format!("{}{}", char::from(file), char::from(rank));
    let drops: String = drops.chars().flat_map(|drop| [' ', drop]).collect();
    let (from, to) = (square.to_uppercase(), target.to_uppercase());
    format!("M {from} {to}{drops}")
}

fn moves_come_back<const N: usize>(position: &Hashed<N>) -> TestCaseResult
where
    Size<N>: Playable,
{
    for mv in position.legal_moves() {
        let text = mv.to_playtak().to_string();
        prop_assert_eq!(&text, &from_ptn(&mv.to_string()));
        prop_assert_eq!(Move::from_playtak(&text), Ok(mv));
        prop_assert_eq!(Move::from_playtak(&text.to_lowercase()), Ok(mv));
    }
    Ok(())
}

fn games_come_back<const N: usize>(choices: &[u16]) -> TestCaseResult
where
    Size<N>: Playable,
{
    let mut game = Game::<N>::new(Position::new());
    let mut parts = Vec::new();
    for ply in plies(Position::new(), choices) {
        game.push(ply.played).unwrap();
        parts.push(from_ptn(&ply.played.to_string()));
    }
    let notation = game.to_playtak();
    prop_assert_eq!(&notation, &parts.join(","));
    prop_assert_eq!(Game::from_playtak(Position::new(), &notation), Ok(game));
    Ok(())
}

proptest! {
    #![proptest_config(config(500, 7))]

    #[test]
    fn every_legal_move_comes_back(size in 3..=8_usize, choices in choices(160)) {
        with_size!(BoardSize::new(size).unwrap(), N => moves_come_back(&position_after::<N>(&choices)))?;
    }

    #[test]
    fn every_game_comes_back(size in 3..=8_usize, choices in choices(160)) {
        with_size!(BoardSize::new(size).unwrap(), N => games_come_back::<N>(&choices))?;
    }

    #[test]
    fn no_text_is_too_strange(text in "[PMpm ,A-Ia-i0-9WCwc\\PC]{0,60}") {
        let _ = Game::from_playtak(Position::<6>::new(), &text);
    }
}
