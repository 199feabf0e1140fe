//! The full scope: a forced road by any moves.
//!
//! A strict tinuë takes moments to find or to exclude, so it is looked for first. Then come all
//! moves for a few plies, and for more of them only the quiet moves that threaten a strict tinuë:
//! by deepening, which finds most wins, and by proof numbers. What is still open is searched with
//! all moves.

use tak_encoding::{OneHash, Playable, Position, Size};

use super::aim::{Aim, Mode};
use super::deepening::{Deepening, OutOfTime};
use super::effort::{Effort, Watch};
use super::proof::Proof;
use super::prover::{Proven, Prover};
use super::table::Table;
use super::{Solution, Solver, Verdict};
use crate::table::NoMemory;

/// The longest win of which all shorter ones are excluded without being asked for: to try every move
/// of longer ones takes too long.
const TRIED_IN_FULL: u32 = 7;

/// The longest win that is looked for by deepening before it is by proof numbers.
const DEEPEST: u32 = 15;

/// What looks for a strict tinuë, and for one with quiet moves.
pub(super) struct Scopes<const N: usize>
where
    Size<N>: Playable,
{
    strict: Solver<N>,
    /// The same for the other player.
    against: Solver<N>,
    prover: Prover<N>,
    deepening: Deepening<N>,
}

impl<const N: usize> Scopes<N>
where
    Size<N>: Playable,
{
    /// Takes up to three quarters of that many MiB.
    pub(super) fn new(aim: Aim, hash: usize) -> Result<Self, NoMemory> {
        let strict = Aim { mode: Mode::Strict, ..aim };
        let part = hash.max(1).saturating_mul(1 << 20) / 16;
        let below = Prover::new(strict, Table::new(2 * part)?);
        let prover = Prover::new(aim, Table::new(2 * part)?).with_quiet_moves(below);
        let below = Deepening::new(strict, Table::new(part)?);
        let deepening = Deepening::new(aim, Table::new(part)?).with_quiet_threats(below);
        let against = Aim { attacker: !strict.attacker, ..strict };
        let (strict, against) = (Solver::new(strict, hash / 4)?, Solver::new(against, hash / 8)?);
        Ok(Self { strict, against, prover, deepening })
    }

    /// A strict tinuë of the other player, if the attacker cannot prevent it.
    fn loss(
        &mut self,
        position: &Position<N, OneHash>,
        effort: &Effort,
        watch: &mut Watch<'_>,
    ) -> Option<Box<Solution<N>>> {
        if effort.plies.is_some() {
            return None;
        }
        let mut part = watch.half().half();
        let solution = self.against.settle(position, effort, &mut part);
        watch.add(part.nodes);
        solution.verdict.is_won().then(|| Box::new(solution))
    }

    /// A tinuë with quiet moves, if one is found.
    fn prove(
        &mut self,
        position: &Position<N, OneHash>,
        watch: &mut Watch<'_>,
    ) -> Option<Proof<N>> {
        if !matches!(self.prover.prove(position, watch), Proven::Won(_)) {
            return None;
        }
        let (aim, prover) = (self.prover.aim(), &mut self.prover);
        let known = |prover: &Prover<N>, position: &Position<N, OneHash>| {
            let win = prover.strict()?.known_win(position).or_else(|| prover.known_win(position));
            win.and_then(|(mv, _)| mv)
        };
        let mut guide = |position: &Position<N, OneHash>, _| {
            known(prover, position).or_else(|| {
                prover.prove(position, watch);
                known(prover, position)
            })
        };
        Proof::walk(aim, position, u32::MAX, &mut guide).ok()
    }

    /// A tinuë of at most `most` plies with quiet moves that threaten a strict one, if it is found.
    /// Short ones, which a search of [all moves](TRIED_IN_FULL) finds, are left out.
    fn shorten(
        &mut self,
        position: &Position<N, OneHash>,
        most: u32,
        watch: &mut Watch<'_>,
    ) -> Option<Proof<N>> {
        let Self { prover, deepening, .. } = self;
        prover.begin(position);
        let ends = u32::from(position.side_to_move() == prover.aim().attacker);
        let shortest = TRIED_IN_FULL - 1;
        let mut lengths = (shortest..=most).filter(|plies| plies % 2 == ends);
        let plies = lengths.find_map(|plies| {
            match deepening.is_won_within(position, plies, prover, watch) {
                Ok(true) => Some(Ok(plies)),
                Ok(false) => None,
                Err(OutOfTime) => Some(Err(OutOfTime)),
            }
        });
        let plies = plies?.ok()?;
        let mut guide = |position: &Position<N, OneHash>, most| {
            deepening.attack_within(position, most).or_else(|| {
                deepening.is_won_within(position, most, prover, watch).ok()?;
                deepening.attack_within(position, most)
            })
        };
        Proof::walk(prover.aim(), position, plies, &mut guide).ok()
    }
}

impl<const N: usize> Solver<N>
where
    Size<N>: Playable,
{
    /// Settles a position where the game is not over, in one scope after the other.
    pub(super) fn settle_in_scopes(
        &mut self,
        scopes: &mut Scopes<N>,
        position: &Position<N, OneHash>,
        effort: &Effort,
        watch: &mut Watch<'_>,
    ) -> Solution<N> {
        let mut part = watch.half();
        let strict = scopes.strict.settle(position, effort, &mut part);
        watch.add(part.nodes);
        let verdict = strict.verdict;
        let mut solution = if verdict.is_won() {
            self.exclude_shorter(position, effort, strict, watch)
        } else if let Some(lost) = scopes.loss(position, effort, watch) {
            Solution { lost: Some(lost), ..Solution::of(Verdict::NotWon, None, watch.nodes) }
        } else {
            self.settle_with_quiet_moves(scopes, position, effort, watch)
        };
        solution.strict = Some(if solution.lost.is_some() { Verdict::NotWon } else { verdict });
        solution
    }

    fn settle_with_quiet_moves(
        &mut self,
        scopes: &mut Scopes<N>,
        position: &Position<N, OneHash>,
        effort: &Effort,
        watch: &mut Watch<'_>,
    ) -> Solution<N> {
        if let Some(solution) = self.settle_in_few_plies(position, effort, watch) {
            return solution;
        }
        let mut part = watch.half();
        let most = effort.plies.unwrap_or(DEEPEST);
        let mut proof = scopes.shorten(position, most, &mut part);
        watch.add(part.nodes);
        if proof.is_none() && effort.plies.is_none() {
            let mut part = watch.half();
            proof = scopes.prove(position, &mut part);
            if let Some(most) = proof.as_ref().map(Proof::plies).filter(|_| effort.shortest) {
                proof = scopes.shorten(position, most - 1, &mut part).or(proof);
            }
            watch.add(part.nodes);
        }
        if proof.is_none() {
            return self.settle_in_one(position, effort, watch);
        }
        let nodes = watch.nodes;
        let solution = Solution::won(proof, false);
        let solution = self.exclude_shorter(position, effort, solution, watch);
        Solution { nodes_to_verdict: nodes, ..solution }
    }

    /// A win that is so short that it is looked for among all moves, unless that takes long.
    fn settle_in_few_plies(
        &mut self,
        position: &Position<N, OneHash>,
        effort: &Effort,
        watch: &mut Watch<'_>,
    ) -> Option<Solution<N>> {
        if effort.plies.is_some() {
            return None;
        }
        self.prover.begin(position);
        let mut part = watch.half().half();
        let solution = self.deepen(position, TRIED_IN_FULL - 2, None, &mut part);
        watch.add(part.nodes);
        solution.verdict.is_won().then_some(solution)
    }

    /// Looks for a win that is shorter than the one known, among all moves, if that is quick or asked
    /// for.
    fn exclude_shorter(
        &mut self,
        position: &Position<N, OneHash>,
        effort: &Effort,
        known: Solution<N>,
        watch: &mut Watch<'_>,
    ) -> Solution<N> {
        let (Verdict::Won { plies, .. }, Some(proof)) = (known.verdict, known.proof) else {
            return Solution::of(Verdict::Unknown, None, watch.nodes);
        };
        if !effort.shortest || (plies > TRIED_IN_FULL && effort.plies.is_none()) {
            return Solution::won(Some(proof), plies == 1);
        }
        self.prover.begin(position);
        self.deepen(position, plies, Some(proof), watch)
    }
}

impl<const N: usize> Solution<N>
where
    Size<N>: Playable,
{
    /// What the strict scope says after a first move, for the full one.
    pub(super) fn widen(&mut self) {
        self.strict = Some(self.verdict);
        match &mut self.verdict {
            // After a first move and an answer, wins within three plies are all strict.
            Verdict::Won { plies, is_shortest } => *is_shortest &= *plies <= TRIED_IN_FULL,
            verdict => *verdict = Verdict::Unknown,
        }
    }
}
