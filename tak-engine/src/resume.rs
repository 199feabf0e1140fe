//! The lines of a file from which an analysis can be resumed: one for the settings, one
//! for each position that is done.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use tak_encoding::{AnyMove, AnyPosition};
use tak_search::score::{self, Score};
use tak_terminal::failure::printable;

/// What must be the same for a file to be resumed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of this program.
    pub tak_engine: String,
    /// The limits of the searches.
    pub movetime: Option<u64>,
    /// The same.
    pub nodes: Option<u64>,
    /// The same.
    pub depth: Option<u32>,
    /// All games, in order.
    pub games: Vec<GameKey>,
}

/// A game that is analysed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameKey {
    /// Its number, 1 for the first.
    pub number: usize,
    /// The first position, as TPS.
    pub start: String,
    /// The komi in force.
    pub half_komi: i16,
    /// The moves, with spaces between them.
    pub moves: String,
}

/// What the search found out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// For White: centiflats, or 10 000 minus the plies to a win.
    pub eval: Score,
    /// Plies of full depth.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds taken.
    pub time: u64,
    /// The best moves for both sides, the first of them for the side to move.
    pub line: Vec<AnyMove>,
}

/// What is known, by the number of the game and the plies played in it.
pub type Known = HashMap<(usize, usize), Found>;

/// One finished position: what was found, under the names in [`Found`].
#[derive(Serialize, Deserialize)]
struct Line {
    game: usize,
    ply: usize,
    eval: Score,
    depth: u32,
    nodes: u64,
    time: u64,
    #[serde(rename = "line")]
    moves: Vec<String>,
}

impl Line {
    fn new(game: usize, ply: usize, found: &Found) -> Self {
        Self {
            game,
            ply,
            eval: found.eval,
            depth: found.depth,
            nodes: found.nodes,
            time: found.time,
            moves: found.line.iter().map(ToString::to_string).collect(),
        }
    }

    /// What was found, if the line can be about one of the games.
    fn found(&self, games: &[GameKey]) -> Option<Found> {
        let game = games.iter().find(|game| game.number == self.game)?;
        let plies = game.moves.split_ascii_whitespace().count();
        let start: AnyPosition = game.start.parse().ok()?;
        let moves = self.moves.iter().map(|mv| AnyMove::parse(start.size(), mv).ok());
        let line = moves.collect::<Option<_>>()?;
        let is_score = (-score::WIN..=score::WIN).contains(&self.eval);
        (self.ply <= plies && is_score).then_some(Found {
            eval: self.eval,
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            line,
        })
    }
}

/// The first line of a file.
pub fn first_line(header: &Header) -> String {
    json(header) + "\n"
}

/// The line about a position.
pub fn line(game: usize, ply: usize, found: &Found) -> String {
    json(&Line::new(game, ply, found)) + "\n"
}

/// Numbers and text only, which JSON can always hold.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Why a file cannot be resumed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// Its first line is none of ours.
    Foreign,
    /// It belongs to another analysis; what is different.
    Other(String),
    /// This line, from 1, is about no position of the games. It can be taken out: then
    /// its position is searched again.
    Line(u64),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => {
                f.write_str("it is no file that --resume has begun; expected one, or a new name")
            }
            Self::Other(difference) => write!(
                f,
                "it belongs to another analysis: {difference}; expected the same, or a new name"
            ),
            Self::Line(_) => f.write_str(
                "expected a position of the game; without this line it is searched again",
            ),
        }
    }
}

impl std::error::Error for Refusal {}

/// Reads a file that belongs to the analysis with this header. A last line without its
/// end was cut off, and does not count.
///
/// # Errors
///
/// If it belongs to another, or a line of it is damaged.
pub fn read(text: &str, wanted: &Header) -> Result<Known, Refusal> {
    let mut lines = (1..).zip(text.split_inclusive('\n'));
    let first = lines.next().map_or("", |(_, line)| line);
    let header: Header = serde_json::from_str(first).map_err(|_| Refusal::Foreign)?;
    if let Some(difference) = wanted.difference(&header) {
        return Err(Refusal::Other(difference));
    }
    let whole = lines.filter(|(_, line)| line.ends_with('\n'));
    let known = whole.map(|(number, line)| {
        let line: Option<Line> = serde_json::from_str(line).ok();
        let found = line.and_then(|line| Some(((line.game, line.ply), line.found(&wanted.games)?)));
        found.ok_or(Refusal::Line(number))
    });
    known.collect()
}

impl Header {
    /// The first thing that is different in an older header.
    fn difference(&self, old: &Self) -> Option<String> {
        let limit = |name: &str, old: Option<u64>, new: Option<u64>| {
            let option = |value: Option<u64>| match value {
                Some(value) => format!("--{name} {value}"),
                None => format!("no --{name}"),
            };
            (old != new).then(|| format!("it was made with {}, now {}", option(old), option(new)))
        };
        let depth = |header: &Self| header.depth.map(u64::from);
        let version = || {
            let same = self.tak_engine == old.tak_engine;
            (!same).then(|| format!("it was made by version {}", printable(&old.tak_engine)))
        };
        let games = || (self.games != old.games).then(|| "the game is not the same".to_owned());
        limit("movetime", old.movetime, self.movetime)
            .or_else(|| limit("nodes", old.nodes, self.nodes))
            .or_else(|| limit("depth", depth(old), depth(self)))
            .or_else(games)
            .or_else(version)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use tak_encoding::BoardSize;

    use super::*;

    fn header() -> Header {
        let (start, moves) = ("x5/x5/x5/x5/x5 1 1".to_owned(), "a1 e5 c3 c2".to_owned());
        Header {
            tak_engine: "0.1.0".to_owned(),
            movetime: None,
            nodes: Some(1000),
            depth: None,
            games: vec![GameKey { number: 1, start, half_komi: 4, moves }],
        }
    }

    /// Some positions of the game, with what was found out about them.
    fn known() -> impl Strategy<Value = Known> {
        vec(found(), 0..5).prop_map(|known| (0..).map(|ply| (1, ply)).zip(known).collect())
    }

    fn found() -> impl Strategy<Value = Found> {
        let mv = prop::sample::select(vec!["a1", "Sb2", "Cc3", "3c3>12", "c2<"]);
        let mv = mv.prop_map(|mv| AnyMove::parse(BoardSize::Five, mv).unwrap());
        let numbers = (-score::WIN..=score::WIN, 0..=u32::MAX, 0..=u64::MAX, 0..=u64::MAX);
        (numbers, vec(mv, 0..4)).prop_map(|((eval, depth, nodes, time), line)| Found {
            eval,
            depth,
            nodes,
            time,
            line,
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(known in known()) {
            let lines = known.iter().map(|(&(game, ply), found)| line(game, ply, found));
            let text = first_line(&header()) + &lines.collect::<String>();
            prop_assert_eq!(read(&text, &header()), Ok(known));
        }
    }
}
