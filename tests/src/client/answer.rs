//! The output of a search, and whether it is consistent.

use std::time::Duration;

use tak_encoding::{AnyPosition, AnyRules, BoardSize, NoHash, Outcome};

use crate::games::play;

/// All lines of one search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// In the order of their arrival.
    pub infos: Vec<Info>,
    /// The move.
    pub best: String,
    /// The time from the last line that was sent to the move.
    pub took: Duration,
}

/// One `info` line of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Which of several lines, 1 for the best.
    pub rank: u64,
    /// Plies.
    pub depth: u64,
    /// Milliseconds.
    pub time: u64,
    /// Positions.
    pub nodes: u64,
    /// Centiflats, from the side to move; a win in N plies is 10 000 − N. Or the
    /// expected result, −100 to 100.
    pub score: i64,
    /// Whether it is given as a result, `solved`, and not as a number.
    pub solved: bool,
    /// Wins, draws and losses of the side to move, of 1000.
    pub chances: [u64; 3],
    /// The best line, never empty.
    pub line: Vec<String>,
    /// A message for whoever is watching.
    pub note: Option<String>,
}

impl Info {
    /// Reads a line; `None` if it is not in the one form that all clients
    /// understand: `info multipv`, pairs of a word and a number, a score, chances,
    /// each once, and a line of play at the end, with perhaps a note behind it.
    pub fn read(line: &str) -> Option<Self> {
        let (facts, moves) = line.strip_prefix("info ")?.split_once(" pv ")?;
        let mut notes = [" string ", " error "].into_iter();
        let (moves, note) = match notes.find_map(|word| moves.split_once(word)) {
            Some((moves, note)) => (moves, Some(note.to_owned())),
            None => (moves, None),
        };
        let mut words = facts.strip_prefix("multipv ").map(|_| facts.split(' '))?;
        let (mut score, mut chances) = (None, None);
        let mut counts: Vec<(&str, u64)> = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "score" if score.is_none() => score = Some(read_score(&mut words)?),
                "wdl" if chances.is_none() => {
                    let mut chance = || words.next()?.parse::<u64>().ok();
                    chances = Some([chance()?, chance()?, chance()?]);
                }
                "multipv" | "depth" | "seldepth" | "time" | "nodes" | "nps" | "hashfull" => {
                    counts.push((word, words.next()?.parse().ok()?));
                }
                _ => return None,
            }
        }
        let count = |name: &str| {
            let mut named = counts.iter().filter(|(word, _)| *word == name);
            let &(_, count) = named.next()?;
            named.next().is_none().then_some(count)
        };
        let ((score, solved), chances) = (score?, chances?);
        let well_formed =
            count("hashfull")? <= 1000 && counts.len() == 7 && chances.iter().sum::<u64>() == 1000;
        well_formed.then_some(Self {
            rank: count("multipv").filter(|&rank| rank > 0)?,
            depth: count("depth")?,
            time: count("time")?,
            nodes: count("nodes")?,
            score,
            solved,
            chances,
            line: moves.split(' ').map(str::to_owned).collect(),
            note,
        })
    }

    /// Whether the score says who wins, in 128 plies at most.
    pub fn is_proven(&self) -> bool {
        self.score.abs() >= 10_000 - 128
    }

    /// Checks that chances and score agree.
    fn check(&self) {
        let [win, draw, loss] = self.chances;
        let agrees = match self.score {
            score if self.is_proven() => [win, loss][usize::from(score < 0)] == 1000,
            0 => win.abs_diff(loss) < 5,
            1.. => win >= loss && (win < 1000 || self.score == 100),
            _ => loss >= win && (loss < 1000 || self.score == -100),
        };
        assert!(agrees, "{self:?}");
        if self.solved && !self.is_proven() {
            assert_eq!((self.score, draw), (0, 1000), "{self:?}");
        }
    }
}

/// `cp -30` or `solved win 5`, and whether it is the latter.
fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<(i64, bool)> {
    let kind = words.next()?;
    if kind == "cp" {
        return Some((words.next()?.parse().ok()?, false));
    }
    let result = words.next().filter(|_| kind == "solved")?;
    let plies: i64 = words.next()?.parse().ok()?;
    let score = match result {
        "win" => 10_000 - plies,
        "loss" => plies - 10_000,
        "draw" => 0,
        _ => return None,
    };
    Some((score, true))
}

impl Answer {
    /// Checks that all lines can be played, those of a result to its end, that the
    /// last one is of the first rank, begins with the move and is not the stump of an
    /// earlier one, and that depth, nodes and time only grow.
    pub fn check(&self, position: &AnyPosition<NoHash>) {
        for info in &self.infos {
            info.check();
            check_line(position, &info.line);
            check_proof(position, info);
        }
        for pair in self.infos.windows(2) {
            let [old, new] = pair else { unreachable!() };
            let grows = old.depth <= new.depth && old.time <= new.time;
            assert!(grows, "{old:?} before {new:?}");
        }
        for rank in 1..=self.infos.iter().map(|info| info.rank).max().unwrap_or(0) {
            let infos = self.infos.iter().filter(|info| info.rank == rank);
            let nodes = infos.map(|info| info.nodes);
            assert!(nodes.is_sorted(), "rank {rank} of {:?}", self.infos);
        }
        let last = self.last();
        let is_cut = |old: &Info| last.line.len() == 1 && old.line.len() > 1;
        let same = self.infos.iter().filter(|old| old.score == last.score || !last.is_proven());
        let mut same = same.filter(|old| old.line[0] == last.line[0]);
        let cut = same.find(|old| is_cut(old));
        assert!(cut.is_none(), "only the first move is left of {cut:?}: {:#?}", self.infos);
        assert_eq!(self.best, last.line[0], "{position}: last line {last:?}");
        assert_eq!(self.infos.last().map(|info| info.rank), Some(1));
    }

    /// The last line of the first rank before the move.
    pub fn last(&self) -> &Info {
        let mut best = self.infos.iter().filter(|info| info.rank == 1);
        best.next_back().expect("a search reports what it sees")
    }

    /// Whether the search has seen a win for the side to move.
    pub fn is_win(&self) -> bool {
        self.last().score > 9000
    }
}

/// A line that reaches the end of a proof must end the game as claimed, and none
/// may be longer.
fn check_proof(start: &AnyPosition<NoHash>, info: &Info) {
    let plies = 10_000 - info.score.abs();
    if start.outcome().is_some() || !info.is_proven() {
        return;
    }
    assert!(info.line.len() as i64 <= plies, "{info:?}");
    assert!(!info.solved || info.line.len() as i64 == plies, "the line ends too soon: {info:?}");
    if info.line.len() as i64 == plies {
        let mut position = *start;
        for mv in &info.line {
            play(&mut position, mv);
        }
        let winner = position.outcome().and_then(Outcome::winner);
        let mover = start.side_to_move();
        let expected = if info.score > 0 { mover } else { !mover };
        assert_eq!(winner, Some(expected), "{start}: {info:?}");
    }
}

/// Every move must be legal and in its shortest form, and none may follow the end.
fn check_line(start: &AnyPosition<NoHash>, line: &[String]) {
    let mut position = *start;
    for (index, mv) in line.iter().enumerate() {
        let goes_on = index == 0 || position.outcome().is_none();
        let legal = goes_on && position.parse_move(mv).is_ok_and(|legal| legal.to_string() == *mv);
        assert!(legal, "{mv} of {line:?}, from {start}");
        play(&mut position, mv);
    }
}

/// The position that a `position` line describes, under standard reserves.
pub fn read_position(command: &str, size: BoardSize) -> AnyPosition<NoHash> {
    read_position_with(command, size, AnyRules::default())
}

/// The position that a `position` line describes.
pub fn read_position_with(command: &str, size: BoardSize, rules: AnyRules) -> AnyPosition<NoHash> {
    let (start, moves) = match command.split_once(" moves") {
        Some((start, moves)) => (start, moves),
        None => (command, ""),
    };
    let mut position = match start.strip_prefix("position tps ") {
        Some(tps) => AnyPosition::from_tps_with(tps, rules).expect("a TPS"),
        None => AnyPosition::with_rules(size, rules).expect("rules of a game"),
    };
    position = position.begun_by(moves.split_whitespace().next().unwrap_or_default());
    for mv in moves.split_whitespace() {
        play(&mut position, mv);
    }
    position
}
