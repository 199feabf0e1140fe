//! What `go mate` may say: that there is no win only if every move was tried.

use tak_search::engine::{Event, ProvenResult};

/// A search for a win in so many moves.
pub(crate) struct Mate {
    moves: u32,
    /// Whether it is known that there is one, or that there is none.
    is_settled: bool,
}

impl Mate {
    pub(crate) fn new(moves: u32) -> Self {
        Self { moves, is_settled: false }
    }

    /// What must be said before an event: at the end, that a win may have been missed.
    pub(crate) fn doubt(&mut self, event: &Event) -> Option<String> {
        match event {
            Event::Info(info) if info.rank == 1 => {
                self.is_settled = info.tried_all
                    || info.proof.is_some_and(|(result, plies)| {
                        result != ProvenResult::Win || plies < self.moves.saturating_mul(2)
                    });
            }
            Event::BestMove(Some(_)) if !self.is_settled => {
                let moves = self.moves;
                return Some(format!(
                    "mate {moves}: none found, but not every quiet move was tried"
                ));
            }
            _ => {}
        }
        None
    }
}
