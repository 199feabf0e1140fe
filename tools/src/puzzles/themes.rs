//! The themes of a puzzle, as far as simple rules can tell.

use std::iter;

use tak_encoding::{Action, Kind, Move, OneHash, Playable, Position, Size, Square};
use tak_search::solve::Proof;

/// The themes of the main line, in the order of this file.
pub(super) fn themes<const N: usize>(proof: &Proof<N>) -> Vec<&'static str>
where
    Size<N>: Playable,
{
    let mut themes = Vec::new();
    let mut add = |theme: &'static str, holds: bool| {
        if holds {
            themes.push(theme);
        }
    };
    let attacks = attacks(proof);
    let is_first = |is: fn(&Position<N, OneHash>, Move<N>) -> bool| {
        attacks.first().is_some_and(|(position, mv)| is(position, *mv))
    };
    add(
        "capstone placement",
        is_first(|_, mv| matches!(mv.action(), Action::Place(Kind::Capstone, _))),
    );
    add(
        "spread",
        is_first(|_, mv| matches!(mv.action(), Action::Spread(_, _, slide) if slide.length() > 1)),
    );
    // The first move gives flats away.
    add("sacrifice", is_first(|position, mv| position.flats_won(mv) < 0));
    add(
        "capstone crush",
        attacks
            .iter()
            .any(|(position, mv)| mv.is_spread() && position.walls().contains(mv.target().index())),
    );
    // The last threat of a puzzle nearly always is a double one.
    let is_double = |(position, mv): &(Position<N, OneHash>, _)| {
        have_nothing_in_common(&proof.last_moves(&position.after(*mv)))
    };
    add("double threat", attacks.len() > 1 && attacks.first().is_some_and(is_double));
    themes
}

/// Whether no square gets a piece from each of the moves.
fn have_nothing_in_common<const N: usize>(moves: &[Move<N>]) -> bool {
    let is_filled = |square, mv: &Move<N>| match mv.action() {
        Action::Place(_, target) | Action::PlaceTwo(target) => target == square,
        Action::Spread(from, direction, slide) => {
            let path = iter::successors(from.step(direction), |square| square.step(direction));
            path.take(slide.length() as usize).any(|target| target == square)
        }
    };
    !Square::all().any(|square| moves.iter().all(|mv| is_filled(square, mv)))
}

/// The winner's moves of the main line, each with the position before it.
fn attacks<const N: usize>(proof: &Proof<N>) -> Vec<(Position<N, OneHash>, Move<N>)>
where
    Size<N>: Playable,
{
    let (mut attacks, mut position) = (Vec::new(), *proof.root());
    for mv in proof.line() {
        if position.side_to_move() == proof.aim().attacker {
            attacks.push((position, mv));
        }
        position.play_unchecked(mv);
    }
    attacks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_threats_need_no_common_square() {
        let differ = |moves: &[&str]| {
            let moves: Vec<Move<5>> = moves.iter().map(|mv| mv.parse().unwrap()).collect();
            have_nothing_in_common(&moves)
        };
        assert!(differ(&["a1", "e5"]));
        assert!(differ(&["3a3>12", "a3", "c4"]));
        // The square that a stack leaves is not filled; each that it reaches is.
        assert!(differ(&["a3>", "a3"]));
        assert!(!differ(&["3a3>12", "c3"]));
        assert!(!differ(&["3a3>12", "b3", "2b5-11"]));
        // One threat, however it is made good, and none.
        assert!(!differ(&["a1", "a2-"]));
        assert!(!differ(&["a1"]));
        assert!(!differ(&[]));
    }
}
