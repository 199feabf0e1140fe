//! How well the bot plays, and against which opponents.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use super::connection::{Endpoint, TrustedCertificates};
use tak_search::level::Level;

/// A playing strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    Level(Level),
    /// Full strength, limited only by the clock.
    Full,
}

impl Strength {
    /// The level, if it is not full strength.
    pub(super) fn level(self) -> Option<Level> {
        match self {
            Self::Level(level) => Some(level),
            Self::Full => None,
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

/// What determines how well it plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Always(Strength),
    /// The opponent's rating; a middle level for unrated opponents.
    ByRating,
}

impl Choice {
    /// The strength at the start of a game.
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
pub(super) fn rating_of(
    player: &str,
    service: &Endpoint,
    trust: &TrustedCertificates,
) -> Result<u32, String> {
    #[derive(Deserialize)]
    struct Answer {
        rating: f64,
    }
    let text = service.fetch(player, trust).map_err(|lost| lost.0)?;
    let answer: Answer = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    // Numbers out of range are clamped.
    Ok(answer.rating as u32)
}
