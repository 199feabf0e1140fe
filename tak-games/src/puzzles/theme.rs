//! What puzzles are about, as far as their solutions tell.

use std::str::FromStr;

use tak_encoding::{Kind, excerpt};

use super::Puzzle;

/// What the first move of a solution does; the page tells it by the same rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Theme {
    /// It moves a stack.
    Spread,
    /// It places a wall.
    Wall,
    /// It places the capstone, or moves it.
    Capstone,
    /// It flattens a wall.
    Crush,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 4] = [Self::Spread, Self::Wall, Self::Capstone, Self::Crush];

    /// Its name on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spread => "spread",
            Self::Wall => "wall",
            Self::Capstone => "capstone",
            Self::Crush => "crush",
        }
    }

    /// Whether a puzzle is about it.
    ///
    /// ```
    /// use tak_games::puzzles::{Puzzle, Theme};
    ///
    /// // White's capstone flattens the wall on the last square of a road.
    /// let puzzle: Puzzle = "2,2,x3/x5/1,1,1,11C,2S/2,x4/x5 1 7|1|d3>|best|700|0".parse()?;
    /// let themes = Theme::ALL.map(|theme| theme.is_of(&puzzle));
    /// assert_eq!(themes, [true, false, true, true]);
    /// # Ok::<(), tak_games::puzzles::PuzzleError>(())
    /// ```
    pub fn is_of(self, puzzle: &Puzzle) -> bool {
        let Some(&first) = puzzle.line.first() else { return false };
        let top = |square| puzzle.position.top(square).map(|(_, kind)| kind);
        match self {
            Self::Spread => first.is_spread(),
            Self::Wall => first.places() == Some(Kind::Wall),
            Self::Capstone => {
                first.places().or_else(|| top(first.square())) == Some(Kind::Capstone)
            }
            Self::Crush => first.is_spread() && top(first.target()) == Some(Kind::Wall),
        }
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let theme = Self::ALL.into_iter().find(|theme| theme.name() == text);
        theme.ok_or_else(|| {
            format!("expected spread, wall, capstone or crush, found {}", excerpt(text))
        })
    }
}
