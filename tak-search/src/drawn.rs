//! Draws that are certain. A search scores them as it scores an even game, so the last plies are
//! played out.

use tak_encoding::{AnyMove, AnyPosition, Color, OneHash, Outcome};

/// The most positions that are looked at for each side.
const POSITIONS: u32 = 2000;

/// How many plies longer than the line the game may take.
const LONGER: usize = 2;

/// Whether the game is certainly drawn once the first move of a line has been played: either side
/// can see to it that the other does not win. It is not looked at unless the line ends with a draw.
pub(crate) fn is_drawn(position: &AnyPosition<OneHash>, line: &[AnyMove]) -> bool {
    let Some((&first, rest)) = line.split_first() else { return false };
    let Some(after) = after(position, first) else { return false };
    let end = rest.iter().try_fold(after, |position, &mv| self::after(&position, mv));
    let is_drawn = end.and_then(|end| end.outcome()) == Some(Outcome::Draw);
    let holds = |side| holds(&after, side, rest.len() + LONGER, &mut { POSITIONS });
    is_drawn && Color::ALL.into_iter().all(holds)
}

/// Whether a side can reach at least a draw in so many plies. `left` is how many positions may still
/// be looked at.
fn holds(position: &AnyPosition<OneHash>, side: Color, plies: usize, left: &mut u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner() != Some(!side);
    }
    if plies == 0 {
        return false;
    }
    let holds_after = |mv: AnyMove| {
        *left = left.saturating_sub(1);
        *left > 0 && after(position, mv).is_some_and(|next| holds(&next, side, plies - 1, left))
    };
    let mut moves = position.legal_moves().into_iter();
    if position.side_to_move() == side { moves.any(holds_after) } else { moves.all(holds_after) }
}

/// The position after a move, if that is legal.
fn after(position: &AnyPosition<OneHash>, mv: AnyMove) -> Option<AnyPosition<OneHash>> {
    let mut after = *position;
    after.play(mv).ok().map(|_| after)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(tps: &str, line: &str) -> bool {
        let position: AnyPosition<_> = tps.parse().unwrap();
        let line = line.split(' ').map(|mv| AnyMove::parse(position.size(), mv).unwrap());
        is_drawn(&position, &line.collect::<Vec<_>>())
    }

    #[test]
    fn the_last_stone_decides() {
        // Four flats each, and a wall on the last square.
        let last = "1,2,1/2,1,2/1,2,x 1 5";
        assert!(drawn(last, "Sc1"));
        // A flat there wins by one.
        assert!(!drawn(last, "c1"));
        // The line ends before the game.
        assert!(!drawn("1,2,1/2,1,2/1,x,x 2 4", "b1"));
    }
}
