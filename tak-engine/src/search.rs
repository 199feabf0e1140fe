//! The search: iterative deepening over principal variation search.
//!
//! [`Searcher::run`] deepens and reports; `node` looks at one position;
//! `order` says which move to try next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tak_encoding::{Move, OneHash, Playable, Position, Size};

use crate::limits::{Deadline, Limits};
use crate::score::{self, INFINITE, MAX_PLY, Score};
use crate::table::Table;

mod node;
mod order;
mod path;

use order::{History, Picker};
use path::Path;

/// What the search found out, for whoever shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<const N: usize> {
    /// Plies of full depth.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// From the side to move.
    pub score: Score,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
    /// The best line, never empty.
    pub line: Vec<Move<N>>,
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
}

/// One search: everything that lives as long as one `go`.
pub struct Searcher<'a, const N: usize>
where
    Size<N>: Playable,
{
    root: Position<N, OneHash>,
    limits: Limits,
    deadline: Deadline,
    table: &'a Table,
    stop: &'a AtomicBool,
    /// Sets games apart that differ in more than the hash covers.
    salt: u64,
    nodes: u64,
    stopped: bool,
    /// Whether a move at the root has been looked at.
    has_move: bool,
    selective_depth: usize,
    path: Path,
    history: History,
    /// No line is made longer by threats beyond this ply.
    extension_limit: usize,
    /// The moves of each ply's node.
    pickers: Vec<Picker<N>>,
    /// The best line from each ply on.
    lines: Vec<Vec<Move<N>>>,
}

impl<'a, const N: usize> Searcher<'a, N>
where
    Size<N>: Playable,
{
    /// Prepares a search.
    pub fn new(task: Task<N>, table: &'a Table, stop: &'a AtomicBool) -> Self {
        let salt = salt(&task.position);
        Self {
            deadline: Deadline::new(task.start, &task.limits, task.overhead),
            path: Path::new(task.reversible, task.position.hash() ^ salt, salt),
            root: task.position,
            limits: task.limits,
            table,
            stop,
            salt,
            nodes: 0,
            stopped: false,
            has_move: false,
            selective_depth: 0,
            history: History::default(),
            extension_limit: 0,
            pickers: vec![Picker::default(); MAX_PLY + 1],
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Searches until a limit is reached, reporting each better line, and
    /// returns the best move; `None` only where there is no legal move.
    pub fn run(&mut self, mut report: impl FnMut(Report<N>)) -> Option<Move<N>> {
        let mut best = *self.root.legal_moves().first()?;
        let mut reported = None;
        self.table.age();
        let deepest = self
            .limits
            .depth
            .unwrap_or(u32::MAX)
            .clamp(1, MAX_PLY as u32 - 1);
        let mut score = 0;
        for depth in 1..=deepest {
            self.extension_limit = (2 * depth as usize).min(MAX_PLY);
            let found = self.search_root(depth, score);
            // A line that was cut short still holds the best move so far.
            if let Some(&first) = self.lines[0].first() {
                best = first;
                if found.is_some() || reported != Some(best) {
                    score = found.unwrap_or(score);
                    report(self.report(depth, score));
                    reported = Some(best);
                }
            }
            if self.stopped || is_settled(score, depth) || !self.deadline.allows_iteration() {
                break;
            }
        }
        if self.limits.infinite {
            self.wait_for_stop();
        }
        Some(best)
    }

    /// Searches with a window around the last score, wider after a failure.
    /// `None` if stopped before it was done.
    fn search_root(&mut self, depth: u32, guess: Score) -> Option<Score> {
        let mut margin = if depth > 4 && !score::is_decided(guess) {
            60
        } else {
            INFINITE
        };
        let mut root = self.root;
        loop {
            let (alpha, beta) = (
                (guess - margin).max(-INFINITE),
                (guess + margin).min(INFINITE),
            );
            let score = self.search(&mut root, depth, alpha, beta, 0);
            if self.stopped {
                return None;
            }
            if (score > alpha && score < beta) || margin == INFINITE {
                return Some(score);
            }
            margin = if margin > 200 { INFINITE } else { margin * 4 };
        }
    }

    /// An endless search has an answer only when it is asked for one.
    fn wait_for_stop(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            std::thread::park_timeout(Duration::from_millis(50));
        }
    }

    fn report(&self, depth: u32, score: Score) -> Report<N> {
        Report {
            depth,
            selective_depth: self.selective_depth as u32,
            score,
            nodes: self.nodes,
            time: self.deadline.elapsed(),
            permille_full: self.table.permille_full(),
            line: self.lines[0].clone(),
        }
    }

    /// Counts a node and looks at the clock now and then.
    #[inline]
    fn count_node(&mut self) {
        const CLOCK_INTERVAL: u64 = 512;
        self.nodes += 1;
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        let out_of_time = self.nodes.is_multiple_of(CLOCK_INTERVAL)
            && (self.stop.load(Ordering::Relaxed) || self.deadline.has_passed());
        // Even a flag about to fall wants one move that was looked at.
        if (out_of_nodes || out_of_time) && self.has_move {
            self.stopped = true;
        }
    }
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

/// Whether deeper search cannot change anything: a win or loss in reach.
fn is_settled(score: Score, depth: u32) -> bool {
    score::is_decided(score) && (score::WIN - score.abs()) as u32 <= depth
}
