//! The engine without its protocol: options, a table, one search at a time.
//!
//! [`Engine::go`] starts a search on a thread of its own and returns at once;
//! the caller gets [`Event`]s through a callback. Nothing here reads or writes
//! text.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tak_encoding::{AnyPosition, OneHash, Playable, Size, with_position};

use crate::limits::Limits;
use crate::score::Score;
use crate::search::{Report, Searcher, Task};
use crate::table::Table;

/// What a search tells while it runs, moves in PTN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A better line, or the same one at greater depth.
    Info(Info),
    /// The end of the search. `None` if there is no legal move.
    BestMove(Option<String>),
}

/// A line of play and how it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Plies of full depth.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// From the side to move, see [`score`](crate::score).
    pub score: Score,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
    /// The best line, never empty.
    pub line: Vec<String>,
}

impl<const N: usize> From<Report<N>> for Info {
    fn from(report: Report<N>) -> Self {
        Self {
            depth: report.depth,
            selective_depth: report.selective_depth,
            score: report.score,
            nodes: report.nodes,
            time: report.time,
            permille_full: report.permille_full,
            line: report.line.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A position and the way it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The position to play from.
    pub position: AnyPosition<OneHash>,
    /// The hashes of the positions before it that can still come back.
    pub reversible: Vec<u64>,
}

/// What can be set, see [`Engine::options`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Size of the table in MiB.
    pub hash: usize,
    /// Time that gets lost between the engine and the clock.
    pub overhead: Duration,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            hash: 64,
            overhead: Duration::from_millis(10),
        }
    }
}

/// The engine.
#[derive(Default)]
pub struct Engine {
    /// Read when a search starts or the engine is idle, so that setting them in
    /// mid-search disturbs nothing.
    pub options: EngineOptions,
    table: Option<(usize, Arc<Table>)>,
    running: Option<Running>,
}

/// A search on its thread.
struct Running {
    thread: JoinHandle<()>,
    stop: Arc<AtomicBool>,
    /// Locked around each event, so that a silenced search is silent at once.
    silent: Arc<Mutex<bool>>,
}

impl Engine {
    /// Starts a search. One that still runs is dropped without a best move if
    /// it has not been told to stop, and waited for if it has.
    pub fn go(
        &mut self,
        setup: Setup,
        limits: Limits,
        start: Instant,
        on_event: impl FnMut(Event) + Send + 'static,
    ) {
        self.finish();
        let table = self.table();
        let overhead = self.options.overhead;
        let stop = Arc::new(AtomicBool::new(false));
        let silent = Arc::new(Mutex::new(false));
        let thread = {
            let (stop, mut emit) = (Arc::clone(&stop), guarded(Arc::clone(&silent), on_event));
            thread::spawn(move || {
                with_position!(setup.position, position => {
                    let reversible = setup.reversible;
                    let task = Task { position, reversible, limits, start, overhead };
                    search(task, &table, &stop, &mut emit);
                });
            })
        };
        self.running = Some(Running {
            thread,
            stop,
            silent,
        });
    }

    /// Tells a running search to come to its end; its best move follows.
    pub fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
            running.thread.thread().unpark();
        }
    }

    /// Whether a search is under way.
    pub fn is_searching(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| !running.thread.is_finished())
    }

    /// Waits for a search that was told to stop; ends any other without a word.
    pub fn finish(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        // Silent first: a search that is stopped at once has its answer ready.
        if !running.stop.load(Ordering::Relaxed) {
            *running
                .silent
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = true;
        }
        running.stop.store(true, Ordering::Relaxed);
        running.thread.thread().unpark();
        // A panic of the search has been printed by its thread; play on.
        let _ = running.thread.join();
    }

    /// A new game: forget the last one.
    pub fn new_game(&mut self) {
        self.finish();
        if let Some((_, table)) = &self.table {
            table.clear();
        }
    }

    /// Makes the table ready, so that no clock pays for it. Does nothing while
    /// a search is under way.
    pub fn prepare(&mut self) {
        if !self.is_searching() {
            self.table();
        }
    }

    /// The table at the wanted size, or as large as memory allows.
    fn table(&mut self) -> Arc<Table> {
        let wanted = self.options.hash;
        if let Some((size, table)) = &self.table
            && *size == wanted
        {
            return Arc::clone(table);
        }
        self.table = None;
        let sizes = std::iter::successors(Some(wanted), |&size| (size > 0).then_some(size / 2));
        let table = sizes.into_iter().find_map(|size| Table::new(size).ok());
        let table = Arc::new(table.unwrap_or_else(|| unreachable!("a table of one slot")));
        self.table = Some((wanted, Arc::clone(&table)));
        table
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Passes events on until the search is silenced.
fn guarded(
    silent: Arc<Mutex<bool>>,
    mut on_event: impl FnMut(Event) + Send,
) -> impl FnMut(Event) + Send {
    move |event| {
        let silent = silent.lock().unwrap_or_else(PoisonError::into_inner);
        if !*silent {
            on_event(event);
        }
    }
}

fn search<const N: usize>(
    task: Task<N>,
    table: &Table,
    stop: &AtomicBool,
    emit: &mut impl FnMut(Event),
) where
    Size<N>: Playable,
{
    let mut searcher = Searcher::new(task, table, stop);
    let best = searcher.run(|report| emit(Event::Info(report.into())));
    emit(Event::BestMove(best.map(|mv| mv.to_string())));
}
