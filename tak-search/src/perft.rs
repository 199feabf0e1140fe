//! Perft, move by move, until it is done or the user stops it.

use std::time::Duration;

use tak_encoding::{
    AnyMove, AnyPosition, NoHash, OneHash, Perft, Playable, Position, Size, with_position,
};

use crate::clock::Instant;

/// The largest depth, in plies: nobody waits for more.
pub const MAX_DEPTH: u8 = 30;

/// What a perft reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftEvent {
    /// The leaves below one move.
    Move(AnyMove, u64),
    /// The total: all leaves, or those counted before it was stopped.
    Total {
        /// The leaves.
        leaves: u64,
        /// The time taken.
        time: Duration,
        /// False if it was stopped.
        complete: bool,
    },
}

/// Counts the leaves `depth` plies below the position, move by move, sorted as text. A finished
/// game is one leaf, whatever depth is left.
pub(crate) fn divide(
    position: &AnyPosition<OneHash>,
    depth: u8,
    stop: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(PerftEvent),
) {
    with_position!(position, position => divide_at(&position.rehashed(), depth, stop, report));
}

fn divide_at<const N: usize>(
    position: &Position<N, NoHash>,
    depth: u8,
    stop: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(PerftEvent),
) where
    Size<N>: Playable,
{
    let start = Instant::now();
    let perft = Perft::new().stop(stop);
    let (mut leaves, mut complete) = (0, true);
    if depth == 0 || position.outcome().is_some() {
        leaves = 1;
    } else {
        let mut moves = position.legal_moves();
        moves.sort_by_cached_key(ToString::to_string);
        for mv in moves {
            let Some(below) = perft.count(&position.after(mv), depth - 1) else {
                complete = false;
                break;
            };
            leaves += below;
            report(PerftEvent::Move(mv.into(), below));
        }
    }
    report(PerftEvent::Total { leaves, time: start.elapsed(), complete });
}
