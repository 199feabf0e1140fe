//! A question about a position of any size, and its answer.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tak_encoding::{AnyMove, AnyPosition, Move, OneHash, Playable, Position, Size, with_position};

use super::effort::Budget;
use super::moves::{is_attack_by, sort_by_numbers, threatens};
use super::{Aim, Effort, FirstMove, Mode, Proof, Solution, Solver, Verdict};
use crate::table::NoMemory;

/// Whether a player can force a win from a position whose size is known only at run time.
///
/// ```
/// use tak_encoding::{AnyPosition, OneHash};
/// use tak_search::solve::{Aim, Mode, Question};
///
/// let tps = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";
/// let position: AnyPosition<OneHash> = tps.parse()?;
/// let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
/// let question = Question::new(aim);
/// let answer = question.answer(&position)?;
/// assert!(answer.verdict.is_won());
/// assert_eq!(answer.line.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Question {
    /// Which player should win, and in what way.
    pub aim: Aim,
    /// The limits of each search.
    pub effort: Effort,
    /// The memory of all threads together, in MiB.
    pub hash: usize,
    /// Whether to solve every first move of the attacker as well. Where any moves may [force a
    /// road](Mode::Tinue), those after the first must threaten one.
    pub all: bool,
    /// The threads that solve first moves.
    pub threads: usize,
    /// The time by the clock for all searches together, besides the limits of each. With
    /// [`all`](Self::all), half of it is for the position if the attacker is to move, and the first
    /// moves share what is left.
    pub total: Option<Duration>,
}

/// The answer to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The position.
    pub position: AnyPosition<OneHash>,
    /// The aim of the question.
    pub aim: Aim,
    /// Whether the attacker wins.
    pub verdict: Verdict,
    /// Where any moves may [force a road](Mode::Tinue), whether moves do that each threaten one.
    pub strict: Option<Verdict>,
    /// There too, if the attacker cannot prevent a strict tinuë of the other player, the answer about
    /// that.
    pub lost: Option<Box<Self>>,
    /// The limit of plies, if there was one.
    pub max_plies: Option<u32>,
    /// For a win, the line of the longest defence.
    pub line: Vec<AnyMove>,
    /// For a win, the defences to the first move and how many plies each holds out, itself
    /// included, longest first. For a win with [quiet moves](Mode::Tinue), and for a long one [by any
    /// moves](Mode::Win), that is at most so many.
    pub defences: Vec<(AnyMove, u32)>,
    /// The moves that complete a road after defences that do not meet the threat.
    pub last_moves: Vec<AnyMove>,
    /// Of the defences that hold out two plies, those after which there is no road: the attacker ends
    /// the game and wins on flats.
    pub lost_on_flats: Vec<AnyMove>,
    /// Every legal first move, if the question was about [all](Question::all): the shortest wins
    /// first, then unknown ones, then those that do not win.
    pub first_moves: Option<Vec<FirstChoice>>,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The time of all searches, added up over the threads.
    pub time: Duration,
    /// Whether the verdict is unknown for lack of memory: a larger [`hash`](Question::hash) helps.
    pub is_short_of_memory: bool,
    /// For a win, the proof as PTN with variations.
    pub tree: Option<String>,
    /// For a win, the proof as a [certificate](Proof::certificate).
    pub certificate: Option<String>,
}

/// A first move of an [`Answer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FirstChoice {
    /// The move.
    pub mv: AnyMove,
    /// Whether it wins, and in how many plies, itself included. In a [forcing](Mode::is_forcing)
    /// mode no move does that threatens nothing.
    pub verdict: Verdict,
    /// Where any moves may [force a road](Mode::Tinue), whether every answer to it loses to moves
    /// that each threaten one.
    pub strict: Option<Verdict>,
    /// Whether it completes a road or threatens to.
    pub threatens: bool,
}

impl Question {
    /// A question without limits, with 64 MiB of memory and one thread.
    pub fn new(aim: Aim) -> Self {
        Self { aim, effort: Effort::default(), hash: 64, all: false, threads: 1, total: None }
    }

    /// Solves the position.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the tables.
    pub fn answer(&self, position: &AnyPosition<OneHash>) -> Result<Answer, NoMemory> {
        self.answer_until(position, &|| false)
    }

    /// Like [`answer`](Self::answer), but stops when `must_stop` returns true. It is asked every
    /// [`NODES_BETWEEN_ASKS`](super::NODES_BETWEEN_ASKS) nodes, and now and then besides.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the tables.
    pub fn answer_until(
        &self,
        position: &AnyPosition<OneHash>,
        must_stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Answer, NoMemory> {
        let budget = Budget::new(&self.effort, self.total, must_stop);
        with_position!(position, position => self.answer_at_size(position, &budget, &|_, _| ()))
    }

    /// Like [`answer`](Self::answer), and tells how many first moves are solved, and out of how
    /// many: once before the first, and each time that one is, from the thread that solved it.
    /// Nothing is told if first moves were not asked for.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the tables.
    pub fn answer_telling(
        &self,
        position: &AnyPosition<OneHash>,
        tell: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Answer, NoMemory> {
        let budget = Budget::new(&self.effort, self.total, &|| false);
        with_position!(position, position => self.answer_at_size(position, &budget, tell))
    }

    fn answer_at_size<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
        budget: &Budget<'_>,
        tell: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Answer, NoMemory>
    where
        Size<N>: Playable,
        AnyPosition<OneHash>: From<Position<N, OneHash>>,
    {
        let is_open = position.outcome().is_none();
        let has_first_moves = self.all && is_open && position.side_to_move() == self.aim.attacker;
        let mut solver = Solver::<N>::new(self.aim, self.hash)?;
        let parts = if has_first_moves { 2 } else { 1 };
        let mut solution = solver.solve_until(position, &budget.effort(parts), budget.must_stop);
        drop(solver);
        let mut first_moves = None;
        if has_first_moves {
            let found = self.first_moves(position, budget, tell)?;
            solution.nodes += found.iter().map(|first| first.solution.nodes).sum::<u64>();
            solution.time += found.iter().map(|first| first.solution.time).sum::<Duration>();
            self.learn(position, &mut solution, &found);
            first_moves = Some(self.choices(position, &solution, &found));
        }
        let mut answer = self.tell(position, &solution, budget)?;
        answer.first_moves = first_moves;
        if let Some(lost) = &solution.lost {
            let aim = Aim { attacker: !self.aim.attacker, mode: Mode::Strict };
            let lost = Self { aim, ..*self }.tell(position, lost, budget)?;
            answer.lost = Some(Box::new(lost));
        }
        Ok(answer)
    }

    /// An answer from a solution.
    fn tell<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
        solution: &Solution<N>,
        budget: &Budget<'_>,
    ) -> Result<Answer, NoMemory>
    where
        Size<N>: Playable,
        AnyPosition<OneHash>: From<Position<N, OneHash>>,
    {
        let mut answer = Answer {
            position: (*position).into(),
            aim: self.aim,
            verdict: solution.verdict,
            strict: solution.strict,
            lost: None,
            max_plies: self.effort.plies,
            line: Vec::new(),
            defences: Vec::new(),
            last_moves: Vec::new(),
            lost_on_flats: Vec::new(),
            first_moves: None,
            nodes: solution.nodes,
            time: solution.time,
            is_short_of_memory: solution.is_short_of_memory,
            tree: None,
            certificate: None,
        };
        if let Some(proof) = &solution.proof {
            let is_strict = solution.strict.is_none_or(Verdict::is_won);
            let lengths = if is_strict && self.effort.shortest {
                self.lengths(proof, budget)?
            } else {
                HashMap::new()
            };
            answer.tell_proof(proof, &lengths);
        }
        Ok(answer)
    }

    /// How many plies each of some defences to the first move holds out: the proof may take more
    /// than it needs after those that do not hold out longest.
    fn lengths<const N: usize>(
        &self,
        proof: &Proof<N>,
        budget: &Budget<'_>,
    ) -> Result<HashMap<Move<N>, u32>, NoMemory>
    where
        Size<N>: Playable,
    {
        const HASH: usize = 16;
        const NODES: u64 = 20_000;
        let mut lengths = HashMap::new();
        let mode = if self.aim.mode == Mode::Tinue { Mode::Strict } else { self.aim.mode };
        let after = proof.after_first_attack();
        if after.outcome().is_some() {
            return Ok(lengths);
        }
        // To try all moves after each of many defences would take long.
        let mut left = if mode.is_forcing() { u64::MAX } else { 3 * NODES };
        let mut solver = Solver::<N>::new(Aim { mode, ..self.aim }, HASH)?;
        for (mv, plies) in proof.answers(&after) {
            let mut effort = budget.effort(1);
            effort.nodes = Some(effort.nodes.unwrap_or(NODES).min(NODES).min(left));
            effort.plies = Some(plies);
            if plies > 2 && effort.time != Some(Duration::ZERO) {
                let first = solver.first_move_until(&after, mv, &effort, budget.must_stop);
                left -= first.solution.nodes;
                lengths.insert(mv, plies_of(first.solution.verdict).min(plies));
            }
        }
        Ok(lengths)
    }

    /// What is known about each first move, the best first.
    fn choices<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
        solution: &Solution<N>,
        found: &[FirstMove<N>],
    ) -> Vec<FirstChoice>
    where
        Size<N>: Playable,
    {
        let attack = solution.proof.as_ref().and_then(|proof| proof.attack(position));
        let is_proven = |first: &FirstMove<N>| attack.is_some_and(|attack| attack.mv == first.mv);
        let choice = |first: &FirstMove<N>| FirstChoice {
            mv: first.mv.into(),
            // The search of the position may have had more time than that of its best move.
            verdict: match (solution.verdict, first.solution.verdict) {
                (whole, own) if is_proven(first) && plies_of(whole) < plies_of(own) => whole,
                (_, own) => own,
            },
            strict: first.solution.strict,
            threatens: threatens(self.aim, position, first.mv),
        };
        best_first(found.iter().map(choice).collect())
    }

    /// Improves the verdict of a position by what is known about its first moves, which were
    /// solved with limits of their own.
    fn learn<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
        solution: &mut Solution<N>,
        found: &[FirstMove<N>],
    ) where
        Size<N>: Playable,
    {
        let attacks = || found.iter().filter(|first| is_attack_by(self.aim, position, first.mv));
        let is_settled = attacks().all(|first| {
            matches!(
                first.solution.verdict,
                Verdict::NotWon | Verdict::Won { is_shortest: true, .. }
            )
        });
        let known = plies_of(solution.verdict);
        let rank = |first: &&FirstMove<N>| (plies_of(first.solution.verdict), first.mv.bits());
        let Some(best) = attacks().min_by_key(rank) else { return };
        let plies = plies_of(best.solution.verdict);
        if plies < known
            && let Some(proof) = proof_with(self.aim, position, best)
        {
            let is_shortest = is_settled && proof.plies() == plies;
            solution.verdict = Verdict::Won { plies: proof.plies(), is_shortest };
            if solution.strict.is_some() && threatens(self.aim, position, best.mv) {
                solution.strict = Some(Verdict::Won { plies: proof.plies(), is_shortest: false });
            }
            solution.proof = Some(proof);
        }
        match &mut solution.verdict {
            Verdict::Won { plies: known, is_shortest } => {
                *is_shortest |= is_settled && *known == plies;
            }
            verdict @ Verdict::Unknown if is_settled && plies == u32::MAX => {
                *verdict = Verdict::NotWon;
            }
            _ => {}
        }
        solution.is_short_of_memory &= solution.verdict == Verdict::Unknown;
    }

    /// Solves every first move, on threads that share the memory and the moves.
    fn first_moves<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
        budget: &Budget<'_>,
        tell: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<FirstMove<N>>, NoMemory>
    where
        Size<N>: Playable,
    {
        let threads = self.threads.max(1);
        // To exclude quiet moves after each first move would take too long.
        let is_in_scopes = self.aim.mode == Mode::Tinue;
        let aim = if is_in_scopes { Aim { mode: Mode::Strict, ..self.aim } } else { self.aim };
        let mut own = Solver::<N>::new(aim, self.hash / threads)?;
        let mut others = Vec::new();
        for _ in 1..threads {
            others.push(Solver::new(aim, self.hash / threads)?);
        }
        let moves = position.legal_moves();
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        tell(0, moves.len());
        let work = |solver: &mut Solver<N>| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&mv) = moves.get(index) else { break };
                // As many moves as there are threads use the time that is left at once.
                let rounds = (moves.len() - index).div_ceil(threads);
                let mut first = if is_in_scopes || is_attack_by(aim, position, mv) {
                    let effort = budget.effort(rounds);
                    solver.first_move_until(position, mv, &effort, budget.must_stop)
                } else {
                    FirstMove { mv, solution: Solution::of(Verdict::NotWon, None, 0) }
                };
                if is_in_scopes {
                    first.solution.widen();
                }
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                found.push(first);
                tell(found.len(), moves.len());
            }
        };
        thread::scope(|scope| {
            for mut solver in others {
                scope.spawn(move || work(&mut solver));
            }
            work(&mut own);
        });
        Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Answer {
    /// The first moves that win, and the number of those that are unknown.
    pub fn winning_moves(&self) -> Option<(Vec<FirstChoice>, usize)> {
        let moves = self.first_moves.as_ref()?;
        let won = moves.iter().filter(|first| first.verdict.is_won()).copied().collect();
        let open = moves.iter().filter(|first| first.verdict == Verdict::Unknown).count();
        Some((won, open))
    }

    /// Whether there is no win, or at least no strict one.
    pub fn is_excluded(&self) -> bool {
        let verdicts = [Some(self.verdict), self.strict];
        !self.verdict.is_won() && verdicts.contains(&Some(Verdict::NotWon))
    }

    /// The number of first moves that are not known to win, and for which it is unknown whether every
    /// answer to them loses to threats.
    pub fn open_by_threats(&self) -> usize {
        let moves = self.first_moves.iter().flatten();
        moves.filter(|first| first.strict == Some(Verdict::Unknown)).count()
    }

    fn tell_proof<const N: usize>(&mut self, proof: &Proof<N>, lengths: &HashMap<Move<N>, u32>)
    where
        Size<N>: Playable,
    {
        let after = proof.after_first_attack();
        if after.outcome().is_none() {
            let mut answers = proof.answers(&after);
            for (mv, plies) in &mut answers {
                *plies = lengths.get(mv).copied().unwrap_or(*plies);
            }
            sort_by_numbers(&mut answers, |&(_, plies)| (!plies, 0, 0, 0));
            let has_no_road =
                |&(mv, plies): &(Move<N>, u32)| plies == 2 && after.after(mv).road_move().is_none();
            let lost_on_flats = answers.iter().filter(|answer| has_no_road(answer));
            self.lost_on_flats = lost_on_flats.map(|&(mv, _)| mv.into()).collect();
            self.defences = answers.into_iter().map(|(mv, plies)| (mv.into(), plies)).collect();
            self.last_moves = proof.last_moves(&after).into_iter().map(AnyMove::from).collect();
        }
        self.line = proof.line().into_iter().map(AnyMove::from).collect();
        self.tree = Some(proof.ptn());
        self.certificate = Some(proof.certificate());
    }
}

/// Sorts the moves, so that their order does not depend on the threads.
fn best_first(mut moves: Vec<FirstChoice>) -> Vec<FirstChoice> {
    sort_by_numbers(&mut moves, |first| {
        let is_lost = first.verdict == Verdict::NotWon;
        (plies_of(first.verdict), u32::from(is_lost), u32::from(first.mv.bits()), 0)
    });
    moves
}

/// The plies of a win; more than any has where none is known.
fn plies_of(verdict: Verdict) -> u32 {
    match verdict {
        Verdict::Won { plies, .. } => plies,
        Verdict::Unknown | Verdict::NotWon => u32::MAX,
    }
}

/// The proof that a first move wins, from the position before it.
fn proof_with<const N: usize>(
    aim: Aim,
    position: &Position<N, OneHash>,
    first: &FirstMove<N>,
) -> Option<Proof<N>>
where
    Size<N>: Playable,
{
    let rest = first.solution.proof.as_ref();
    let mut guide = |at: &Position<N, OneHash>, _| match rest.and_then(|proof| proof.attack(at)) {
        Some(attack) => Some(attack.mv),
        None => (at.pack() == position.pack()).then_some(first.mv),
    };
    Proof::walk(aim, position, u32::MAX, &mut guide).ok()
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::clock::Instant;

    #[test]
    fn all_searches_share_the_total_time() {
        let position: AnyPosition<OneHash> = "x6/x6/x2,1,2,x2/x2,2,1,x2/x6/x6 1 3".parse().unwrap();
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Win };
        for threads in [1, 2] {
            let total = Some(Duration::from_millis(400));
            // Without a total it would end as well, but much later.
            let effort = Effort::nodes(1_000_000);
            let question =
                Question { effort, all: true, threads, total, hash: 16, ..Question::new(aim) };
            let start = Instant::now();
            let answer = question.answer(&position).unwrap();
            // The rest is for a machine with other work.
            assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
            assert_eq!(answer.verdict, Verdict::Unknown);
            let choices = answer.first_moves.unwrap();
            assert_eq!(choices.len(), position.legal_moves().len());
        }
    }

    #[test]
    fn the_first_move_of_a_proof_is_known_to_win() {
        let position: Position<5, OneHash> =
            Position::from_tps("x,2,1,x2/x2,1,x2/1,1,x2,2/x3,2,2/1,x4 1 6").unwrap();
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
        let question = Question { all: true, ..Question::new(aim) };
        let mut solver = Solver::<5>::new(aim, 16).unwrap();
        let solution = solver.solve(&position, &Effort::default());
        // They have no time for themselves.
        let first_move =
            |mv| Solver::<5>::new(aim, 1).unwrap().first_move(&position, mv, &Effort::nodes(1));
        let found: Vec<_> = position.legal_moves().into_iter().map(first_move).collect();
        let choices = question.choices(&position, &solution, &found);
        assert_eq!(choices[0].mv.to_string(), "a2");
        assert_eq!(choices[0].verdict, Verdict::Won { plies: 9, is_shortest: true });
        assert!(!choices[1..].iter().any(|first| first.verdict.is_won()));
    }

    #[test]
    fn a_game_that_is_over_has_no_first_moves() {
        let over: AnyPosition<OneHash> = "1,1,1/x3/2,2,x 2 4".parse().unwrap();
        let aim = Aim { attacker: over.side_to_move(), mode: Mode::Strict };
        let answer = Question { all: true, ..Question::new(aim) }.answer(&over).unwrap();
        assert_eq!((answer.verdict, answer.first_moves), (Verdict::NotWon, None));
    }

    #[test]
    fn each_first_move_is_told_once_in_order() {
        let position: AnyPosition<OneHash> =
            "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5".parse().unwrap();
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
        for (all, threads) in [(false, 1), (true, 1), (true, 2)] {
            let question = Question { all, threads, ..Question::new(aim) };
            let told = Mutex::new(Vec::new());
            let tell = |done, total| told.lock().unwrap().push((done, total));
            let answer = question.answer_telling(&position, &tell).unwrap();
            let total = position.legal_moves().len();
            let expected = (0..=total).map(|done| (done, total)).take(if all { 1000 } else { 0 });
            assert!(told.into_inner().unwrap().into_iter().eq(expected));
            // Whoever listens changes nothing.
            let silent = question.answer(&position).unwrap();
            assert_eq!((answer.verdict, answer.nodes), (silent.verdict, silent.nodes));
        }
    }
}
