//! What the [solver](crate::solve) proves, told to the table.
//!
//! Some wins by threats lie far beyond the depth of a search, and the solver finds them within
//! moments. With a clock its time is better spent on the search (see the program's `ELO.md`), but
//! any other search asks it once. The table then knows every position of the proof, so that all
//! threads and all lines see the win in their next iteration.
//!
//! A proof says in at most how many plies a player wins: the search goes on looking for a shorter
//! win. It knows nothing of the game so far, where the search counts a repetition as a draw.

use std::cell::RefCell;

use tak_encoding::{OneHash, Playable, Position, Size};
use web_time::Instant;

use super::key::TableKey;
use super::{Report, Searcher};
use crate::evaluation::Evaluator;
use crate::score::{self, MAX_PLY, Score};
use crate::solve::{Aim, Effort, Mode, Proof, Solver};
use crate::table::{Bound, Entry};

/// The depth of an entry that has been proven, deeper than any search.
const PROVEN_DEPTH: u32 = 255;

/// A search shorter than this does not ask: the solver may take as long as half a million nodes.
/// The searches of `bench` are shorter.
const SEARCHED_FIRST: u64 = 250_000;

/// The nodes of the solver.
const NODES: u64 = 10_000;

/// Asks the solver for a win by threats of the side to move, in a game that is not over: the proof,
/// if it finds one, and the nodes it took.
// Never inlined: twice for six sizes, it would be a large part of the program in a browser.
#[inline(never)]
pub(crate) fn win_by_threats<const N: usize>(
    position: &Position<N, OneHash>,
    effort: &Effort,
    must_stop: &dyn Fn() -> bool,
) -> (Option<Proof<N>>, u64)
where
    Size<N>: Playable,
{
    // The tables do not fill with the few nodes that such a question may take.
    const MEBIBYTES: usize = 16;
    let aim = Aim { attacker: position.side_to_move(), mode: Mode::Threats };
    let Ok(mut solver) = Solver::new(aim, MEBIBYTES) else { return (None, 0) };
    let solution = solver.solve_until(position, effort, must_stop);
    (solution.proof, solution.nodes)
}

pub(super) fn is_proven<const N: usize>(entry: Entry<N>) -> bool {
    entry.depth == PROVEN_DEPTH
}

/// Whether a proven entry says more than a search in the window that it narrowed.
pub(super) fn says_more<const N: usize>(entry: Entry<N>, found: Score) -> bool {
    match entry.bound {
        Bound::Lower => found <= entry.score,
        Bound::Upper => found >= entry.score,
        Bound::Exact => false,
    }
}

impl<const N: usize, E: Evaluator<N>> Searcher<'_, N, E>
where
    Size<N>: Playable,
{
    /// Whether this is a long search without a clock that has not found a win or loss.
    pub(super) fn may_ask_solver(&self, found: &[Report<N>]) -> bool {
        let limits = &self.task.limits;
        let is_timed = (limits.clock.is_some() && !limits.infinite) || limits.ponder;
        let is_open = found.first().is_some_and(|line| !score::is_decided(line.score));
        !is_timed && is_open && self.all_nodes() >= SEARCHED_FIRST
    }

    /// Asks the solver for a win, and tells the table.
    #[inline(never)]
    pub(super) fn ask_solver(&mut self) {
        let limits = &self.task.limits;
        // One node is left for the search, which ends by counting it.
        let left = self.quota.as_ref().map(|quota| quota.left(self.nodes + 1));
        let mut effort = Effort::nodes(left.map_or(NODES, |left| left.min(NODES)));
        effort.time = limits.move_time.map(|_| self.deadline.left() / 8);
        let turn = RefCell::new(self.turn.take());
        let (proof, nodes) = win_by_threats(&self.task.position, &effort, &|| {
            if let Some(turn) = &mut *turn.borrow_mut() {
                turn.pass_on(Instant::now(), || self.must_answer());
            }
            self.signals.is_raised() || self.deadline.has_passed()
        });
        self.turn = turn.into_inner();
        self.nodes += nodes;
        if let Some(proof) = proof
            && (proof.plies() as usize) < MAX_PLY
        {
            self.tell_table(&proof);
        }
    }

    /// Stores every position of a proof.
    fn tell_table(&self, proof: &Proof<N>) {
        proof.visit(&mut |position: &Position<N, OneHash>, mv, plies| {
            let win = score::win_at(plies as usize);
            let is_attack = position.side_to_move() == proof.aim().attacker;
            let (score, bound) = if is_attack { (win, Bound::Lower) } else { (-win, Bound::Upper) };
            let entry = Entry { best: Some(mv), score, depth: PROVEN_DEPTH, bound };
            let key = TableKey::of(position, self.salt);
            let entry = key.turn(entry);
            let is_new = self.table.probe(key.key, 0) != Some(entry);
            self.table.store(key.key, 0, entry);
            is_new
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

    fn deep() -> Position<5, OneHash> {
        Position::from_tps_with(DEEP, Rules::with_komi(HalfKomi(4))).unwrap()
    }

    /// The last reports of each line.
    fn search(position: &Position<5, OneHash>, limits: Limits, lines: usize) -> Vec<Report<5>> {
        let mut task = Task::new(*position, limits);
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
        for lines in [1, 3, 12] {
            let found = search(&deep(), Limits::nodes(1_000_000), lines);
            let plies = (score::WIN - found[0].score) as usize;
            assert!(found.len() == lines && plies < MAX_PLY, "{lines} lines: {found:?}");
            assert_eq!(found[0].line.len(), plies, "{lines} lines");
            assert!(found[1..].iter().all(|line| line.line[0] != found[0].line[0]));
        }
    }

    #[test]
    fn a_longer_search_finds_a_shorter_win() {
        const TPS: &str =
            "x,112S,x,121,12/1,1111121S,1,1,2/x,2,1221S,2,x/2,2,2S,1S,x/2,2,21C,212C,x 1 32";
        let position = Position::from_tps_with(TPS, Rules::with_komi(HalfKomi(2))).unwrap();
        let plies = |nodes| {
            let found = search(&position, Limits::nodes(nodes), 1);
            assert_eq!(found[0].line.len(), (score::WIN - found[0].score) as usize);
            found[0].line.len()
        };
        let (soon, late) = (plies(600_000), plies(3_000_000));
        assert!(late < soon, "{soon}, then {late}");
    }

    #[test]
    fn who_plays_by_a_clock_or_only_for_a_moment_does_not_ask() {
        let clock = Clock::new(Duration::from_mins(10), Duration::ZERO);
        let clock = Limits { clock: Some(clock), ..Limits::nodes(1_000_000) };
        for limits in [clock, Limits::nodes(SEARCHED_FIRST)] {
            assert!(!score::is_decided(search(&deep(), limits, 1)[0].score), "{limits:?}");
        }
    }
}
