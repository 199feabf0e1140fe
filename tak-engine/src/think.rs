//! The engine for commands that wait for its answer.

use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use fastrand::Rng;
use tak_encoding::{AnyMove, Color};
use tak_search::engine::{Engine, Event, Info, Setup};
use tak_search::level::{BestLines, Level};
use tak_search::limits::{Clock, Limits};
use tak_search::score::{self, Score};
use tak_terminal::interrupt::is_raised;

/// How often it looks whether the program is interrupted.
const LOOKS_UP: Duration = Duration::from_millis(50);

/// How long full strength thinks without a clock, as on the page.
const BEST: Duration = Duration::from_secs(4);

/// An engine whose caller waits for it. It keeps what it has learned for the next search.
pub(crate) struct Thinker {
    engine: Engine,
    /// Makes every search panic.
    #[cfg(test)]
    breaks: bool,
}

impl Thinker {
    /// An engine with this many threads and a table of `hash` MiB.
    pub(crate) fn new(threads: usize, hash: usize) -> Self {
        let mut engine = Engine::default();
        engine.options.threads = threads;
        engine.options.hash = hash;
        Self {
            engine,
            #[cfg(test)]
            breaks: false,
        }
    }

    /// One whose searches all panic, as if by a bug.
    #[cfg(test)]
    pub(crate) fn broken() -> Self {
        Self { breaks: true, ..Self::new(1, 1) }
    }

    /// Forgets what it has learned: another game begins.
    pub(crate) fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// The best lines of a position, the best one first: as many as the limits ask for, or as there
    /// are legal moves. What is there counts where the program is interrupted and goes on.
    ///
    /// # Errors
    ///
    /// If the search failed because of a bug in this program.
    pub(crate) fn think(&mut self, setup: Setup, limits: Limits) -> Result<Vec<Info>, BrokenOff> {
        let (sender, events) = mpsc::channel();
        let start = Instant::now();
        #[cfg(test)]
        let breaks = self.breaks;
        self.engine.go(setup, limits, start, move |event| {
            #[cfg(test)]
            assert!(!breaks, "the test wants a search that panics");
            // The receiver is there as long as this function waits.
            let _ = sender.send(event);
        });
        let mut next = || loop {
            match events.recv_timeout(LOOKS_UP) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Timeout) if is_raised() => self.engine.stop(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        };
        best_lines(std::iter::from_fn(&mut next))
    }

    /// The move that is played at a level, or at full strength, which takes a few seconds where no
    /// clock runs; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// If the search failed because of a bug in this program.
    pub(crate) fn play(
        &mut self,
        setup: Setup,
        level: Option<Level>,
        clock: Option<Clock>,
        random: &mut Rng,
    ) -> Result<Option<AnyMove>, BrokenOff> {
        let limits = match (level, clock) {
            (Some(level), _) => level.limits(),
            (None, Some(_)) => Limits::default(),
            (None, None) => Limits::move_time(BEST),
        };
        let limits = clock.map_or(limits, |clock| limits.with_clock(clock));
        let lines = self.think(setup, limits)?;
        let chosen = match level {
            Some(level) => level.choose(&lines, random.u64(..)),
            None => lines.first(),
        };
        Ok(chosen.and_then(|info| info.line.first().copied()))
    }
}

/// A search that ended without a move: its thread panicked, and has said where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BrokenOff;

impl fmt::Display for BrokenOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search broke off, because of a bug in this program; please report it")
    }
}

/// The latest line of each rank that a search reported.
fn best_lines(events: impl Iterator<Item = Event>) -> Result<Vec<Info>, BrokenOff> {
    let mut lines = BestLines::default();
    for event in events {
        match event {
            Event::Info(info) => lines.add(info),
            Event::Complaint(_) => {}
            Event::BestMove(_) => return Ok(lines.finish()),
        }
    }
    Err(BrokenOff)
}

/// A line of play in PTN.
pub(crate) fn text_of(line: &[AnyMove]) -> String {
    let moves: Vec<_> = line.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// A score for the player to move, turned into one for White.
pub(crate) fn for_white(score: Score, mover: Color) -> Score {
    match mover {
        Color::White => score,
        Color::Black => -score,
    }
}

/// A score for White in flats, `+1.25`, or who wins and when.
pub(crate) fn in_flats(eval: Score) -> String {
    if score::is_decided(eval) {
        let winner = if eval > 0 { "White" } else { "Black" };
        return format!("{winner} wins in {}", plies_to_win(eval));
    }
    format!("{:+.2}", f64::from(eval) / 100.0)
}

/// The plies to the end of a decided game.
pub(crate) fn plies_to_win(eval: Score) -> u32 {
    score::WIN.abs_diff(eval.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_a_move_has_broken_off() {
        let complaint = Event::Complaint("no book".to_owned());
        assert_eq!(best_lines([complaint].into_iter()), Err(BrokenOff));
        assert_eq!(best_lines([Event::BestMove(None)].into_iter()), Ok(Vec::new()));
    }
}
