//! How well the engine plays.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;
use std::str::FromStr;

use tak_encoding::excerpt;
use tak_engine::engine::Info;
use tak_engine::limits::Limits;
use tak_engine::score::{self, Score};

/// From 1 to 10: each level looks at about three times as many positions as the
/// one below, and is less ready to play a move that is not quite the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level(u8);

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
    /// When the engine has to move.
    pub(super) fn limits(self) -> Limits {
        const NODES: [u64; 10] = [
            500, 1_500, 4_000, 10_000, 25_000, 60_000, 150_000, 400_000, 1_000_000, 3_000_000,
        ];
        Limits {
            nodes: Some(NODES[usize::from(self.0 - 1)]),
            ..Limits::default()
        }
    }

    /// The moves that it chooses among.
    pub(super) fn lines(self) -> usize {
        match self.0 {
            1 => 8,
            2..=3 => 5,
            4..=6 => 3,
            _ => 2,
        }
    }

    /// How many centiflats below the best move it may play.
    fn margin(self) -> Score {
        const MARGINS: [Score; 10] = [150, 100, 70, 50, 35, 25, 15, 10, 5, 0];
        MARGINS[usize::from(self.0 - 1)]
    }

    /// One of the lines that were found, the best one first: any that is about
    /// as good as the best.
    pub(super) fn choose<'a>(self, lines: &'a [Info], random: &mut Random) -> Option<&'a Info> {
        let best = lines.first()?;
        let least = if score::is_decided(best.score) {
            // Won or lost: no more games.
            best.score
        } else {
            best.score - self.margin()
        };
        let good = lines.iter().filter(|line| line.score >= least).count();
        lines.get(random.below(good.max(1)))
    }
}

/// `SplitMix64` (Steele, Lea and Flood, 2014).
pub(super) struct Random(u64);

impl Random {
    /// Always the same numbers for the same seed, others each time without one.
    pub(super) fn new(seed: Option<u64>) -> Self {
        Self(seed.unwrap_or_else(|| RandomState::new().hash_one(0)))
    }

    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % count.max(1) as u64) as usize
    }
}
