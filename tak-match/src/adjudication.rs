//! Adjudication: games are ended early when the engines agree on the result.

use std::fmt;
use std::str::FromStr;

use tak_encoding::{Color, GameResult, Outcome};
use tak_terminal::failure::printable;

/// When a game is adjudicated. Without a rule it is played to the end.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Adjudication {
    /// When it is won.
    pub win: Option<WinRule>,
    /// When it is drawn.
    pub draw: Option<DrawRule>,
}

/// When a game counts as won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRule {
    /// Consecutive moves of each side that is asked.
    pub moves: u32,
    /// In the engine's `cp`: 100 for a flat, or for a certain win.
    pub score: i64,
    /// Who must say so.
    pub by: Witness,
}

/// Who is asked whether a game is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Witness {
    /// The side that loses.
    Loser,
    /// Both sides.
    Both,
}

/// When a game counts as drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before each side has made this many moves.
    pub from_move: u32,
    /// Consecutive moves of each side.
    pub moves: u32,
    /// The most that either side may be ahead.
    pub score: i64,
}

impl FromStr for WinRule {
    type Err = String;

    /// Moves and a score that both sides agree on: `4,500`.
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (moves, score) = text.split_once(',')?;
            let (moves, score) = (moves.trim().parse().ok()?, score.trim().parse().ok()?);
            (1 <= moves && 1 <= score).then_some(Self { moves, score, by: Witness::Both })
        };
        let found = printable(text);
        read().ok_or_else(|| format!("found '{found}', expected moves and a score: 4,500"))
    }
}

impl fmt::Display for WinRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.moves, self.score)
    }
}

/// What the engines have said about a game so far.
#[derive(Clone, Copy, Default)]
pub(crate) struct Opinions {
    plies: u32,
    leader: Option<Color>,
    /// For how many plies both have named this leader.
    leading: u32,
    /// For how many of its own moves each side has considered itself lost.
    losing: [u32; 2],
    /// For how many plies nobody was ahead.
    level: u32,
}

impl Opinions {
    /// Takes the score that the engine to move gives its position, if any. Returns the result once
    /// the engines have agreed for long enough.
    pub(crate) fn add(
        &mut self,
        mover: Color,
        score: Option<i64>,
        by: Adjudication,
    ) -> Option<GameResult> {
        self.plies += 1;
        let won = by.win.and_then(|rule| self.winner(mover, score, rule)).map(GameResult::Win);
        let drawn = by.draw.is_some_and(|rule| self.is_drawn(score, rule));
        won.or_else(|| drawn.then_some(Outcome::Draw.into()))
    }

    fn winner(&mut self, mover: Color, score: Option<i64>, rule: WinRule) -> Option<Color> {
        let leader = match score {
            Some(score) if score >= rule.score => Some(mover),
            Some(score) if score <= -rule.score => Some(!mover),
            _ => None,
        };
        self.leading = if leader == self.leader { self.leading + 1 } else { 1 };
        self.leader = leader;
        let losing = &mut self.losing[mover.index()];
        *losing = if leader == Some(!mover) { *losing + 1 } else { 0 };
        let is_over = match rule.by {
            Witness::Loser => *losing >= rule.moves,
            Witness::Both => self.leading >= rule.moves.saturating_mul(2),
        };
        self.leader.filter(|_| is_over)
    }

    fn is_drawn(&mut self, score: Option<i64>, rule: DrawRule) -> bool {
        let is_level = score.is_some_and(|score| score.unsigned_abs() <= rule.score.unsigned_abs());
        self.level = if is_level { self.level + 1 } else { 0 };
        self.plies / 2 >= rule.from_move && self.level >= rule.moves.saturating_mul(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who moves and says the scores, and at which ply that ends the game.
    fn end(by: Adjudication, scores: &[Option<i64>]) -> Option<(GameResult, u32)> {
        let mut opinions = Opinions::default();
        let mut movers = Color::ALL.into_iter().cycle();
        let mut scores = scores.iter().zip(1..);
        scores.find_map(|(&score, ply)| {
            let result = opinions.add(movers.next()?, score, by)?;
            Some((result, ply))
        })
    }

    fn all(by: Adjudication, scores: &[i64]) -> Option<(GameResult, u32)> {
        end(by, &scores.iter().copied().map(Some).collect::<Vec<_>>())
    }

    const WHITE: GameResult = GameResult::Win(Color::White);
    const BLACK: GameResult = GameResult::Win(Color::Black);

    #[test]
    fn both_must_agree_for_long_enough() {
        let by = Adjudication { win: Some("2,300".parse().unwrap()), draw: None };
        assert_eq!(all(by, &[300, -300, 300, -300]), Some((WHITE, 4)));
        assert_eq!(all(by, &[0, 300, -300, 300, -301]), Some((BLACK, 5)));
        assert_eq!(all(by, &[300, -300, 299, -300, 300, -300]), None);
        assert_eq!(all(by, &[300, 300, 300, 300, 300, 300]), None); // they disagree
        assert_eq!(end(by, &[Some(300), None, Some(300), Some(-300)]), None);
        assert_eq!(end(by, &[None; 9]), None);
    }

    #[test]
    fn a_loser_alone_may_be_asked() {
        let rule = WinRule { moves: 2, score: 300, by: Witness::Loser };
        let by = Adjudication { win: Some(rule), draw: None };
        assert_eq!(all(by, &[0, -300, 0, -300]), Some((WHITE, 4)));
        assert_eq!(all(by, &[-300, 0, -400, 0]), Some((BLACK, 3)));
        assert_eq!(all(by, &[300, 0, 300, 0, 300, 0]), None); // the winner is not asked
        assert_eq!(all(by, &[-300, 0, -299, 0, -300, 0]), None);
        assert_eq!(end(by, &[Some(-300), None, None, None, Some(-300)]), None);
    }

    #[test]
    fn a_draw_is_level_for_long_enough_and_not_too_early() {
        let draw = Outcome::Draw.into();
        let rule = DrawRule { from_move: 3, moves: 2, score: 10 };
        let by = Adjudication { win: None, draw: Some(rule) };
        assert_eq!(all(by, &[0, 10, -10, 3, 0, 0]), Some((draw, 6)));
        assert_eq!(all(by, &[0, 0, 0, 0, 11, 0, 0, 0, 0]), Some((draw, 9)));
        assert_eq!(all(by, &[0, 11, 0, -11, 0, 11, 0, -11]), None);
        assert_eq!(all(by, &[i64::MIN; 9]), None);
        assert_eq!(end(by, &[None; 9]), None);
    }

    #[test]
    fn what_is_no_rule_is_told() {
        for text in ["4", "0,500", "4,0", "4,-500", "many,500", ""] {
            assert!(text.parse::<WinRule>().is_err(), "{text}");
        }
    }
}
