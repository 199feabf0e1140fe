//! What an engine may use for its moves: `tc=5+0.05 nodes=4000`.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use tak_search::limits::{Clock, Limits};
use tak_terminal::failure::printable;

/// The limits of an engine. All of them apply together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// A clock.
    pub time: Option<TimeControl>,
    /// Milliseconds for each move.
    pub movetime: Option<u64>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies of depth for each move.
    pub depth: Option<u32>,
}

/// Time for a whole game, or for a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// What the clock shows at the start.
    pub base: Duration,
    /// The increment for each move.
    pub increment: Duration,
    /// After this many moves the base is added again.
    pub moves: Option<NonZeroU32>,
}

impl TimeControl {
    /// How many moves the time must last for after `moves_made`; `None` for all.
    pub(crate) fn moves_to_go(self, moves_made: u32) -> Option<u32> {
        self.moves.map(|moves| moves.get() - moves_made % moves)
    }

    /// The time left after a move, which is number `moves_made`.
    pub(crate) fn after_move(self, left: Duration, moves_made: u32) -> Duration {
        let begins_again = self.moves.is_some_and(|moves| moves_made % moves == 0);
        left + self.increment + if begins_again { self.base } else { Duration::ZERO }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Seconds, with minutes before a colon, the increment after a plus, and the number of moves
    /// before a slash: `5+0.05`, `10:00+5`, `40/60`.
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (moves, time) = match text.split_once('/') {
                Some((moves, time)) => (Some(moves.parse().ok()?), time),
                None => (None, text),
            };
            let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
            let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
            let base = Duration::from_mins(minutes.parse().ok()?) + read_seconds(seconds)?;
            let increment = read_seconds(increment)?;
            (!base.is_zero()).then_some(Self { base, increment, moves })
        };
        let found = printable(text);
        read().ok_or_else(|| format!("found '{found}', expected seconds like 5+0.05 or 10:00+5"))
    }
}

/// Reads a number of seconds, like `0.05`.
pub fn read_seconds(text: &str) -> Option<Duration> {
    const LONGEST: f64 = 1e6;
    let seconds: f64 = text.parse().ok()?;
    (0.0..=LONGEST).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl Effort {
    /// Whether no limit is given.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The limits of a search in this process, with this time left after `moves_made` moves.
    pub(crate) fn limits(&self, left: Duration, moves_made: u32) -> Limits {
        let mut limits = Limits::default();
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        limits.move_time = self.movetime.map(Duration::from_millis);
        let Some(time) = self.time else { return limits };
        let mut clock = Clock::new(left, time.increment);
        clock.moves_to_go = time.moves_to_go(moves_made);
        limits.with_clock(clock)
    }

    /// The time that an answer may take; `None` for any.
    pub(crate) fn patience(&self, left: Duration) -> Option<Duration> {
        let movetime = self.movetime.map(Duration::from_millis);
        self.time.map(|_| left).into_iter().chain(movetime).min()
    }
}

/// `tc=5+0.05 nodes=4000`.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.time.map(|time| format!("tc={time}")),
            self.movetime.map(|milliseconds| format!("movetime={milliseconds}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}
