//! Games that are given up as lost before their end, because both engines say so.

use std::fmt;
use std::str::FromStr;

use tak_encoding::Color;

use crate::failure::printable;

/// When a game counts as won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Adjudication {
    /// Moves in a row of each side.
    moves: u32,
    /// What an engine calls `cp`, 100 for a flat or for a certain win.
    score: i64,
}

impl FromStr for Adjudication {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (moves, score) = text.split_once(',')?;
            let (moves, score) = (moves.trim().parse().ok()?, score.trim().parse().ok()?);
            (1 <= moves && 1 <= score).then_some(Self { moves, score })
        };
        let found = printable(text);
        read().ok_or_else(|| format!("found '{found}', expected moves and a score: 4,500"))
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.moves, self.score)
    }
}

/// Who was ahead in the moves before.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lead {
    leader: Option<Color>,
    plies: u32,
}

impl Lead {
    /// Takes what the engine to move says of its position, nothing if it said nothing.
    /// Answers who has won, once both have said it long enough.
    pub(crate) fn add(
        &mut self,
        mover: Color,
        score: Option<i64>,
        by: Adjudication,
    ) -> Option<Color> {
        let leader = match score {
            Some(score) if score >= by.score => Some(mover),
            Some(score) if score <= -by.score => Some(!mover),
            _ => None,
        };
        self.plies = if leader == self.leader { self.plies + 1 } else { 1 };
        self.leader = leader;
        self.leader.filter(|_| self.plies >= by.moves.saturating_mul(2))
    }
}

/// The score in a line `info … score cp 12 …`, of the first line of several; a proof is
/// more than any other.
pub(crate) fn score(info: &str) -> Option<i64> {
    let mut words = info.split_whitespace();
    if words.next() != Some("info") || words.clone().next() == Some("string") {
        return None;
    }
    let behind = |key: &str| {
        let mut words = words.clone();
        words.find(|&word| word == key);
        words
    };
    if behind("multipv").next().is_some_and(|line| line != "1") {
        return None;
    }
    let mut score = behind("score");
    match (score.next()?, score.next()?) {
        ("cp", number) => number.parse().ok(),
        ("mate", plies) => plies.parse::<i64>().ok().map(|plies| plies.signum() * i64::MAX),
        ("solved", "win") => Some(i64::MAX),
        ("solved", "loss") => Some(-i64::MAX),
        ("solved", _) => Some(0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_must_agree_for_long_enough() {
        let by: Adjudication = "2,300".parse().unwrap();
        let ends = |scores: &[Option<i64>]| {
            let mut lead = Lead::default();
            let mut movers = Color::ALL.into_iter().cycle();
            let mut scores = scores.iter().zip(1..);
            scores.find_map(|(&score, ply)| {
                let winner = lead.add(movers.next()?, score, by)?;
                Some((winner, ply))
            })
        };
        let all = |scores: &[i64]| ends(&scores.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!(all(&[300, -300, 300, -300]), Some((Color::White, 4)));
        assert_eq!(all(&[0, 300, -300, 300, -301]), Some((Color::Black, 5)));
        assert_eq!(all(&[300, -300, 299, -300, 300, -300]), None);
        assert_eq!(all(&[300, 300, 300, 300, 300, 300]), None); // they disagree
        assert_eq!(ends(&[Some(300), None, Some(300), Some(-300)]), None);
        assert_eq!(ends(&[None; 9]), None);
    }

    #[test]
    fn scores_of_all_dialects_are_read() {
        for (line, expected) in [
            ("info depth 3 score cp -12 pv a1", Some(-12)),
            ("info multipv 1 score cp 7 wdl 1 2 3", Some(7)),
            ("info multipv 2 score cp 7", None),
            ("info score mate -3", Some(-i64::MAX)),
            ("info depth 9 score solved win 5 pv a1", Some(i64::MAX)),
            ("info score solved draw 0", Some(0)),
            ("info string score cp 900", None),
            ("bestmove a1", None),
        ] {
            assert_eq!(score(line), expected, "{line}");
        }
        for text in ["4", "0,500", "4,0", "4,-500", "many,500", ""] {
            assert!(text.parse::<Adjudication>().is_err(), "{text}");
        }
    }
}
