//! The root: iterative deepening, aspiration windows, several lines.

use std::mem::swap;
use std::time::Duration;

use tak_encoding::{Move, Outcome, Playable, Size};

use super::line::Line;
use super::node::Node;
use super::tree::final_score;
use super::{Report, Searcher};
use crate::evaluation::Evaluator;
use crate::limits::Limits;
use crate::score::{self, INFINITE, LARGEST_ESTIMATE, MAX_PLY, Score};

/// The first aspiration window: this far on either side of the last score, in
/// centiflats.
const WINDOW: Score = 40;

impl<const N: usize, E: Evaluator<N>> Searcher<'_, N, E>
where
    Size<N>: Playable,
{
    /// Searches until a limit is reached, reports each line, and returns the best move: `None` only
    /// if there is no legal move, any legal move if the game is over.
    pub(super) fn run(&mut self, mut report: impl FnMut(Report<N>)) -> Option<Move<N>> {
        let moves = self.task.moves();
        let &first = moves.first()?;
        let mut found = match self.task.position.outcome() {
            Some(outcome) => vec![self.finished(outcome, first)],
            None => self.deepen(&moves, first, &mut report),
        };
        self.turn = None;
        self.report_last(&mut found, &mut report);
        if self.wait() {
            self.report_last(&mut found, &mut report);
        }
        found.first()?.line.first().copied()
    }

    /// Searches one ply deeper each time and returns the best lines. Those of every
    /// depth but the last are reported here.
    fn deepen(
        &mut self,
        moves: &[Move<N>],
        mut best: Move<N>,
        report: &mut impl FnMut(Report<N>),
    ) -> Vec<Report<N>> {
        let lines = self.task.limits.lines.clamp(1, moves.len());
        let mut found: Vec<Report<N>> = Vec::new();
        // The lines of all depths before the last.
        let mut seen: Vec<Report<N>> = Vec::new();
        let mut stability = 0;
        self.ask_solver_first();
        for depth in 1..=self.max_depth() {
            if self.has_wanted_win() {
                break;
            }
            let before = found;
            found = self.search_lines(depth, lines, &before);
            if let Some(&first) = found.first().and_then(|line| line.line.first()) {
                stability = if first == best { stability + 1 } else { 0 };
                best = first;
            }
            let score = found.first().map_or(0, |line| line.score);
            let all = found.len() == lines;
            let settled = all && found.iter().all(|line| is_settled(line.score, depth));
            let proven = self.is_wanted_proof(score);
            self.take_ponder_hit();
            if self.stopped {
                add_missing_lines(&mut found, &before, lines);
                seen.extend(before);
                for line in &mut found {
                    keep_longer_line(line, &seen);
                    self.follow_table(line);
                }
                break;
            }
            let is_last = settled || proven || depth == self.max_depth();
            if is_last || !self.deadline.allows_iteration(stability) {
                break;
            }
            // The receiver may be slow, and others need not wait for it.
            self.turn = None;
            found.iter().rev().cloned().for_each(&mut *report);
            seen.extend(before);
            self.enter();
            self.ask_solver(&found);
        }
        // A search that ends by the proof, or is stopped just after it, has not seen it in the table.
        if self.solver.win.is_some()
            && !found.first().is_some_and(|line| score::is_decided(line.score))
        {
            found = self.with_win(&found, lines);
        }
        self.play_out(&mut found);
        found
    }

    /// Reports what was found, as it stands now: the best line last, since some clients keep the
    /// last line they read.
    fn report_last(&self, found: &mut [Report<N>], report: &mut impl FnMut(Report<N>)) {
        let (nodes, time) = (self.nodes.all(), self.task.start.elapsed());
        for line in found.iter_mut().rev() {
            (line.nodes, line.time) = (nodes, time);
            report(line.clone());
        }
    }

    /// The best lines at one depth, best first; fewer than asked for, even none, if the search is
    /// stopped.
    // Never inlined, like `search_line`: for a browser, six small functions that are alike compress
    // better than copies of them inside six large ones.
    #[inline(never)]
    pub(super) fn search_lines(
        &mut self,
        depth: u32,
        lines: usize,
        before: &[Report<N>],
    ) -> Vec<Report<N>> {
        let mut found: Vec<Report<N>> = Vec::new();
        self.root.excluded.clear();
        for rank in 0..lines {
            let guess = before.get(rank).map_or(0, |line| line.score);
            let mut firsts = before.iter().filter_map(|line| line.line.first().copied());
            self.root.previous_best = firsts.find(|mv| !self.root.excluded.contains(mv));
            let mut score = self.search_line(depth, guess);
            // A line that was cut short still starts with the best move so far.
            let Some(&first) = self.plies.lines[0].first() else {
                break;
            };
            if self.stopped && rank > 0 {
                break;
            }
            if self.stopped && guess >= -LARGEST_ESTIMATE {
                // Some moves were not searched: a loss is not proven.
                score = score.max(-LARGEST_ESTIMATE);
            }
            let mut line = self.report(depth, score);
            self.follow_table(&mut line);
            let place = found.partition_point(|better| better.score >= line.score);
            found.insert(place, line);
            self.root.excluded.push(first);
            if self.stopped {
                break;
            }
        }
        // The total cost of all lines.
        let (nodes, time) = (self.nodes.all(), self.task.start.elapsed());
        for (rank, line) in found.iter_mut().enumerate() {
            line.rank = rank + 1;
            (line.nodes, line.time) = (nodes, time);
        }
        found
    }

    /// Whether the search was for a proof, and this score is one that is not too long.
    pub(super) fn is_wanted_proof(&self, score: Score) -> bool {
        let Limits { until_proven, depth, .. } = self.task.limits;
        until_proven && is_settled(score, depth.unwrap_or(u32::MAX))
    }

    /// Whether the solver has found the proof.
    pub(super) fn has_wanted_win(&self) -> bool {
        self.solver.win.as_ref().is_some_and(|win| self.is_wanted_proof(win.score))
    }

    /// The win of the solver, and after it the other lines so far.
    fn with_win(&self, before: &[Report<N>], lines: usize) -> Vec<Report<N>> {
        let Some(Line { moves, score }) = self.solver.win.clone() else { return before.to_vec() };
        let plies = moves.len() as u32;
        let depth = before.first().map_or(plies, |line| line.depth);
        let report = self.report(depth, score);
        let selective_depth = report.selective_depth.max(plies);
        let mut found = vec![Report { selective_depth, line: moves, ..report }];
        add_missing_lines(&mut found, before, lines);
        found
    }

    /// Searches only to fill the table for the first thread.
    pub(super) fn help(&mut self) {
        let mut score = 0;
        if self.task.moves().is_empty() || self.task.position.outcome().is_some() {
            return;
        }
        self.is_helper = true;
        for depth in 1..=self.max_depth() {
            score = self.search_line(depth, score);
            self.root.previous_best = self.plies.lines[0].first().copied();
            if self.stopped || is_settled(score, depth) {
                break;
            }
        }
        self.nodes.publish();
    }

    fn max_depth(&self) -> u32 {
        let wanted = self.task.limits.depth.unwrap_or(u32::MAX);
        wanted.clamp(1, MAX_PLY as u32 - 1)
    }

    /// Searches with an aspiration window around the last score, widened each time it fails. Once
    /// stopped, the score is that of the moves searched so far, and meaningless if no line was
    /// found.
    #[inline(never)]
    pub(super) fn search_line(&mut self, depth: u32, guess: Score) -> Score {
        let narrow = depth > 3 && !score::is_decided(guess);
        let mut margins = if narrow { [WINDOW; 2] } else { [INFINITE; 2] };
        let mut root = self.task.position;
        // The lower bound that came with `fail_high_line`.
        let mut fail_high_score = None;
        loop {
            let node = Node {
                depth: depth as i32,
                alpha: (guess - margins[0]).max(-INFINITE),
                beta: (guess + margins[1]).min(INFINITE),
                ply: 0,
                expect_cut: false,
            };
            let score = self.search(&mut root, node);
            if self.stopped {
                // Stopped before the first move in the wider window was done.
                if self.plies.lines[0].is_empty()
                    && let Some(score) = fail_high_score
                {
                    swap(&mut self.plies.lines[0], &mut self.root.fail_high_line);
                    return score;
                }
                return score;
            }
            let widen = |margin: Score| if margin > 300 { INFINITE } else { margin * 4 };
            if score <= node.alpha && node.alpha > -INFINITE {
                margins[0] = widen(margins[0]);
            } else if score >= node.beta && node.beta < INFINITE {
                margins[1] = widen(margins[1]);
                swap(&mut self.plies.lines[0], &mut self.root.fail_high_line);
                self.root.previous_best = self.root.fail_high_line.first().copied();
                fail_high_score = Some(score);
            } else {
                return score;
            }
        }
    }

    /// Waits until the search may answer: an infinite one when it is told to stop, a pondering one
    /// also when the ponder move is played. Returns whether it had to wait.
    fn wait(&self) -> bool {
        let limits = &self.task.limits;
        let waits = || limits.infinite || (limits.ponder && self.signals.ponder_hit_at().is_none());
        let mut waited = false;
        while !self.signals.is_stopped() && waits() {
            self.signals.rest(Duration::from_millis(50));
            waited = true;
        }
        waited
    }

    /// The report on a game that is over.
    fn finished(&mut self, outcome: Outcome, mv: Move<N>) -> Report<N> {
        let position = &self.task.position;
        let score = final_score(position, position.side_to_move(), 0).unwrap_or(0);
        self.nodes.own = 1;
        self.plies.lines[0] = vec![mv];
        Report { outcome: Some(outcome), ..self.report(1, score) }
    }

    fn report(&self, depth: u32, score: Score) -> Report<N> {
        Report {
            depth,
            selective_depth: self.selective_depth as u32,
            rank: 1,
            score,
            nodes: self.nodes.all(),
            time: self.task.start.elapsed(),
            permille_full: self.table.permille_full(),
            line: self.plies.lines[0].clone(),
            outcome: None,
            tried_all: self.solver.tried_all,
        }
    }
}

/// Completes the lines of a depth that was cut short by those it did not get to, from the depth
/// before.
fn add_missing_lines<const N: usize>(found: &mut Vec<Report<N>>, before: &[Report<N>], lines: usize)
where
    Size<N>: Playable,
{
    // A loss is proven by all moves, and some were not searched.
    let is_unproven = |line: &Report<N>| score::is_decided(line.score) && line.score < 0;
    if !before.is_empty() && found.iter().any(is_unproven) {
        found.clear();
    }
    for old in before {
        let is_new = found.iter().all(|new| new.line.first() != old.line.first());
        if is_new && found.len() < lines {
            found.push(Report { rank: found.len() + 1, ..old.clone() });
        }
    }
}

/// Extends a line that was cut short by the last one that begins with all of it.
fn keep_longer_line<const N: usize>(line: &mut Report<N>, seen: &[Report<N>])
where
    Size<N>: Playable,
{
    let mut seen = seen.iter().rev();
    let Some(old) = seen.find(|old| old.line.starts_with(&line.line)) else { return };
    // The line of a proof must stay with it.
    let may_differ = [line.score, old.score].iter().any(|&score| score::is_decided(score));
    if !may_differ || line.score == old.score {
        line.line.clone_from(&old.line);
    }
}

/// Whether a deeper search cannot change anything, because the win or loss lies within the depth.
fn is_settled(score: Score, depth: u32) -> bool {
    score::is_decided(score) && (score::WIN - score.abs()) as u32 <= depth
}

#[cfg(test)]
mod tests {
    use tak_encoding::Position;

    use super::*;
    use crate::evaluation::Corrected;
    use crate::limits::Limits;
    use crate::search::node_counts::{Nodes, SharedNodes};
    use crate::search::{Experience, Signals, Task};
    use crate::table::Table;

    /// Whether a search of one depth was stopped, the line it found, and the last one that failed
    /// high; several lines are wanted if there is a previous best move.
    fn stopped_after(
        nodes: u64,
        guess: Score,
        previous_best: Option<Move<5>>,
    ) -> (bool, Vec<Move<5>>, Vec<Move<5>>) {
        let tps = "x2,2,x2/x,1,1,x2/x2,2,1,x/x,2,x3/x5 1 4";
        let mut task = Task::new(Position::from_tps(tps).unwrap(), Limits::nodes(nodes));
        task.limits.lines = if previous_best.is_some() { 2 } else { 1 };
        let (table, signals) = (Table::new(1).unwrap(), Signals::default());
        let (evaluator, mut experience) = (Corrected::default(), Experience::new().unwrap());
        let shared = SharedNodes::new(nodes, 1);
        let nodes = Nodes { quota: Some(shared.first()), ..Nodes::default() };
        let mut searcher = Searcher::new(task, evaluator, &mut experience, &table, &signals, nodes);
        searcher.root.previous_best = previous_best;
        searcher.search_line(4, guess);
        let line = searcher.plies.lines[0].clone();
        (searcher.stopped, line, searcher.root.fail_high_line)
    }

    #[test]
    fn a_stopped_search_has_a_line() {
        stop_everywhere(117);
    }

    #[test]
    #[ignore = "second tier: more stops"]
    fn a_search_that_is_stopped_anywhere_has_a_line() {
        stop_everywhere(13);
    }

    fn stop_everywhere(step: usize) {
        // The first windows lie below the score, at it, and above it.
        for guess in [-900, 0, 900] {
            let mut stops = 0;
            for nodes in (1..4000).step_by(step) {
                let (stopped, line, _) = stopped_after(nodes, guess, None);
                assert!(!stopped || !line.is_empty(), "{nodes} nodes, from {guess}");
                stops += u32::from(stopped);
            }
            assert!(stops > 10, "{guess}: {stops}");
        }
    }

    #[test]
    fn what_failed_high_comes_first_in_the_wider_window() {
        fail_high(200, 79);
    }

    #[test]
    #[ignore = "second tier: more windows"]
    fn what_failed_high_comes_first_from_any_guess() {
        fail_high(25, 37);
    }

    fn fail_high(step: usize, nodes_step: usize) {
        let bad: Move<5> = "Sa1".parse().unwrap();
        let mut stops = 0;
        for guess in (-300..300).step_by(step) {
            for nodes in (1..6000).step_by(nodes_step) {
                let (stopped, line, better) = stopped_after(nodes, guess, Some(bad));
                if stopped && better.first().is_some_and(|&mv| mv != bad) {
                    assert_ne!(line.first(), Some(&bad), "{nodes} nodes, from {guess}");
                    stops += 1;
                }
            }
        }
        assert!(stops > 10, "{stops}");
    }

    #[test]
    fn a_stopped_search_remembers_the_lines_of_every_depth() {
        let line = |score: Score, moves: &str| Report::<5> {
            depth: 5,
            selective_depth: 5,
            rank: 1,
            score,
            nodes: 1,
            time: Duration::ZERO,
            permille_full: 0,
            line: moves.split(' ').map(|mv| mv.parse().unwrap()).collect(),
            outcome: None,
            tried_all: false,
        };
        let won = score::win_at(3);
        let seen = [line(9, "a1 b3"), line(9, "a1 a2 a3"), line(won, "b1 b2 b3"), line(70, "c1")];
        let kept = |score, moves| {
            let mut line = line(score, moves);
            keep_longer_line(&mut line, &seen);
            line
        };
        for (score, short, long) in [
            (40, "a1", "a1 a2 a3"),
            (40, "a1 a2", "a1 a2 a3"),
            (40, "a1 b2", "a1 b2"),
            (40, "b1", "b1"),
            (won, "b1", "b1 b2 b3"),
            (won, "a1", "a1"),
            (70, "c1 c2", "c1 c2"),
            (70, "d1", "d1"),
        ] {
            let kept = kept(score, short);
            assert_eq!((kept.score, kept.line), (score, line(score, long).line), "{score} {short}");
        }
    }
}
