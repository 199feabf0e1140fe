//! A question about a position of any size, and its answer.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tak_encoding::{AnyMove, AnyPosition, OneHash, Playable, Position, Size, with_position};

use super::{Aim, Effort, FirstMove, Proof, Solution, Solver, Verdict};
use crate::table::NoMemory;

/// Whether a player can force a win from a position whose size is known only at run time.
///
/// ```
/// use tak_encoding::{AnyPosition, OneHash};
/// use tak_search::solve::{Aim, Mode, Question};
///
/// let tps = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";
/// let position: AnyPosition<OneHash> = tps.parse()?;
/// let aim = Aim { attacker: position.side_to_move(), mode: Mode::Tinue };
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
    /// Whether to solve every first move of the attacker as well.
    pub all: bool,
    /// The threads that solve first moves.
    pub threads: usize,
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
    /// The limit of plies, if there was one.
    pub max_plies: Option<u32>,
    /// For a win, the line of the longest defence.
    pub line: Vec<AnyMove>,
    /// For a win, the defences to the first move and how many plies each holds out, itself
    /// included, longest first.
    pub defences: Vec<(AnyMove, u32)>,
    /// The moves that complete a road after defences that do not meet the threat.
    pub last_moves: Vec<AnyMove>,
    /// Every first move, if the question was about [all](Question::all): the shortest wins first,
    /// then unknown ones, then those that do not win.
    pub first_moves: Option<Vec<(AnyMove, Verdict)>>,
    /// The nodes of all searches.
    pub nodes: u64,
    /// The time of all searches.
    pub time: Duration,
    /// Whether the verdict is unknown for lack of memory: a larger [`hash`](Question::hash) helps.
    pub is_short_of_memory: bool,
    /// For a win, the proof as PTN with variations.
    pub tree: Option<String>,
    /// For a win, the proof as a [certificate](Proof::certificate).
    pub certificate: Option<String>,
}

impl Question {
    /// A question without limits, with 64 MiB of memory and one thread.
    pub fn new(aim: Aim) -> Self {
        Self { aim, effort: Effort::default(), hash: 64, all: false, threads: 1 }
    }

    /// Solves the position.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the tables.
    pub fn answer(&self, position: &AnyPosition<OneHash>) -> Result<Answer, NoMemory> {
        with_position!(position, position => self.answer_at_size(position))
    }

    fn answer_at_size<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
    ) -> Result<Answer, NoMemory>
    where
        Size<N>: Playable,
        AnyPosition<OneHash>: From<Position<N, OneHash>>,
    {
        let mut solver = Solver::<N>::new(self.aim, self.hash)?;
        let solution = solver.solve(position, &self.effort);
        drop(solver);
        let Solution { verdict, proof, mut nodes, mut time, is_short_of_memory, .. } = solution;
        let mut first_moves = None;
        if self.all && position.side_to_move() == self.aim.attacker {
            let found = self.first_moves(position)?;
            nodes += found.iter().map(|first| first.solution.nodes).sum::<u64>();
            time += found.iter().map(|first| first.solution.time).sum::<Duration>();
            let moves = found.iter().map(|first| (first.mv.into(), first.solution.verdict));
            first_moves = Some(best_first(moves.collect()));
        }
        let mut answer = Answer {
            position: (*position).into(),
            aim: self.aim,
            verdict,
            max_plies: self.effort.plies,
            line: Vec::new(),
            defences: Vec::new(),
            last_moves: Vec::new(),
            first_moves,
            nodes,
            time,
            is_short_of_memory,
            tree: None,
            certificate: None,
        };
        if let Some(proof) = proof {
            answer.tell_proof(&proof);
        }
        Ok(answer)
    }

    /// Solves every first move, on threads that share the memory and the moves.
    fn first_moves<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
    ) -> Result<Vec<FirstMove<N>>, NoMemory>
    where
        Size<N>: Playable,
    {
        let threads = self.threads.max(1);
        let mut own = Solver::<N>::new(self.aim, self.hash / threads)?;
        let mut others = Vec::new();
        for _ in 1..threads {
            others.push(Solver::new(self.aim, self.hash / threads)?);
        }
        let moves = own.attacks(position);
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = |solver: &mut Solver<N>| {
            while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
                let first = solver.first_move(position, mv, &self.effort);
                found.lock().unwrap_or_else(PoisonError::into_inner).push(first);
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
    /// The first moves that win with their plies, and the number of those that are unknown.
    pub fn winning_moves(&self) -> Option<(Vec<(AnyMove, u32)>, usize)> {
        let moves = self.first_moves.as_ref()?;
        let won = moves.iter().filter_map(|&(mv, verdict)| match verdict {
            Verdict::Won { plies, .. } => Some((mv, plies)),
            _ => None,
        });
        let open = moves.iter().filter(|(_, verdict)| *verdict == Verdict::Unknown).count();
        Some((won.collect(), open))
    }

    fn tell_proof<const N: usize>(&mut self, proof: &Proof<N>)
    where
        Size<N>: Playable,
    {
        let root = proof.root();
        let is_attack = root.side_to_move() == proof.aim().attacker;
        let first = proof.attack(root).filter(|_| is_attack);
        let after = first.map_or(*root, |attack| root.after(attack.mv));
        if after.outcome().is_none() {
            let answers = proof.answers(&after).into_iter();
            self.defences = answers.map(|(mv, plies)| (mv.into(), plies)).collect();
            self.last_moves = proof.last_moves(&after).into_iter().map(AnyMove::from).collect();
        }
        self.line = proof.line().into_iter().map(AnyMove::from).collect();
        self.tree = Some(proof.ptn());
        self.certificate = Some(proof.certificate());
    }
}

/// Sorts the moves, so that their order does not depend on the threads.
fn best_first(mut moves: Vec<(AnyMove, Verdict)>) -> Vec<(AnyMove, Verdict)> {
    moves.sort_unstable_by_key(|&(mv, verdict)| {
        let plies = match verdict {
            Verdict::Won { plies, .. } => plies,
            Verdict::Unknown => u32::MAX - 1,
            Verdict::NotWon => u32::MAX,
        };
        (plies, mv)
    });
    moves
}
