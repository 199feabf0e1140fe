//! Perft that can be told to stop: for somebody who watches.
//!
//! [`tak_encoding::perft`] counts; here the upper plies are walked and a signal
//! is looked at on the way.

use std::time::{Duration, Instant};

use tak_encoding::{NoHash, Playable, Position, Size, perft};

use crate::search::Signals;

/// The most plies that are counted: nobody waits for so many.
pub const DEEPEST: u8 = 30;

/// What a count tells while it goes on, moves in PTN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Count {
    /// The leaves below one move.
    Move(String, u64),
    /// All leaves, or those counted before it was told to stop.
    Total {
        /// How many.
        leaves: u64,
        /// How long it took.
        time: Duration,
        /// Whether these are all.
        complete: bool,
    },
}

/// Counts the leaves so many plies below the position, move by move, sorted by
/// their text. A finished game is one leaf, whatever depth is left.
pub fn divide<const N: usize>(
    position: &Position<N, NoHash>,
    depth: u8,
    signals: &Signals,
    mut report: impl FnMut(Count),
) where
    Size<N>: Playable,
{
    let start = Instant::now();
    let (mut leaves, mut complete) = (0, true);
    if depth == 0 || position.outcome().is_some() {
        leaves = 1;
    } else {
        let moves = position.legal_moves().into_iter();
        let mut moves: Vec<_> = moves.map(|mv| (mv.to_string(), mv)).collect();
        moves.sort_unstable();
        for (text, mv) in moves {
            let Some(below) = count(&position.after(mv), depth - 1, signals) else {
                complete = false;
                break;
            };
            leaves += below;
            report(Count::Move(text, below));
        }
    }
    report(Count::Total {
        leaves,
        time: start.elapsed(),
        complete,
    });
}

/// The leaves below a position; `None` if told to stop.
fn count<const N: usize>(
    position: &Position<N, NoHash>,
    depth: u8,
    signals: &Signals,
) -> Option<u64>
where
    Size<N>: Playable,
{
    /// Plies that are counted between two looks at the signal.
    const BATCH: u8 = 2;
    if signals.is_stopped() {
        return None;
    }
    if depth <= BATCH || position.outcome().is_some() {
        return Some(perft(position, depth));
    }
    let moves = position.legal_moves().into_iter();
    moves
        .map(|mv| count(&position.after(mv), depth - 1, signals))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(depth: u8, signals: &Signals) -> Vec<Count> {
        let mut counts = Vec::new();
        divide(&Position::<4, NoHash>::new(), depth, signals, |count| {
            counts.push(count);
        });
        counts
    }

    #[test]
    fn parts_add_up() {
        for (depth, expected) in [(0, 1), (1, 16), (2, 240), (3, 7440), (4, 216_464)] {
            let mut counts = counts(depth, &Signals::default());
            let Some(Count::Total {
                leaves, complete, ..
            }) = counts.pop()
            else {
                panic!("no total")
            };
            let parts = counts.iter().map(|count| match count {
                Count::Move(_, leaves) => *leaves,
                Count::Total { .. } => panic!("two totals"),
            });
            assert!(complete && (depth == 0 || parts.sum::<u64>() == expected));
            assert_eq!(leaves, expected);
        }
    }

    #[test]
    fn a_signal_ends_it() {
        let signals = Signals::default();
        signals.stop();
        let counts = counts(DEEPEST, &signals);
        assert!(matches!(
            counts[..],
            [Count::Total {
                leaves: 0,
                complete: false,
                ..
            }]
        ));
    }
}
