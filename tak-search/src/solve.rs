//! A solver: whether a player can force a win, how soon, and by which moves.
//!
//! ```
//! use tak_encoding::Position;
//! use tak_search::solve::{Aim, Effort, Mode, Solver, Verdict};
//!
//! // Two threats at once: the opponent can stop only one of them.
//! let position = Position::<5, _>::from_tps("x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5")?;
//! let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
//! let mut solver = Solver::new(aim, 16)?;
//! let solution = solver.solve(&position, &Effort::default());
//! assert_eq!(solution.verdict, Verdict::Won { plies: 3, is_shortest: true });
//! assert_eq!(solution.proof.map(|proof| proof.line().len()), Some(3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | subject |
//! |---|---|
//! | `solve/answer.rs` | questions about positions of any size, answers as values and text |
//! | `solve/aim.rs` | which player should win, and what counts as a win |
//! | `solve/effort.rs` | limits and node counts |
//! | `solve/count.rs` | what a late position comes to, as a value |
//! | `solve/ending.rs` | counts the last stones: which lead can either player force? |
//! | `solve/moves.rs` | attacks that threaten a road, and answers that may meet a threat |
//! | `solve/prover.rs` | proof-number search: is there a win? |
//! | `solve/prover/quiet.rs` | the same with quiet moves that threaten a strict tinuë |
//! | `solve/scope.rs` | a tinuë of any moves: strict first, then with quiet moves, then all moves |
//! | `solve/deepening.rs` | iterative deepening: how long is the shortest win? |
//! | `solve/proof.rs` | confirms a win by walking it without tables |
//! | `solve/certificate.rs` | a proof as text, for other programs to check |
//! | `solve/tree.rs` | a proof as PTN with variations |
//! | `solve/refutation.rs` | confirms that there is no win |
//! | `solve/table.rs` | the transposition table of both searches |

use std::io::{self, Read, Write};
use std::time::Duration;

use tak_encoding::{Move, OneHash, Playable, Position, Size};

use crate::clock::Instant;

mod aim;
mod answer;
mod certificate;
mod count;
mod deepening;
mod effort;
mod ending;
mod moves;
mod proof;
mod prover;
mod refutation;
mod scope;
mod table;
mod tree;

pub use aim::{Aim, Mode};
pub use answer::{Answer, FirstChoice, Question};
pub use count::{Ending, ending};
use deepening::{Deepening, OutOfTime};
use effort::Watch;
pub use effort::{Effort, NODES_BETWEEN_ASKS};
pub(crate) use proof::Stage;
pub use proof::{Attack, Proof};
use prover::{Proven, Prover};
use refutation::{WalkIsFull, Walked};
use scope::Scopes;
use table::Table;

use crate::table::NoMemory;

/// Whether [tinuë by any moves](Mode::Tinue) has a search of its own. Without it, all moves are
/// searched alike.
const HAS_FULL_SCOPE: bool = cfg!(feature = "full-scope");

/// Whether the attacker can force a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Yes.
    Won {
        /// Plies to the end against the longest defence, in the shortest win found.
        plies: u32,
        /// Whether no shorter win exists.
        is_shortest: bool,
    },
    /// No, or not within [`Effort::plies`] if that limit was set.
    NotWon,
    /// A limit was reached first, or there was too little memory.
    Unknown,
}

impl Verdict {
    /// Whether the attacker wins.
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
    /// Whether the attacker wins.
    pub verdict: Verdict,
    /// The proof of a win.
    pub proof: Option<Proof<N>>,
    /// The nodes searched.
    pub nodes: u64,
    /// The nodes searched until the verdict, without the search for a shorter win.
    pub nodes_to_verdict: u64,
    /// The time taken.
    pub time: Duration,
    /// Whether the verdict is unknown for lack of memory: a larger `hash` helps.
    pub is_short_of_memory: bool,
    /// Where any moves may [force a road](Mode::Tinue), whether moves do that each threaten one.
    pub strict: Option<Verdict>,
    /// There too, a strict tinuë of the other player that the attacker cannot prevent.
    pub lost: Option<Box<Self>>,
}

/// A first move of the attacker and its result.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FirstMove<const N: usize>
where
    Size<N>: Playable,
{
    /// The move.
    pub mv: Move<N>,
    /// Whether it wins. Plies are counted from before the move; the proof begins after it.
    pub solution: Solution<N>,
}

/// The first bytes of a file with the tables of a solver.
const SAVED: &[u8; 20] = b"tak solver tables 2\n";

/// Answers questions about one aim. Its tables are kept from one question to the next.
pub struct Solver<const N: usize>
where
    Size<N>: Playable,
{
    aim: Aim,
    prover: Prover<N>,
    deepening: Deepening<N>,
    /// Bytes for the walk that confirms a "no".
    walk: usize,
    /// For a tinuë of any moves, what looks for one of fewer moves first.
    scopes: Option<Box<Scopes<N>>>,
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
        let has_scopes = HAS_FULL_SCOPE && aim.mode == Mode::Tinue;
        let scopes = has_scopes.then(|| Scopes::new(aim, hash).map(Box::new)).transpose()?;
        let [large, small, walk] = shares(if has_scopes { hash / 4 } else { hash });
        let prover = Prover::new(aim, Table::new(large)?);
        let deepening = Deepening::new(aim, Table::new(small)?);
        Ok(Self { aim, prover, deepening, walk, scopes })
    }

    /// Whether the attacker, who need not be the player to move, can force a win.
    pub fn solve(&mut self, position: &Position<N, OneHash>, effort: &Effort) -> Solution<N> {
        self.solve_until(position, effort, &|| false)
    }

    /// Like [`solve`](Self::solve), but stops when `must_stop` returns true.
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
        solution
    }

    /// The moves that the attacker, who is to move, may try: all legal moves or, if the mode
    /// [is forcing](Mode::is_forcing), those that end the game or threaten a road.
    pub fn attacks(&self, position: &Position<N, OneHash>) -> Vec<Move<N>> {
        let mut moves = position.legal_moves();
        moves.retain(|&mv| moves::is_attack_by(self.aim, position, mv));
        moves
    }

    /// Solves the position after a legal move, one of the [`attacks`](Self::attacks) or a quiet one.
    /// [`Effort::plies`] counts from the given position.
    pub fn first_move(
        &mut self,
        position: &Position<N, OneHash>,
        mv: Move<N>,
        effort: &Effort,
    ) -> FirstMove<N> {
        self.first_move_until(position, mv, effort, &|| false)
    }

    /// Like [`first_move`](Self::first_move), but stops when `must_stop` returns true.
    pub fn first_move_until(
        &mut self,
        position: &Position<N, OneHash>,
        mv: Move<N>,
        effort: &Effort,
        must_stop: &dyn Fn() -> bool,
    ) -> FirstMove<N> {
        let mut rest = *effort;
        rest.plies = effort.plies.map(|plies| plies.saturating_sub(1));
        let mut solution = self.solve_until(&position.after(mv), &rest, must_stop);
        if let Verdict::Won { plies, .. } = &mut solution.verdict {
            *plies += 1;
        }
        FirstMove { mv, solution }
    }

    /// The proof number and the disproof number of a position where the game is not over: the
    /// least number of open positions, as far as is known, that must be proven to prove it and
    /// disproven to disprove it. 2³⁰ stands for infinity.
    pub fn numbers(&mut self, position: &Position<N, OneHash>) -> (u32, u32) {
        self.prover.numbers(position)
    }

    /// Writes its tables, so that another solver can continue from there.
    ///
    /// # Errors
    ///
    /// Errors of the writer.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(SAVED)?;
        self.prover.write_to(to)?;
        self.deepening.write_to(to)
    }

    /// Adds the tables that a solver of the same size and aim has [saved](Self::save). Verdicts
    /// are confirmed as always, so a wrong file costs time, but makes no verdict wrong, except on
    /// whether a win is the shortest and on wins within a limit of plies.
    ///
    /// # Errors
    ///
    /// Errors of the reader, and if the file does not hold the tables of a solver.
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
        let Some(mut scopes) = self.scopes.take().filter(|_| HAS_FULL_SCOPE) else {
            return self.settle_in_one(position, effort, watch);
        };
        let solution = self.settle_in_scopes(&mut scopes, position, effort, watch);
        self.scopes = Some(scopes);
        solution
    }

    /// Settles a position where the game is not over, with the moves of the mode and no others.
    fn settle_in_one(
        &mut self,
        position: &Position<N, OneHash>,
        effort: &Effort,
        watch: &mut Watch<'_>,
    ) -> Solution<N> {
        if let Some(plies) = effort.plies {
            self.prover.begin(position);
            return self.deepen(position, plies, None, watch);
        }
        let verdict = self.prove(position, watch);
        let nodes = watch.nodes;
        let Ok(verdict) = verdict else {
            let unknown = Solution::of(Verdict::Unknown, None, nodes);
            return Solution { is_short_of_memory: true, ..unknown };
        };
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
                // A win that could not be confirmed is not refuted.
                if solution.verdict == Verdict::NotWon {
                    solution.verdict = Verdict::Unknown;
                }
                solution.nodes_to_verdict = nodes;
                solution
            }
        }
    }

    /// Whether the attacker wins. A "no" is returned only if it holds without conjectures;
    /// otherwise the walk has found a win that they hid, which the next round knows of.
    fn prove(
        &mut self,
        position: &Position<N, OneHash>,
        watch: &mut Watch<'_>,
    ) -> Result<Proven, WalkIsFull> {
        // A table that is too small might lose that win in each round.
        const MOST_ROUNDS: u32 = 100;
        for _ in 0..MOST_ROUNDS {
            let verdict = self.prover.prove(position, watch);
            if verdict != Proven::NotWon {
                return Ok(verdict);
            }
            match refutation::walk(position, &mut self.prover, self.walk, watch) {
                Walked::Closed => return Ok(Proven::NotWon),
                Walked::Broken => self.prover.drop_conjectures(),
                Walked::Open => break,
                Walked::Full => return Err(WalkIsFull),
            }
        }
        Ok(Proven::Open)
    }

    /// Confirms a win that the prover has found.
    fn walk(&mut self, position: &Position<N, OneHash>, watch: &mut Watch<'_>) -> Option<Proof<N>> {
        let prover = &mut self.prover;
        let mut guide = |position: &Position<N, OneHash>, _| {
            // The entry may have been replaced.
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

    /// Looks for the shortest win of at most `most` plies. A proof of exactly that length may be
    /// known.
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

    /// The length of the shortest win of at most `most` plies, and whether the search has shown
    /// that none is a ply shorter.
    fn shortest(
        &mut self,
        position: &Position<N, OneHash>,
        most: u32,
        known: Option<u32>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<(u32, bool)>, OutOfTime> {
        let mut is_won_within =
            |plies| self.deepening.is_won_within(position, plies, &self.prover, watch);
        // Few wins end with a move of the defender, so that parity is searched last.
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

    /// Confirms a win that the deepening has found.
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
            // The entry was replaced.
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
        Self {
            verdict,
            proof,
            nodes,
            nodes_to_verdict: nodes,
            time: Duration::ZERO,
            is_short_of_memory: false,
            strict: None,
            lost: None,
        }
    }

    /// A win if there is a proof, otherwise unknown.
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

    /// White may fill the last square, and then has the only flat.
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
        // No single search is long enough.
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
        // Other files and truncated ones are refused.
        assert!(solver.restore(&mut &b"something else, and longer"[..]).is_err());
        assert!(solver.restore(&mut &saved[..saved.len() - 1]).is_err());
    }

    /// Black can threaten two roads at once.
    const DOUBLE: &str = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5";

    /// A solver that has read a file with this entry of the prover for each of the positions, and
    /// no entries of the deepening.
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

    /// The positions after the attacks that win, or after those that do not.
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
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
        // Not won, but only as a conjecture.
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
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
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
        // Black is to move, and White's walls threaten nothing.
        let position = Position::<3, OneHash>::from_tps("2S,1S,2S/1S,x2/2S,1S,x 2 5").unwrap();
        let aim = Aim { attacker: Color::White, mode: Mode::Strict };
        let Solver { prover, mut deepening, .. } = Solver::new(aim, 1).unwrap();
        let mut watch = Watch::new(&Effort::default(), &|| false);
        let is_won = deepening.is_won_within(&position, u32::MAX, &prover, &mut watch);
        assert_eq!(is_won, Ok(false));
    }

    #[test]
    fn a_table_that_is_wrong_refutes_nothing() {
        let position = Position::<5, OneHash>::from_tps(DOUBLE).unwrap();
        let aim = Aim { attacker: position.side_to_move(), mode: Mode::Strict };
        // Won.
        let after_bad = after_attacks(aim, &position, false);
        let mut solver = solver_that_read(aim, &after_bad[..1], [1 << 62, 1 << 32]);
        let solution = solver.solve(&position, &Effort::default());
        assert_eq!(solution.verdict, Verdict::Unknown);
        assert!(!solution.is_short_of_memory);
    }
}
