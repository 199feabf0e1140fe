//! How well the engine plays.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use tak_encoding::excerpt;

use crate::engine::Info;
use crate::limits::Limits;
use crate::score::{self, Score};

/// From 1 to 10: each level searches two or three times as many nodes as the one below, and is less
/// willing to play a move that is not quite the best.
///
/// ```
/// use tak_search::level::Level;
///
/// let level: Level = "3".parse()?;
/// assert_eq!((level.limits().nodes, level.lines()), (Some(4000), 5));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Default for Level {
    fn default() -> Self {
        Self(5)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = text.parse().ok().filter(|level| (1..=Self::HIGHEST.0).contains(level));
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
    /// The highest.
    pub const HIGHEST: Self = Self(10);

    /// The level for a player with this rating on playtak.com: one more for each hundred.
    pub fn for_rating(rating: u32) -> Self {
        Self((rating.saturating_sub(700) / 100).clamp(1, Self::HIGHEST.0.into()) as u8)
    }

    /// The limits of a search.
    pub fn limits(self) -> Limits {
        const NODES: [u64; 10] =
            [500, 1_500, 4_000, 10_000, 25_000, 60_000, 150_000, 400_000, 1_000_000, 3_000_000];
        Limits::nodes(NODES[usize::from(self.0 - 1)])
    }

    /// How many moves it chooses among.
    pub fn lines(self) -> usize {
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

    /// One of the lines of a search, given best first: a random one of those nearly as good as the
    /// best. `random` returns a number below its argument.
    pub fn choose(self, lines: &[Info], random: impl FnOnce(usize) -> usize) -> Option<&Info> {
        let best = lines.first()?;
        let least = if score::is_decided(best.score) {
            // Won or lost: no more deliberate mistakes.
            best.score
        } else {
            best.score - self.margin()
        };
        let good = lines.iter().filter(|line| line.score >= least).count();
        lines.get(random(good.max(1)))
    }
}

/// The latest line of each rank that a search has reported.
#[derive(Clone, Default, Debug)]
pub struct BestLines(Vec<Info>);

impl BestLines {
    /// Takes the next report.
    pub fn add(&mut self, info: Info) {
        match self.0.get_mut(info.rank.saturating_sub(1)) {
            Some(known) => *known = info,
            None => self.0.push(info),
        }
    }

    /// The lines at the end of the search, best first: one for each first move. If the search was
    /// cut short, the end of the list is still that of the previous depth.
    pub fn finish(mut self) -> Vec<Info> {
        let mut known = HashSet::new();
        self.0.retain(|info| known.insert(info.line.first().copied()));
        self.0
    }
}
