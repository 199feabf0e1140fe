//! How well the bot plays, and against which opponents.

use std::str::FromStr;

use serde::Deserialize;

use super::connection::{Endpoint, TrustedCertificates};
use crate::strength::Strength;

/// What determines how well it plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Always(Strength),
    /// The opponent's rating; the usual one for unrated opponents.
    ByRating,
}

impl Choice {
    /// The strength at the start of a game.
    pub(super) fn at_first(self) -> Strength {
        match self {
            Self::Always(strength) => strength,
            Self::ByRating => Strength::default(),
        }
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "rating" => Ok(Self::ByRating),
            _ => text.parse().map(Self::Always).map_err(|wrong: String| wrong + ", or rating"),
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
