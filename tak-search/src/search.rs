//! The search: iterative deepening over principal variation search, with a
//! transposition table that helper threads share.
//!
//! This file holds the task and the reports of a search, its threads and the state of each. The
//! rest:
//!
//! | file | subject |
//! |---|---|
//! | `search/root.rs` | iterative deepening, aspiration windows, several lines |
//! | `search/line.rs` | reported lines, extended from the table or to the end of a proof |
//! | `search/tree.rs` | the tree below a node, from its window to its cut-off |
//! | `search/node.rs` | a node: its window and depth, what it knows before it tries a move |
//! | `search/node_counts.rs` | node counts and limits that threads share |
//! | `search/order.rs` | which move to try next |
//! | `search/proven.rs` | wins that the solver proves |
//! | `search/pruning.rs` | margins and reductions |
//! | `search/history.rs` | what is learned about moves |
//! | `search/static_eval.rs` | the static evaluation, cached and corrected |
//! | `search/key.rs` | transposition keys; symmetric openings share one |
//! | `search/path.rs` | repetitions |

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use tak_encoding::{Move, OneHash, Outcome, Playable, Position, Size};

use crate::clock::Instant;
use crate::evaluation::Evaluator;
use crate::limits::{Deadline, Limits};
use crate::score::{self, MAX_PLY, Score};
use crate::table::{NoMemory, Table, is_free};
use crate::turns::{Turn, Turns};

mod history;
mod key;
mod line;
mod node;
mod node_counts;
mod order;
mod path;
mod proven;
mod pruning;
mod root;
mod static_eval;
mod tree;

use history::{History, PreviousMoves, Shape};
pub use key::key;
use key::salt;
use node_counts::{NodeCount, Nodes, SharedNodes};
use order::MoveStack;
use path::Path;
use proven::Inquiries;
use static_eval::{Corrections, EvalCache};

/// A position to search, and for how long.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Task<const N: usize>
where
    Size<N>: Playable,
{
    /// The position to find a move for.
    pub position: Position<N, OneHash>,
    /// The hashes of the earlier positions that could still be repeated (those
    /// since the last placement or crush), oldest first.
    pub reversible: Vec<u64>,
    /// When to stop.
    pub limits: Limits,
    /// When the clock started.
    pub start: Instant,
    /// The only moves to search; if empty, all of them.
    pub root_moves: Vec<Move<N>>,
}

impl<const N: usize> Task<N>
where
    Size<N>: Playable,
{
    /// Finds the best line of a position without history; the clock starts now.
    pub fn new(position: Position<N, OneHash>, limits: Limits) -> Self {
        Self {
            position,
            reversible: Vec::new(),
            limits,
            start: Instant::now(),
            root_moves: Vec::new(),
        }
    }

    /// When to stop if the clock started at `start`.
    fn deadline(&self, start: Instant) -> Deadline {
        let empty = self.position.empty().count();
        Deadline::new(start, &self.limits, empty)
    }

    /// The moves to search.
    fn moves(&self) -> Vec<Move<N>> {
        let mut moves = self.position.legal_moves();
        if !self.root_moves.is_empty() {
            moves.retain(|mv| self.root_moves.contains(mv));
        }
        moves
    }
}

/// A line that the search found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report<const N: usize> {
    /// Plies of full depth.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// The rank of the line, 1 for the best.
    pub rank: usize,
    /// For the side to move.
    pub score: Score,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
    /// The moves, at least one.
    pub line: Vec<Move<N>>,
    /// The result, if the game is over and there was nothing to search.
    pub outcome: Option<Outcome>,
    /// Whether the solver has tried every move, quiet ones too, within the plies asked for.
    pub tried_all: bool,
}

/// Tells a running search to stop, or that the ponder move was played.
#[derive(Debug, Default)]
pub struct Signals {
    /// Set when the caller wants the answer now.
    stop: AtomicBool,
    /// Set when the first thread has the answer.
    done: AtomicBool,
    /// When the ponder move was played.
    ponder_hit: OnceLock<Instant>,
    /// Shared with other searches, if there may be more of them than CPUs.
    turns: Option<&'static Turns>,
}

impl Signals {
    /// For a search that takes turns with others.
    pub fn with_turns(turns: Option<&'static Turns>) -> Self {
        Self { turns, ..Self::default() }
    }

    /// Asks for the answer at once.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](Self::stop) was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The opponent played the ponder move at this time, and the clock runs from then on. Only the
    /// first call counts.
    pub fn ponder_hit(&self, at: Instant) {
        let _ = self.ponder_hit.set(at); // already set: the first call counts
    }

    /// Waits for a turn, if searches take turns.
    pub(crate) fn enter(&self) -> Option<Turn<'static>> {
        self.turns.map(|turns| turns.enter(|| self.is_raised()))
    }

    /// A turn for a search within a search: only the host must be allowed to run.
    pub(crate) fn host_turn(&self) -> Option<Turn<'static>> {
        self.turns.filter(|turns| turns.has_host()).map(|turns| turns.enter(|| false))
    }

    /// Waits about this long, or until woken.
    fn rest(&self, duration: Duration) {
        Turns::rest(self.turns, duration);
    }

    fn ponder_hit_at(&self) -> Option<Instant> {
        self.ponder_hit.get().copied()
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.is_stopped() || self.done.load(Ordering::Relaxed)
    }
}

/// What one thread learns in a game: history tables, corrections of the static evaluation, and the
/// static-eval cache.
///
/// Pass it to the next search of the same game with the same evaluator. A new game begins with a
/// blank one.
pub struct Experience {
    history: History,
    corrections: Corrections,
    evals: EvalCache,
}

impl Experience {
    /// Blank.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn new() -> Result<Self, NoMemory> {
        let (history, corrections) = (History::new()?, Corrections::new()?);
        Ok(Self { history, corrections, evals: EvalCache::new()? })
    }

    /// A blank one for each thread; fewer if there is not enough memory.
    pub fn of_threads(threads: usize) -> Vec<Self> {
        let fits = |thread| thread == 0 || is_free(NEEDED_BY_A_THREAD);
        (0..threads).take_while(|&thread| fits(thread)).map_while(|_| Self::new().ok()).collect()
    }
}

/// Searches until a limit is reached, with one thread for each experience, and returns the best
/// move; `None` only if there is no legal move. Without any experience, one thread starts from
/// scratch.
///
/// No thread waits for another ("lazy SMP"): all search the same position and
/// share what they find through the table. Only the first, the calling thread,
/// reports and decides.
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
    let mut blank;
    let experiences = if experiences.is_empty() {
        blank = Experience::of_threads(1);
        &mut blank
    } else {
        experiences
    };
    let Some((experience, others)) = experiences.split_first_mut() else {
        return task.moves().first().copied(); // there is no memory to search with
    };
    let others = if HAS_THREADS { others } else { &mut [] };
    let counts: Vec<NodeCount> = others.iter().map(|_| NodeCount::default()).collect();
    let shared = task.limits.nodes.map(|nodes| SharedNodes::new(nodes, counts.len() as u64 + 1));
    table.age();
    thread::scope(|scope| {
        let mut finish = Finish { signals, helpers: Vec::new() };
        for (experience, count) in others.iter_mut().zip(&counts) {
            // If memory or threads run out, make do with those available.
            if !HAS_THREADS || !is_free(NEEDED_BY_A_THREAD) {
                break;
            }
            let (task, evaluator) = (task.clone(), evaluator.clone());
            let nodes = Nodes {
                quota: shared.as_ref().map(SharedNodes::helper),
                published: Some(count),
                ..Nodes::default()
            };
            let mut helper = Searcher::new(task, evaluator, experience, table, signals, nodes);
            let thread = thread::Builder::new();
            let Ok(helper) = thread.spawn_scoped(scope, move || helper.enter().help()) else {
                break;
            };
            finish.helpers.push(helper.thread().clone());
        }
        let nodes = Nodes {
            quota: shared.as_ref().map(SharedNodes::first),
            helpers: &counts,
            ..Nodes::default()
        };
        let evaluator = evaluator.clone();
        let mut first = Searcher::new(task, evaluator, experience, table, signals, nodes);
        first.enter().run(report)
    })
}

/// Ends the helpers as soon as the first thread has its answer, or has panicked.
struct Finish<'a> {
    signals: &'a Signals,
    helpers: Vec<Thread>,
}

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.signals.done.store(true, Ordering::Relaxed);
        // They may be waiting for their turn.
        self.helpers.iter().for_each(Thread::unpark);
    }
}

/// A browser has none. Known while building, so that what threads need is left out there.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// What a thread needs, with some to spare, in MiB: the allocator reserves 64 for it.
const NEEDED_BY_A_THREAD: usize = 96;

/// One thread of a search.
struct Searcher<'a, const N: usize, E>
where
    Size<N>: Playable,
{
    task: Task<N>,
    deadline: Deadline,
    evaluator: E,
    /// What this thread has learned in the game.
    experience: &'a mut Experience,
    /// What the threads share.
    table: &'a Table,
    signals: &'a Signals,
    /// Its turn, if searches take turns.
    turn: Option<Turn<'static>>,
    /// Distinguishes games that differ in more than the hash covers.
    salt: u64,
    nodes: Nodes<'a>,
    pace: Pace,
    /// Whether it only fills the table for the first thread.
    is_helper: bool,
    stopped: bool,
    selective_depth: usize,
    root: Root<N>,
    plies: Plies<N>,
    moves: MoveStack<N>,
    solver: Inquiries<N>,
}

/// What the root knows of its moves.
struct Root<const N: usize> {
    /// Whether at least one has been searched.
    has_move: bool,
    /// Those to skip: the moves of the better lines (`MultiPV`).
    excluded: Vec<Move<N>>,
    /// The best so far, of those not excluded.
    previous_best: Option<Move<N>>,
    /// The last line that failed high.
    fail_high_line: Vec<Move<N>>,
}

/// What is kept for each ply on the way to the current node.
struct Plies<const N: usize> {
    /// The best line from there on.
    lines: Vec<Vec<Move<N>>>,
    /// The position.
    path: Path,
    /// The move being tried; `None` for a null move.
    played: Vec<Option<Shape>>,
    /// The corrected static evaluation.
    static_evals: Vec<Score>,
}

/// How often the clock is checked: more often where nodes are slow, as with tall stacks on 8×8 or
/// while the system provides the pages of the table.
struct Pace {
    /// How many nodes lie between two checks.
    interval: u64,
    /// The node count of the next one.
    next: u64,
    /// The time of the last one.
    last: Instant,
}

impl Pace {
    /// After a check at this time and node count.
    fn adapt(&mut self, now: Instant, nodes: u64) {
        const MOST_NODES: u64 = 64;
        const LONG: Duration = Duration::from_millis(1);
        let took_long = now.duration_since(self.last) > LONG;
        self.interval = if took_long { self.interval / 4 } else { self.interval * 2 };
        self.interval = self.interval.clamp(1, MOST_NODES);
        (self.next, self.last) = (nodes + self.interval, now);
    }
}

impl<'a, const N: usize, E: Evaluator<N>> Searcher<'a, N, E>
where
    Size<N>: Playable,
{
    fn new(
        mut task: Task<N>,
        evaluator: E,
        experience: &'a mut Experience,
        table: &'a Table,
        signals: &'a Signals,
        nodes: Nodes<'a>,
    ) -> Self {
        task.limits.contempt = score::clamp_estimate(task.limits.contempt);
        let salt = salt(&task.position, task.limits.contempt);
        experience.history.clear_killers();
        Self {
            deadline: task.deadline(task.start),
            evaluator,
            experience,
            table,
            signals,
            turn: None,
            salt,
            nodes,
            pace: Pace { interval: 1, next: 0, last: Instant::now() },
            is_helper: false,
            stopped: false,
            selective_depth: 0,
            root: Root {
                has_move: false,
                excluded: Vec::new(),
                previous_best: None,
                fail_high_line: Vec::with_capacity(MAX_PLY + 1),
            },
            plies: Plies {
                lines: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 1)).collect(),
                path: Path::new(&task.reversible, task.position.hash() ^ salt, salt),
                played: vec![None; MAX_PLY + 1],
                static_evals: vec![0; MAX_PLY + 1],
            },
            moves: MoveStack::new(),
            solver: Inquiries::default(),
            task,
        }
    }

    /// Counts a node, and checks the clock now and then.
    #[inline]
    fn count_node(&mut self) {
        // Once stopped, the search only unwinds: these nodes do not count.
        self.nodes.own += u64::from(!self.stopped);
        let mut over = self.nodes.are_used_up();
        if self.nodes.own >= self.pace.next {
            over |= self.look_around();
        }
        // Even when the flag is about to fall, the first thread completes one move.
        if over && (self.root.has_move || self.is_helper) {
            self.stopped = true;
        }
    }

    /// Publishes the node count and returns whether the search must end.
    fn look_around(&mut self) -> bool {
        self.nodes.publish();
        self.take_ponder_hit();
        let now = Instant::now();
        self.pace.adapt(now, self.nodes.own);
        let over = self.signals.is_raised() || self.deadline.has_passed();
        if !over && self.turn.is_some() {
            self.pass_turn_on(now);
        }
        over
    }

    /// Waits for its turn, if searches take turns.
    fn enter(&mut self) -> &mut Self {
        let turns = self.signals.turns;
        self.turn = turns.map(|turns| turns.enter(|| self.must_answer()));
        self
    }

    fn pass_turn_on(&mut self, now: Instant) {
        let mut turn = self.turn.take();
        if let Some(turn) = &mut turn
            && turn.pass_on(now, || self.must_answer())
        {
            self.pace.last = Instant::now();
        }
        self.turn = turn;
    }

    /// Whether the thread has something to do that cannot wait for its turn.
    fn must_answer(&self) -> bool {
        let ponder_hit = self.task.limits.ponder && self.signals.ponder_hit_at().is_some();
        ponder_hit || self.signals.is_raised() || self.deadline.has_passed()
    }

    /// Once the ponder move has been played, the limits apply and the clock runs.
    fn take_ponder_hit(&mut self) {
        if self.task.limits.ponder
            && let Some(at) = self.signals.ponder_hit_at()
        {
            self.task.limits.ponder = false;
            self.deadline = self.task.deadline(at);
        }
    }

    /// The moves that led to the node at a ply, the last one first.
    fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.plies.played[ply]))
    }

    /// Whether the root searches every move.
    fn is_root_open(&self) -> bool {
        self.task.root_moves.is_empty()
            && self.root.excluded.is_empty()
            && self.task.limits.lines <= 1
    }
}
