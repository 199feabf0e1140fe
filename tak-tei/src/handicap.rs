//! Play at a level: the engine searches as usual, and another move than the best may be played.

use tak_search::engine::{Event, Info};
use tak_search::level::{BestLines, Level};

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
                let random = time.unwrap_or(0).wrapping_mul(0x9e37_79b9) >> 16;
                let chosen = self.level.choose(&lines, |below| random as usize % below)?;
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
