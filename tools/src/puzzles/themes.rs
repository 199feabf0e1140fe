//! The themes of a puzzle, as far as simple rules can tell.

use tak_encoding::{Action, Kind, Move, OneHash, Playable, Position, Size};
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
    // The last threat is at least a double one.
    let last = attacks.len().checked_sub(2).map(|index| attacks[index]);
    add(
        "double threat",
        last.is_some_and(|(position, mv)| proof.last_moves(&position.after(mv)).len() > 1),
    );
    themes
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
