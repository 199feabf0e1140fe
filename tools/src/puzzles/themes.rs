//! The themes of a puzzle, as far as simple rules can tell.

use tak_encoding::{Action, Bitboard, Kind, Move, OneHash, Playable, Position, Size};
use tak_search::solve::Proof;

/// The themes of the winner's moves in the main line, in the order of this file.
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
    // Only of the first move: the last threat of a puzzle nearly always is a double one.
    add(
        "double threat",
        attacks.len() > 1 && is_first(|position, mv| is_double_threat(position.after(mv))),
    );
    themes
}

/// Whether no square is new to all the roads that the player who has just moved threatens to
/// complete.
fn is_double_threat<const N: usize>(mut position: Position<N, OneHash>) -> bool
where
    Size<N>: Playable,
{
    position.pass();
    let winner = position.side_to_move();
    let ends = position.legal_moves().into_iter().map(|mv| position.after(mv));
    let roads = ends.filter(|end| end.has_road(winner)).map(|end| end.road_squares(winner));
    let before = position.road_squares(winner);
    let common = roads.map(|squares| squares - before).reduce(|common, squares| common & squares);
    common.is_some_and(Bitboard::is_empty)
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
    fn two_threats_have_no_new_square_in_common() {
        let is_double =
            |tps: &str| is_double_threat(Position::<5, OneHash>::from_tps(tps).unwrap());
        // At e2 or e3, where the road turns; at e3 only.
        assert!(is_double("2,x3,1C/x5/1,1,1,1,x/x3,1,x/2,x,2,x,2 2 9"));
        assert!(!is_double("2,x3,1C/x5/1,1,1,1,x/x5/2,x,2,1,2 2 9"));
        // By a flat, or by the stack beside it, the square is the same.
        assert!(!is_double("2,x4/x2,11,x2/1,1,x,1,1/x5/2,x,2,x,2 2 9"));
        // A wall that steps aside, up or down, completes one and the same road.
        assert!(!is_double("2,x,2,x,1C/x5/1,1,11S,1,1/x5/2,x,2,x,2 2 9"));
        // Nothing is threatened.
        assert!(!is_double("2,x4/x5/x2,1,x2/x5/x4,2 2 4"));
    }
}
