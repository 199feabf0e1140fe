//! What was found about a position, whatever its size.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tak_encoding::{AnyMove, AnyPosition, OneHash, Playable, Position, Size, with_position};
use tak_search::solve::{Aim, FirstMove, Proof, Solution, Solver, Verdict};
use tak_terminal::failure::Failure;

use super::limits::Limits;

/// The answer to a question.
pub(crate) struct Answer {
    pub(crate) position: AnyPosition<OneHash>,
    pub(crate) aim: Aim,
    pub(crate) verdict: Verdict,
    /// Only wins of at most that many plies were looked for.
    pub(crate) max_plies: Option<u32>,
    /// The line of the longest defence, if it is won.
    pub(crate) line: Vec<AnyMove>,
    /// The defences to the first move and how many plies each holds out, itself included,
    /// the longest first.
    pub(crate) defences: Vec<(AnyMove, u32)>,
    /// What completes the road where no defence meets the threat.
    pub(crate) last_moves: Vec<AnyMove>,
    /// Every first move, where asked for; the shortest wins first, then what is open.
    pub(crate) first_moves: Option<Vec<(AnyMove, Verdict)>>,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    pub(crate) tree: Option<String>,
    pub(crate) certificate: Option<String>,
}

impl Answer {
    /// Solves a position that is not over.
    pub(crate) fn find(
        position: &AnyPosition<OneHash>,
        aim: Aim,
        limits: &Limits,
        all: bool,
    ) -> Result<Self, Failure> {
        with_position!(position, position => find(position, aim, limits, all))
    }

    /// The first moves that win, and how many are open.
    pub(crate) fn winning_moves(&self) -> Option<(Vec<(AnyMove, u32)>, usize)> {
        let moves = self.first_moves.as_ref()?;
        let won = moves.iter().filter_map(|&(mv, verdict)| match verdict {
            Verdict::Won { plies, .. } => Some((mv, plies)),
            _ => None,
        });
        let open = moves.iter().filter(|(_, verdict)| *verdict == Verdict::Unknown).count();
        Some((won.collect(), open))
    }
}

fn find<const N: usize>(
    position: &Position<N, OneHash>,
    aim: Aim,
    limits: &Limits,
    all: bool,
) -> Result<Answer, Failure>
where
    Size<N>: Playable,
    AnyPosition<OneHash>: From<Position<N, OneHash>>,
{
    let effort = limits.effort();
    let mut solver = Solver::<N>::new(aim, limits.hash(1)).map_err(Failure::input)?;
    let Solution { verdict, proof, mut nodes, mut time, .. } = solver.solve(position, &effort);
    drop(solver);
    let is_attack = position.side_to_move() == aim.attacker;
    let mut first_moves = None;
    if all && is_attack {
        let found = first_moves_of(position, aim, limits)?;
        nodes += found.iter().map(|first| first.solution.nodes).sum::<u64>();
        time += found.iter().map(|first| first.solution.time).sum::<Duration>();
        let moves = found.iter().map(|first| (first.mv.into(), first.solution.verdict));
        first_moves = Some(best_first(moves.collect()));
    }
    let mut answer = Answer {
        position: (*position).into(),
        aim,
        verdict,
        max_plies: limits.max_plies,
        line: Vec::new(),
        defences: Vec::new(),
        last_moves: Vec::new(),
        first_moves,
        nodes,
        time,
        tree: None,
        certificate: None,
    };
    if let Some(proof) = proof {
        answer.tell_proof(&proof);
    }
    Ok(answer)
}

impl Answer {
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

/// Solves every first move, on several threads that share the memory.
fn first_moves_of<const N: usize>(
    position: &Position<N, OneHash>,
    aim: Aim,
    limits: &Limits,
) -> Result<Vec<FirstMove<N>>, Failure>
where
    Size<N>: Playable,
{
    let threads = usize::from(limits.threads);
    let effort = limits.effort();
    let mut solvers = Vec::new();
    for _ in 0..threads {
        solvers.push(Solver::<N>::new(aim, limits.hash(threads)).map_err(Failure::input)?);
    }
    let moves = solvers[0].attacks(position);
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = |mut solver: Solver<N>| {
        while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            let first = solver.first_move(position, mv, &effort);
            found.lock().unwrap_or_else(PoisonError::into_inner).push(first);
        }
    };
    thread::scope(|scope| {
        let own = solvers.pop();
        for solver in solvers {
            scope.spawn(|| work(solver));
        }
        own.map(work);
    });
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The soonest win first, however the threads came upon them.
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
