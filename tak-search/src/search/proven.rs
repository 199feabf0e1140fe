//! What the [solver](crate::solve) proves, told to the table.
//!
//! Some wins by threats lie far beyond the depth of a search, and the solver finds them in an
//! instant. With a clock its time is better spent on the search (see the program's `ELO.md`), but
//! an analysis asks it once. The table then knows every position of the proof, so that all threads
//! and all lines see the win in their next iteration.

use std::cell::RefCell;

use tak_encoding::{OneHash, Playable, Position, Size};
use web_time::Instant;

use super::key::TableKey;
use super::{Report, Searcher};
use crate::evaluation::Evaluator;
use crate::score::{self, MAX_PLY, Score};
use crate::solve::{Aim, Effort, Mode, Proof, Solver};
use crate::table::{Bound, Entry};

/// The depth of an entry that has been proven, deeper than any search. Such an entry cuts off even
/// where an exact score is wanted.
pub(super) const PROVEN_DEPTH: u32 = 255;

/// A search shorter than this does not ask.
const SEARCHED_FIRST: u64 = 250_000;

/// The nodes of the solver.
const NODES: u64 = 10_000;

const MEBIBYTES: usize = 16;

impl<const N: usize, E: Evaluator<N>> Searcher<'_, N, E>
where
    Size<N>: Playable,
{
    /// Whether this is a long analysis that has not found a win or loss.
    pub(super) fn may_ask_solver(&self, found: &[Report<N>]) -> bool {
        let limits = &self.task.limits;
        let is_analysis = limits.clock.is_none() || limits.infinite;
        let is_open = found.first().is_some_and(|line| !score::is_decided(line.score));
        // The solver was asked before a search that goes on until something is proven.
        is_analysis
            && !limits.ponder
            && !limits.until_proven
            && self.task.root_moves.is_empty()
            && is_open
            && self.all_nodes() >= SEARCHED_FIRST
    }

    /// Asks the solver for a win, and tells the table.
    pub(super) fn ask_solver(&mut self) {
        if let Some(proof) = self.proof_of_win() {
            self.tell_table(&proof);
        }
    }

    /// The proof of a win by threats, if the solver finds one soon.
    fn proof_of_win(&mut self) -> Option<Proof<N>> {
        let position = self.task.position;
        let limits = self.task.limits;
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Threats };
        let mut solver = Solver::new(aim, MEBIBYTES).ok()?;
        let left = limits.nodes.map(|nodes| nodes.saturating_sub(self.all_nodes()));
        let mut effort = Effort::nodes(left.map_or(NODES, |left| left.min(NODES)));
        effort.time = limits.move_time.map(|_| self.deadline.left() / 8);
        let turn = RefCell::new(self.turn.take());
        let solution = solver.solve_until(&position, &effort, &|| {
            if let Some(turn) = &mut *turn.borrow_mut() {
                turn.pass_on(Instant::now(), || self.must_answer());
            }
            self.signals.is_raised() || self.deadline.has_passed()
        });
        self.turn = turn.into_inner();
        self.nodes += solution.nodes;
        solution.proof.filter(|proof| (proof.plies() as usize) < MAX_PLY)
    }

    /// Stores every position of a proof.
    fn tell_table(&self, proof: &Proof<N>) {
        proof.visit(&mut |position: &Position<N, OneHash>, mv, plies| {
            let win = score::win_at(plies as usize);
            let is_attack = position.side_to_move() == proof.aim().attacker;
            let score: Score = if is_attack { win } else { -win };
            let entry = Entry { best: Some(mv), score, depth: PROVEN_DEPTH, bound: Bound::Exact };
            let key = TableKey::of(position, self.salt);
            self.table.store(key.key, 0, key.turn(entry));
        });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tak_encoding::{HalfKomi, Rules};

    use super::*;
    use crate::evaluation::Corrected;
    use crate::limits::{Clock, Limits};
    use crate::search::{Experience, Signals, Task, run};
    use crate::table::Table;

    /// A win by threats, which the search alone does not see in a million nodes.
    const DEEP: &str = "1,x3,2S/x2,2S,221221,x/2,1C,1,221,2/2,2C,12,21,1/x,1,1,x2 1 19";

    /// The last reports of each line.
    fn search(limits: Limits, lines: usize) -> Vec<Report<5>> {
        let rules = Rules::with_komi(HalfKomi(4));
        let mut task = Task::new(Position::from_tps_with(DEEP, rules).unwrap(), limits);
        task.lines = lines;
        let (table, signals) = (Table::new(16).unwrap(), Signals::default());
        let mut last = vec![None; lines];
        run(
            task,
            &Corrected::default(),
            &mut Experience::of_threads(1),
            &table,
            &signals,
            |report| {
                let place = report.rank - 1;
                last[place] = Some(report);
            },
        );
        last.into_iter().flatten().collect()
    }

    #[test]
    fn a_long_analysis_misses_no_win_that_the_solver_finds() {
        for lines in [1, 3] {
            let found = search(Limits::nodes(1_000_000), lines);
            let plies = (score::WIN - found[0].score) as usize;
            assert!(found.len() == lines && plies < MAX_PLY, "{lines} lines: {found:?}");
            assert_eq!(found[0].line.len(), plies, "{lines} lines");
            assert!(found[1..].iter().all(|line| line.line[0] != found[0].line[0]));
        }
    }

    #[test]
    fn who_plays_by_a_clock_or_only_for_a_moment_does_not_ask() {
        let clock = Clock::new(Duration::from_mins(10), Duration::ZERO);
        let clock = Limits { clock: Some(clock), ..Limits::nodes(1_000_000) };
        for limits in [clock, Limits::nodes(SEARCHED_FIRST)] {
            assert!(!score::is_decided(search(limits, 1)[0].score), "{limits:?}");
        }
    }
}
