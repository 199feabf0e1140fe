//! The engine without its protocol: options, a table, one search at a time.
//!
//! [`Engine::go`] starts a search on a thread of its own and returns at once;
//! the caller gets [`Event`]s through a callback. Nothing here reads or writes
//! text.

use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tak_encoding::{
    AnyPosition, NoHash, OneHash, Outcome, Playable, Position, Size, with_position,
};

use crate::book::{Choice, OpeningBook};
use crate::evaluation::Weighted;
use crate::limits::Limits;
use crate::perft::{self, Count};
use crate::score::{self, Score};
use crate::search::{self, Experience, Report, Signals, Task};
pub use crate::setup::Setup;
use crate::table::Table;
use crate::wdl::Chances;

/// What a search tells while it runs, moves in PTN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Something is wrong that the user should know, before anything else.
    Complaint(String),
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
    /// Which of several lines this is, 1 for the best.
    pub rank: usize,
    /// From the side to move, see [`score`].
    pub score: Score,
    /// What the score says about the result.
    pub chances: Chances,
    /// Who wins, where that is certain, and in how many plies.
    pub proof: Option<(Verdict, u32)>,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
    /// The best line, never empty.
    pub line: Vec<String>,
    /// A word to the person who watches.
    pub note: Option<String>,
}

/// How a game ends for certain, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Won.
    Win,
    /// Neither won nor lost.
    Draw,
    /// Lost.
    Loss,
}

impl Info {
    /// What a search from that position found.
    fn of_report<const N: usize>(position: &Position<N, OneHash>, report: &Report<N>) -> Self
    where
        Size<N>: Playable,
    {
        let drawn = report.outcome == Some(Outcome::Draw);
        let plies = score::WIN.abs_diff(report.score.abs());
        let proof = match report.score {
            _ if drawn => Some((Verdict::Draw, 0)),
            score if !score::is_decided(score) => None,
            1.. => Some((Verdict::Win, plies)),
            _ => Some((Verdict::Loss, plies)),
        };
        let chances = if drawn {
            Chances::DRAWN
        } else {
            Chances::of(position, report.score)
        };
        Self {
            depth: report.depth,
            selective_depth: report.selective_depth,
            rank: report.rank,
            score: report.score,
            chances,
            proof,
            nodes: report.nodes,
            time: report.time,
            permille_full: report.permille_full,
            line: report.line.iter().map(ToString::to_string).collect(),
            note: report
                .outcome
                .map(|outcome| format!("game over: {outcome}")),
        }
    }

    /// A move that was found without a search.
    fn of_book(position: &AnyPosition<OneHash>, choice: &Choice, start: Instant) -> Self {
        Self {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            score: choice.score,
            chances: with_position!(position, position => Chances::of(position, choice.score)),
            proof: None,
            nodes: 1,
            time: start.elapsed(),
            permille_full: 0,
            line: vec![choice.mv.clone()],
            note: Some(choice.to_string()),
        }
    }
}

/// What can be set, see [`Engine::options`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Size of the table in MiB.
    pub hash: usize,
    /// Threads that search.
    pub threads: usize,
    /// Lines that are reported.
    pub lines: usize,
    /// Time that gets lost between the engine and the clock.
    pub overhead: Duration,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: 1,
            lines: 1,
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
    book: Option<OpeningBook>,
    table: Option<(usize, Arc<Table>)>,
    /// Of each thread, since the game began; locked while a search runs.
    experiences: Arc<Mutex<Vec<Experience>>>,
    running: Option<Running>,
    /// Whether the next search is to know nothing of those before.
    forgets: bool,
}

/// A search on its thread.
struct Running {
    thread: JoinHandle<()>,
    signals: Arc<Signals>,
    /// Locked around each event, so that a silenced search is silent at once.
    silent: Arc<Mutex<bool>>,
}

impl Engine {
    /// Takes another opening book, or none. It is asked when a search starts.
    pub fn set_book(&mut self, book: Option<OpeningBook>) {
        self.book = book;
    }

    /// Starts a search, or answers at once where the book has a move; a search
    /// that is infinite, pondering or of some moves only does without. One that
    /// still runs is dropped without a best move if it has not been told to
    /// stop, and waited for if it has.
    pub fn go(
        &mut self,
        setup: Setup,
        limits: Limits,
        start: Instant,
        mut on_event: impl FnMut(Event) + Send + 'static,
    ) {
        self.finish();
        if self.forgets {
            self.new_game();
        }
        if !(limits.infinite || limits.ponder)
            && setup.root_moves.is_empty()
            && let Some(choice) = self.ask_book(&setup, &mut on_event)
        {
            on_event(Event::Info(Info::of_book(&setup.position, &choice, start)));
            return on_event(Event::BestMove(Some(choice.mv)));
        }
        let table = self.table();
        let options = self.options;
        let experiences = Arc::clone(&self.experiences);
        self.launch(on_event, move |signals, emit| {
            let mut experiences = experiences.lock().unwrap_or_else(PoisonError::into_inner);
            experiences.resize_with(options.threads, Experience::default);
            with_position!(setup.position, position => {
                let root_moves = setup.root_moves.iter();
                let task = Task {
                    position,
                    reversible: setup.reversible,
                    limits,
                    start,
                    overhead: options.overhead,
                    lines: options.lines,
                    root_moves: root_moves.filter_map(|mv| position.parse_move(mv).ok()).collect(),
                };
                let report = |report: Report<_>| {
                    emit(Event::Info(Info::of_report(&position, &report)));
                };
                let best = search::run(task, &Weighted, &mut experiences, &table, signals, report);
                emit(Event::BestMove(best.map(|mv| mv.to_string())));
            });
        });
    }

    /// Counts the leaves so many plies below a position, in the place of a
    /// search: a stop ends it, and so does the next search.
    pub fn perft(
        &mut self,
        position: AnyPosition<OneHash>,
        depth: u8,
        on_event: impl FnMut(Count) + Send + 'static,
    ) {
        self.finish();
        self.launch(on_event, move |signals, emit| {
            with_position!(position, position => {
                perft::divide(&position.rehashed::<NoHash>(), depth, signals, emit);
            });
        });
    }

    /// Starts work on a thread of its own; what it emits is passed on until it
    /// is silenced. Where the system has no more threads it is stopped as soon as
    /// it has an answer.
    fn launch<E: 'static>(
        &mut self,
        on_event: impl FnMut(E) + Send + 'static,
        work: impl FnOnce(&Signals, &mut dyn FnMut(E)) + Send + 'static,
    ) {
        let signals = Arc::new(Signals::default());
        let silent = Arc::new(Mutex::new(false));
        let job = {
            let signals = Arc::clone(&signals);
            let mut emit = guarded(Arc::clone(&silent), on_event);
            move || work(&signals, &mut emit)
        };
        // The thread is there before it gets its work, which else would be lost
        // where there is no thread to be had.
        let (sender, jobs) = sync_channel(1);
        let Ok(thread) = thread::Builder::new().spawn(move || work_off(&jobs)) else {
            // Who waits for the answer gets one: nobody could stop it later.
            signals.stop();
            return job();
        };
        // Its receiver waits.
        let _ = sender.send(job);
        self.running = Some(Running {
            thread,
            signals,
            silent,
        });
    }

    /// A book that cannot be read is told once and put away.
    fn ask_book(&mut self, setup: &Setup, on_event: &mut impl FnMut(Event)) -> Option<Choice> {
        match self.book.as_ref()?.choose(&setup.position) {
            Ok(choice) => choice,
            Err(error) => {
                let complaint = format!("option BookFile: {error}; playing without a book");
                on_event(Event::Complaint(complaint));
                self.book = None;
                None
            }
        }
    }

    /// Tells a running search to come to its end; its best move follows.
    pub fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.signals.stop();
            running.thread.thread().unpark();
        }
    }

    /// Tells a search that ponders that the opponent has played.
    pub fn ponder_hit(&mut self, at: Instant) {
        if let Some(running) = &self.running {
            running.signals.hit(at);
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
        if !running.signals.is_stopped() {
            *running
                .silent
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = true;
        }
        running.signals.stop();
        running.thread.thread().unpark();
        // A panic of the search has been printed by its thread; play on.
        let _ = running.thread.join();
    }

    /// The next search begins with nothing; one that runs goes on as it is.
    pub fn forget(&mut self) {
        self.forgets = true;
    }

    /// A new game: forget the last one.
    pub fn new_game(&mut self) {
        self.finish();
        if let Some((_, table)) = &self.table {
            table.clear();
        }
        let experiences = self.experiences.lock();
        experiences.unwrap_or_else(PoisonError::into_inner).clear();
        self.forgets = false;
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
        table.touch_ahead();
        self.table = Some((wanted, Arc::clone(&table)));
        table
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Does the job that comes.
fn work_off(jobs: &Receiver<impl FnOnce()>) {
    if let Ok(job) = jobs.recv() {
        job();
    }
}

/// Passes events on until the search is silenced.
fn guarded<E>(
    silent: Arc<Mutex<bool>>,
    mut on_event: impl FnMut(E) + Send,
) -> impl FnMut(E) + Send {
    move |event| {
        let silent = silent.lock().unwrap_or_else(PoisonError::into_inner);
        if !*silent {
            on_event(event);
        }
    }
}
