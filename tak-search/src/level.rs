//! How well the engine plays, and in what manner.

use std::fmt;
use std::str::FromStr;

use tak_encoding::{BoardSize, Kind, excerpt};

use crate::engine::Info;
use crate::limits::Limits;
use crate::score::{self, Score};

/// From 1, which a child beats: each level sees more than the one below, and is less willing to play
/// a move that is not quite the best. Each has a name and a manner.
///
/// ```
/// use tak_search::level::Level;
///
/// let level: Level = "3".parse()?;
/// assert_eq!((level.name(), Ok(level)), ("Path", "path".parse()));
/// assert_eq!(Level::all().count(), 16);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Default for Level {
    fn default() -> Self {
        Self(5)
    }
}

/// By its number or its name.
impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = || Self::all().find(|level| level.name().eq_ignore_ascii_case(text));
        text.parse().map_or_else(|_| named(), Self::new).ok_or_else(|| {
            let (found, most) = (excerpt(text), Self::HIGHEST);
            format!("found {found}, expected a level from 1 to {most}")
        })
    }
}

/// Its number.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Level {
    /// The highest.
    pub const HIGHEST: Self = Self(SKILLS.len() as u8);

    /// The level of a number from 1.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::HIGHEST.0).contains(&number).then_some(Self(number))
    }

    /// All, from the lowest.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::HIGHEST.0).map(Self)
    }

    /// From 1.
    pub fn number(self) -> u8 {
        self.0
    }

    /// A word.
    pub fn name(self) -> &'static str {
        self.skill().name
    }

    /// What it overlooks or likes, in a few words.
    pub fn manner(self) -> &'static str {
        self.skill().manner
    }

    /// The level for a player with this rating on playtak.com: one more for each 125, which is about
    /// a step between two levels, and the highest for its strongest players, from 2000 on.
    pub fn for_rating(rating: u32) -> Self {
        Self((rating / 125).clamp(1, Self::HIGHEST.0.into()) as u8)
    }

    /// The limits of a search, which finds the moves to [choose](Self::choose) among.
    pub fn limits(self) -> Limits {
        self.within(Limits::default())
    }

    /// These limits and its own: no more plies and nodes than it searches, and no fewer lines than
    /// it chooses among.
    #[must_use]
    pub fn within(self, limits: Limits) -> Limits {
        let &Skill { plies, nodes, lines, .. } = self.skill();
        Limits {
            depth: Some(limits.depth.map_or(plies, |most| most.min(plies))),
            nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))),
            lines: limits.lines.max(lines),
            ..limits
        }
    }

    /// One of the lines of a search, given best first. The same `seed` makes the same choice.
    pub fn choose(self, lines: &[Info], seed: u64) -> Option<&Info> {
        self.skill().choose(lines, seed)
    }

    fn skill(self) -> &'static Skill {
        &SKILLS[usize::from(self.0 - 1)]
    }
}

/// What a level is made of.
#[derive(Clone, Copy)]
struct Skill {
    name: &'static str,
    manner: &'static str,
    /// To look ahead, at most.
    plies: u32,
    /// To search for a move, at most.
    nodes: u64,
    /// How many moves it chooses among.
    lines: usize,
    /// How much a move may fall short of the best and still be played: in half thousandths of the
    /// point, for what a flat is worth differs by size and with every network, and in centiflats,
    /// for where the game is all but decided, chances hardly differ. On boards of up to four squares
    /// a side, of five, and larger ones, on which the same noise costs less or more.
    margins: [i32; 3],
    /// In how many of 100 turns it does not see: its own road in one, the opponent's, its spreads,
    /// its walls.
    overlooks: [u8; 4],
    /// What it plays if that is among the moves that are good enough.
    taste: Taste,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Taste {
    Any,
    Flats,
    Spreads,
}

const fn skill(
    name: &'static str,
    manner: &'static str,
    (plies, nodes, lines): (u32, u64, usize),
    margins: [i32; 3],
    overlooks: [u8; 4],
    taste: Taste,
) -> Skill {
    Skill { name, manner, plies, nodes, lines, margins, overlooks, taste }
}

/// Of plies, or of lines: as many as there are.
const ALL: u32 = 1000;

/// From the first level to the last. The steps between them are measured (ELO.md of the program).
#[rustfmt::skip]
const SKILLS: [Skill; 16] = {
    use Taste::{Any, Flats, Spreads};
    const EVERY: usize = ALL as usize;
    [
        //    name          manner                                    plies, nodes, lines  margins         overlooks  taste
        skill("Footprint",  "misses most roads, its own and yours",  (  1, 30_000, EVERY), [300, 300, 300], [60, 70, 80, 100], Flats),
        skill("Trail",      "misses some roads, seldom moves stacks", (  1, 30_000, EVERY), [300, 300, 300], [22, 30, 80, 100], Flats),
        skill("Path",       "forgets walls",                         (  1, 30_000, EVERY), [300, 280, 270], [11, 15, 60, 100], Flats),
        skill("Track",      "greedy: likes to move stacks",          (  2, 20_000, EVERY), [383, 340, 271], [ 5,  6, 45,  50], Spreads),
        skill("Lane",       "likes flats, overlooks spreads",        (  2, 20_000, EVERY), [249, 234, 227], [ 4,  4, 45,   0], Flats),
        skill("Alley",      "seldom builds walls",                   (  2, 20_000, EVERY), [217, 210, 210], [ 3,  3, 28,  80], Any),
        skill("Street",     "overlooks some spreads",                (  2, 20_000, EVERY), [147, 162, 164], [ 2,  2, 18,   0], Any),
        skill("Avenue",     "likes flats",                           (ALL,  1_700,     7), [241, 151, 222], [ 0,  0,  0,   0], Flats),
        skill("Boulevard",  "sometimes forgets walls",               (ALL,  1_900,     6), [199, 156, 156], [ 0,  0,  0,  30], Any),
        skill("Parkway",    "overlooks some spreads",                (ALL,  2_600,     5), [120, 130, 190], [ 0,  0, 20,   0], Any),
        skill("Causeway",   "likes flats",                           (ALL,  3_800,     5), [167, 136, 205], [ 0,  0,  0,   0], Flats),
        skill("Bridge",     "often forgets walls",                   (ALL,  7_500,     5), [130, 140, 134], [ 0,  0,  0,  40], Any),
        skill("Viaduct",    "overlooks some spreads",                (ALL,  9_000,     4), [ 44,  99, 140], [ 0,  0, 20,   0], Any),
        skill("Highway",    "likes flats",                           (ALL, 11_000,     4), [ 51, 101, 155], [ 0,  0,  0,   0], Flats),
        skill("Expressway", "sometimes forgets walls",               (ALL, 24_000,     4), [ 26, 130, 128], [ 0,  0,  0,  15], Any),
        skill("Motorway",   "plays soundly",                         (ALL, 40_000,     4), [ 26, 102, 147], [ 0,  0,  0,   0], Any),
    ]
};

/// The score of a move that wins at once.
const ROAD: Score = score::win_at(1);
/// The score of a move after which the opponent does.
const THREAT: Score = -score::win_at(2);

impl Skill {
    fn choose<'a>(&self, lines: &'a [Info], seed: u64) -> Option<&'a Info> {
        let mut random = Random(seed);
        let [roads, threats, spreads, walls] =
            self.overlooks.map(|of_100| random.below(100) < of_100.into());
        let is_seen = |line: &&Info| {
            let placed = line.line.first().map(|mv| mv.places());
            !(roads && line.score == ROAD
                || spreads && placed == Some(None)
                || walls && placed == Some(Some(Kind::Wall)))
        };
        let lines = &lines[..self.lines.min(lines.len())];
        let mut good: Vec<_> = lines.iter().filter(is_seen).collect();
        if good.is_empty() {
            good = lines.iter().collect();
        }
        let &best = good.first()?;
        let margin = self.margin(best);
        // After a search that was cut short, lines of two depths follow each other: good ones may
        // stand behind bad ones.
        good.retain(|line| accepts(line, best, margin) || threats && line.score == THREAT);
        if good.iter().any(|line| self.likes(line)) {
            good.retain(|line| self.likes(line));
        }
        Some(good[random.below(good.len())])
    }

    /// The margin for the size of the board that the best line is played on.
    fn margin(&self, best: &Info) -> i32 {
        let size = best.line.first().map_or(BoardSize::Six, |mv| mv.size());
        self.margins[size.squares_per_side().clamp(4, 6) - 4]
    }

    fn likes(&self, line: &Info) -> bool {
        line.line.first().is_some_and(|mv| match self.taste {
            Taste::Any => true,
            Taste::Flats => mv.places() == Some(Kind::Flat),
            Taste::Spreads => mv.is_spread(),
        })
    }
}

/// Whether the first move of a line may be played where another is best.
fn accepts(line: &Info, best: &Info, margin: i32) -> bool {
    if (line.score, line.depth) == (best.score, best.depth) {
        return true;
    }
    // Won or lost: no more deliberate mistakes.
    let is_decided = score::is_decided(best.score) || score::is_decided(line.score);
    let half_thousandths = |info: &Info| i32::from(2 * info.chances.win + info.chances.draw);
    let given_away = half_thousandths(best) - half_thousandths(line);
    !is_decided && given_away < margin && best.score - line.score < margin
}

/// Random enough for a game, and small: browsers load it.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014), on a counter as there.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 33) as usize % end
    }
}

/// The latest line of each rank that a search has reported, in any order.
#[derive(Clone, Default, Debug)]
pub struct BestLines(Vec<Info>);

impl BestLines {
    /// Takes the next report.
    pub fn add(&mut self, info: Info) {
        let place = self.0.partition_point(|line| line.rank < info.rank);
        match self.0.get_mut(place) {
            Some(line) if line.rank == info.rank => *line = info,
            _ => self.0.insert(place, info),
        }
    }

    /// The lines at the end of the search, best first: one for each first move. If the search was
    /// cut short, the end of the list is still that of the previous depth.
    pub fn finish(self) -> Vec<Info> {
        let mut lines: Vec<Info> = Vec::new();
        for info in self.0 {
            if lines.iter().all(|line| line.line.first() != info.line.first()) {
                lines.push(info);
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::mpsc;
    use std::time::Duration;

    use tak_encoding::{AnyMove, AnyPosition};

    use super::*;
    use crate::clock::Instant;
    use crate::engine::{Engine, Event, Setup};
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

    /// A line that begins with this move.
    fn begun(text: &str, score: Score) -> Info {
        let mv = AnyMove::parse(BoardSize::Five, text).unwrap();
        Info { line: vec![mv], ..line(score, 500, 0) }
    }

    /// It overlooks nothing.
    fn sound(margin: i32) -> Skill {
        skill("", "", (ALL, 1000, 8), [margin; 3], [0; 4], Taste::Any)
    }

    /// The lines that are played, by their numbers.
    fn chosen(skill: Skill, lines: &[Info]) -> Vec<usize> {
        let number = |chosen: &Info| lines.iter().position(|line| std::ptr::eq(line, chosen));
        let chosen = (0..300).filter_map(|seed| number(skill.choose(lines, seed)?));
        chosen.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Of 1000 choices, how many play a line that wins or stops a loss, the first one.
    fn best_of_1000(skill: Skill, lines: &[Info]) -> usize {
        let best = (0..1000).filter_map(|seed| skill.choose(lines, seed));
        best.filter(|chosen| std::ptr::eq(*chosen, &raw const lines[0])).count()
    }

    #[test]
    fn a_level_has_a_number_and_a_name() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(level.name().to_uppercase().parse(), Ok(level));
            assert!(!level.manner().is_empty());
        }
        for text in ["0", "17", "-1", "", "Avenu", "300"] {
            let wrong = text.parse::<Level>().unwrap_err();
            assert!(wrong.ends_with("expected a level from 1 to 16"), "{wrong}");
        }
    }

    #[test]
    fn higher_levels_see_more() {
        for [lower, upper] in Level::all().collect::<Vec<_>>().array_windows() {
            let (lower, upper) = (lower.skill(), upper.skill());
            assert!(lower.plies <= upper.plies, "{}", upper.name);
            let roads = |skill: &Skill| skill.overlooks[0] + skill.overlooks[1];
            assert!(roads(lower) >= roads(upper), "{}", upper.name);
        }
        assert_eq!(
            [0, 249, 250, 1000, 1574, 1999, 2000, u32::MAX]
                .map(|rating| Level::for_rating(rating).number()),
            [1, 1, 2, 8, 12, 15, 16, 16]
        );
    }

    #[test]
    fn a_wide_margin_gives_more_away() {
        let lines = [(100, 600, 0), (90, 598, 0), (60, 500, 101), (20, 400, 101), (0, 450, 0)];
        let lines = lines.map(|(score, win, draw)| line(score, win, draw));
        // 149.5 thousandths, and 150.
        assert_eq!(chosen(sound(300), &lines), [0, 1, 2, 3]);
        assert_eq!(chosen(sound(160), &lines), [0, 1, 2]);
        assert_eq!(chosen(sound(80), &lines), [0, 1]);
        assert_eq!(chosen(sound(0), &lines), [0]);
        assert_eq!(chosen(Skill { lines: 1, ..sound(300) }, &lines), [0]);
        // As good as the best, at every level.
        let lines = [line(5, 510, 0), line(5, 510, 0), line(-40, 400, 0)];
        assert_eq!(chosen(sound(0), &lines), [0, 1]);
    }

    #[test]
    fn far_ahead_flats_count() {
        let lines = [line(900, 999, 0), line(850, 999, 0), line(620, 999, 0), line(600, 998, 0)];
        assert_eq!(chosen(sound(300), &lines), [0, 1, 2]);
        assert_eq!(chosen(sound(50), &lines), [0]);
    }

    #[test]
    fn lines_of_two_depths_are_judged_one_by_one() {
        let lines = [(2, 100, 600), (2, -200, 300), (1, 85, 580), (1, 130, 620)];
        let lines = lines.map(|(depth, score, win)| Info { depth, ..line(score, win, 0) });
        assert_eq!(chosen(sound(250), &lines), [0, 2, 3]);
        // Nothing is chosen for what it promised at a lower depth.
        assert_eq!(chosen(Skill { lines: 1, ..sound(0) }, &lines), [0]);
    }

    #[test]
    fn who_sees_all_neither_loses_nor_misses_a_win() {
        let (won, lost) = (score::WIN - 3, 3 - score::WIN);
        assert_eq!(chosen(sound(300), &[line(-300, 10, 0), line(lost, 0, 0)]), [0]);
        let wins = [line(won, 1000, 0), line(won - 2, 1000, 0), line(won, 1000, 0)];
        assert_eq!(chosen(sound(300), &wins), [0, 2]);
        assert_eq!(chosen(sound(300), &[line(lost, 0, 0), line(lost - 2, 0, 0)]), [0]);
        assert_eq!(Level(1).choose(&[], 0), None);
    }

    #[test]
    fn roads_are_overlooked_as_often_as_the_level_says() {
        let overlooks = |overlooks| Skill { overlooks, ..sound(300) };
        let wins = [begun("a1", ROAD), begun("b1", 0)];
        assert_eq!(best_of_1000(overlooks([0, 100, 0, 0]), &wins), 1000);
        assert!((350..450).contains(&best_of_1000(overlooks([60, 0, 0, 0]), &wins)));
        // Of the five, one stops the opponent's road.
        let threat = ["a1", "b1", "c1", "d1", "e1"];
        let mut lines = threat.map(|text| begun(text, THREAT));
        lines[0].score = -50;
        assert_eq!(best_of_1000(overlooks([100, 0, 0, 0]), &lines), 1000);
        assert!((300..420).contains(&best_of_1000(overlooks([0, 80, 0, 0]), &lines)));
    }

    #[test]
    fn kinds_of_moves_are_overlooked_or_liked() {
        let lines = ["a1>", "Sb1", "Cc1", "d1"].map(|text| begun(text, 10));
        let overlooks = |overlooks| chosen(Skill { overlooks, ..sound(300) }, &lines);
        assert_eq!(overlooks([100, 100, 100, 0]), [1, 2, 3]);
        assert_eq!(overlooks([100, 100, 0, 100]), [0, 2, 3]);
        let choices = |taste, lines| chosen(Skill { taste, ..sound(300) }, lines);
        assert_eq!(choices(Taste::Flats, &lines), [3]);
        assert_eq!(choices(Taste::Spreads, &lines), [0]);
        // Something must be played.
        assert_eq!(choices(Taste::Spreads, &lines[1..]), [0, 1, 2]);
        let blind = Skill { overlooks: [0, 0, 100, 100], ..sound(300) };
        assert_eq!(chosen(blind, &lines[..2]), [0, 1]);
    }

    /// How often of 100 times a level places a piece on e3.
    fn plays_e3(level: Level, tps: &str) -> usize {
        let position: AnyPosition<_> = tps.parse().unwrap();
        let (sender, events) = mpsc::channel();
        let mut engine = Engine::default();
        engine.options.hash = 1;
        engine.go(Setup::new(position), level.limits(), Instant::now(), move |event| {
            let _ = sender.send(event);
        });
        let mut lines = BestLines::default();
        for event in events {
            if let Event::Info(info) = event {
                lines.add(info);
            }
        }
        let lines = lines.finish();
        let first = |seed| level.choose(&lines, seed).and_then(|line| line.line.first());
        let played = (0..100).filter_map(first);
        played.filter(|mv| mv.places().is_some() && mv.to_string().ends_with("e3")).count()
    }

    /// The first level misses roads in one for both sides, the last for none.
    #[test]
    fn a_child_may_win() {
        // A road on the third rank, for White to complete or for Black to stop.
        for (side, least, most) in [(1, 20, 60), (2, 10, 50)] {
            let tps = format!("x5/x5/1,1,1,1,x/x5/2,2,2,x2 {side} 5");
            let played = plays_e3(Level(1), &tps);
            assert!((least..most).contains(&played), "{side} {played}");
            assert_eq!(plays_e3(Level::HIGHEST, &tps), 100, "{side}");
        }
    }

    #[test]
    fn lines_may_come_worst_first() {
        let mut lines = BestLines::default();
        for (rank, text, score) in
            [(3, "a1", 1), (2, "b1", 2), (1, "c1", 3), (3, "b1", 4), (2, "c1", 5), (1, "d1", 6)]
        {
            lines.add(Info { rank, ..begun(text, score) });
        }
        let scores = |lines: &BestLines| -> Vec<_> {
            lines.clone().finish().iter().map(|info| info.score).collect()
        };
        assert_eq!(scores(&lines), [6, 5, 4]);
        // Cut short before its old place was named again.
        lines.add(Info { rank: 3, ..begun("d1", 7) });
        assert_eq!(scores(&lines), [6, 5]);
    }
}
