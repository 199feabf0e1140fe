//! A move of the game with all that is known around it.

use tak_encoding::{AnyMove, AnyPosition, Color, OneHash, Outcome};

use super::Seen;
use crate::tinue::Standing;

/// A move, the positions before and after it, and what was found in both.
pub(super) struct Situation<'a> {
    pub(super) before: AnyPosition<OneHash>,
    pub(super) played: AnyMove,
    pub(super) after: AnyPosition<OneHash>,
    pub(super) seen: [&'a Seen; 2],
    pub(super) standings: [&'a Standing; 2],
}

impl<'a> Situation<'a> {
    /// Every move of which both is known.
    pub(super) fn all(
        start: &AnyPosition<OneHash>,
        moves: &[AnyMove],
        seen: &'a [Seen],
        standings: &'a [Standing],
    ) -> Vec<Self> {
        let mut before = *start;
        let pairs = seen.windows(2).zip(standings.windows(2));
        let situations = moves.iter().zip(pairs).map_while(|(&played, (seen, standings))| {
            let position = before;
            before = position_after(&position, played)?;
            Some(Self {
                before: position,
                played,
                after: before,
                seen: [&seen[0], &seen[1]],
                standings: [&standings[0], &standings[1]],
            })
        });
        situations.collect()
    }

    pub(super) fn mover(&self) -> Color {
        self.before.side_to_move()
    }

    pub(super) fn opponent(&self) -> Color {
        !self.mover()
    }

    /// What the mover could expect before the move and after it, 0 to 1.
    pub(super) fn chances(&self) -> [f64; 2] {
        [
            chance(&self.before, self.seen[0], self.standings[0], self.mover()),
            chance(&self.after, self.seen[1], self.standings[1], self.mover()),
        ]
    }

    /// What the move lost of that.
    pub(super) fn loss(&self) -> f64 {
        let is_best = self.seen[0].line.first() == Some(&self.played);
        let has_missed = self.standings[0].missed(self.mover(), self.standings[1]).is_some();
        let [before, after] = self.chances();
        if is_best && !has_missed { 0.0 } else { (before - after).max(0.0) }
    }

    /// A better line than the move played: what the solver proved, or what the search found.
    pub(super) fn better(&self) -> Option<&[AnyMove]> {
        let line = match self.standings[0] {
            Standing::Won(tinue) if tinue.winner == self.mover() => &tinue.line,
            _ => &self.seen[0].line,
        };
        line.first().filter(|&&first| first != self.played).map(|_| line.as_slice())
    }
}

/// What a player can expect of a position: by the rules, by the solver, or by the search.
fn chance(position: &AnyPosition<OneHash>, seen: &Seen, standing: &Standing, player: Color) -> f64 {
    let certain = |winner: Color| if winner == player { 1.0 } else { 0.0 };
    match (position.outcome(), standing) {
        (Some(outcome), _) => outcome.winner().map_or(0.5, certain),
        (None, Standing::Won(tinue)) => certain(tinue.winner),
        (None, _) if position.side_to_move() == player => seen.chances.expected(),
        (None, _) => seen.chances.reversed().expected(),
    }
}

/// The position after a move, if it is legal.
pub(super) fn position_after(
    position: &AnyPosition<OneHash>,
    mv: AnyMove,
) -> Option<AnyPosition<OneHash>> {
    let mut after = *position;
    after.play(mv).ok()?;
    Some(after)
}

/// How a line of legal moves ends the game; `None` if it does not, or goes on behind the end.
pub(super) fn replayed(position: &AnyPosition<OneHash>, line: &[AnyMove]) -> Option<Outcome> {
    let mut position = *position;
    for &mv in line {
        if position.outcome().is_some() {
            return None;
        }
        position = position_after(&position, mv)?;
    }
    position.outcome()
}

/// A move by which the side to move ends the game and wins it, a road first.
pub(super) fn winning_end(position: &AnyPosition<OneHash>) -> Option<(AnyMove, Outcome)> {
    let mover = position.side_to_move();
    if position.outcome().is_some() {
        return None;
    }
    if let Some(mv) = position.road_move() {
        return Some((mv, Outcome::Road(mover)));
    }
    let won = Outcome::Flats(mover);
    let ends =
        |&mv: &AnyMove| position_after(position, mv).and_then(|after| after.outcome()) == Some(won);
    position.legal_moves().into_iter().find(ends).map(|mv| (mv, won))
}
