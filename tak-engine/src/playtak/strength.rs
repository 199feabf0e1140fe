//! How well the bot plays, and against whom.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use tak_search::limits::Limits;

use super::connection::{Endpoint, Trust};
use tak_search::level::Level;

/// How well it plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    Level(Level),
    /// As well as the clock allows.
    Full,
}

impl Strength {
    /// How far a search goes, clock aside, and how many lines it chooses among.
    pub(super) fn effort(self) -> (Limits, usize) {
        match self {
            Self::Level(level) => (level.limits(), level.lines()),
            Self::Full => (Limits::default(), 1),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "at level {level}"),
            Self::Full => f.write_str("as well as I can"),
        }
    }
}

/// What decides how well it plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Always(Strength),
    /// The opponent's rating; a middle level for those who have none.
    ByRating,
}

impl Choice {
    /// What to begin a game with.
    pub(super) fn at_first(self) -> Strength {
        match self {
            Self::Always(strength) => strength,
            Self::ByRating => Strength::Level(Level::default()),
        }
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "full" => Ok(Self::Always(Strength::Full)),
            "rating" => Ok(Self::ByRating),
            _ => {
                let level = text.parse().map(|level| Self::Always(Strength::Level(level)));
                level.map_err(|error: String| error + ", full or rating")
            }
        }
    }
}

/// A player's rating, if the service knows it.
pub(super) fn rating_of(player: &str, service: &Endpoint, trust: &Trust) -> Result<u32, String> {
    #[derive(Deserialize)]
    struct Answer {
        rating: f64,
    }
    let text = service.fetch(player, trust).map_err(|lost| lost.0)?;
    let answer: Answer = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    // What is out of range becomes the nearest number.
    Ok(answer.rating as u32)
}
