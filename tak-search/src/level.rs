//! How well the engine plays.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use tak_encoding::excerpt;

use crate::engine::Info;
use crate::limits::Limits;
use crate::score;

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

    /// A move that promises less than the best is played if the difference is below this many
    /// thousandths of the point: what a flat is worth differs by size, and with every network.
    fn margin(self) -> f64 {
        const MARGINS: [f64; 10] = [150.0, 100.0, 70.0, 50.0, 35.0, 25.0, 15.0, 10.0, 5.0, 0.0];
        MARGINS[usize::from(self.0 - 1)]
    }

    /// One of the lines of a search, given best first: a random one of those nearly as good as the
    /// best. `random` returns a number below its argument.
    pub fn choose(self, lines: &[Info], random: impl FnOnce(usize) -> usize) -> Option<&Info> {
        let best = lines.first()?;
        let good = lines.iter().filter(|line| self.accepts(line, best)).count();
        lines.get(random(good.max(1)))
    }

    /// Whether it plays the first move of a line where another is best.
    fn accepts(self, line: &Info, best: &Info) -> bool {
        if score::is_decided(best.score) || score::is_decided(line.score) {
            // Won or lost: no more deliberate mistakes.
            return line.score >= best.score;
        }
        let given_away = best.chances.expected() - line.chances.expected();
        // Chances are multiples of half a thousandth, which a difference may miss by a hair.
        line.score >= best.score || (given_away * 2000.0).round() < self.margin() * 2.0
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::wdl::Chances;

    fn line(score: score::Score, win: u16) -> Info {
        Info {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            score,
            chances: Chances { win, draw: 0, loss: 1000 - win },
            proof: None,
            nodes: 1,
            time: Duration::ZERO,
            permille_full: 0,
            line: Vec::new(),
            note: None,
        }
    }

    /// How many of the lines a level may play.
    fn accepted(level: u8, lines: &[Info]) -> usize {
        let mut count = 0;
        let chosen = Level(level).choose(lines, |below| {
            count = below;
            below - 1
        });
        assert_eq!(chosen, lines.get(count - 1));
        count
    }

    #[test]
    fn lower_levels_give_more_away() {
        let lines = [line(100, 600), line(90, 598), line(60, 555), line(20, 460), line(0, 440)];
        assert_eq!([1, 4, 9, 10].map(|level| accepted(level, &lines)), [4, 3, 2, 1]);
        // Too far ahead for a difference in chances.
        let ahead = [line(900, 999), line(700, 999), line(500, 998)];
        assert_eq!([9, 10].map(|level| accepted(level, &ahead)), [3, 1]);
        // As good as the best, at every level.
        assert_eq!(accepted(10, &[line(5, 510), line(5, 510), line(4, 509)]), 2);
    }

    #[test]
    fn nobody_loses_or_misses_a_win_on_purpose() {
        let (won, lost) = (score::WIN - 3, 3 - score::WIN);
        assert_eq!(accepted(1, &[line(-300, 10), line(lost, 0)]), 1);
        assert_eq!(accepted(1, &[line(won, 1000), line(won - 2, 1000), line(600, 990)]), 1);
        assert_eq!(accepted(1, &[line(lost, 0), line(lost - 2, 0)]), 1);
        assert_eq!(Level(1).choose(&[], |_| 0), None);
    }
}
