//! Play at a level: the engine searches as usual, and another move than the best may be played.

use tak_search::engine::{Event, Info};
use tak_search::level::{BestLines, Level};

use crate::json::{Object, array};

/// All levels in JSON, from the first.
pub(crate) fn levels() -> String {
    array(Level::all().map(|level| {
        let told = Object::new().with_text("name", level.name());
        told.with_text("manner", level.manner()).end()
    }))
}

/// What keeps the engine from playing its best.
pub(crate) struct Handicap {
    level: Level,
    /// What the search has found so far.
    lines: BestLines,
}

impl Handicap {
    pub(crate) fn new(level: Level) -> Self {
        Self { level, lines: BestLines::default() }
    }

    /// Replaces the best move by that of the level. Returns the line to report before it, if it is
    /// a different one.
    pub(crate) fn alter(&mut self, event: &mut Event) -> Option<Info> {
        match event {
            Event::Info(info) => {
                self.lines.add(info.clone());
                None
            }
            Event::BestMove(Some(best)) => {
                let lines = std::mem::take(&mut self.lines).finish();
                // Browsers give us no random numbers. The last digits of the search time are random
                // enough.
                let time = lines.iter().map(|info| info.time.subsec_nanos()).max();
                let chosen = self.level.choose(&lines, time.unwrap_or(0).into())?;
                let first = lines.first()?;
                let &mv = chosen.line.first()?;
                *best = mv;
                (chosen.rank != first.rank).then(|| {
                    let mut info = chosen.clone();
                    (info.depth, info.rank) = (first.depth, first.rank);
                    (info.nodes, info.time) = (first.nodes, first.time);
                    info
                })
            }
            _ => None,
        }
    }
}
