//! A certificate as it is written.

use std::error::Error;
use std::fmt;

use tak_encoding::{BoardSize, Color, HalfKomi, Move, Opening, excerpt, tps_size, with_size};

/// The line of the position.
pub(crate) const TPS_LINE: u64 = 2;
/// The line that says how many plies it takes.
pub(crate) const PLIES_LINE: u64 = 8;

/// What is wrong with a certificate, and on which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The line, counted from 1.
    pub line: u64,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl Error for Wrong {}

/// A certificate, its moves not yet read.
#[derive(Clone, Debug)]
pub struct Certificate<'a> {
    /// The size of the board.
    pub size: BoardSize,
    /// The position that is said to be won.
    pub tps: &'a str,
    /// Its komi.
    pub half_komi: HalfKomi,
    /// Flats and capstones of White, then of Black, before the game.
    pub pieces: [u8; 4],
    /// How the first two plies are played.
    pub opening: Opening,
    /// The player who is said to win.
    pub winner: Color,
    /// Whether every way is said to end in a road.
    pub by_road: bool,
    /// Plies to the end against the longest defence.
    pub plies: u32,
    /// The positions, each after those that lead to it.
    pub entries: Vec<Entry<'a>>,
}

/// A position with the winner to move.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Its line in the text, counted from 1.
    pub line: u64,
    /// The winner's move; `None` where the loser is to move.
    pub attack: Option<&'a str>,
    /// Answers and the numbers of the positions that they lead to.
    pub answers: Vec<(&'a str, usize)>,
    /// Moves that complete a road after any other answer; `None` if the game is over.
    pub last_moves: Option<Vec<&'a str>>,
}

/// The lines of a text, each with its number.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: u64,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next().map(str::trim_end)
    }

    fn wrong(&self, why: impl Into<String>) -> Wrong {
        Wrong { line: self.number, why: why.into() }
    }

    /// The rest of a line that begins with this word.
    fn field(&mut self, name: &str) -> Result<&'a str, Wrong> {
        let line = self.next().unwrap_or_default();
        let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        rest.ok_or_else(|| self.wrong(format!("expected `{name} ...`, found {}", excerpt(line))))
    }

    fn number<T: std::str::FromStr>(&mut self, name: &str) -> Result<T, Wrong> {
        let text = self.field(name)?;
        let wrong = format!("{name}: expected a number, found {}", excerpt(text));
        text.parse().map_err(|_| self.wrong(wrong))
    }
}

impl<'a> Certificate<'a> {
    /// Reads the text.
    ///
    /// # Errors
    ///
    /// Where it is not written like a certificate.
    pub fn read(text: &'a str) -> Result<Self, Wrong> {
        let mut lines = Lines { lines: text.lines(), number: 0 };
        if lines.next() != Some("tak certificate 1") {
            return Err(lines.wrong("expected `tak certificate 1` in the first line"));
        }
        let tps = lines.field("tps")?;
        let size = tps_size(tps).map_err(|error| lines.wrong(error.to_string()))?;
        let half_komi = lines.field("komi")?;
        let half_komi = half_komi.parse().map_err(|error| lines.wrong(format!("{error}")))?;
        let pieces = lines.field("pieces")?;
        let counts: Result<Vec<u8>, _> = pieces.split(' ').map(str::parse).collect();
        let pieces = counts.ok().and_then(|counts| counts.try_into().ok()).ok_or_else(|| {
            lines.wrong(format!("pieces: expected four numbers, found {}", excerpt(pieces)))
        })?;
        let opening = lines.field("opening")?;
        let opening = opening.parse().map_err(|error| lines.wrong(format!("{error}")))?;
        let winner = match lines.field("winner")? {
            "white" => Color::White,
            "black" => Color::Black,
            other => {
                let why = format!("winner: expected white or black, found {}", excerpt(other));
                return Err(lines.wrong(why));
            }
        };
        let by_road = match lines.field("by")? {
            "road" => true,
            "any" => false,
            other => {
                let why = format!("by: expected road or any, found {}", excerpt(other));
                return Err(lines.wrong(why));
            }
        };
        let plies = lines.number("plies")?;
        let count: usize = lines.number("positions")?;
        let mut entries = Vec::new();
        while let Some(line) = lines.next() {
            if !line.is_empty() {
                let number = entries.len() + 1;
                entries
                    .push(Entry::read(line, number, count, size).map_err(|why| lines.wrong(why))?);
                if let Some(entry) = entries.last_mut() {
                    entry.line = lines.number;
                }
            }
        }
        let found = entries.len();
        if found > count {
            return Err(lines.wrong(format!("expected {count} positions, found {found}")));
        }
        if found < count || count == 0 {
            return Err(lines.wrong(format!("the file ends after {found} of {count} positions")));
        }
        Ok(Self { size, tps, half_komi, pieces, opening, winner, by_road, plies, entries })
    }
}

impl<'a> Entry<'a> {
    fn read(line: &'a str, number: usize, count: usize, size: BoardSize) -> Result<Self, String> {
        let mut parts = line.split('|').map(str::trim);
        let head = parts.next().unwrap_or_default();
        let attack = head.strip_prefix(&format!("{number} ")).map(str::trim);
        let attack = attack.ok_or_else(|| format!("expected position {number} and its move"))?;
        let attack = (attack != "-").then_some(attack);
        let mut entry = Self { line: 0, attack, answers: Vec::new(), last_moves: None };
        let parts: Vec<_> = parts.collect();
        let Some((&last, answers)) = parts.split_last() else {
            return Err("expected `|` after the move".to_owned());
        };
        for answer in answers {
            entry.answers.push(read_answer(answer, number, count)?);
        }
        entry.last_moves = match last.strip_prefix("else") {
            Some(moves) => Some(read_last_moves(moves, size)?),
            None if last == "#" && answers.is_empty() => None,
            None => return Err(format!("expected `else` or `#`, found {}", excerpt(last))),
        };
        Ok(entry)
    }
}

/// An answer and the number of the position that it leads to, a later one.
fn read_answer(text: &str, number: usize, count: usize) -> Result<(&str, usize), String> {
    let parts = text.split_once(' ').and_then(|(mv, next)| Some((mv, next.parse().ok()?)));
    let Some((mv, next)) = parts else {
        return Err(format!("expected an answer and a number, found {}", excerpt(text)));
    };
    if next <= number {
        return Err(format!("{mv} leads back to position {next}: a proof must not lean on itself"));
    }
    if next > count {
        return Err(format!("{mv} leads to position {next}, but the last one is {count}"));
    }
    Ok((mv, next))
}

/// The moves after `else`; the replay checks whether they do what they should.
fn read_last_moves(text: &str, size: BoardSize) -> Result<Vec<&str>, String> {
    let moves = text.split_ascii_whitespace().map(|mv| {
        let read = with_size!(size, N => mv.parse::<Move<N>>().map(drop));
        read.map(|()| mv).map_err(|error| format!("else {mv}: {error}"))
    });
    moves.collect()
}
