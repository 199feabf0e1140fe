//! Points of a game as players name them.

use std::fmt;
use std::str::FromStr;

use crate::piece::Color;
use crate::text::ParseError;

/// A point of a game, written `12w` or `12b`; `12` is move 12 as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveName {
    /// The move number, 1 for the first.
    pub number: u32,
    /// Whose ply of the move; `None` if not given.
    pub color: Option<Color>,
}

impl FromStr for MoveName {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (digits, color) = match text.strip_suffix(['w', 'W']) {
            Some(digits) => (digits, Some(Color::White)),
            None => match text.strip_suffix(['b', 'B']) {
                Some(digits) => (digits, Some(Color::Black)),
                None => (text, None),
            },
        };
        let number = digits.parse().ok().filter(|&number| number > 0);
        match number {
            Some(number) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Ok(Self { number, color })
            }
            _ => {
                let expected = "a move number and `w` or `b`, like 12w or 3b";
                Err(ParseError::new("move", text, expected))
            }
        }
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.color {
            Some(Color::White) => "w",
            Some(Color::Black) => "b",
            None => "",
        };
        write!(f, "{}{side}", self.number)
    }
}

/// Which ply of a move is meant if no side is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whole {
    /// White's, or Black's if the game begins with it.
    First,
    /// Black's, or White's if the game ends with it.
    Last,
}

impl MoveName {
    /// The ply in a game of `plies` plies, 0 for its first; `start` were played before the game
    /// begins.
    ///
    /// # Errors
    ///
    /// If the game has no such move: which moves it has.
    ///
    /// ```
    /// use tak_encoding::{MoveName, Whole};
    ///
    /// let name: MoveName = "2".parse()?;
    /// assert_eq!(name.ply(0, 4, Whole::First), Ok(2));
    /// assert_eq!(name.ply(0, 4, Whole::Last), Ok(3));
    /// assert_eq!(name.ply(0, 3, Whole::Last), Ok(2));
    /// assert_eq!(name.ply(0, 2, Whole::Last), Err("the game has the moves 1w to 1b".to_owned()));
    /// # Ok::<(), tak_encoding::ParseError>(())
    /// ```
    pub fn ply(self, start: usize, plies: usize, whole: Whole) -> Result<usize, String> {
        let white = (self.number as usize).saturating_sub(1).saturating_mul(2);
        let black = white.saturating_add(1);
        let end = start.saturating_add(plies);
        let inside = |ply: &usize| (start..end).contains(ply);
        let found = match (self.color, whole) {
            (Some(Color::White), _) => inside(&white).then_some(white),
            (Some(Color::Black), _) => inside(&black).then_some(black),
            (None, Whole::First) => [white, black].into_iter().find(inside),
            (None, Whole::Last) => [black, white].into_iter().find(inside),
        };
        found.map(|ply| ply - start).ok_or_else(|| {
            if plies == 0 {
                return "the game has no moves".to_owned();
            }
            let [first, last] = [start, end - 1].map(Self::of_ply);
            format!("the game has the moves {first} to {last}")
        })
    }

    /// The name of a ply, 0 for the first of a game from the empty board.
    pub fn of_ply(ply: usize) -> Self {
        Self {
            number: u32::try_from(ply / 2 + 1).unwrap_or(u32::MAX),
            color: Some(Color::from_parity((ply % 2) as u32)),
        }
    }

    /// What PTN writes before the ply: `12.` if it is White's, `12...` if it is Black's.
    ///
    /// ```
    /// use tak_encoding::MoveName;
    ///
    /// assert_eq!(MoveName::of_ply(22).in_ptn(), "12.");
    /// assert_eq!(MoveName::of_ply(23).in_ptn(), "12...");
    /// ```
    pub fn in_ptn(self) -> String {
        let dots = if self.color == Some(Color::Black) { "..." } else { "." };
        format!("{}{dots}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_begin_and_end_with_either_side() {
        let found = |text: &str, start, plies, whole| {
            let name: MoveName = text.parse().unwrap();
            name.ply(start, plies, whole).ok()
        };
        assert_eq!(found("4", 7, 3, Whole::First), Some(0));
        assert_eq!(found("4w", 7, 3, Whole::First), None);
        assert_eq!(found("5", 7, 3, Whole::Last), Some(2));
        assert_eq!(found("5", 7, 2, Whole::Last), Some(1));
        assert_eq!(found("6", 7, 3, Whole::Last), None);
        assert_eq!(found("4294967295b", 7, 3, Whole::Last), None);
        assert_eq!(found("1", 0, 0, Whole::First), None);
    }

    #[test]
    fn a_number_and_a_side() {
        let name = |text: &str| text.parse::<MoveName>().ok();
        let color = Some(Color::Black);
        assert_eq!(name("3b"), Some(MoveName { number: 3, color }));
        assert_eq!(name("12").map(|name| name.color), Some(None));
        for bad in ["", "w", "0w", "3x", "+3", "3 w", "99999999999"] {
            assert_eq!(name(bad), None, "{bad}");
        }
    }
}
