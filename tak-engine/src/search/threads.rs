//! Several threads on one table, none of which waits for another ("lazy SMP").
//!
//! All threads search the same position; what one finds in the table, the
//! others need not search. Only the first thread reports and decides.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use tak_encoding::{Move, Playable, Size};

use super::{Experience, Report, Searcher, Task};
use crate::evaluation::Evaluator;
use crate::table::Table;

/// How a search is told to end.
#[derive(Debug, Default)]
pub struct Signals {
    /// Somebody wants the answer now.
    stop: AtomicBool,
    /// The first thread has the answer.
    done: AtomicBool,
    /// When the opponent played the move that was pondered on.
    ponder_hit: OnceLock<Instant>,
}

impl Signals {
    /// Asks for the answer.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked for the answer.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The opponent has played the move that was pondered on: the clock runs
    /// from then on. Only the first time counts.
    pub fn hit(&self, at: Instant) {
        // Set already: once is enough.
        let _ = self.ponder_hit.set(at);
    }

    /// When the opponent has played.
    pub(super) fn ponder_hit(&self) -> Option<Instant> {
        self.ponder_hit.get().copied()
    }

    pub(super) fn is_raised(&self) -> bool {
        self.is_stopped() || self.done.load(Ordering::Relaxed)
    }
}

/// How many nodes a thread has visited, on a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct NodeCount(AtomicU64);

impl NodeCount {
    pub(super) fn tell(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }

    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Searches with a thread for each experience until a limit is reached,
/// reporting each better line, and returns the best move; `None` only where
/// there is no legal move. Without any experience one thread begins with none.
pub fn run<const N: usize>(
    task: Task<N>,
    evaluator: &impl Evaluator<N>,
    experiences: &mut [Experience],
    table: &Table,
    signals: &Signals,
    report: impl FnMut(Report<N>),
) -> Option<Move<N>>
where
    Size<N>: Playable,
{
    let mut none;
    let experiences = if experiences.is_empty() {
        none = Experience::of_threads(1);
        &mut none
    } else {
        experiences
    };
    let (experience, others) = experiences.split_first_mut()?;
    let own_count = NodeCount::default();
    let counts: Vec<NodeCount> = others.iter().map(|_| NodeCount::default()).collect();
    table.age();
    thread::scope(|scope| {
        for (experience, count) in others.iter_mut().zip(&counts) {
            let (task, evaluator) = (task.clone(), evaluator.clone());
            let help = move || {
                let alone = &[];
                Searcher::new(task, evaluator, experience, table, signals, count, alone).help();
            };
            // Without more threads those that are there do it.
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        let evaluator = evaluator.clone();
        let mut first = Searcher::new(
            task, evaluator, experience, table, signals, &own_count, &counts,
        );
        let best = first.run(report);
        signals.done.store(true, Ordering::Relaxed);
        best
    })
}
