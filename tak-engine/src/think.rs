//! The engine for commands that wait for its answer.

use std::collections::HashSet;
use std::sync::mpsc;
#[cfg(feature = "playtak")]
use std::time::Duration;
use std::time::Instant;

use tak_encoding::{AnyMove, Color};
use tak_search::engine::{Engine, Event, Info, Setup};
use tak_search::limits::Limits;
use tak_search::score::{self, Score};

/// An engine that is waited for. It keeps what it has learned for the next search.
pub(crate) struct Thinker {
    engine: Engine,
}

impl Thinker {
    /// An engine with that many threads and a table of so many MiB.
    pub(crate) fn new(threads: usize, hash: usize) -> Self {
        let mut engine = Engine::default();
        engine.options.threads = threads;
        engine.options.hash = hash;
        Self { engine }
    }

    /// The same with time that is lost between the engine and the clock.
    #[cfg(feature = "playtak")]
    pub(crate) fn with_overhead(mut self, overhead: Duration) -> Self {
        self.engine.options.overhead = overhead;
        self
    }

    /// Forgets what it has learned: another game begins.
    pub(crate) fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// The best lines of a position, the best one first: as many as asked for, or
    /// as there are legal moves.
    pub(crate) fn think(&mut self, setup: Setup, limits: Limits, lines: usize) -> Vec<Info> {
        self.engine.options.lines = lines;
        let (sender, events) = mpsc::channel();
        let start = Instant::now();
        self.engine.go(setup, limits, start, move |event| {
            // The receiver is there as long as this function waits.
            let _ = sender.send(event);
        });
        let mut found: Vec<Info> = Vec::new();
        for event in events {
            match event {
                Event::Info(info) => match found.get_mut(info.rank.saturating_sub(1)) {
                    Some(known) => *known = info,
                    None => found.push(info),
                },
                Event::Complaint(_) => {}
                Event::BestMove(_) => break,
            }
        }
        // A search that was cut short leaves the end of the list from the depth before.
        let mut known = HashSet::new();
        found.retain(|info| known.insert(info.line.first().copied()));
        found
    }
}

/// A line of play in PTN.
pub(crate) fn text_of(line: &[AnyMove]) -> String {
    let moves: Vec<_> = line.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// A score of the player to move, from White's view.
pub(crate) fn for_white(score: Score, mover: Color) -> Score {
    match mover {
        Color::White => score,
        Color::Black => -score,
    }
}

/// What a score from White's view says, in flats: `+1.25`, or who wins when.
pub(crate) fn in_flats(eval: Score) -> String {
    if score::is_decided(eval) {
        let winner = if eval > 0 { "White" } else { "Black" };
        return format!("{winner} wins in {}", plies_to_win(eval));
    }
    format!("{:+.2}", f64::from(eval) / 100.0)
}

/// The plies that a decided game still takes.
pub(crate) fn plies_to_win(eval: Score) -> u32 {
    score::WIN.abs_diff(eval.abs())
}
