//! What the [solver](crate::solve) proves, stored in the table.
//!
//! Some wins by threats lie far beyond the depth of a search, and the solver finds them within
//! moments. With a clock its time is better spent on the search (see the program's `ELO.md`), but
//! any other search asks it, and the longer it lasts, the more often. The table then knows every
//! position of the proof, so that all threads and all lines see the win in their next iteration. A
//! search that goes on until something is proven asks first of all, and ends by the proof.
//!
//! A proof says in at most how many plies a player wins: an analysis goes on looking for a shorter
//! win. It knows nothing of the game so far. One that leads to an earlier position of the game, where
//! the search would see a draw, is neither kept nor stored, unless the attacker can
//! complete a road there at once. What an earlier search stored stays there.

use std::cell::RefCell;

use tak_encoding::{OneHash, Playable, Position, Size};

use super::key::TableKey;
use super::line::Line;
use super::{Report, Searcher};
use crate::clock::{Duration, Instant};
use crate::evaluation::Evaluator;
use crate::limits::Limits;
use crate::score::{self, MAX_PLY, Score};
use crate::solve::{Aim, Effort, Mode, Solution, Solver, Stage, Verdict};
use crate::table::{Bound, Entry};

/// The depth of an entry that has been proven, deeper than any search.
const PROVEN_DEPTH: u32 = 255;

/// What a search has asked the solver, and the answer.
pub(super) struct Inquiries<const N: usize> {
    /// How often it has asked; `None` once the solver has answered yes or no.
    asked: Option<u32>,
    /// The win that the solver has proven.
    pub(super) win: Option<Line<N>>,
    /// Whether it has tried every move within the plies asked for.
    pub(super) tried_all: bool,
}

impl<const N: usize> Default for Inquiries<N> {
    fn default() -> Self {
        Self { asked: Some(0), win: None, tried_all: false }
    }
}

/// A question of a search to the solver.
struct Inquiry {
    /// The nodes of the search before it asks.
    searched: u64,
    /// The nodes of the solver.
    nodes: u64,
}

impl Inquiry {
    /// The question of a search that has asked so often.
    fn after(asked: u32, limits: &Limits) -> Self {
        /// An analysis should not be silent for long.
        const MOST_NODES: u64 = 640_000;
        if asked == 0 {
            // A shorter search does not ask; those of `bench` are shorter. One that is known to be
            // long asks early, while its depths are short: it looks at the nodes only between them.
            let searched = if is_long(limits) { 25_000 } else { SHORT_SEARCH };
            return Self { searched, nodes: 10_000 };
        }
        // A node of the solver takes as long as about 25 of the search. So a search for a proof and
        // the solver share the time, and of any other search the solver takes an eighth.
        let (unit, share) = if limits.until_proven { (500_000, 25) } else { (2_000_000, 8 * 25) };
        let searched = 4_u64.saturating_pow(asked).saturating_mul(unit);
        Self { searched, nodes: (searched / share).min(MOST_NODES) }
    }
}

/// The most nodes of a search that does not ask.
const SHORT_SEARCH: u64 = 250_000;

/// Whether a search will be longer than one that does not ask.
fn is_long(limits: &Limits) -> bool {
    /// In which any processor searches more nodes.
    const TIME: Duration = Duration::from_millis(500);
    limits.infinite
        || limits.nodes.is_some_and(|nodes| nodes > SHORT_SEARCH)
        || limits.move_time.is_some_and(|time| time >= TIME)
}

/// Asks the solver for a win of the side to move, in a game that is not over.
// Never inlined: twice for six sizes, it would be a large part of the program in a browser.
#[inline(never)]
fn forced_win<const N: usize>(
    position: &Position<N, OneHash>,
    mode: Mode,
    effort: &Effort,
    must_stop: &dyn Fn() -> bool,
) -> Option<Solution<N>>
where
    Size<N>: Playable,
{
    /// What a smaller table can hold.
    const FEW_NODES: u64 = 20_000;
    let aim = Aim { attacker: position.side_to_move(), mode };
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
    /// Asks the solver before a search that goes on until something is proven, if it is for one line
    /// and all moves. That takes only a part of its time, at most a second or two.
    ///
    /// With a small limit of depth, all moves are asked about, quiet ones too, so that no win within it
    /// is missed; up to a somewhat larger one, all threats.
    pub(super) fn ask_solver_first(&mut self) {
        const NODES: u64 = 20_000;
        const SHORT_WIN: u32 = 7;
        const SHORT_QUIET_WIN: u32 = 5;
        const NODES_FOR_ALL: u64 = 2_000_000;
        let limits = &self.task.limits;
        let is_open_ended = limits.infinite || limits.ponder;
        if !limits.until_proven || is_open_ended || !self.is_root_open() {
            return;
        }
        let quota = self.nodes.left().unwrap_or(u64::MAX);
        let is_short = limits.depth.is_some_and(|depth| depth <= SHORT_QUIET_WIN);
        let mode = if is_short { Mode::Win } else { Mode::Threats };
        let most = if is_short { NODES_FOR_ALL } else { NODES };
        let mut effort = Effort::nodes(most.min(quota / 2));
        // The most that a clock allows is three times the share of a move.
        effort.time = Some(self.deadline.left() / if limits.clock.is_some() { 8 } else { 2 });
        // With a limit, the solver looks at everything within it: good for short wins, while without
        // one it finds long wins in fewer nodes.
        effort.plies = limits.depth.filter(|&depth| depth <= SHORT_WIN);
        self.solver.asked = effort.plies.is_none().then_some(1).or(self.solver.asked);
        let stages = self.ask_for(mode, &effort);
        // A search that ends by the proof leaves the table alone: the next one has it again in a moment.
        if !self.has_wanted_win() {
            self.store_proof(&stages);
        }
    }

    /// Asks the solver if it is time to.
    pub(super) fn ask_solver(&mut self, found: &[Report<N>]) {
        let Some(nodes) = self.question(found) else { return };
        let limits = &self.task.limits;
        // One node is left for the search, which ends by counting it.
        let left = self.nodes.left().map_or(u64::MAX, |left| left.saturating_sub(1));
        let mut effort = Effort::nodes(nodes.min(left));
        effort.time = limits.move_time.map(|_| self.deadline.left() / 2);
        // Any win will do for a proof, unless its length is limited.
        effort.shortest = !limits.until_proven || limits.depth.is_some();
        let stages = self.ask_for(Mode::Threats, &effort);
        self.store_proof(&stages);
    }

    /// The nodes of a question whose time has come: this is a long search of all moves without a
    /// clock that has not found a win or loss.
    fn question(&mut self, found: &[Report<N>]) -> Option<u64> {
        let limits = &self.task.limits;
        let is_timed = (limits.clock.is_some() && !limits.infinite) || limits.ponder;
        let is_decided = found.first().is_none_or(|line| score::is_decided(line.score));
        if is_timed || is_decided || !self.task.root_moves.is_empty() {
            return None;
        }
        let asked = self.solver.asked?;
        let is_due = |asked| {
            // All but the first take a share of the time of this thread.
            let searched = if asked == 0 { self.nodes.all() } else { self.nodes.own };
            Inquiry::after(asked, limits).searched <= searched
        };
        // The longest that is due: a depth may take long. No search gets as far as the last.
        let last = (asked..32).take_while(|&asked| is_due(asked)).last()?;
        self.solver.asked = Some(last + 1);
        Some(Inquiry::after(last, limits).nodes)
    }

    /// Asks the solver for a win, keeps it, and returns the positions of its proof; none if there is
    /// no win that counts.
    #[inline(never)]
    fn ask_for(&mut self, mode: Mode, effort: &Effort) -> Vec<Stage<N>> {
        let none = Vec::new();
        if effort.nodes == Some(0) {
            return none;
        }
        let turn = RefCell::new(self.turn.take());
        let solution = forced_win(&self.task.position, mode, effort, &|| {
            if let Some(turn) = &mut *turn.borrow_mut() {
                turn.pass_on(Instant::now(), || self.must_answer());
            }
            self.signals.is_raised() || self.deadline.has_passed()
        });
        self.turn = turn.into_inner();
        let Some(solution) = solution else { return none };
        self.nodes.own += solution.nodes;
        self.solver.tried_all |= mode == Mode::Win && solution.verdict != Verdict::Unknown;
        // That there is no short win says nothing of others.
        if solution.verdict != Verdict::Unknown && effort.plies.is_none() {
            self.solver.asked = None;
        }
        let Some(proof) = solution.proof.filter(|proof| (proof.plies() as usize) < MAX_PLY) else {
            return none;
        };
        let stages = proof.stages();
        let repeats = |stage: &Stage<N>| self.task.reversible.contains(&stage.position.hash());
        if stages.iter().skip(1).any(repeats) {
            return none;
        }
        let score = score::win_at(proof.plies() as usize);
        self.solver.win = Some(Line { moves: proof.line(), score });
        stages
    }

    /// Stores every position of a proof that the side to move at the root wins.
    fn store_proof(&self, stages: &[Stage<N>]) {
        let attacker = self.task.position.side_to_move();
        for &Stage { ref position, best, plies } in stages {
            let win = score::win_at(plies as usize);
            let is_attack = position.side_to_move() == attacker;
            let (score, bound) = if is_attack { (win, Bound::Lower) } else { (-win, Bound::Upper) };
            let entry = Entry { best: Some(best), score, depth: PROVEN_DEPTH, bound };
            let key = TableKey::of(position, self.salt);
            self.table.store(key.key, 0, key.turn(entry));
        }
    }
}

#[cfg(test)]
mod tests {
    use tak_encoding::{HalfKomi, Rules};

    use super::*;
    use crate::evaluation::Corrected;
    use crate::limits::{Clock, Limits};
    use crate::search::node_counts::{Nodes, SharedNodes};
    use crate::search::{Experience, Signals, Task, run};
    use crate::table::Table;

    /// A win by threats, which the search alone does not see in a million nodes.
    const DEEP: &str = "1,x3,2S/x2,2S,221221,x/2,1C,1,221,2/2,2C,12,21,1/x,1,1,x2 1 19";

    fn deep() -> Position<5, OneHash> {
        Position::from_tps_with(DEEP, Rules::with_komi(HalfKomi(4))).unwrap()
    }

    /// The last reports of each line.
    fn search(position: &Position<5, OneHash>, limits: Limits, lines: usize) -> Vec<Report<5>> {
        search_task(Task::new(*position, Limits { lines, ..limits }))
    }

    fn search_task(task: Task<5>) -> Vec<Report<5>> {
        let lines = task.limits.lines;
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
    #[ignore = "second tier: millions of nodes"]
    fn a_long_analysis_misses_no_win_that_the_solver_finds_in_release() {
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
            let questions: Vec<_> = (0..40).map(|asked| Inquiry::after(asked, &limits)).collect();
            for (earlier, later) in questions.iter().zip(&questions[1..]) {
                assert!(earlier.searched < later.searched || later.searched == u64::MAX);
                assert!(earlier.nodes <= later.nodes);
                let share = if until_proven { 1 } else { 8 };
                assert!(later.nodes * 25 * share <= later.searched, "{}", later.searched);
            }
        }
    }

    /// Takes a searcher that has not begun.
    fn with_searcher<const N: usize, T>(
        task: Task<N>,
        take: impl FnOnce(&mut Searcher<'_, N, Corrected<N>>) -> T,
    ) -> T
    where
        Size<N>: Playable,
    {
        let (table, signals) = (Table::new(1).unwrap(), Signals::default());
        let shared = task.limits.nodes.map(|nodes| SharedNodes::new(nodes, 1));
        let quota = shared.as_ref().map(SharedNodes::first);
        let nodes = Nodes { quota, ..Nodes::default() };
        let (evaluator, mut experience) = (Corrected::default(), Experience::new().unwrap());
        let mut searcher = Searcher::new(task, evaluator, &mut experience, &table, &signals, nodes);
        take(&mut searcher)
    }

    /// The nodes of the solver where a search has got so far.
    fn question_after<const N: usize>(task: Task<N>, nodes: u64) -> Option<u64>
    where
        Size<N>: Playable,
    {
        with_searcher(task, |searcher| {
            searcher.nodes.own = nodes;
            let line = searcher.search_lines(1, 1, &[]);
            searcher.question(&line)
        })
    }

    #[test]
    fn a_question_is_asked_when_it_is_due() {
        let task = |limits| Task::new(deep(), limits);
        let analysis = || task(Limits { infinite: true, ..Limits::default() });
        let proof = || task(Limits { until_proven: true, ..Limits::default() });
        assert_eq!(question_after(analysis(), 20_000), None);
        assert_eq!(question_after(analysis(), 25_000), Some(10_000));
        let by_depth = || task(Limits::depth(20));
        assert_eq!(question_after(by_depth(), 200_000), None);
        assert_eq!(question_after(by_depth(), 250_000), Some(10_000));
        assert_eq!(question_after(analysis(), 8_000_000), Some(40_000));
        assert_eq!(question_after(proof(), 2_000_000), Some(80_000));
        assert_eq!(question_after(proof(), 9_000_000), Some(320_000));
        let some_moves = deep().legal_moves()[..2].to_vec();
        assert_eq!(question_after(Task { root_moves: some_moves, ..analysis() }, 8_000_000), None);
        with_searcher(analysis(), |searcher| {
            searcher.nodes.own = 300_000;
            let line = searcher.search_lines(1, 1, &[]);
            assert_eq!(searcher.question(&line), Some(10_000));
            assert_eq!(searcher.question(&line), None);
            searcher.nodes.own = 8_000_000;
            assert_eq!(searcher.question(&line), Some(40_000));
        });
    }

    /// The nodes of the question before a search.
    fn first_question<const N: usize>(task: Task<N>) -> u64
    where
        Size<N>: Playable,
    {
        with_searcher(task, |searcher| {
            searcher.ask_solver_first();
            searcher.nodes.own
        })
    }

    /// The solver would take a third of a second and all of its 20 000 nodes, and settle nothing.
    const OPEN: &str =
        "2,x4,1/2,x2,1,2C,x/2,x,2S,21C,1,x/1,x,12,112S,1,1/x2,21,1221,2,x/x3,1,2,x 1 8";

    fn proof_of_open(limits: Limits) -> Task<6> {
        let limits = Limits { until_proven: true, ..limits };
        Task::new(Position::from_tps(OPEN).unwrap(), limits)
    }

    #[test]
    fn every_limit_of_the_search_is_one_of_the_solver() {
        assert_eq!(first_question(proof_of_open(Limits::nodes(500))), 250);
        let shallow = first_question(proof_of_open(Limits::depth(3)));
        assert!((1..20_000).contains(&shallow), "{shallow}");
        let clock = Clock::new(Duration::from_millis(60), Duration::ZERO);
        let clock = Limits { clock: Some(clock), ..Limits::default() };
        for limits in [clock, Limits::move_time(Duration::from_millis(4))] {
            assert!(first_question(proof_of_open(limits)) < 10_000, "{limits:?}");
        }
    }

    #[test]
    fn nothing_is_asked_first_beside_other_wishes() {
        let task = || proof_of_open(Limits::nodes(500));
        assert!(first_question(task()) > 0);
        let some_moves = task().position.legal_moves()[..2].to_vec();
        assert_eq!(first_question(Task { root_moves: some_moves, ..task() }), 0);
        let limits = task().limits;
        for limits in [
            Limits::nodes(500),
            Limits { lines: 2, ..limits },
            Limits { ponder: true, ..limits },
            Limits { infinite: true, ..limits },
        ] {
            assert_eq!(first_question(Task { limits, ..task() }), 0);
        }
    }

    /// The solver proves a win by c3< with 49 000 nodes.
    const HARD: &str = "1,1,2,x,2/12,1,1,1,2/1,1,21C,2,2C/12,112S,12S,1,1S/x,1,x,2,2 1 18";

    fn hard() -> Position<5, OneHash> {
        Position::from_tps_with(HARD, Rules::with_komi(HalfKomi(4))).unwrap()
    }

    #[test]
    #[ignore = "second tier: millions of nodes"]
    fn a_search_for_a_proof_asks_again_in_release() {
        let limits = Limits { until_proven: true, ..Limits::nodes(6_000_000) };
        for lines in [1, 3] {
            let found = search(&hard(), limits, lines);
            assert_eq!(found[0].line.len(), (score::WIN - found[0].score) as usize);
            assert!(found[0].nodes < 6_000_000, "{}", found[0].nodes);
            assert!(found[1..].iter().all(|line| line.line.len() > 3), "{found:?}");
        }
    }

    /// The win may not be one that is wanted, or may lead to an earlier position.
    #[test]
    #[ignore = "second tier: millions of nodes"]
    fn a_search_goes_on_if_the_win_does_not_count_in_release() {
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
    }

    #[test]
    #[ignore = "second tier: a deep search"]
    fn a_win_too_long_for_a_mate_is_told_but_ends_nothing_in_release() {
        let limits = Limits { until_proven: true, ..Limits::depth(8) };
        let won = search(&deep(), Limits { depth: None, ..limits }, 1).remove(0);
        let found = search(&deep(), limits, 1).remove(0);
        assert!(won.line.len() > 8 && won.nodes <= 20_000, "{won:?}");
        assert!(found.depth == 8 && found.nodes > 20_000, "{found:?}");
        assert_eq!(found.line.len(), (score::WIN - found.score) as usize);
    }

    /// The question after 2 000 000 nodes is the last that the limit has room for.
    #[test]
    #[ignore = "second tier: millions of nodes"]
    fn a_proof_found_with_the_last_nodes_counts_in_release() {
        let limits = Limits { until_proven: true, ..Limits::nodes(6_000_000) };
        let nodes = search(&hard(), limits, 1)[0].nodes;
        // One is left for the search.
        for nodes in [nodes + 1, nodes + 20] {
            let found = search(&hard(), Limits { nodes: Some(nodes), ..limits }, 1);
            assert_eq!(found[0].line.len(), (score::WIN - found[0].score) as usize);
            assert!(found[0].nodes <= nodes, "{}", found[0].nodes);
        }
    }

    #[test]
    #[ignore = "second tier: a million nodes"]
    fn a_win_that_repeats_a_position_of_the_game_is_none_in_release() {
        let limits = Limits { until_proven: true, ..Limits::nodes(300_000) };
        let won = search(&deep(), limits, 1).remove(0);
        assert!(score::is_decided(won.score) && won.nodes <= 20_000, "{won:?}");
        let mut position = deep();
        for (ply, &mv) in won.line.iter().enumerate().take(4) {
            position.play_unchecked(mv);
            let reversible = vec![position.hash(), 7];
            let found = search_task(Task { reversible, ..Task::new(deep(), limits) }).remove(0);
            assert!(!score::is_decided(found.score), "ply {ply}: {found:?}");
        }
    }

    /// The table may have lost its end.
    #[test]
    #[ignore = "second tier: a long proof"]
    fn a_win_of_the_solver_has_its_line_in_release() {
        const TPS: &str =
            "2,2222112,1,1S,2/1,21121C,x,1S,21/1,2S,x,12C,2/2,1,12,2,2/1,1,1,1,2 1 31";
        let position = Position::from_tps_with(TPS, Rules::with_komi(HalfKomi(4))).unwrap();
        with_searcher(Task::<5>::new(position, Limits::default()), |searcher| {
            let effort = Effort::nodes(20_000);
            let proof =
                forced_win(&position, Mode::Threats, &effort, &|| false).unwrap().proof.unwrap();
            let win = Line { moves: proof.line(), score: score::win_at(proof.plies() as usize) };
            let mut found = searcher.search_lines(1, 1, &[]);
            found[0].line = win.moves[..1].to_vec();
            found[0].score = win.score + 2;
            searcher.solver.win = Some(win.clone());
            searcher.play_out(&mut found);
            assert_eq!((&found[0].line, found[0].score), (&win.moves, win.score));
        });
    }

    #[test]
    #[ignore = "second tier: millions of nodes"]
    fn a_longer_search_finds_a_shorter_win_in_release() {
        const TPS: &str = "2,x2,212,1/2,2221C,2,x,1/x,1212,x2,2/x,11112C,x,2,x/2,1,21,x,1 2 23";
        let position = Position::from_tps_with(TPS, Rules::with_komi(HalfKomi(4))).unwrap();
        let plies = |nodes| {
            let found = search(&position, Limits::nodes(nodes), 1);
            assert_eq!(found[0].line.len(), (score::WIN - found[0].score) as usize);
            found[0].line.len()
        };
        let (soon, late) = (plies(300_000), plies(2_000_000));
        assert!(late < soon, "{soon}, then {late}");
    }

    #[test]
    #[ignore = "second tier: millions of nodes"]
    fn who_plays_by_a_clock_or_only_for_a_moment_does_not_ask_in_release() {
        let clock = Clock::new(Duration::from_mins(10), Duration::ZERO);
        let clock = Limits { clock: Some(clock), ..Limits::nodes(1_000_000) };
        for limits in [clock, Limits::nodes(250_000)] {
            assert!(!score::is_decided(search(&deep(), limits, 1)[0].score), "{limits:?}");
        }
    }
}
