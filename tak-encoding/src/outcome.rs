//! Results: how a game ends by the rules, and what players say about it.

use std::fmt;
use std::str::FromStr;

use crate::piece::Color;
use crate::rules::HalfKomi;
use crate::text::ParseError;

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player has a road.
    Road(Color),
    /// No road, and this player has more flats, komi included.
    Flats(Color),
    /// No road and a tie on flats.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Road(color) | Self::Flats(color) => Some(color),
            Self::Draw => None,
        }
    }

    fn read(text: &str) -> Option<Self> {
        Some(match text {
            "R-0" => Self::Road(Color::White),
            "0-R" => Self::Road(Color::Black),
            "F-0" => Self::Flats(Color::White),
            "0-F" => Self::Flats(Color::Black),
            // The last as playtak.com wrote it in 2016.
            "1/2-1/2" | "1/2" | "1-2-1-2" => Self::Draw,
            _ => return None,
        })
    }

    /// The result of a flat count: `lead` is White's flats minus Black's.
    #[inline]
    pub fn of_flats(lead: i32, komi: HalfKomi) -> Self {
        match (2 * lead).cmp(&i32::from(komi.0)) {
            std::cmp::Ordering::Greater => Self::Flats(Color::White),
            std::cmp::Ordering::Less => Self::Flats(Color::Black),
            std::cmp::Ordering::Equal => Self::Draw,
        }
    }
}

/// `R-0`, `0-R`, `F-0`, `0-F` or `1/2-1/2`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Road(Color::White) => "R-0",
            Self::Road(Color::Black) => "0-R",
            Self::Flats(Color::White) => "F-0",
            Self::Flats(Color::Black) => "0-F",
            Self::Draw => "1/2-1/2",
        })
    }
}

impl FromStr for Outcome {
    type Err = ParseError;

    /// Reads the text above, `1/2`, and `1-2-1-2`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "`R-0`, `0-R`, `F-0`, `0-F` or `1/2-1/2`";
        Self::read(text).ok_or_else(|| ParseError::new("result", text, expected))
    }
}

/// The result that a game claims, which may be a resignation or a flag fall.
///
/// ```
/// use tak_encoding::{Color, GameResult, Outcome};
///
/// assert_eq!("0-1".parse(), Ok(GameResult::Win(Color::Black)));
/// assert_eq!("1/2".parse(), Ok(GameResult::from(Outcome::Draw)));
/// assert!("2-0".parse::<GameResult>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// By road, flats or a tie.
    Outcome(Outcome),
    /// `1-0` or `0-1`: won otherwise.
    Win(Color),
    /// `0` or `*`: not finished.
    Unfinished,
}

impl GameResult {
    /// Reads a result in PTN; `None` if the text is not a result.
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" => Self::Win(Color::White),
            "0-1" => Self::Win(Color::Black),
            "0" | "*" | "0-0" => Self::Unfinished,
            _ => return Outcome::read(text).map(Self::Outcome),
        })
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        Self::Outcome(outcome)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => outcome.fmt(f),
            Self::Win(Color::White) => f.write_str("1-0"),
            Self::Win(Color::Black) => f.write_str("0-1"),
            Self::Unfinished => f.write_str("0"),
        }
    }
}

impl FromStr for GameResult {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "`R-0`, `0-F`, `1-0`, `1/2-1/2` or `0`";
        Self::read(text).ok_or_else(|| ParseError::new("result", text, expected))
    }
}
