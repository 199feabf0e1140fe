//! What an engine says about its position while it thinks.

use std::fmt;
use std::time::Duration;

use tak_search::engine::Info;

/// The last values reported for the best line.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Thought {
    /// From its point of view: its `cp`; a proven result counts more than any score.
    pub(crate) score: Option<i64>,
    depth: Option<u64>,
    selective_depth: Option<u64>,
    nodes: Option<u64>,
}

impl Thought {
    /// Takes a line `info depth 9 score cp 12 …`. Of several lines (`multipv`) the first counts.
    pub(crate) fn hear(&mut self, info: &str) {
        let mut words = info.split_whitespace();
        if words.next() != Some("info") || words.clone().next() == Some("string") {
            return;
        }
        // What follows is moves.
        let words = words.take_while(|&word| word != "pv");
        let behind = |key: &str| {
            let mut words = words.clone();
            words.find(|&word| word == key);
            words
        };
        if behind("multipv").next().is_some_and(|line| line != "1") {
            return;
        }
        let number = |key| behind(key).next().and_then(|number| number.parse().ok());
        self.depth = number("depth").or(self.depth);
        self.selective_depth = number("seldepth").or(self.selective_depth);
        self.nodes = number("nodes").or(self.nodes);
        let mut score = behind("score");
        if let (Some(unit), Some(number)) = (score.next(), score.next()) {
            self.score = read_score(unit, number).or(self.score);
        }
    }
}

fn read_score(unit: &str, number: &str) -> Option<i64> {
    match (unit, number) {
        ("cp", number) => number.parse().ok(),
        ("mate", plies) => plies.parse::<i64>().ok().map(|plies| plies.signum() * i64::MAX),
        ("solved", "win") => Some(i64::MAX),
        ("solved", "loss") => Some(-i64::MAX),
        ("solved", _) => Some(0),
        _ => None,
    }
}

/// What the engine inside this process has found.
impl From<&Info> for Thought {
    fn from(info: &Info) -> Self {
        Self {
            score: Some(info.score.into()),
            depth: Some(info.depth.into()),
            selective_depth: Some(info.selective_depth.into()),
            nodes: Some(info.nodes),
        }
    }
}

/// A thought and the time it took, as chess programs comment on a move: `+0.12/9 0.052s, n=1234,
/// sd=12`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Comment {
    pub(crate) thought: Thought,
    pub(crate) time: Duration,
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HIGHEST: i64 = 99_999;
        let Thought { score, depth, selective_depth, nodes } = self.thought;
        if let Some(score) = score {
            let score = score.clamp(-HIGHEST, HIGHEST) as f64 / 100.0;
            write!(f, "{score:+.2}/{} ", depth.unwrap_or_default())?;
        }
        write!(f, "{:.3}s", self.time.as_secs_f64())?;
        for (name, number) in [("n", nodes), ("sd", selective_depth.or(depth))] {
            if let Some(number) = number {
                write!(f, ", {name}={number}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(lines: &[&str]) -> Thought {
        let mut thought = Thought::default();
        for line in lines {
            thought.hear(line);
        }
        thought
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
            ("info pv a1 score cp 9", None),
            ("info score", None),
            ("bestmove a1", None),
        ] {
            assert_eq!(heard(&[line]).score, expected, "{line}");
        }
    }

    #[test]
    fn a_comment_tells_the_last_word_of_each_kind() {
        let lines = ["info depth 3 seldepth 7 nodes 12 score cp 4", "info nodes 99 score cp -105"];
        let comment = |thought| Comment { thought, time: Duration::from_millis(52) }.to_string();
        assert_eq!(comment(heard(&lines)), "-1.05/3 0.052s, n=99, sd=7");
        assert_eq!(comment(heard(&["info depth 2 score mate 1"])), "+999.99/2 0.052s, sd=2");
        assert_eq!(comment(Thought::default()), "0.052s");
    }
}
