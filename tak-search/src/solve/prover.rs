//! Depth-first proof-number search (df-pn; Nagai, 2002): can the attacker force a win?
//!
//! Each node has a *proof number*, the least number of leaf nodes that must be proven to prove it,
//! and a *disproof number*, likewise. The search descends to the leaf that is cheapest to settle,
//! and returns to an ancestor as soon as another leaf is cheaper.
//!
//! # Repetition
//!
//! A position that recurs on the current path is no progress, so it counts as disproven there. A
//! proof never depends on that, and so holds on every path to its position. A disproof may: if it
//! depends on a position further up the path, or on a path that became too long, it is stored as
//! a *conjecture*. A "no" is never returned on the strength of conjectures: `solve/refutation.rs`
//! walks it to confirm it without them. If that fails, the walk has found a win that they hid;
//! then all conjectures are removed from the table, and the search starts again.

use std::io::{self, Read, Write};

use tak_encoding::{Move, OneHash, Playable, Position, Size};

use super::HAS_FULL_SCOPE;
use super::aim::Aim;
use super::effort::Watch;
use super::moves::{Candidate, Choice, Lister};
use super::table::{Entry, Table};

mod quiet;

use quiet::Below;

/// The disproof number of a proven node, and the proof number of a disproven one.
pub(super) const INFINITE: u32 = 1 << 30;

/// The longest path. A position beyond it is conjectured to be disproven.
const LONGEST_PATH: usize = 400;

/// [`Found::leans_on`] of a disproof that holds on every path.
const NOTHING: u32 = u32::MAX;

/// [`Found::leans_on`] of a disproof that depends on another path.
const ELSEWHERE: u32 = 0;

// What the table stores for a disproof instead of plies.
const SURE: u16 = 0;
const CONJECTURE: u16 = 1;

/// A proof number and a disproof number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const OPEN: Self = Self { proof: 1, disproof: 1 };
    const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };

    pub(super) fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_disproven(self) -> bool {
        self.disproof == 0
    }
}

/// What is known about a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) numbers: Numbers,
    /// The bits of the best move.
    best: u16,
    /// Plies to the end, if the node is proven.
    plies: u16,
    /// For a disproof, the first position of the path that it depends on, counted from 1.
    leans_on: u32,
}

impl Found {
    const DISPROVEN: Self =
        Self { numbers: Numbers::DISPROVEN, best: 0, plies: 0, leans_on: NOTHING };
    /// That a search of fewer moves has found no win says little.
    const CONJECTURE: Self = Self { leans_on: ELSEWHERE, ..Self::DISPROVEN };

    fn open(numbers: Numbers) -> Self {
        Self { numbers, ..Self::DISPROVEN }
    }

    fn won(best: u16, plies: u16) -> Self {
        Self { numbers: Numbers::PROVEN, best, plies, leans_on: NOTHING }
    }
}

/// A child of the current node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<const N: usize> {
    pub(super) candidate: Candidate<N>,
    pub(super) found: Found,
}

/// A position on the path to the current node.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// The index of the first position on the path that could recur here.
    first: usize,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proven {
    /// The attacker wins within that many plies.
    Won(u32),
    /// The attacker cannot force a win, unless a conjecture is wrong.
    NotWon,
    /// A limit was reached first.
    Open,
}

/// The proof-number search and its table.
pub(super) struct Prover<const N: usize> {
    lister: Lister<N>,
    salt: u64,
    table: Table,
    candidates: Vec<Candidate<N>>,
    children: Vec<Child<N>>,
    path: Vec<Step>,
    /// For a [search with quiet moves](quiet), what it asks.
    below: Option<Box<Below<N>>>,
}

impl<const N: usize> Prover<N>
where
    Size<N>: Playable,
{
    pub(super) fn new(aim: Aim, table: Table) -> Self {
        Self {
            lister: Lister::new(aim),
            salt: 0,
            table,
            candidates: Vec::new(),
            children: Vec::new(),
            path: Vec::new(),
            below: None,
        }
    }

    pub(super) fn aim(&self) -> Aim {
        self.lister.aim
    }

    /// Whether the attacker can force a win from a position where the game is not over.
    pub(super) fn prove(
        &mut self,
        position: &Position<N, OneHash>,
        watch: &mut Watch<'_>,
    ) -> Proven {
        let limit = Numbers { proof: INFINITE, disproof: INFINITE };
        let found = self.prove_within(position, limit, watch);
        if found.numbers.is_proven() {
            Proven::Won(u32::from(found.plies))
        } else if found.numbers.is_disproven() {
            Proven::NotWon
        } else {
            Proven::Open
        }
    }

    /// The same, until one of the numbers of the position reaches its limit.
    fn prove_within(
        &mut self,
        position: &Position<N, OneHash>,
        limit: Numbers,
        watch: &mut Watch<'_>,
    ) -> Found {
        let mut position = *position;
        self.begin(&position);
        self.search(&mut position, limit, watch)
    }

    /// Starts a path at this position. From now on the table is read by the rules of its game.
    pub(super) fn begin(&mut self, root: &Position<N, OneHash>) {
        self.salt = self.lister.aim.salt(root);
        self.children.clear();
        self.path.clear();
        let key = root.hash() ^ self.salt;
        self.path.push(Step { key, first: 0 });
        if let Some(below) = self.below.as_mut().filter(|_| HAS_FULL_SCOPE) {
            below.prover.begin(root);
        }
    }

    /// The best attack in a position that is proven, and the plies to the end.
    pub(super) fn known_win(
        &self,
        position: &Position<N, OneHash>,
    ) -> Option<(Option<Move<N>>, u32)> {
        let entry = self.table.get(position.hash() ^ self.salt)?;
        let is_proven = entry.numbers == [0, INFINITE];
        is_proven.then(|| (Move::from_bits(entry.best), u32::from(entry.plies)))
    }

    /// What the table says about a position, if anything.
    fn known(&self, position: &Position<N, OneHash>) -> Option<Found> {
        let Entry { numbers: [proof, disproof], best, plies, .. } =
            self.table.get(position.hash() ^ self.salt)?;
        let leans_on = if disproof == 0 { ELSEWHERE } else { NOTHING };
        Some(Found { numbers: Numbers { proof, disproof }, best, plies, leans_on })
    }

    /// Stores a win that was found without a search.
    fn learn_win(&mut self, position: &Position<N, OneHash>, mv: Move<N>, plies: u16) {
        let numbers = [0, INFINITE];
        let entry = Entry { numbers, best: mv.bits(), plies, work: 1 };
        self.table.add(position.hash() ^ self.salt, entry);
    }

    /// The proof number and the disproof number of a position where the game is not over, from the
    /// table's entries for its children.
    pub(super) fn numbers(&mut self, position: &Position<N, OneHash>) -> (u32, u32) {
        let mut position = *position;
        self.begin(&position);
        let is_attack = position.side_to_move() == self.lister.aim.attacker;
        let found = self.expand(&mut position, is_attack);
        let found = found.unwrap_or_else(|| self.combine(is_attack, 0).0);
        if found.numbers.is_disproven() && found.leans_on == ELSEWHERE {
            return (INFINITE - 1, 1); // a conjecture settles nothing
        }
        (found.numbers.proof, found.numbers.disproof)
    }

    /// Writes the table.
    pub(super) fn write_to(&self, to: &mut impl Write) -> io::Result<()> {
        self.table.write_to(to)
    }

    /// Adds the entries of a table for the same aim.
    pub(super) fn read_from(&mut self, from: &mut impl Read) -> io::Result<()> {
        self.table.read_from(from, |entry| match entry.numbers {
            [0, other] | [other, 0] => other == INFINITE,
            numbers => numbers.iter().all(|&number| number < INFINITE),
        })
    }

    /// Removes all conjectures, because one was wrong.
    pub(super) fn drop_conjectures(&mut self) {
        self.table.retain(|entry| !is_lost(entry) || entry.plies == SURE);
    }

    /// Whether a position is disproven, on whatever path it is reached.
    pub(super) fn is_known_lost(&self, hash: u64) -> bool {
        let entry = self.table.get(hash ^ self.salt);
        entry.is_some_and(|entry| is_lost(entry) && entry.plies == SURE)
    }

    /// Whether a position is disproven or conjectured to be.
    pub(super) fn is_thought_lost(&self, hash: u64) -> bool {
        self.table.get(hash ^ self.salt).is_some_and(is_lost)
    }

    /// The bits of the best move that the table has for a position.
    pub(super) fn best_move(&self, position: &Position<N, OneHash>) -> Option<u16> {
        self.table.get(position.hash() ^ self.salt).map(|entry| entry.best)
    }

    /// Searches the last position of the path until one of its numbers reaches its threshold.
    fn search(
        &mut self,
        position: &mut Position<N, OneHash>,
        limit: Numbers,
        watch: &mut Watch<'_>,
    ) -> Found {
        if !watch.count() {
            return Found::open(Numbers::OPEN);
        }
        let before = watch.nodes;
        let is_attack = position.side_to_move() == self.lister.aim.attacker;
        let first = self.children.len();
        let mut rest = Vec::new();
        let found = match self.expand_or_ask(position, is_attack, &mut rest, watch) {
            Some(found) => found,
            None => self.settle(position, is_attack, first, limit, &mut rest, watch),
        };
        self.children.truncate(first);
        if !watch.is_over() || found.numbers.is_proven() {
            let work = (watch.nodes - before).min(u64::from(u32::MAX) - 1) as u32 + 1;
            self.store(found, work);
        }
        found
    }

    /// Appends the children of a node, unless it is settled at once.
    fn expand(&mut self, position: &mut Position<N, OneHash>, is_attack: bool) -> Option<Found> {
        let found = self.list(position, is_attack);
        if found.is_none() {
            let candidates = std::mem::take(&mut self.candidates);
            for &candidate in &candidates {
                let found = self.look_up(candidate, is_attack);
                self.children.push(Child { candidate, found });
            }
            self.candidates = candidates;
        }
        found
    }

    /// Lists the candidates of a node, unless it is settled at once.
    fn list(&mut self, position: &mut Position<N, OneHash>, is_attack: bool) -> Option<Found> {
        self.candidates.clear();
        let choice = if is_attack {
            self.lister.attacks(position, &mut self.candidates)
        } else {
            self.lister.answers(position, &mut self.candidates)
        };
        match choice {
            Choice::Ends(mv) if is_attack => Some(Found::won(mv.bits(), 1)),
            Choice::Ends(mv) => Some(Found { best: mv.bits(), ..Found::DISPROVEN }),
            Choice::Open if !self.candidates.is_empty() => None,
            Choice::Open if is_attack => Some(Found::DISPROVEN),
            Choice::Open => Some(Found::won(0, 2)),
        }
    }

    /// What is known about the position after a move: by repetition or from the table.
    fn look_up(&self, candidate: Candidate<N>, is_attack: bool) -> Found {
        let step = self.path[self.path.len() - 1];
        let key = candidate.hash ^ self.salt;
        let entry = self.table.get(key);
        if candidate.is_reversible && entry.is_none_or(|entry| !is_settled(entry)) {
            let earlier = self.path[step.first..].iter().position(|step| step.key == key);
            if let Some(index) = earlier {
                return Found { leans_on: (step.first + index) as u32 + 1, ..Found::DISPROVEN };
            }
        }
        let Some(entry) = entry else {
            return Found::open(first_numbers(candidate, is_attack));
        };
        let Entry { numbers: [proof, disproof], best, plies, .. } = entry;
        if is_lost(entry) {
            let leans_on = if plies == SURE { NOTHING } else { ELSEWHERE };
            return Found { best, leans_on, ..Found::DISPROVEN };
        }
        Found { numbers: Numbers { proof, disproof }, best, plies, leans_on: NOTHING }
    }

    /// Searches the most promising child until one of the node's numbers reaches its threshold.
    fn settle(
        &mut self,
        position: &mut Position<N, OneHash>,
        is_attack: bool,
        first: usize,
        limit: Numbers,
        rest: &mut Vec<Candidate<N>>,
        watch: &mut Watch<'_>,
    ) -> Found {
        loop {
            let (found, choice) = self.combine(is_attack, first);
            let Numbers { proof, disproof } = found.numbers;
            if found.numbers.is_proven() && !rest.is_empty() && !watch.is_over() {
                self.add_answers(position, rest, watch);
                continue;
            }
            if found.numbers.is_proven() && !rest.is_empty() {
                return Found::open(Numbers::OPEN);
            }
            if proof >= limit.proof || disproof >= limit.disproof || watch.is_over() {
                return found;
            }
            let child = self.children[choice.index];
            let Candidate { mv, hash, is_reversible, .. } = child.candidate;
            let numbers = child.found.numbers;
            // A little above the second best (the 1 + ε trick), so that the search does not
            // switch between the two all the time.
            let enough = choice.second.saturating_add(choice.second / 4 + 1);
            let limit = if is_attack {
                Numbers {
                    proof: limit.proof.min(enough),
                    disproof: limit.disproof - disproof + numbers.disproof,
                }
            } else {
                Numbers {
                    proof: limit.proof - proof + numbers.proof,
                    disproof: limit.disproof.min(enough),
                }
            };
            let undo = position.play_unchecked(mv);
            let pushed = self.enter(hash, is_reversible);
            self.children[choice.index].found = if pushed {
                let found = self.search(position, limit, watch);
                self.path.pop();
                found
            } else {
                Found::CONJECTURE
            };
            position.undo(undo);
        }
    }

    /// Appends a position to the path, unless the path is too long.
    fn enter(&mut self, hash: u64, is_reversible: bool) -> bool {
        let depth = self.path.len();
        if depth >= LONGEST_PATH {
            return false;
        }
        let key = hash ^ self.salt;
        let first = if is_reversible { self.path[depth - 1].first } else { depth };
        self.path.push(Step { key, first });
        true
    }

    /// The numbers of a node from those of its children, and the child to search next.
    fn combine(&self, is_attack: bool, first: usize) -> (Found, Best) {
        let children = &self.children[first..];
        let mut best = Best { index: first, least: INFINITE, second: INFINITE };
        let mut sum = 0u32;
        let (mut plies, mut leans_on) = (0, NOTHING);
        let mut settled = true;
        for (index, child) in (first..).zip(children) {
            let Numbers { proof, disproof } = child.found.numbers;
            let (own, other) = if is_attack { (proof, disproof) } else { (disproof, proof) };
            if other == INFINITE {
                sum = INFINITE;
            } else {
                sum = sum.saturating_add(other).min(INFINITE - 1).max(sum);
            }
            settled &= own == INFINITE;
            if own < best.least {
                best = Best { index, least: own, second: best.least };
            } else {
                best.second = best.second.min(own);
            }
            plies = plies.max(child.found.plies);
            leans_on = leans_on.min(child.found.leans_on);
        }
        let chosen = self.children[best.index];
        let (numbers, leans_on) = if is_attack {
            let numbers = Numbers { proof: best.least, disproof: if settled { 0 } else { sum } };
            (numbers, leans_on)
        } else {
            let numbers = Numbers { proof: if settled { 0 } else { sum }, disproof: best.least };
            (numbers, chosen.found.leans_on)
        };
        let plies = if is_attack { chosen.found.plies } else { plies }.saturating_add(1);
        let leans_on = if numbers.is_disproven() { leans_on } else { NOTHING };
        (Found { numbers, best: chosen.candidate.mv.bits(), plies, leans_on }, best)
    }

    /// Stores what is known about the last position of the path. A disproof is stored as a
    /// conjecture if it depends on a position further up or on another path.
    fn store(&mut self, found: Found, work: u32) {
        let depth = self.path.len() - 1;
        let Numbers { proof, disproof } = found.numbers;
        let plies = match found.numbers.is_disproven() {
            true if (found.leans_on as usize) <= depth => CONJECTURE,
            true => SURE,
            false => found.plies,
        };
        let entry = Entry { numbers: [proof, disproof], best: found.best, plies, work };
        self.table.add(self.path[depth].key, entry);
    }
}

/// The child to search next.
#[derive(Clone, Copy)]
struct Best {
    index: usize,
    least: u32,
    second: u32,
}

fn is_settled(entry: Entry) -> bool {
    entry.numbers.contains(&0)
}

fn is_lost(entry: Entry) -> bool {
    entry.numbers == [INFINITE, 0]
}

/// The initial numbers of a new position: an estimate of how hard it is.
fn first_numbers<const N: usize>(candidate: Candidate<N>, is_attack: bool) -> Numbers {
    let proof = match candidate.threats {
        _ if !is_attack => 1,
        0 => 8,
        1 => 2,
        _ => 1,
    };
    Numbers { proof, disproof: 1 }
}
