//! Proofs: whether a player can force a win, how soon, and by which moves.
//!
//! ```
//! use tak_encoding::Position;
//! use tak_search::solve::{Aim, Effort, Mode, Solver, Verdict};
//!
//! // Two roads at once: Black can stop one of them.
//! let position = Position::<5, _>::from_tps("x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5")?;
//! let aim = Aim { attacker: position.side_to_move(), mode: Mode::Tinue };
//! let mut solver = Solver::new(aim, 16)?;
//! let solution = solver.solve(&position, &Effort::default());
//! assert_eq!(solution.verdict, Verdict::Won { plies: 3, is_shortest: true });
//! assert_eq!(solution.proof.map(|proof| proof.line().len()), Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | subject |
//! |---|---|
//! | `solve/answer.rs` | a question about a position of any size, its answer as values and text |
//! | `solve/aim.rs` | who is to win, and what counts as a win |
//! | `solve/effort.rs` | limits, node counts |
//! | `solve/moves.rs` | attacks that threaten a road, answers that can meet a threat |
//! | `solve/prover.rs` | proof-number search: is it won? |
//! | `solve/deepening.rs` | iterative deepening: what is the shortest win? |
//! | `solve/proof.rs` | a win walked again without tables |
//! | `solve/certificate.rs` | a proof as text, for others to check |
//! | `solve/tree.rs` | a proof as PTN with variations |
//! | `solve/refutation.rs` | that there is none, walked again |
//! | `solve/table.rs` | the table of both searches |

use std::io::{self, Read, Write};
use std::time::Duration;

use tak_encoding::{Move, OneHash, Playable, Position, Size};
use web_time::Instant;

mod aim;
mod answer;
mod certificate;
mod deepening;
mod effort;
mod moves;
mod proof;
mod prover;
mod refutation;
mod table;
mod tree;

pub use aim::{Aim, Mode};
pub use answer::{Answer, Question};
use deepening::{Deepening, OutOfTime};
pub use effort::Effort;
use effort::Watch;
pub use proof::{Attack, Proof};
use prover::{Proven, Prover};
use refutation::Walked;
use table::Table;

use crate::table::NoMemory;

/// Whether the attacker can force a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Yes.
    Won {
        /// Plies to the end against the longest defence; the shortest win that was found.
        plies: u32,
        /// Whether no shorter win exists.
        is_shortest: bool,
    },
    /// No; within the plies that were asked for, if there was such a limit.
    NotWon,
    /// A limit was reached first, or the tables were too small for the question.
    Unknown,
}

impl Verdict {
    /// Whether it is a win.
    pub fn is_won(self) -> bool {
        matches!(self, Self::Won { .. })
    }
}

/// The answer to a question.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution<const N: usize>
where
    Size<N>: Playable,
{
    /// Whether it is won.
    pub verdict: Verdict,
    /// The proof, if it is.
    pub proof: Option<Proof<N>>,
    /// The nodes that it took.
    pub nodes: u64,
    /// The nodes until the verdict, without the search for a shorter win.
    pub nodes_to_verdict: u64,
    /// The time that it took.
    pub time: Duration,
    /// Whether the verdict is unknown for lack of memory: a larger `hash` helps.
    pub is_short_of_memory: bool,
}

/// A first move of the attacker, and what it leads to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FirstMove<const N: usize>
where
    Size<N>: Playable,
{
    /// The move.
    pub mv: Move<N>,
    /// Whether it wins; the plies count from before the move, the proof begins after it.
    pub solution: Solution<N>,
}

/// How the file of a solver begins.
const SAVED: &[u8; 20] = b"tak solver tables 2\n";

/// Answers questions about one aim, and keeps what it has learned for the next.
pub struct Solver<const N: usize>
where
    Size<N>: Playable,
{
    aim: Aim,
    prover: Prover<N>,
    deepening: Deepening<N>,
    /// Bytes for the walk that confirms a "no".
    walk: usize,
}

/// The bytes for the prover's table, the deepening's table and the walk, out of that many MiB.
fn shares(hash: usize) -> [usize; 3] {
    // If `hash` is a power of two, both tables fill their share while they double.
    let part = hash.max(1).saturating_mul(1 << 20) / 32;
    [18 * part, 9 * part, 5 * part]
}

impl<const N: usize> Solver<N>
where
    Size<N>: Playable,
{
    /// A solver that may use `hash` MiB, and at least one: nine sixteenths for the table of its
    /// proof-number search, half as much for that of the shortest win, and the rest for the walk
    /// that confirms a "no". A question whose walk needs more stays unknown. The memory of a proof
    /// is not counted.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for the initial tables. If there is none for them to grow
    /// later, they stay as they are.
    pub fn new(aim: Aim, hash: usize) -> Result<Self, NoMemory> {
        let [large, small, walk] = shares(hash);
        let prover = Prover::new(aim, Table::new(large)?);
        let deepening = Deepening::new(aim, Table::new(small)?);
        Ok(Self { aim, prover, deepening, walk })
    }

    /// Whether the attacker, who need not be the player to move, can force a win.
    pub fn solve(&mut self, position: &Position<N, OneHash>, effort: &Effort) -> Solution<N> {
        self.solve_until(position, effort, &|| false)
    }

    /// The same, but stops when `must_stop` says so.
    pub fn solve_until(
        &mut self,
        position: &Position<N, OneHash>,
        effort: &Effort,
        must_stop: &dyn Fn() -> bool,
    ) -> Solution<N> {
        let start = Instant::now();
        let mut watch = Watch::new(effort, must_stop);
        let mut solution = self.settle(position, effort, &mut watch);
        solution.nodes = watch.nodes;
        solution.time = start.elapsed();
        solution.is_short_of_memory = solution.verdict == Verdict::Unknown && !watch.is_over();
        solution
    }

    /// The legal moves of the attacker, who is to move, that may win as the aim wants: all
    /// those that end the game or, where the aim asks for threats, threaten a road.
    pub fn attacks(&self, position: &Position<N, OneHash>) -> Vec<Move<N>> {
        let mut moves = position.legal_moves();
        moves.retain(|&mv| {
            let after = position.after(mv);
            after.outcome().is_some() || moves::is_attack(self.aim, &after)
        });
        moves
    }

    /// What one of the [`attacks`](Self::attacks) leads to. The plies of the effort count
    /// from the position given.
    pub fn first_move(
        &mut self,
        position: &Position<N, OneHash>,
        mv: Move<N>,
        effort: &Effort,
    ) -> FirstMove<N> {
        let mut rest = *effort;
        rest.plies = effort.plies.map(|plies| plies.saturating_sub(1));
        let mut solution = self.solve(&position.after(mv), &rest);
        if let Verdict::Won { plies, .. } = &mut solution.verdict {
            *plies += 1;
        }
        FirstMove { mv, solution }
    }

    /// The proof number and the disproof number of a position that is not over: of how
    /// many open positions, at least, the win would prove it and the lack of a win
    /// disprove it, as far as is known. 2³⁰ stands for what cannot be.
    pub fn numbers(&mut self, position: &Position<N, OneHash>) -> (u32, u32) {
        self.prover.numbers(position)
    }

    /// Writes what it has learned, so that a later solver can go on from there.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(SAVED)?;
        self.prover.write_to(to)?;
        self.deepening.write_to(to)
    }

    /// Adds what another solver of the same size and aim has [saved](Self::save). What
    /// this one says afterwards is walked all the same: a wrong file costs time, and
    /// leads to no wrong verdict but that on the shortest win, and on a win within so many
    /// plies.
    ///
    /// # Errors
    ///
    /// Those of reading, and where it is not such a file.
    pub fn restore(&mut self, from: &mut impl Read) -> io::Result<()> {
        let mut start = [0; SAVED.len()];
        from.read_exact(&mut start)?;
        if start != *SAVED {
            let why = "expected the tables of a solver";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        self.prover.read_from(from)?;
        self.deepening.read_from(from)
    }

    fn settle(
        &mut self,
        position: &Position<N, OneHash>,
        effort: &Effort,
        watch: &mut Watch<'_>,
    ) -> Solution<N> {
        if let Some(outcome) = position.outcome() {
            let won = Verdict::Won { plies: 0, is_shortest: true };
            let verdict = if self.aim.is_met_by(outcome) { won } else { Verdict::NotWon };
            return Solution::of(verdict, None, 0);
        }
        if let Some(plies) = effort.plies {
            self.prover.begin(position);
            return self.deepen(position, plies, None, watch);
        }
        let verdict = self.prove(position, watch);
        let nodes = watch.nodes;
        match verdict {
            Proven::Open => Solution::of(Verdict::Unknown, None, nodes),
            Proven::NotWon => Solution::of(Verdict::NotWon, None, nodes),
            Proven::Won(plies) => {
                let proof = self.walk(position, watch);
                let most = proof.as_ref().map_or(plies, Proof::plies);
                let mut solution = match proof {
                    Some(_) if !effort.shortest => Solution::won(proof, most == 1),
                    proof => self.deepen(position, most, proof, watch),
                };
                // A win that could not be walked is no refutation either.
                if solution.verdict == Verdict::NotWon {
                    solution.verdict = Verdict::Unknown;
                }
                solution.nodes_to_verdict = nodes;
                solution
            }
        }
    }

    /// Whether it is won; "no" only if that stands without conjectures. Where it does not,
    /// the walk has found a win that they hid, so that the next round knows more.
    fn prove(&mut self, position: &Position<N, OneHash>, watch: &mut Watch<'_>) -> Proven {
        // In a table that is too small for the question it might be forgotten each time.
        const MOST_ROUNDS: u32 = 100;
        for _ in 0..MOST_ROUNDS {
            let verdict = self.prover.prove(position, watch);
            if verdict != Proven::NotWon {
                return verdict;
            }
            match refutation::walk(position, &mut self.prover, self.walk, watch) {
                Walked::Closed => return Proven::NotWon,
                Walked::Broken => self.prover.drop_conjectures(),
                Walked::Open => break,
            }
        }
        Proven::Open
    }

    /// Walks a win that the prover has found.
    fn walk(&mut self, position: &Position<N, OneHash>, watch: &mut Watch<'_>) -> Option<Proof<N>> {
        let prover = &mut self.prover;
        let mut guide = |position: &Position<N, OneHash>, _| {
            // Pushed out of the table.
            if prover.known_win(position).is_none()
                && prover.prove(position, watch) == Proven::NotWon
            {
                prover.drop_conjectures();
                prover.prove(position, watch);
            }
            prover.known_win(position).and_then(|(mv, _)| mv)
        };
        Proof::walk(self.aim, position, u32::MAX, &mut guide).ok()
    }

    /// Looks for the shortest win of at most that many plies. A win of exactly that many
    /// may be known.
    fn deepen(
        &mut self,
        position: &Position<N, OneHash>,
        most: u32,
        known: Option<Proof<N>>,
        watch: &mut Watch<'_>,
    ) -> Solution<N> {
        let known_plies = known.as_ref().map(Proof::plies);
        let (plies, is_shortest) = match self.shortest(position, most, known_plies, watch) {
            Ok(Some(found)) => found,
            Ok(None) => return Solution::of(Verdict::NotWon, None, watch.nodes),
            Err(OutOfTime) => return Solution::won(known, false),
        };
        let nodes = watch.nodes;
        let proof = if known_plies == Some(plies) {
            known
        } else {
            self.walk_within(position, plies, watch).or(known)
        };
        let is_so_long = proof.as_ref().is_some_and(|proof| proof.plies() == plies);
        Solution { nodes_to_verdict: nodes, ..Solution::won(proof, is_shortest && is_so_long) }
    }

    /// The plies of the shortest win of at most that many, and whether it was settled that
    /// there is none a ply shorter.
    fn shortest(
        &mut self,
        position: &Position<N, OneHash>,
        most: u32,
        known: Option<u32>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<(u32, bool)>, OutOfTime> {
        let mut is_won_within =
            |plies| self.deepening.is_won_within(position, plies, &self.prover, watch);
        // Hardly a win ends with a move of the defender: that is asked last.
        let ends = u32::from(position.side_to_move() == self.aim.attacker);
        for plies in (1..=most).filter(|&plies| plies % 2 == ends || plies == most) {
            if known == Some(plies) || is_won_within(plies)? {
                let sooner = if plies == 1 { Ok(false) } else { is_won_within(plies - 1) };
                return Ok(Some(match sooner {
                    Ok(false) => (plies, true),
                    Ok(true) => (plies - 1, true),
                    Err(OutOfTime) => (plies, false),
                }));
            }
        }
        Ok(None)
    }

    /// Walks a win that the deepening has found.
    fn walk_within(
        &mut self,
        position: &Position<N, OneHash>,
        plies: u32,
        watch: &mut Watch<'_>,
    ) -> Option<Proof<N>> {
        let (deepening, prover) = (&mut self.deepening, &self.prover);
        let mut guide = |position: &Position<N, OneHash>, most| {
            let found = deepening.attack_within(position, most);
            if found.is_some() {
                return found;
            }
            // Pushed out of the table.
            let is_won = deepening.is_won_within(position, most, prover, watch);
            is_won.ok().filter(|&won| won).and_then(|_| deepening.attack_within(position, most))
        };
        Proof::walk(self.aim, position, plies, &mut guide).ok()
    }
}

impl<const N: usize> Solution<N>
where
    Size<N>: Playable,
{
    fn of(verdict: Verdict, proof: Option<Proof<N>>, nodes: u64) -> Self {
        let (nodes_to_verdict, time, is_short_of_memory) = (nodes, Duration::ZERO, false);
        Self { verdict, proof, nodes, nodes_to_verdict, time, is_short_of_memory }
    }

    /// A win, if there is a proof; without one nothing is claimed.
    fn won(proof: Option<Proof<N>>, is_shortest: bool) -> Self {
        let won = |proof: &Proof<N>| Verdict::Won { plies: proof.plies(), is_shortest };
        let verdict = proof.as_ref().map_or(Verdict::Unknown, won);
        Self::of(verdict, proof, 0)
    }
}

#[cfg(test)]
mod tests {
    use tak_encoding::{Color, HalfKomi, Rules};

    use super::*;

    /// White may fill the last square, with the only flat.
    const LAST_SQUARE: &str = "1S,2S,1S/2S,1S,2S/1S,2S,x 1 5";

    fn last_square(komi: i16) -> Position<3, OneHash> {
        let rules = Rules::with_komi(HalfKomi(komi));
        Position::from_tps_with(LAST_SQUARE, rules).unwrap()
    }

    #[test]
    fn what_is_known_of_one_komi_says_nothing_of_another() {
        let aim = Aim { attacker: Color::White, mode: Mode::Threats };
        let mut solver = Solver::new(aim, 1).unwrap();
        let within_a_ply = Effort { plies: Some(1), ..Effort::default() };
        let verdict = solver.solve(&last_square(20), &Effort::default()).verdict;
        assert_eq!(verdict, Verdict::NotWon);
        let won = Verdict::Won { plies: 1, is_shortest: true };
        assert_eq!(solver.solve(&last_square(0), &within_a_ply).verdict, won);
    }

    #[test]
    fn a_solver_goes_on_from_what_another_has_saved() {
        let aim = Aim { attacker: Color::White, mode: Mode::Win };
        let start = Position::<3, OneHash>::new();
        let mut solver = Solver::new(aim, 16).unwrap();
        assert_eq!(solver.numbers(&start).1, 9);
        let (mut saved, mut pieces) = (Vec::new(), 0);
        // Each piece is too short for the whole.
        let solution = loop {
            let mut next = Solver::new(aim, 16).unwrap();
            if pieces > 0 {
                next.restore(&mut &saved[..]).unwrap();
            }
            let mut effort = Effort::nodes(1_000);
            effort.shortest = false;
            let solution = next.solve(&start, &effort);
            saved.clear();
            next.save(&mut saved).unwrap();
            pieces += 1;
            if solution.verdict != Verdict::Unknown {
                break solution;
            }
            assert!(pieces < 100);
        };
        assert!(pieces > 1 && solution.verdict.is_won(), "{pieces}, {:?}", solution.verdict);
        // Files of something else, and those that were cut, are refused.
        assert!(solver.restore(&mut &b"something else, and longer"[..]).is_err());
        assert!(solver.restore(&mut &saved[..saved.len() - 1]).is_err());
    }

    /// Black forces two roads at once.
    const DOUBLE: &str = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";

    /// A solver with a file where the prover says the same of some positions, and the
    /// deepening nothing.
    fn solver_that_read(
        aim: Aim,
        positions: &[Position<5, OneHash>],
        entry: [u64; 2],
    ) -> Solver<5> {
        let mut words = vec![positions.len() as u64];
        for position in positions {
            words.push(position.hash() ^ aim.salt(position));
            words.extend(entry);
        }
        words.push(0);
        let mut file = SAVED.to_vec();
        file.extend(words.into_iter().flat_map(u64::to_le_bytes));
        let mut solver = Solver::new(aim, 1).unwrap();
        solver.restore(&mut &file[..]).unwrap();
        solver
    }

    /// The positions after each attack, by whether it wins.
    fn after_attacks(
        aim: Aim,
        position: &Position<5, OneHash>,
        wins: bool,
    ) -> Vec<Position<5, OneHash>> {
        let mut solver = Solver::new(aim, 1).unwrap();
        let mut attacks = solver.attacks(position);
        attacks.retain(|&mv| {
            let first = solver.first_move(position, mv, &Effort::default());
            first.solution.verdict.is_won() == wins
        });
        attacks.into_iter().map(|mv| position.after(mv)).collect()
    }

    #[test]
    fn a_conjecture_that_hides_a_win_costs_a_round() {
        let position = Position::<5, OneHash>::from_tps(DOUBLE).unwrap();
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Tinue };
        // That they are not won, which leans on repetition.
        let entry = [1 << 30, 1 << 32 | 1 << 16];
        let mut solver = solver_that_read(aim, &after_attacks(aim, &position, true), entry);
        let mut watch = Watch::new(&Effort::default(), &|| false);
        assert_eq!(solver.prover.prove(&position, &mut watch), Proven::NotWon);
        let won = Verdict::Won { plies: 3, is_shortest: true };
        assert_eq!(solver.solve(&position, &Effort::default()).verdict, won);
    }

    #[test]
    fn a_no_that_takes_too_much_memory_is_none() {
        let tps = "x,2,1,x2/x2,2,12,1/x2,12C,1,2/1,12,1,1,1/2221C,2S,x2,1 1 16";
        let position = Position::<5, OneHash>::from_tps(tps).unwrap();
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Tinue };
        let mut solver = Solver::new(aim, 16).unwrap();
        let limited = solver.solve(&position, &Effort::nodes(1));
        assert_eq!((limited.verdict, limited.is_short_of_memory), (Verdict::Unknown, false));
        let memory = std::mem::take(&mut solver.walk);
        let short = solver.solve(&position, &Effort::default());
        assert_eq!((short.verdict, short.is_short_of_memory), (Verdict::Unknown, true));
        solver.walk = memory;
        assert_eq!(solver.solve(&position, &Effort::default()).verdict, Verdict::NotWon);
    }

    #[test]
    fn plies_may_be_any_number() {
        // Black to move; White's walls are no threats.
        let position = Position::<3, OneHash>::from_tps("2S,1S,2S/1S,x2/2S,1S,x 2 5").unwrap();
        let aim = Aim { attacker: Color::White, mode: Mode::Tinue };
        let Solver { prover, mut deepening, .. } = Solver::new(aim, 1).unwrap();
        let mut watch = Watch::new(&Effort::default(), &|| false);
        let is_won = deepening.is_won_within(&position, u32::MAX, &prover, &mut watch);
        assert_eq!(is_won, Ok(false));
    }

    #[test]
    fn a_table_that_is_wrong_refutes_nothing() {
        let position = Position::<5, OneHash>::from_tps(DOUBLE).unwrap();
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Tinue };
        // That they are won.
        let after_bad = after_attacks(aim, &position, false);
        let mut solver = solver_that_read(aim, &after_bad[..1], [1 << 62, 1 << 32]);
        assert_eq!(solver.solve(&position, &Effort::default()).verdict, Verdict::Unknown);
    }
}
