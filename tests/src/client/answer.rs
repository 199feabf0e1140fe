//! What a search said, and whether it makes sense.

use std::time::Instant;

use tak_encoding::{AnyPosition, AnyRules, BoardSize, NoHash};

/// All lines of one search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// In the order they came.
    pub infos: Vec<Info>,
    /// The move.
    pub best: String,
    /// When the move came.
    pub at: Instant,
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
    /// Centiflats, from the side to move.
    pub score: i64,
    /// The best line, never empty.
    pub line: Vec<String>,
    /// A word to the person who watches.
    pub note: Option<String>,
}

impl Info {
    /// Reads a line; `None` if it is not of the one form that all clients
    /// understand: `info`, pairs of a word and a number with `score cp` among
    /// them, each once, and a line of play at the end, a word behind it if there
    /// is one.
    pub fn read(line: &str) -> Option<Self> {
        let (facts, moves) = line.strip_prefix("info ")?.split_once(" pv ")?;
        let (moves, note) = match moves.split_once(" string ") {
            Some((moves, note)) => (moves, Some(note.to_owned())),
            None => (moves, None),
        };
        let facts = facts.replace("score cp ", "score ");
        let facts: Vec<&str> = facts.split(' ').collect();
        let number = |name: &str| -> Option<i64> {
            let mut pairs = facts.chunks(2).filter(|pair| pair[0] == name);
            match (pairs.next()?, pairs.next()) {
                ([_, value], None) => value.parse().ok(),
                _ => None,
            }
        };
        let known = |word: &str| {
            let words = "multipv depth seldepth time nodes nps hashfull score";
            words.split(' ').any(|known| known == word)
        };
        let count = |name| number(name).and_then(|value| u64::try_from(value).ok());
        let well_formed = facts.chunks(2).all(|pair| known(pair[0]))
            && count("seldepth").is_some()
            && count("nps").is_some()
            && count("hashfull")? <= 1000;
        well_formed.then_some(Self {
            rank: count("multipv").filter(|&rank| rank > 0)?,
            depth: count("depth")?,
            time: count("time")?,
            nodes: count("nodes")?,
            score: number("score")?,
            line: moves.split(' ').map(str::to_owned).collect(),
            note,
        })
    }
}

impl Answer {
    /// Checks that all lines can be played, that the last one begins with the
    /// move, and that depth, nodes and time only grow.
    ///
    /// # Panics
    ///
    /// If not.
    pub fn check(&self, position: &AnyPosition<NoHash>) {
        for info in &self.infos {
            check_line(position, &info.line);
        }
        for pair in self.infos.windows(2) {
            let [old, new] = pair else { unreachable!() };
            let grows = old.depth <= new.depth && old.nodes <= new.nodes && old.time <= new.time;
            assert!(grows, "{old:?} before {new:?}");
        }
        let last = self.last();
        assert_eq!(self.best, last.line[0], "{position}: last line {last:?}");
    }

    /// The last line of the first rank before the move.
    ///
    /// # Panics
    ///
    /// If there is none: one client shows nothing then.
    pub fn last(&self) -> &Info {
        let mut best = self.infos.iter().filter(|info| info.rank == 1);
        best.next_back().expect("a search tells what it sees")
    }

    /// Whether the search has seen a win for the side to move.
    pub fn is_win(&self) -> bool {
        self.last().score > 9000
    }
}

/// Every move must be legal in its shortest form, and none come after the end.
fn check_line(start: &AnyPosition<NoHash>, line: &[String]) {
    let mut position = *start;
    for (index, mv) in line.iter().enumerate() {
        let goes_on = index == 0 || position.outcome().is_none();
        let legal = goes_on && position.legal_moves_ptn().contains(mv);
        assert!(legal, "{mv} of {line:?}, from {start}");
        position.play_ptn(mv).expect("a legal move");
    }
}

/// The position that a `position` line describes, under standard reserves.
///
/// # Panics
///
/// If it describes none: the test is wrong then.
pub fn read_position(command: &str, size: BoardSize) -> AnyPosition<NoHash> {
    read_position_with(command, size, AnyRules::default())
}

/// The position that a `position` line describes.
///
/// # Panics
///
/// If it describes none: the test is wrong then.
pub fn read_position_with(command: &str, size: BoardSize, rules: AnyRules) -> AnyPosition<NoHash> {
    let (start, moves) = match command.split_once(" moves") {
        Some((start, moves)) => (start, moves),
        None => (command, ""),
    };
    let mut position = match start.strip_prefix("position tps ") {
        Some(tps) => AnyPosition::from_tps(tps, rules).expect("a TPS"),
        None => AnyPosition::new(size, rules).expect("rules of a game"),
    };
    for mv in moves.split_whitespace() {
        position.play_ptn(mv).expect("a legal move");
    }
    position
}
