//! How well the engine plays.

use std::fmt;
use std::str::FromStr;

use fastrand::Rng;
use tak_encoding::excerpt;
use tak_search::engine::Info;
use tak_search::limits::Limits;
use tak_search::score::{self, Score};

/// From 1 to 10: each level searches two or three times as many nodes as the one
/// below, and is less ready to play a move that is not quite the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Level(u8);

impl Default for Level {
    fn default() -> Self {
        Self(5)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = text.parse().ok().filter(|level| (1..=10).contains(level));
        level.map(Self).ok_or_else(|| {
            let found = excerpt(text);
            format!("found {found}, expected a level from 1 to 10")
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Level {
    /// The level for a player of that rating on playtak.com: one more for each hundred.
    #[cfg(feature = "playtak")]
    pub(crate) fn for_rating(rating: u32) -> Self {
        Self((rating.saturating_sub(700) / 100).clamp(1, 10) as u8)
    }

    /// How far a search goes.
    pub(crate) fn limits(self) -> Limits {
        const NODES: [u64; 10] =
            [500, 1_500, 4_000, 10_000, 25_000, 60_000, 150_000, 400_000, 1_000_000, 3_000_000];
        Limits::nodes(NODES[usize::from(self.0 - 1)])
    }

    /// How many moves it chooses among.
    pub(crate) fn lines(self) -> usize {
        match self.0 {
            1 => 8,
            2..=3 => 5,
            4..=6 => 3,
            _ => 2,
        }
    }

    /// By how many centiflats a move may be worse than the best and still be played.
    fn margin(self) -> Score {
        const MARGINS: [Score; 10] = [150, 100, 70, 50, 35, 25, 15, 10, 5, 0];
        MARGINS[usize::from(self.0 - 1)]
    }

    /// One of the lines of a search, given best first: a random one of those that are
    /// nearly as good as the best.
    pub(crate) fn choose<'a>(self, lines: &'a [Info], random: &mut Rng) -> Option<&'a Info> {
        let best = lines.first()?;
        let least = if score::is_decided(best.score) {
            // Won or lost: no more play-acting.
            best.score
        } else {
            best.score - self.margin()
        };
        let good = lines.iter().filter(|line| line.score >= least).count();
        lines.get(random.usize(..good.max(1)))
    }
}
