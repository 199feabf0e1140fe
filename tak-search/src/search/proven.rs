//! What the [solver](crate::solve) proves, told to the table.
//!
//! Some wins by threats lie far beyond the depth of a search, and the solver finds them within
//! moments. With a clock its time is better spent on the search (see the program's `ELO.md`), but
//! any other search asks it, and the longer it lasts, the more often. The table then knows every
//! position of the proof, so that all threads and all lines see the win in their next iteration.
//!
//! A proof says in at most how many plies a player wins: the search goes on looking for a shorter
//! win. It knows nothing of the game so far, where the search counts a repetition as a draw.

use std::cell::RefCell;

use tak_encoding::{OneHash, Playable, Position, Size};
use web_time::Instant;

use super::key::TableKey;
use super::{Report, Searcher};
use crate::evaluation::Evaluator;
use crate::limits::Limits;
use crate::score::{self, MAX_PLY, Score};
use crate::solve::{Aim, Effort, Mode, Proof, Solution, Solver, Verdict};
use crate::table::{Bound, Entry};

/// The depth of an entry that has been proven, deeper than any search.
const PROVEN_DEPTH: u32 = 255;

/// A question of a search to the solver.
struct Question {
    /// The nodes of the search before it asks.
    searched: u64,
    /// The nodes of the solver.
    nodes: u64,
}

impl Question {
    /// The question of a search that has asked so often.
    fn after(asked: u32, limits: &Limits) -> Self {
        /// An analysis should not be silent for long.
        const MOST_NODES: u64 = 640_000;
        if asked == 0 {
            // A shorter search does not ask; those of `bench` are shorter.
            return Self { searched: 250_000, nodes: 10_000 };
        }
        // A node of the solver takes as long as about 25 of the search. So a search for a proof and
        // the solver share the time, and of any other search the solver takes an eighth.
        let (searched, nodes) =
            if limits.until_proven { (500_000, 20_000) } else { (2_000_000, 10_000) };
        let growth = 4_u64.saturating_pow(asked);
        let nodes = growth.saturating_mul(nodes).min(MOST_NODES);
        Self { searched: growth.saturating_mul(searched), nodes }
    }
}

/// Asks the solver for a win by threats of the side to move, in a game that is not over.
// Never inlined: twice for six sizes, it would be a large part of the program in a browser.
#[inline(never)]
pub(crate) fn win_by_threats<const N: usize>(
    position: &Position<N, OneHash>,
    effort: &Effort,
    must_stop: &dyn Fn() -> bool,
) -> Option<Solution<N>>
where
    Size<N>: Playable,
{
    /// So many do not fill the smaller tables.
    const FEW_NODES: u64 = 20_000;
    let aim = Aim { attacker: position.side_to_move(), mode: Mode::Threats };
    let mebibytes = if effort.nodes.is_some_and(|nodes| nodes <= FEW_NODES) { 16 } else { 64 };
    let mut solver = Solver::new(aim, mebibytes).ok()?;
    Some(solver.solve_until(position, effort, must_stop))
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
    /// Asks the solver for a win, if it is time to, and tells the table. Returns whether there is
    /// one.
    pub(super) fn ask_solver(&mut self, found: &[Report<N>]) -> bool {
        self.question(found).is_some_and(|nodes| self.ask_for(nodes))
    }

    /// The nodes of a question whose time has come: this is a long search without a clock that has
    /// not found a win or loss.
    fn question(&mut self, found: &[Report<N>]) -> Option<u64> {
        let limits = &self.task.limits;
        let is_timed = (limits.clock.is_some() && !limits.infinite) || limits.ponder;
        if is_timed || found.first().is_none_or(|line| score::is_decided(line.score)) {
            return None;
        }
        let asked = self.asked?;
        // The later questions take a share of the time of this thread.
        let searched = if asked == 0 { self.all_nodes() } else { self.nodes };
        let due = |asked| Question::after(asked, limits).searched <= searched;
        // The longest that is due: a depth may take long. No search gets as far as the last.
        let last = (asked..32).take_while(|&asked| due(asked)).last()?;
        self.asked = Some(last + 1);
        Some(Question::after(last, limits).nodes)
    }

    #[inline(never)]
    fn ask_for(&mut self, nodes: u64) -> bool {
        let limits = &self.task.limits;
        // One node is left for the search, which ends by counting it.
        let left = self.quota.as_ref().map(|quota| quota.left(self.nodes + 1));
        let mut effort = Effort::nodes(left.map_or(nodes, |left| left.min(nodes)));
        effort.time = limits.move_time.map(|_| self.deadline.left() / 8);
        // Any win will do for a proof, unless its length is limited.
        effort.shortest = !limits.until_proven || limits.depth.is_some();
        let turn = RefCell::new(self.turn.take());
        let solution = win_by_threats(&self.task.position, &effort, &|| {
            if let Some(turn) = &mut *turn.borrow_mut() {
                turn.pass_on(Instant::now(), || self.must_answer());
            }
            self.signals.is_raised() || self.deadline.has_passed()
        });
        self.turn = turn.into_inner();
        let Some(solution) = solution else { return false };
        self.nodes += solution.nodes;
        if solution.verdict != Verdict::Unknown {
            self.asked = None;
        }
        let proof = solution.proof.filter(|proof| (proof.plies() as usize) < MAX_PLY);
        if let Some(proof) = &proof {
            self.tell_table(proof);
        }
        proof.is_some()
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
        search_task(Task { lines, ..Task::new(*position, limits) })
    }

    fn search_task(task: Task<5>) -> Vec<Report<5>> {
        let lines = task.lines;
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
    fn who_searches_longer_asks_for_longer() {
        for until_proven in [false, true] {
            let limits = Limits { until_proven, ..Limits::default() };
            let questions: Vec<_> = (0..40).map(|asked| Question::after(asked, &limits)).collect();
            for (earlier, later) in questions.iter().zip(&questions[1..]) {
                assert!(earlier.searched < later.searched || later.searched == u64::MAX);
                assert!(earlier.nodes <= later.nodes);
                let share = if until_proven { 1 } else { 8 };
                assert!(later.nodes * 25 * share <= later.searched, "{}", later.searched);
            }
        }
    }

    /// The solver proves a win by c3< with 49 000 nodes.
    const HARD: &str = "1,1,2,x,2/12,1,1,1,2/1,1,21C,2,2C/12,112S,12S,1,1S/x,1,x,2,2 1 18";

    fn hard() -> Position<5, OneHash> {
        Position::from_tps_with(HARD, Rules::with_komi(HalfKomi(4))).unwrap()
    }

    #[test]
    fn a_search_for_a_proof_asks_again() {
        let limits = Limits { until_proven: true, ..Limits::nodes(6_000_000) };
        for lines in [1, 3] {
            let found = search(&hard(), limits, lines);
            assert_eq!(found[0].line.len(), (score::WIN - found[0].score) as usize);
            assert!(found[0].nodes < 6_000_000, "{}", found[0].nodes);
            assert!(found[1..].iter().all(|line| line.line.len() > 3), "{found:?}");
        }
    }

    /// The win may not be one that is wanted.
    #[test]
    fn a_search_goes_on_if_it_does_not_see_the_win() {
        let nodes = 3_500_000;
        let limits = Limits { until_proven: true, ..Limits::nodes(nodes) };
        let position = hard();
        let other: Vec<_> = ["a1", "d5"].map(|mv| position.parse_move(mv).unwrap()).into();
        let found = search_task(Task { root_moves: other, ..Task::new(position, limits) });
        assert_eq!((found[0].nodes, score::is_decided(found[0].score)), (nodes, false));
        let repeated = position.after(position.parse_move("c3<").unwrap()).hash();
        let found = search_task(Task {
            reversible: vec![repeated, repeated],
            ..Task::new(position, limits)
        });
        assert_eq!((found[0].nodes, score::is_decided(found[0].score)), (nodes, false));
        // Nor too long for `go mate`.
        let found = search_task(Task::new(position, Limits { depth: Some(25), ..limits }));
        assert!(!score::is_decided(found[0].score) || found[0].line.len() <= 25, "{found:?}");
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
        for limits in [clock, Limits::nodes(250_000)] {
            assert!(!score::is_decided(search(&deep(), limits, 1)[0].score), "{limits:?}");
        }
    }
}
