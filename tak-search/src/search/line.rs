//! Extends the lines that the search found.
//!
//! A line ends where the table knew the score of a node, or where the search was stopped. The table
//! still knows how it continues, and for a proven win or loss, a short search finds the rest again.

use std::time::Duration;

use tak_encoding::{Color, Move, OneHash, Outcome, Playable, Position, Size};

use super::key::TableKey;
use super::node_counts::{Nodes, SharedNodes};
use super::{Experience, Report, Searcher, Signals, Task};
use crate::clock::Instant;
use crate::evaluation::Evaluator;
use crate::limits::Limits;
use crate::score::{self, MAX_PLY, Score, WIN};
use crate::table::Bound;

/// How many nodes may be spent on the ends of all proven lines together.
const NODES: u64 = 50_000;

/// How long that may take when nobody waits for the move, and when somebody does.
const AT_EASE: Duration = Duration::from_secs(1);
const IN_HASTE: Duration = Duration::from_millis(4);

/// A line and what it is worth for the side to move at its start.
#[derive(Clone)]
pub(super) struct Line<const N: usize> {
    pub(super) moves: Vec<Move<N>>,
    pub(super) score: Score,
}

/// The position that a line leads to.
struct End<const N: usize>
where
    Size<N>: Playable,
{
    position: Position<N, OneHash>,
    /// The hashes of the positions before it that could still be repeated.
    reversible: Vec<u64>,
}

/// What may still be spent on the ends of lines.
struct Budget {
    nodes: u64,
    until: Instant,
    /// `None` if there is not enough memory.
    experience: Option<Experience>,
}

impl Budget {
    fn is_left(&self, signals: &Signals) -> bool {
        self.nodes > 0 && Instant::now() < self.until && !signals.is_stopped()
    }
}

/// How a search for the rest of a proven line ended.
enum Rest<const N: usize> {
    /// The whole line.
    Found(Vec<Move<N>>),
    /// The position after the moves that were kept is proven too, but with a different number of
    /// plies: its score.
    Other(Score),
    NotFound,
}

impl<const N: usize> Line<N> {
    /// The plies to the proven win or loss.
    fn plies(&self) -> Option<usize> {
        score::is_decided(self.score).then(|| WIN.abs_diff(self.score.abs()) as usize)
    }

    /// The proven score at the end of the line, for the side to move there, and how many plies
    /// remain.
    fn rest_of_proof(&self) -> Option<(Score, usize)> {
        let rest = self.plies()?.checked_sub(self.moves.len())?;
        let is_own = self.moves.len().is_multiple_of(2) == (self.score > 0);
        let score = score::win_at(rest);
        Some((if is_own { score } else { -score }, rest))
    }
}

impl<const N: usize, E: Evaluator<N>> Searcher<'_, N, E>
where
    Size<N>: Playable,
{
    /// Extends a line by what the table knows, up to the depth of its search or to the end of its
    /// proof.
    pub(super) fn follow_table(&self, report: &mut Report<N>) {
        let mut line = Line { moves: std::mem::take(&mut report.line), score: report.score };
        let most = line.plies().unwrap_or(report.depth as usize);
        self.follow(&mut line, most);
        report.line = line.moves;
    }

    /// Plays proven wins and losses out to their end. Where the end is not found in time, a line that
    /// begins like the win of the solver becomes that one, even if it is longer, unless that is too
    /// long for the search; any other stays as it is.
    pub(super) fn play_out(&self, found: &mut [Report<N>]) {
        let waited_for = self.signals.is_stopped() || self.deadline.has_passed();
        let haste = waited_for || self.task.limits.clock.is_some();
        let time = if haste { IN_HASTE } else { AT_EASE.min(self.deadline.left()) };
        let own = Signals::default();
        let signals = if waited_for { &own } else { self.signals };
        let mut budget = None;
        for index in 0..found.len() {
            let line = Line { moves: found[index].line.clone(), score: found[index].score };
            if line.plies().is_none_or(|plies| plies == line.moves.len()) {
                continue;
            }
            let budget = budget.get_or_insert_with(|| Budget {
                nodes: NODES,
                until: Instant::now() + time,
                experience: Experience::new().ok(),
            });
            // The lines must stay in order.
            let above = index.checked_sub(1).map_or(WIN, |above| found[above].score);
            let below = found.get(index + 1).map_or(-WIN, |below| below.score);
            let is_as_good = |win: &&Line<N>| {
                let wanted = [win.score, line.score].map(|score| self.is_wanted_proof(score));
                win.moves.first() == line.moves.first() && wanted[0] >= wanted[1]
            };
            let win = self.solver.win.as_ref().filter(is_as_good).cloned();
            if let Some(whole) = self.whole_line(line, budget, signals).or(win)
                && (below..=above).contains(&whole.score)
            {
                (found[index].line, found[index].score) = (whole.moves, whole.score);
            }
        }
    }

    /// A proven line, played out. It may leave the proof before its last move: then the rest is
    /// searched again from further and further back. If that shows that the game takes a different
    /// number of plies after the first move, the score is adjusted.
    fn whole_line(
        &self,
        mut line: Line<N>,
        budget: &mut Budget,
        signals: &Signals,
    ) -> Option<Line<N>> {
        let mut kept = line.moves.len();
        loop {
            line.moves.truncate(kept);
            match self.search_rest(&line, budget, signals) {
                Rest::Found(moves) => return Some(Line { moves, ..line }),
                Rest::Other(score) if kept == 1 => {
                    let plies = WIN.abs_diff(score.abs()) as usize + 1;
                    let sooner = score::win_at(plies) * -score.signum();
                    if plies >= MAX_PLY || sooner == line.score {
                        return None;
                    }
                    line.score = sooner;
                }
                Rest::Other(_) | Rest::NotFound if kept > 1 && budget.is_left(signals) => kept -= 1,
                _ => return None,
            }
        }
    }

    /// Continues the search from the end of a proven line.
    fn search_rest(&self, start: &Line<N>, budget: &mut Budget, signals: &Signals) -> Rest<N> {
        let mut line = start.clone();
        while let Some((expected, rest)) = line.rest_of_proof()
            && let Some(end) = self.end_of(&line.moves)
        {
            if rest == 0 {
                return Rest::NotFound;
            }
            let Some(found) = self.search_end(end, budget, signals) else {
                return Rest::NotFound;
            };
            if found.score != expected {
                let at_start = line.moves.len() == start.moves.len();
                return if at_start { Rest::Other(found.score) } else { Rest::NotFound };
            }
            line.moves.extend(found.moves.into_iter().take(rest));
            let most = line.moves.len() + rest;
            self.follow(&mut line, most);
            if self.is_played_out(&line) {
                return Rest::Found(line.moves);
            }
        }
        Rest::NotFound
    }

    /// The proven score of a position, with its line.
    fn search_end(&self, end: End<N>, budget: &mut Budget, signals: &Signals) -> Option<Line<N>> {
        let time = budget.until.saturating_duration_since(Instant::now());
        let mut task = Task::new(end.position, Limits::move_time(time));
        task.reversible = end.reversible;
        // The same entries of the table count.
        let is_own = end.position.side_to_move() == self.task.position.side_to_move();
        let contempt = self.task.limits.contempt;
        task.limits.contempt = if is_own { contempt } else { -contempt };
        let (evaluator, experience) = (self.evaluator.clone(), budget.experience.as_mut()?);
        let shared = SharedNodes::new(budget.nodes, 1);
        let nodes = Nodes { quota: Some(shared.first()), ..Nodes::default() };
        let mut searcher = Searcher::new(task, evaluator, experience, self.table, signals, nodes);
        searcher.turn = signals.host_turn();
        let mut score = 0;
        for depth in 1..MAX_PLY as u32 {
            score = searcher.search_line(depth, score);
            if searcher.stopped || score::is_decided(score) {
                break;
            }
        }
        let nodes = searcher.nodes.own;
        let found = Line { moves: std::mem::take(&mut searcher.plies.lines[0]), score };
        let is_proven = !searcher.stopped && score::is_decided(score) && !found.moves.is_empty();
        budget.nodes = budget.nodes.saturating_sub(nodes);
        is_proven.then_some(found)
    }

    /// Appends what the table knows, up to `most` moves in all.
    fn follow(&self, line: &mut Line<N>, most: usize) {
        if line.moves.len() >= most {
            return;
        }
        let Some(End { mut position, reversible: mut seen }) = self.end_of(&line.moves) else {
            return;
        };
        seen.push(position.hash());
        while line.moves.len() < most && position.outcome().is_none() {
            let known = match line.rest_of_proof() {
                Some((score, 1)) => last_move(&position, score),
                rest => self.known_move(&position, rest.map(|(score, _)| score)),
            };
            let Some(mv) = known.filter(|&mv| position.is_legal(mv)) else {
                return;
            };
            position.play_unchecked(mv);
            // A line that repeats itself shows nothing.
            if seen.contains(&position.hash()) {
                return;
            }
            seen.push(position.hash());
            line.moves.push(mv);
        }
    }

    /// The table's best move; within a proof, only if the table has the same proof.
    fn known_move(&self, position: &Position<N, OneHash>, proof: Option<Score>) -> Option<Move<N>> {
        let key = TableKey::of(position, self.salt);
        let entry = key.turn_back(self.table.probe::<N>(key.key, 0)?);
        let is_proof = |score: Score| {
            let weaker = if score > 0 { Bound::Lower } else { Bound::Upper };
            entry.score == score && (entry.bound == Bound::Exact || entry.bound == weaker)
        };
        proof.is_none_or(is_proof).then_some(entry.best).flatten()
    }

    /// Where a line leads, unless the game ends on the way.
    fn end_of(&self, moves: &[Move<N>]) -> Option<End<N>> {
        let (mut position, mut reversible) = (self.task.position, self.task.reversible.clone());
        for &mv in moves {
            if position.outcome().is_some() || !position.is_legal(mv) {
                return None;
            }
            if position.is_reversible(mv) {
                reversible.push(position.hash());
            } else {
                reversible.clear();
            }
            position.play_unchecked(mv);
        }
        Some(End { position, reversible })
    }

    /// Whether a line ends as its score says.
    fn is_played_out(&self, line: &Line<N>) -> bool {
        let mover = self.task.position.side_to_move();
        let winner = if line.score > 0 { mover } else { !mover };
        let end = self.end_of(&line.moves);
        line.plies() == Some(line.moves.len())
            && end.is_some_and(|end| winner_of(&end.position) == Some(winner))
    }
}

/// A move that ends the game at once, in favour of the side that the score says.
fn last_move<const N: usize>(position: &Position<N, OneHash>, score: Score) -> Option<Move<N>>
where
    Size<N>: Playable,
{
    let mover = position.side_to_move();
    let winner = if score > 0 { mover } else { !mover };
    let mut legal = position.legal_moves().into_iter();
    legal.find(|&mv| winner_of(&position.after(mv)) == Some(winner))
}

fn winner_of<const N: usize>(position: &Position<N, OneHash>) -> Option<Color>
where
    Size<N>: Playable,
{
    position.outcome().and_then(Outcome::winner)
}
