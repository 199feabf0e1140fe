//! One game: tags, moves and a result.

use std::fmt::{self, Write};

use crate::moves::Move;
use crate::outcome::Outcome;
use crate::piece::Color;
use crate::position::Position;
use crate::size::{Playable, Size};

/// `[Name "value"]`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// As written; compared without regard to case.
    pub name: String,
    /// What stands between the quotes.
    pub value: String,
}

/// The result that a game claims, which may be a resignation or a flag fall.
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
    pub(super) fn read(text: &str) -> Option<Self> {
        Some(match text {
            "R-0" => Self::Outcome(Outcome::Road(Color::White)),
            "0-R" => Self::Outcome(Outcome::Road(Color::Black)),
            "F-0" => Self::Outcome(Outcome::Flats(Color::White)),
            "0-F" => Self::Outcome(Outcome::Flats(Color::Black)),
            "1/2-1/2" | "1/2" => Self::Outcome(Outcome::Draw),
            "1-0" => Self::Win(Color::White),
            "0-1" => Self::Win(Color::Black),
            "0" | "*" | "0-0" => Self::Unfinished,
            _ => return None,
        })
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

/// A game on an N×N board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game<const N: usize>
where
    Size<N>: Playable,
{
    /// All tags in order, repeated ones too.
    pub tags: Vec<Tag>,
    /// The position before the first move.
    pub start: Position<N>,
    /// The moves of the main line, each legal.
    pub moves: Vec<Move<N>>,
    /// The result at the end of the moves, or else of the `Result` tag.
    pub result: Option<GameResult>,
}

impl<const N: usize> Game<N>
where
    Size<N>: Playable,
{
    /// The position after the last move.
    pub fn end(&self) -> Position<N> {
        self.moves
            .iter()
            .fold(self.start, |position, &mv| position.after(mv))
    }

    /// The value of the first tag of that name, case ignored.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find(&self.tags, name).map(|tag| tag.value.as_str())
    }
}

/// The game as a PTN file: its tags, two plies a line, the result.
impl<const N: usize> fmt::Display for Game<N>
where
    Size<N>: Playable,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Tag { name, value } in &self.tags {
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        let mut position = self.start;
        for (index, &mv) in self.moves.iter().enumerate() {
            match position.side_to_move() {
                Color::White => write!(f, "\n{}. {mv}", position.move_number())?,
                Color::Black if index == 0 => write!(f, "\n{}. -- {mv}", position.move_number())?,
                Color::Black => write!(f, " {mv}")?,
            }
            position.play_unchecked(mv);
        }
        if let Some(result) = self.result {
            write!(f, "\n{result}")?;
        }
        f.write_char('\n')
    }
}

/// The first tag of that name, case ignored.
pub(super) fn find<'a>(tags: &'a [Tag], name: &str) -> Option<&'a Tag> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
}
