//! How well the engine plays.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::str::FromStr;

use tak_encoding::excerpt;

use crate::engine::Info;
use crate::limits::Limits;
use crate::score;

/// From 1 to 10: each level searches more nodes than the one below, and is less willing to play a
/// move that is not quite the best.
///
/// ```
/// use tak_search::level::Level;
///
/// let level: Level = "3".parse()?;
/// assert_eq!((level.limits().nodes, level.limits().lines), (Some(2000), 5));
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
        text.parse().ok().and_then(Self::new).ok_or_else(|| {
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

    /// The level of a number from 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::HIGHEST.0).contains(&number).then_some(Self(number))
    }

    /// From 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The level for a player with this rating on playtak.com: one more for each hundred.
    pub fn for_rating(rating: u32) -> Self {
        Self((rating.saturating_sub(700) / 100).clamp(1, Self::HIGHEST.0.into()) as u8)
    }

    /// The limits of a search, which finds the moves to [choose](Self::choose) among.
    pub fn limits(self) -> Limits {
        let Skill { nodes, lines, .. } = self.skill();
        Limits { lines, ..Limits::nodes(nodes) }
    }

    /// These limits and its own: no more nodes than it searches, and no fewer lines than it chooses
    /// among.
    #[must_use]
    pub fn within(self, limits: Limits) -> Limits {
        let Skill { nodes, lines, .. } = self.skill();
        let nodes = limits.nodes.map_or(nodes, |most| most.min(nodes));
        Limits { nodes: Some(nodes), lines: limits.lines.max(lines), ..limits }
    }

    fn skill(self) -> Skill {
        SKILLS[usize::from(self.0 - 1)]
    }

    /// One of the lines of a search, given best first: a random one of those nearly as good as the
    /// best. `random` returns a number below its argument.
    pub fn choose(self, lines: &[Info], random: impl FnOnce(usize) -> usize) -> Option<&Info> {
        let (best, rest) = lines.split_first()?;
        let rest = rest.iter().take(self.skill().lines - 1);
        // After a search that was cut short, lines of two depths follow each other: good ones may
        // stand behind bad ones.
        let good: Vec<_> =
            [best].into_iter().chain(rest.filter(|line| self.accepts(line, best))).collect();
        good.get(random(good.len())).copied()
    }

    /// Whether it plays the first move of a line where another is best.
    fn accepts(self, line: &Info, best: &Info) -> bool {
        if (line.score, line.depth) == (best.score, best.depth) {
            return true;
        }
        // Won or lost: no more deliberate mistakes.
        let is_decided = score::is_decided(best.score) || score::is_decided(line.score);
        let half_thousandths = |info: &Info| i32::from(2 * info.chances.win + info.chances.draw);
        let given_away = half_thousandths(best) - half_thousandths(line);
        !is_decided
            && given_away < self.skill().margin
            && best.score - line.score < self.skill().margin
    }
}

/// What a level is made of.
#[derive(Clone, Copy)]
struct Skill {
    /// To search for a move.
    nodes: u64,
    /// How many moves it chooses among.
    lines: usize,
    /// How much a move may fall short of the best and still be played: in half thousandths of the
    /// point, for what a flat is worth differs by size and with every network, and in centiflats,
    /// for where the game is all but decided, chances hardly differ.
    margin: i32,
}

/// From the first level to the last. On 5×5 and 6×6 the steps up to level 8 are worth 100 to 400
/// Elo (ELO.md of the program); with fewer nodes the first level would not see eight lines there.
const SKILLS: [Skill; 10] = [
    Skill { nodes: 1_000, lines: 8, margin: 300 },
    Skill { nodes: 1_500, lines: 6, margin: 250 },
    Skill { nodes: 2_000, lines: 5, margin: 200 },
    Skill { nodes: 4_000, lines: 5, margin: 160 },
    Skill { nodes: 7_000, lines: 4, margin: 140 },
    Skill { nodes: 14_000, lines: 4, margin: 110 },
    Skill { nodes: 30_000, lines: 4, margin: 80 },
    Skill { nodes: 100_000, lines: 3, margin: 50 },
    Skill { nodes: 500_000, lines: 3, margin: 20 },
    Skill { nodes: 3_000_000, lines: 1, margin: 0 },
];

/// The latest line of each rank that a search has reported, in any order.
#[derive(Clone, Default, Debug)]
pub struct BestLines(BTreeMap<usize, Info>);

impl BestLines {
    /// Takes the next report.
    pub fn add(&mut self, info: Info) {
        self.0.insert(info.rank, info);
    }

    /// The lines at the end of the search, best first: one for each first move. If the search was
    /// cut short, the end of the list is still that of the previous depth.
    pub fn finish(self) -> Vec<Info> {
        let mut known = HashSet::new();
        let mut lines: Vec<_> = self.0.into_values().collect();
        lines.retain(|info| known.insert(info.line.first().copied()));
        lines
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tak_encoding::{AnyMove, BoardSize};

    use super::*;
    use crate::score::Score;
    use crate::wdl::Chances;

    fn line(score: Score, win: u16, draw: u16) -> Info {
        Info {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            score,
            chances: Chances { win, draw, loss: 1000 - win - draw },
            proof: None,
            nodes: 1,
            time: Duration::ZERO,
            permille_full: 0,
            line: Vec::new(),
            note: None,
            tried_all: false,
        }
    }

    /// The scores that a level may play.
    fn accepted(level: u8, lines: &[Info]) -> Vec<Score> {
        let mut count = 0;
        Level(level).choose(lines, |below| {
            count = below;
            0
        });
        let chosen = (0..count).map(|number| Level(level).choose(lines, |_| number).unwrap().score);
        chosen.collect()
    }

    #[test]
    fn lower_levels_give_more_away() {
        let lines = [(100, 600, 0), (90, 598, 0), (60, 500, 101), (20, 400, 101), (0, 450, 0)];
        let lines = lines.map(|(score, win, draw)| line(score, win, draw));
        // 149.5 thousandths, and 150.
        assert_eq!(accepted(1, &lines), [100, 90, 60, 20]);
        assert_eq!(accepted(4, &lines), [100, 90, 60]);
        assert_eq!(accepted(7, &lines), [100, 90]);
        assert_eq!(accepted(10, &lines), [100]);
        // As good as the best, at every level.
        assert_eq!(accepted(9, &[line(5, 510, 0), line(5, 510, 0), line(-40, 400, 0)]), [5, 5]);
        assert_eq!(accepted(10, &[line(5, 510, 0), line(5, 510, 0)]), [5]);
    }

    #[test]
    fn far_ahead_flats_count() {
        let lines = [line(900, 999, 0), line(850, 999, 0), line(620, 999, 0), line(600, 998, 0)];
        assert_eq!(accepted(1, &lines), [900, 850, 620]);
        assert_eq!(accepted(8, &lines), [900]);
    }

    #[test]
    fn lines_of_two_depths_are_judged_one_by_one() {
        let lines = [(2, 100, 600), (2, -200, 300), (1, 85, 580), (1, 130, 620)];
        let lines = lines.map(|(depth, score, win)| Info { depth, ..line(score, win, 0) });
        assert_eq!(accepted(2, &lines), [100, 85, 130]);
        // Nothing is chosen for what it promised at a lower depth.
        assert_eq!(accepted(10, &lines), [100]);
    }

    #[test]
    fn nobody_loses_or_misses_a_win_on_purpose() {
        let (won, lost) = (score::WIN - 3, 3 - score::WIN);
        assert_eq!(accepted(1, &[line(-300, 10, 0), line(lost, 0, 0)]), [-300]);
        assert_eq!(
            accepted(1, &[line(won, 1000, 0), line(won - 2, 1000, 0), line(won, 1000, 0)]),
            [won; 2]
        );
        assert_eq!(accepted(1, &[line(lost, 0, 0), line(lost - 2, 0, 0)]), [lost]);
        assert_eq!(Level(1).choose(&[], |_| 0), None);
    }

    #[test]
    fn lines_may_come_worst_first() {
        let mut lines = BestLines::default();
        for (rank, text, score) in
            [(3, "a1", 1), (2, "b1", 2), (1, "c1", 3), (3, "b1", 4), (2, "c1", 5), (1, "d1", 6)]
        {
            let mv = AnyMove::parse(BoardSize::Five, text).unwrap();
            lines.add(Info { rank, line: vec![mv], ..line(score, 500, 0) });
        }
        let scores = |lines: &BestLines| -> Vec<_> {
            lines.clone().finish().iter().map(|info| info.score).collect()
        };
        assert_eq!(scores(&lines), [6, 5, 4]);
        // Cut short before its old place was named again.
        let mv = AnyMove::parse(BoardSize::Five, "d1").unwrap();
        lines.add(Info { rank: 3, line: vec![mv], ..line(7, 500, 0) });
        assert_eq!(scores(&lines), [6, 5]);
    }
}
