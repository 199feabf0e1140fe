//! The search: iterative deepening over principal variation search.
//!
//! | file | subject |
//! |---|---|
//! | `search/root.rs` | iterative deepening, aspiration windows, several lines |
//! | `search/node.rs` | one node: what is asked, what is tried, what is kept |
//! | `search/pruning.rs` | what is left out, and by which margins |
//! | `search/order.rs` | which move to try next |
//! | `search/fold.rs` | symmetric openings in one slot of the table |
//! | `search/history.rs` | what is learned about moves |
//! | `search/correction.rs` | what is learned about the evaluation |
//! | `search/remembered.rs` | what the evaluation has said before |
//! | `search/experience.rs` | these three, kept from search to search |
//! | `search/ends.rs` | games that end with a move |
//! | `search/path.rs` | repetitions |
//! | `search/threads.rs` | several threads on one table |

use std::time::{Duration, Instant};

use tak_encoding::{Move, OneHash, Outcome, Playable, Position, Size};

use crate::evaluation::Evaluator;
use crate::limits::{Deadline, Limits};
use crate::score::{MAX_PLY, Score};
use crate::table::Table;

mod correction;
mod ends;
mod experience;
mod fold;
mod history;
mod node;
mod order;
mod path;
mod pruning;
mod remembered;
mod root;
mod threads;

pub use experience::Experience;
use fold::Home;
use history::{Before, Shape};
use order::Listed;
use path::Path;
use threads::NodeCount;
pub use threads::{Signals, run};

/// What the search found out, for whoever shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<const N: usize> {
    /// Plies of full depth.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// Which of several lines this is, 1 for the best.
    pub rank: usize,
    /// From the side to move.
    pub score: Score,
    /// Positions visited so far, by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
    /// The line, never empty.
    pub line: Vec<Move<N>>,
    /// The result, where the game is over already and nothing was searched.
    pub outcome: Option<Outcome>,
}

/// What a search is to look at.
#[derive(Clone, Debug)]
pub struct Task<const N: usize>
where
    Size<N>: Playable,
{
    /// The position to find a move for.
    pub position: Position<N, OneHash>,
    /// The hashes of the positions before it that can still come back, the
    /// latest last: those since the last placement or crush.
    pub reversible: Vec<u64>,
    /// When to stop.
    pub limits: Limits,
    /// When the clock started to run.
    pub start: Instant,
    /// Time that gets lost between the engine and the clock.
    pub overhead: Duration,
    /// How many lines to report.
    pub lines: usize,
    /// The only moves to look at; all if there are none.
    pub root_moves: Vec<Move<N>>,
}

/// One thread of a search: what lives as long as one `go`.
struct Searcher<'a, const N: usize, E>
where
    Size<N>: Playable,
{
    task: Task<N>,
    deadline: Deadline,
    table: &'a Table,
    signals: &'a Signals,
    /// Where this thread tells how many nodes it has visited.
    published_nodes: &'a NodeCount,
    /// What the threads tell that help this one.
    helpers: &'a [NodeCount],
    /// Sets games apart that differ in more than the hash covers.
    salt: u64,
    nodes: u64,
    /// The nodes of the helpers, when the clock was last looked at.
    helped: u64,
    stopped: bool,
    /// Whether a move at the root has been looked at.
    has_move: bool,
    /// Moves that the root leaves out: the better ones of several lines.
    excluded: Vec<Move<N>>,
    selective_depth: usize,
    path: Path,
    evaluator: E,
    experience: &'a mut Experience,
    /// The move that each ply's node is trying; `None` for a pass.
    played: Vec<Option<Shape>>,
    /// What each ply's node is worth by evaluation.
    values: Vec<Score>,
    /// The moves of the nodes on the way.
    listed: Listed<N>,
    /// The best line from each ply on.
    lines: Vec<Vec<Move<N>>>,
    /// The best move so far of those that the root looks at.
    best_before: Option<Move<N>>,
    /// The last line of the root that was better than its window.
    better: Vec<Move<N>>,
}

impl<'a, const N: usize, E: Evaluator<N>> Searcher<'a, N, E>
where
    Size<N>: Playable,
{
    fn new(
        task: Task<N>,
        evaluator: E,
        experience: &'a mut Experience,
        table: &'a Table,
        signals: &'a Signals,
        published_nodes: &'a NodeCount,
        helpers: &'a [NodeCount],
    ) -> Self {
        let salt = salt(&task.position);
        let root = task.position.hash() ^ salt;
        experience.history.forget_killers();
        Self {
            deadline: deadline(&task, task.start),
            path: Path::new(&task.reversible, root, salt),
            task,
            table,
            signals,
            published_nodes,
            helpers,
            salt,
            nodes: 0,
            helped: 0,
            stopped: false,
            has_move: false,
            excluded: Vec::new(),
            selective_depth: 0,
            evaluator,
            experience,
            played: vec![None; MAX_PLY + 1],
            values: vec![0; MAX_PLY + 1],
            listed: Listed::new(),
            lines: (0..MAX_PLY + 2)
                .map(|_| Vec::with_capacity(MAX_PLY + 1))
                .collect(),
            best_before: None,
            better: Vec::with_capacity(MAX_PLY + 1),
        }
    }

    /// The moves that led to a ply's node, the last one first.
    fn before(&self, ply: usize) -> Before {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.played[ply]))
    }

    /// Counts a node and looks at the clock now and then.
    #[inline]
    fn count_node(&mut self) {
        // A node among tall stacks of 8×8 takes tens of microseconds.
        const CLOCK_INTERVAL: u64 = 64;
        // On the way back nothing is looked at any more.
        self.nodes += u64::from(!self.stopped);
        let limit = self.task.limits.nodes;
        let mut over = limit.is_some_and(|limit| self.nodes + self.helped >= limit);
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.published_nodes.tell(self.nodes);
            self.helped = self.helpers.iter().map(NodeCount::get).sum();
            self.take_ponder_hit();
            over |= self.signals.is_raised() || self.deadline.has_passed();
        }
        // Even a flag about to fall wants one move that was looked at.
        if over && self.has_move {
            self.stopped = true;
        }
    }

    /// Once the opponent has played the move that is pondered on, the limits
    /// hold, and the clock runs.
    fn take_ponder_hit(&mut self) {
        if self.task.limits.ponder
            && let Some(at) = self.signals.ponder_hit()
        {
            self.task.limits.ponder = false;
            self.deadline = deadline(&self.task, at);
        }
    }
}

/// When a search ends for which the clock began to run at `start`.
fn deadline<const N: usize>(task: &Task<N>, start: Instant) -> Deadline
where
    Size<N>: Playable,
{
    let empty = task.position.empty().count();
    Deadline::new(start, &task.limits, task.overhead, empty)
}

/// What the table knows a position by, in a game of its komi and pieces. Before
/// the fourth ply the positions that a symmetry makes of one have one key, and
/// the move kept there is that of one of them.
pub fn key<const N: usize>(position: &Position<N, OneHash>) -> u64
where
    Size<N>: Playable,
{
    Home::of(position, salt(position)).key
}

/// Komi and reserves are not part of a position's hash, but of its value.
fn salt<const N: usize>(position: &Position<N, OneHash>) -> u64
where
    Size<N>: Playable,
{
    let mut salt = N as u64;
    let mut add = |fact: u64| {
        salt = (salt ^ fact)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    };
    add(position.half_komi().0 as u64);
    // The pieces at the start: those in hand and those on the board.
    for color in tak_encoding::Color::ALL {
        let (flats, caps) = position.pieces_on_board(color);
        let reserve = position.reserve(color);
        add(flats as u64 + u64::from(reserve.flats));
        add(caps as u64 + u64::from(reserve.caps));
    }
    salt
}
