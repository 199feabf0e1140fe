//! The engine without a protocol: options, a table, an opening book, and one
//! search at a time.
//!
//! [`Engine::go`] starts a search on a thread of its own and returns at once; a
//! callback receives its [`Event`]s.

use std::collections::VecDeque;
use std::mem;
use std::sync::mpsc::{self, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use tak_encoding::{AnyMove, AnyPosition, BoardSize, IllegalMove, OneHash, with_position};

use crate::book::{Choice, OpeningBook};
use crate::clock::Instant;
use crate::evaluation::Corrected;
use crate::evaluation::network::{Network, NetworkChoice};
use crate::limits::Limits;
use crate::perft::{self, PerftEvent};
use crate::review::{Review, Reviewed};
use crate::search::{self, Experience, Report, Signals, Task};
use crate::solve::{Answer, Question};
use crate::table::{NoMemory, Table};
use crate::tinue::{self, Standing};
use crate::turns::Turns;

mod event;
mod memory;

pub use event::{Event, Info, ProvenResult};
use memory::Memory;

/// What a search starts from: a position and its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The position to find a move for.
    pub position: AnyPosition<OneHash>,
    /// The hashes of the earlier positions that could still be repeated, oldest
    /// first.
    pub reversible: Vec<u64>,
    /// The only moves to search; if empty, all legal moves.
    pub root_moves: Vec<AnyMove>,
}

impl Setup {
    /// A position without history.
    pub fn new(position: AnyPosition<OneHash>) -> Self {
        Self { position, reversible: Vec::new(), root_moves: Vec::new() }
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If the move is illegal; nothing changes then.
    ///
    /// ```
    /// use tak_encoding::AnyPosition;
    /// use tak_search::engine::Setup;
    ///
    /// let mut setup = Setup::new("x3/1,x,2/x3 1 2".parse::<AnyPosition<_>>()?);
    /// setup.play(setup.position.parse_move("a2+")?)?;
    /// assert_eq!(setup.reversible.len(), 1);
    /// setup.play(setup.position.parse_move("a2")?)?; // a placement cannot be reversed
    /// assert!(setup.reversible.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: AnyMove) -> Result<(), IllegalMove> {
        with_position!(&mut self.position, position => {
            let mv = mv.try_into()?;
            position.check_legal(mv)?;
            if position.is_reversible(mv) {
                self.reversible.push(position.hash());
            } else {
                self.reversible.clear();
            }
            position.play_unchecked(mv);
        });
        Ok(())
    }
}

/// The settings of an [`Engine`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EngineOptions {
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { hash: 64, threads: 1 }
    }
}

/// The best move of a position, or `None` if there is no legal one. It waits for the limits to be
/// reached, so there must be one.
///
/// ```
/// use tak_encoding::AnyPosition;
/// use tak_search::best_move;
/// use tak_search::limits::Limits;
///
/// // White completes a road on the third rank.
/// let position: AnyPosition<_> = "x5/x5/1,1,1,1,x/x5/2,2,2,x2 1 5".parse()?;
/// let best = best_move(position, Limits::depth(4));
/// assert_eq!(best.map(|mv| mv.to_string()).as_deref(), Some("e3"));
/// # Ok::<(), tak_encoding::TpsError>(())
/// ```
///
/// Searches that report what they find, and learn from one another, are those of an [`Engine`].
pub fn best_move(position: impl Into<AnyPosition<OneHash>>, limits: Limits) -> Option<AnyMove> {
    let (sender, events) = mpsc::channel();
    let mut engine = Engine::default();
    engine.go(Setup::new(position.into()), limits, Instant::now(), move |event| {
        let _ = sender.send(event); // what comes after the move is not awaited
    });
    let best = events.into_iter().find_map(|event| match event {
        Event::BestMove(best) => Some(best),
        _ => None,
    });
    best.flatten()
}

/// The engine.
///
/// ```
/// use std::sync::mpsc;
/// use std::time::Instant;
///
/// use tak_encoding::AnyPosition;
/// use tak_search::engine::{Engine, Event, Setup};
/// use tak_search::limits::Limits;
///
/// let mut engine = Engine::default();
/// engine.options.hash = 16;
/// let start: AnyPosition<_> = "x5/x5/x5/x5/x5 1 1".parse()?;
/// let (sender, events) = mpsc::channel();
/// engine.go(Setup::new(start), Limits::depth(3), Instant::now(), move |event| {
///     sender.send(event).unwrap();
/// });
/// let last = events.iter().last(); // the channel closes when the search ends
/// assert!(matches!(last, Some(Event::BestMove(Some(mv))) if start.check_legal(mv).is_ok()));
/// # Ok::<(), tak_encoding::TpsError>(())
/// ```
#[derive(Default)]
pub struct Engine {
    /// Read when a search starts; a change during a search applies to the next one.
    pub options: EngineOptions,
    book: Option<Box<dyn OpeningBook>>,
    network: NetworkChoice,
    /// Networks added after the program was built.
    late_networks: Vec<Arc<Network>>,
    memory: Option<Memory>,
    /// What each thread has learned in this game; locked while a search runs.
    experiences: Arc<Mutex<Vec<Experience>>>,
    running: Option<Running>,
    /// Searches waiting for the host to run them.
    waiting: VecDeque<WaitingSearch>,
    turns: Option<&'static Turns>,
    /// Whether the next search starts from scratch.
    forgets: bool,
}

/// A search, or a perft, that has been launched.
struct Running {
    /// Its thread; without one, it waits for its host or is suspended by it.
    thread: Option<JoinHandle<()>>,
    /// Shared with the search until it ends.
    signals: Arc<Signals>,
    /// Locked for each event, so that a dropped search falls silent at once.
    silent: Arc<Mutex<bool>>,
}

impl Running {
    fn is_finished(&self) -> bool {
        match &self.thread {
            Some(thread) => thread.is_finished(),
            None => Arc::strong_count(&self.signals) == 1,
        }
    }

    /// Makes it check its signals now.
    fn wake(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }
}

/// A search that its host must run, since the program has one thread: see
/// [`Engine::next_search`].
pub struct WaitingSearch(Box<dyn FnOnce() + Send>);

impl WaitingSearch {
    /// Runs the search to its end, with pauses.
    // A function of its own: tools that make WebAssembly suspendable follow its callers.
    #[inline(never)]
    pub fn run(self) {
        (self.0)();
    }
}

impl Engine {
    /// Makes searches take turns with those of other engines in this program, or with the rest of
    /// it.
    pub fn set_turns(&mut self, turns: Option<&'static Turns>) {
        self.turns = turns;
    }

    /// Uses this opening book from now on, or none.
    pub fn set_book(&mut self, book: Option<Box<dyn OpeningBook>>) {
        self.book = book;
    }

    /// The opening book, if there is one.
    pub fn book(&self) -> Option<&dyn OpeningBook> {
        self.book.as_deref()
    }

    /// Uses this network from the next search on, which starts from scratch.
    pub fn set_network(&mut self, network: NetworkChoice) {
        if self.network != network {
            self.network = network;
            self.forget();
        }
    }

    /// Adds a network that the program was built without, as if it had been built in.
    pub fn add_network(&mut self, network: Network) {
        self.late_networks.retain(|other| other.size() != network.size());
        self.late_networks.push(Arc::new(network));
        self.forget();
    }

    /// The network used for a board size, if there is one.
    pub fn network(&self, size: BoardSize) -> Option<Arc<Network>> {
        let late = || self.late_networks.iter().find(|network| network.size() == size);
        match &self.network {
            NetworkChoice::Nothing => None,
            choice => choice.of(size).or_else(|| late().cloned()),
        }
    }

    /// Whether a network for this size is missing: it would be used if there were one.
    pub fn lacks_network(&self, size: BoardSize) -> bool {
        self.network != NetworkChoice::Nothing && self.network(size).is_none()
    }

    /// Starts a search, or answers at once from the book. Infinite, pondering and
    /// `searchmoves` searches do not use the book.
    ///
    /// A search still running is waited for if it was told to stop; otherwise it is dropped and
    /// reports nothing more, not even a best move.
    pub fn go(
        &mut self,
        setup: Setup,
        limits: Limits,
        start: Instant,
        mut on_event: impl FnMut(Event) + Send + 'static,
    ) {
        self.finish();
        if !(limits.infinite || limits.ponder)
            && setup.root_moves.is_empty()
            && let Some(choice) = self.ask_book(&setup, &mut on_event)
        {
            on_event(Event::Info(Info::of_book(&setup.position, &choice, start)));
            return on_event(Event::BestMove(Some(choice.mv)));
        }
        let table = self.memory().for_search(&limits);
        let network = self.network(setup.position.size());
        let job = Job { setup, limits, start, network };
        let (experiences, threads) = (Arc::clone(&self.experiences), self.options.threads);
        let forgets = mem::take(&mut self.forgets);
        self.launch(on_event, move |signals, emit| {
            let mut experiences = experiences.lock().unwrap_or_else(PoisonError::into_inner);
            if forgets {
                table.clear();
                experiences.clear();
            }
            experiences.truncate(threads);
            let more = threads - experiences.len();
            experiences.append(&mut Experience::of_threads(more));
            job.run(&mut experiences, &table, signals, emit);
        });
    }

    /// Counts the leaves `depth` plies below a position, in place of a search:
    /// [`stop`](Self::stop) ends it, and so does the next search.
    pub fn perft(
        &mut self,
        position: AnyPosition<OneHash>,
        depth: u8,
        on_event: impl FnMut(PerftEvent) + Send + 'static,
    ) {
        self.finish();
        self.launch(on_event, move |signals, emit| {
            in_turns(signals, emit, |stop, report| perft::divide(&position, depth, stop, report));
        });
    }

    /// Reviews a game whose positions have been searched, in place of a search. The solver is asked
    /// about each of them; once it is told to [`stop`](Self::stop), what is left stays open.
    pub fn review(&mut self, game: Reviewed, on_review: impl FnMut(Review) + Send + 'static) {
        self.finish();
        self.launch(on_review, move |signals, emit| {
            in_turns(signals, emit, |stop, report| report(game.review(stop)));
        });
    }

    /// Looks for strict tinuës in each position of a game of legal moves, in place of a search; once it
    /// is told to [`stop`](Self::stop), what is left stays open.
    pub fn standings(
        &mut self,
        start: AnyPosition<OneHash>,
        moves: Vec<AnyMove>,
        on_standings: impl FnMut(Vec<Standing>) + Send + 'static,
    ) {
        self.finish();
        self.launch(on_standings, move |signals, emit| {
            in_turns(signals, emit, |stop, report| report(tinue::known(&start, &moves, stop)));
        });
    }

    /// Answers whether a player can force a win, in place of a search; once it is told to
    /// [`stop`](Self::stop), with what is known.
    pub fn solve(
        &mut self,
        position: AnyPosition<OneHash>,
        question: Question,
        on_answer: impl FnMut(Result<Answer, NoMemory>) + Send + 'static,
    ) {
        self.finish();
        self.launch(on_answer, move |signals, emit| {
            in_turns(signals, emit, |stop, report| report(question.answer_until(&position, stop)));
        });
    }

    /// Starts work on a thread of its own and passes on what it emits until it is silenced. If no
    /// thread can be started, the calling one does the work, but only until there is an answer.
    fn launch<E: 'static>(
        &mut self,
        on_event: impl FnMut(E) + Send + 'static,
        work: impl FnOnce(&Signals, &mut dyn FnMut(E)) + Send + 'static,
    ) {
        let signals = Arc::new(Signals::with_turns(self.turns));
        let silent = Arc::new(Mutex::new(false));
        let job = {
            let signals = Arc::clone(&signals);
            let mut emit = guarded(Arc::clone(&silent), on_event);
            move || work(&signals, &mut emit)
        };
        if self.turns.is_some_and(Turns::has_host) {
            self.waiting.push_back(WaitingSearch(Box::new(job)));
            self.running = Some(Running { thread: None, signals, silent });
            return;
        }
        match run_beside(job) {
            Ok(thread) => self.running = Some(Running { thread: Some(thread), signals, silent }),
            Err(job) => {
                signals.stop(); // nobody could do so later
                job();
            }
        }
    }

    /// The next search to run, if searches take turns with a host
    /// ([`Turns::with_host`](crate::turns::Turns::with_host)): one at a time, each to its
    /// end, before the next call.
    pub fn next_search(&mut self) -> Option<WaitingSearch> {
        self.waiting.pop_front()
    }

    /// Asks the book. If it cannot be read, this is reported once and the book is no longer used.
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

    /// Tells a running search to stop; it then reports its best move.
    pub fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.signals.stop();
            running.wake();
        }
    }

    /// Tells a pondering search that the opponent has played the ponder move.
    pub fn ponder_hit(&mut self, at: Instant) {
        if let Some(running) = &self.running {
            running.signals.ponder_hit(at);
            running.wake();
        }
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_finished())
    }

    /// Waits for a search that was told to stop; drops any other silently. A search run by its host
    /// is not waited for.
    pub fn finish(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        // Silence it first: a stopped search answers at once.
        if !running.signals.is_stopped() {
            *running.silent.lock().unwrap_or_else(PoisonError::into_inner) = true;
        }
        running.signals.stop();
        running.wake();
        if let Some(thread) = running.thread {
            // If it panicked, its thread has already said so: play on.
            let _ = thread.join();
        }
    }

    /// Makes the next search start from scratch; a running search is not affected.
    pub fn forget(&mut self) {
        self.forgets = true;
    }

    /// Begins a new game: forgets everything about the last one.
    pub fn new_game(&mut self) {
        self.finish();
        self.forget();
    }

    /// Allocates the table before any clock runs, which takes a moment if it is large: a second for
    /// four GiB, and never more than two seconds. The rest is done alongside the searches. Does
    /// nothing during a search.
    pub fn prepare(&mut self) {
        if !self.is_searching() {
            self.memory().prepare();
        }
    }

    /// The table, of the size set in the options or as large as memory allows.
    fn memory(&mut self) -> &mut Memory {
        let wanted = self.options.hash;
        self.memory.take_if(|known| known.wanted() != wanted);
        self.memory.get_or_insert_with(|| Memory::allocate(wanted))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.finish();
    }
}

/// A search that is about to start, at any size.
struct Job {
    setup: Setup,
    limits: Limits,
    start: Instant,
    network: Option<Arc<Network>>,
}

impl Job {
    // Not generic, so that the search is compiled once, in this crate.
    fn run(
        self,
        experiences: &mut [Experience],
        table: &Table,
        signals: &Signals,
        emit: &mut dyn FnMut(Event),
    ) {
        let Self { setup, limits, start, network } = self;
        let root = setup.position;
        with_position!(root, position => {
            let root_moves = setup.root_moves.into_iter();
            let root_moves = root_moves.filter_map(|mv| mv.try_into().ok()).collect();
            let task = Task { position, reversible: setup.reversible, root_moves, limits, start };
            let report = |report: Report<_>| {
                emit(Event::Info(Info::of_report(&root, &report)));
            };
            let evaluator = Corrected::new(network);
            let best = search::run(task, &evaluator, experiences, table, signals, report);
            emit(Event::BestMove(best.map(AnyMove::from)));
        });
    }
}

/// Runs a job on a thread of its own, or hands it back if there are no more threads.
fn run_beside<J: FnOnce() + Send + 'static>(job: J) -> Result<JoinHandle<()>, J> {
    if cfg!(target_family = "wasm") {
        return Err(job); // known while building: what threads need is left out
    }
    // A thread that cannot be started would take its closure with it, so it gets the job
    // only once it runs.
    let (sender, jobs) = sync_channel::<J>(1);
    let run = move || jobs.recv().map_or((), |job| job());
    match thread::Builder::new().spawn(run) {
        Ok(thread) => {
            let _ = sender.send(job); // the thread is waiting for it
            Ok(thread)
        }
        Err(_) => Err(job),
    }
}

/// Work in turns with other sessions: it asks a function whether to stop, and reports through
/// another.
fn in_turns<E>(
    signals: &Signals,
    emit: &mut dyn FnMut(E),
    work: impl FnOnce(&(dyn Fn() -> bool + Sync), &mut dyn FnMut(E)),
) {
    let place = Mutex::new(signals.enter());
    let place = || place.lock().unwrap_or_else(PoisonError::into_inner);
    let stop = || {
        if let Some(turn) = &mut *place() {
            turn.pass_on(Instant::now(), || signals.is_stopped());
        }
        signals.is_stopped()
    };
    let mut report = |event| {
        *place() = None;
        emit(event);
        *place() = signals.enter();
    };
    work(&stop, &mut report);
}

/// Passes on events until the search is silenced.
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
