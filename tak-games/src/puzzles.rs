//! Puzzles as text: those that come with the page and with `tak-engine puzzle`.
//!
//! One puzzle a line, of six fields; lines that begin with `#` are remarks. A line may also be an
//! object as `tak-tools puzzles find --json` writes it, of which the fields of the same names are
//! read; `half_komi`, `kind` and `rating` may be left out there, and `move` may stand for the line.
//!
//! ```text
//! x4/x4/1,1,1,x/2,2,x,2 1 5|1|d2|tinuë|700|0
//! ```
//!
//! | field | meaning |
//! |---|---|
//! | TPS | the position; who is to move solves it |
//! | plies | how long it takes, against the longest defence |
//! | line | the solution, and that defence; where a loss is only prevented, one move |
//! | kind | see [`Kind`] |
//! | rating | how hard it is, until people's results move that: see [`rating`] |
//! | half komi | added to Black's flats, in half points |
//!
//! The solution's first move is the only one; later there may be others.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};
use tak_encoding::{AnyMove, AnyPosition, AnyRules, Color, HalfKomi, OneHash, excerpt};

pub use self::theme::Theme;

mod theme;

/// What is claimed of a puzzle's first move, and of no other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// It forces a road by moves that each threaten one.
    Tinue,
    /// The other player has no such tinuë after it; within the plies, counted after the move, they
    /// have one after every other.
    Avoidance,
    /// It wins within the plies, on flats if the defence holds out.
    Flats,
    /// It wins within the plies, or where the line has one move, does not lose within them.
    Best,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Tinue, Self::Avoidance, Self::Flats, Self::Best];

    /// Its name in files and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tinue => "tinuë",
            Self::Avoidance => "avoidance",
            Self::Flats => "flats",
            Self::Best => "best",
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    /// Reads a name; `tinue` is as good as `tinuë`, and `gaelet` as `flats`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "gaelet" {
            return Ok(Self::Flats);
        }
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == text.replace("tinue", "tinuë"));
        kind.ok_or_else(|| {
            format!("expected tinuë, avoidance, flats or best, found {}", excerpt(text))
        })
    }
}

/// What a line of text consists of.
const FIELDS: &str = "TPS|plies|line|kind|rating|half komi";

/// Of a puzzle that nobody has rated.
const USUAL_RATING: &str = "1500";

/// A position of which one move is looked for.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position.
    pub position: AnyPosition<OneHash>,
    /// How long it takes.
    pub plies: u32,
    /// The solution, at least one move.
    pub line: Vec<AnyMove>,
    /// What is claimed.
    pub kind: Kind,
    /// How hard it is.
    pub rating: u32,
}

/// Why a line is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleError(String);

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PuzzleError {}

impl Puzzle {
    /// Who is to find the move.
    pub fn solver(&self) -> Color {
        self.position.side_to_move()
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    /// Reads a line, in either form; the moves must be legal.
    ///
    /// ```
    /// use tak_games::puzzles::{Kind, Puzzle};
    ///
    /// let puzzle: Puzzle = "x4/x4/1,1,1,x/2,2,x,2 1 5|1|d2|tinuë|700|0".parse()?;
    /// assert_eq!((puzzle.kind, puzzle.line.len()), (Kind::Tinue, 1));
    /// assert!("x4/x4/1,1,1,x/2,2,x,2 1 5|1|a1|tinuë|700|0".parse::<Puzzle>().is_err());
    /// # Ok::<(), tak_games::puzzles::PuzzleError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        if text.trim_start().starts_with('{') {
            return Self::of_fields(&fields_of_json(text)?);
        }
        if text.trim_start().starts_with('[') {
            return Err(PuzzleError(format!(
                "expected {FIELDS} or an object in JSON, found what begins a game in PTN or a list"
            )));
        }
        let fields: Vec<_> = text.split('|').map(|field| field.trim().to_owned()).collect();
        let fields = <[String; 6]>::try_from(fields).map_err(|fields| {
            let found = fields.len();
            PuzzleError(format!(
                "expected {FIELDS} or an object in JSON, found {found} of 6 fields"
            ))
        })?;
        Self::of_fields(&fields)
    }
}

impl Puzzle {
    /// Reads the fields of a line.
    fn of_fields(
        [tps, plies, moves, kind, rating, half_komi]: &[String; 6],
    ) -> Result<Self, PuzzleError> {
        let half_komi = HalfKomi(number("half komi", half_komi)?);
        let position = AnyPosition::from_tps_with(tps, AnyRules::with_komi(half_komi));
        let position = position.map_err(|error| PuzzleError(error.to_string()))?;
        let line = legal_line(&position, moves)?;
        let kind = kind.parse().map_err(|why| PuzzleError(format!("kind: {why}")))?;
        let (plies, rating) = (number("plies", plies)?, number("rating", rating)?);
        if plies == 0 {
            return Err(PuzzleError("plies: expected at least 1, found 0".to_owned()));
        }
        Ok(Self { position, plies, line, kind, rating })
    }
}

/// The fields of an object in JSON, in the order of a line.
fn fields_of_json(text: &str) -> Result<[String; 6], PuzzleError> {
    let object: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
        let column = error.column();
        PuzzleError(format!("expected an object in JSON on one line, column {column} is wrong"))
    })?;
    let told = |name: &str| match object.get(name) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::Array(moves)) => {
            Some(moves.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "))
        }
        Some(other) => Some(other.to_string()),
    };
    let needed = |name: &str| told(name).ok_or_else(|| PuzzleError(format!("expected `{name}`")));
    let line = told("line").map_or_else(|| needed("move"), Ok)?;
    let or = |name: &str, usual: &str| told(name).unwrap_or_else(|| usual.to_owned());
    let [kind, rating] = [or("kind", Kind::Tinue.name()), or("rating", USUAL_RATING)];
    Ok([needed("tps")?, needed("plies")?, line, kind, rating, or("half_komi", "0")])
}

/// How hard a puzzle is, by the nodes that the solver needs and by its length:
/// 700 + 60 log₂ nodes + 40 plies.
///
/// ```
/// assert_eq!(tak_games::puzzles::rating(1, 1), 740);
/// assert_eq!(tak_games::puzzles::rating(1024, 9), 1660);
/// ```
pub fn rating(nodes: u64, plies: u32) -> u32 {
    let rating = 700.0 + 60.0 * (nodes.max(1) as f64).log2() + 40.0 * f64::from(plies);
    rating.round() as u32
}

/// The puzzles of a text, by the numbers that people know them by; of a line that is none, its
/// number in the text and why.
pub fn read(text: &str) -> Result<Vec<Puzzle>, (usize, PuzzleError)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let puzzles = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    puzzles.map(|(number, line)| line.parse().map_err(|error| (number, error))).collect()
}

fn number<T: FromStr>(name: &str, text: &str) -> Result<T, PuzzleError> {
    let wrong = |_| PuzzleError(format!("{name}: expected a number, found {}", excerpt(text)));
    text.parse().map_err(wrong)
}

/// The moves of a line, at least one.
fn legal_line(start: &AnyPosition<OneHash>, moves: &str) -> Result<Vec<AnyMove>, PuzzleError> {
    let (mut position, mut line) = (*start, Vec::new());
    for text in moves.split_whitespace() {
        let wrong = |why: String| PuzzleError(format!("line, {}: {why}", excerpt(text)));
        if position.outcome().is_some() {
            return Err(wrong("the game is over".to_owned()));
        }
        let mv = position.parse_move(text).map_err(|error| wrong(error.to_string()))?;
        position.play(mv).map_err(|error| wrong(error.to_string()))?;
        line.push(mv);
    }
    if line.is_empty() { Err(PuzzleError("line: expected a move".to_owned())) } else { Ok(line) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TPS: &str = "x4/x4/1,1,1,x/2,2,x,2 1 5";

    fn error(text: &str) -> String {
        text.parse::<Puzzle>().unwrap_err().to_string()
    }

    #[test]
    fn both_forms_say_the_same() {
        let object = format!(
            r#"{{"tps": "{TPS}", "size": 4, "half_komi": 4, "kind": "best", "plies": 1,
            "line": ["d2"], "rating": 812, "themes": []}}"#
        );
        let [line, object] =
            [format!("{TPS}|1|d2|best|812|4"), object].map(|text| text.parse::<Puzzle>().unwrap());
        assert_eq!(format!("{line:?}"), format!("{object:?}"));
        let short = format!(r#"{{"tps": "{TPS}", "plies": 1, "move": "d2"}}"#);
        let short: Puzzle = short.parse().unwrap();
        assert_eq!((short.kind, short.rating), (Kind::Tinue, 1500));
    }

    #[test]
    fn what_is_no_puzzle_says_what_was_expected() {
        for (text, why) in [
            ("d2|1", format!("expected {FIELDS} or an object in JSON, found 2 of 6 fields")),
            (
                r#"{"tps": }"#,
                "expected an object in JSON on one line, column 9 is wrong".to_owned(),
            ),
            (&format!("{TPS}|0|d2|tinuë|700|0"), "plies: expected at least 1, found 0".to_owned()),
            (&format!("{TPS}|1|d2 a4|tinuë|700|0"), "line, `a4`: the game is over".to_owned()),
            (
                "[Size \"5\"]",
                format!(
                    "expected {FIELDS} or an object in JSON, found what begins a game in PTN or a list"
                ),
            ),
            (r#"{"plies": 1, "move": "d2"}"#, "expected `tps`".to_owned()),
            (&format!(r#"{{"tps": "{TPS}", "plies": 1}}"#), "expected `move`".to_owned()),
            (
                &format!(r#"{{"tps": "{TPS}", "plies": "two", "move": "d2"}}"#),
                "plies: expected a number, found `two`".to_owned(),
            ),
        ] {
            assert_eq!(error(text), why);
        }
        let lines = format!("# mine\n\n{TPS}|1|d2|tinuë|700|0\n{{}}\n");
        assert_eq!(read(&lines).unwrap_err().0, 4);
    }
}
