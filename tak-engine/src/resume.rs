//! The lines of a file from which an analysis can be resumed: one for the settings, one for each
//! finished position.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use tak_encoding::{
    AnyMove, AnyPosition, AnyRules, HalfKomi, OneHash, Opening, Playable, Position, Reserve, Size,
    with_position,
};
use tak_search::score::{self, Score};
use tak_terminal::failure::printable;

/// What must be the same for a file to be resumed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of this program.
    pub tak_engine: String,
    /// Milliseconds for each search, if limited.
    pub movetime: Option<u64>,
    /// Nodes for each search, if limited.
    pub nodes: Option<u64>,
    /// Plies of depth for each search, if limited.
    pub depth: Option<u32>,
    /// All games, in order.
    pub games: Vec<GameKey>,
}

/// A game to be analysed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameKey {
    /// Its number, 1 for the first.
    pub number: usize,
    /// The first position, as TPS.
    pub start: String,
    /// The komi in force.
    pub half_komi: i16,
    /// How the first two plies are played; `None` for the usual way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The flats and capstones of White, then of Black; `None` for those of the size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<[u8; 4]>,
    /// The moves, with spaces between them.
    pub moves: String,
}

impl GameKey {
    /// The game with this number, from this position on.
    pub fn new(number: usize, start: &AnyPosition<OneHash>, moves: &[AnyMove]) -> Self {
        let pieces = with_position!(start, start => pieces(start));
        let opening = start.opening();
        let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        Self {
            number,
            start: start.to_string(),
            half_komi: start.half_komi().0,
            opening: (opening != Opening::default()).then(|| opening.to_string()),
            pieces,
            moves: moves.join(" "),
        }
    }

    /// The position after the first `plies` moves, if there are as many and all are legal.
    fn position(&self, plies: usize) -> Option<AnyPosition> {
        let mut rules = AnyRules::with_komi(HalfKomi(self.half_komi));
        if let Some([white_flats, white_caps, black_flats, black_caps]) = self.pieces {
            rules.flats = [Some(white_flats), Some(black_flats)];
            rules.caps = [Some(white_caps), Some(black_caps)];
        }
        if let Some(opening) = &self.opening {
            rules.opening = opening.parse().ok()?;
        }
        let mut position = AnyPosition::from_tps_with(&self.start, rules).ok()?;
        let mut moves = self.moves.split_ascii_whitespace();
        for _ in 0..plies {
            play(&mut position, moves.next()?)?;
        }
        Some(position)
    }
}

/// Plays a move, if it is legal.
fn play(position: &mut AnyPosition, mv: &str) -> Option<AnyMove> {
    let mv = position.parse_move(mv).ok()?;
    position.play(mv).ok()?;
    Some(mv)
}

/// The pieces of a game, if they are not those of the size.
fn pieces<const N: usize>(start: &Position<N, OneHash>) -> Option<[u8; 4]>
where
    Size<N>: Playable,
{
    let reserves @ [white, black] = start.rules().reserves();
    let is_usual = reserves == [Reserve::standard::<N>(); 2];
    (!is_usual).then_some([white.flats, white.caps, black.flats, black.caps])
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

/// What is known, by the number of the game and the plies played.
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

    /// What was found, if the line fits one of the games.
    fn found(&self, games: &[GameKey]) -> Option<Found> {
        let game = games.iter().find(|game| game.number == self.game)?;
        let mut position = game.position(self.ply)?;
        let line = self.moves.iter().map(|mv| play(&mut position, mv)).collect::<Option<_>>()?;
        let is_score = (-score::WIN..=score::WIN).contains(&self.eval);
        is_score.then_some(Found {
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
    /// Its first line was not written by this program.
    Foreign,
    /// It belongs to another analysis; says what differs.
    Other(String),
    /// This line, counted from 1, does not fit any position of the games. Without it, its position
    /// is searched again.
    Line(u64),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => {
                f.write_str("it was not written by --resume; expected such a file, or a new name")
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

/// Reads a file that belongs to the analysis with this header. A last line without a line end was
/// cut off, and does not count.
///
/// # Errors
///
/// If it belongs to another, or a line of it is damaged.
pub fn read(text: &str, wanted: &Header) -> Result<Known, Refusal> {
    let mut lines = (1..).zip(text.split_inclusive('\n'));
    let first = lines.next().and_then(|(_, line)| line.strip_suffix('\n'));
    let header: Header =
        first.and_then(|first| serde_json::from_str(first).ok()).ok_or(Refusal::Foreign)?;
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
    /// The first difference from an older header.
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
        let start =
            AnyPosition::with_rules(BoardSize::Five, AnyRules::with_komi(HalfKomi(4))).unwrap();
        let moves = ["a1", "e5", "c3", "c2"];
        let moves = moves.map(|mv| AnyMove::parse(BoardSize::Five, mv).unwrap());
        let games = vec![GameKey::new(1, &start, &moves)];
        let tak_engine = "0.1.0".to_owned();
        Header { tak_engine, movetime: None, nodes: Some(1000), depth: None, games }
    }

    /// Some positions of the game, with what was found out about them.
    fn known() -> impl Strategy<Value = Known> {
        vec(found(), 0..5).prop_map(|known| {
            let known = (0..).zip(known).map(|(ply, (choices, mut found))| {
                found.line = line_from(ply, &choices);
                ((1, ply), found)
            });
            known.collect()
        })
    }

    /// The moves chosen by the numbers, from a position of the game on.
    fn line_from(ply: usize, choices: &[usize]) -> Vec<AnyMove> {
        let mut position = header().games[0].position(ply).unwrap();
        let line = choices.iter().map(|choice| {
            let moves = position.legal_moves();
            let mv = moves[choice % moves.len()];
            position.play(mv).unwrap();
            mv
        });
        line.collect()
    }

    fn found() -> impl Strategy<Value = (Vec<usize>, Found)> {
        let numbers = (-score::WIN..=score::WIN, 0..=u32::MAX, 0..=u64::MAX, 0..=u64::MAX);
        (numbers, vec(any::<usize>(), 0..4)).prop_map(|((eval, depth, nodes, time), choices)| {
            (choices, Found { eval, depth, nodes, time, line: Vec::new() })
        })
    }

    /// A line appended to it would be lost with the header.
    #[test]
    fn a_header_without_an_end_is_foreign() {
        let line = first_line(&header());
        assert_eq!(read(&line, &header()), Ok(Known::new()));
        assert_eq!(read(line.trim_end(), &header()), Err(Refusal::Foreign));
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
