//! Iterative deepening: is there a win within a given number of plies? It finds the shortest win.
//!
//! The number of plies left decreases with every move, so repetition does not matter, and an entry
//! of the table holds on every path to its position.

use std::io::{self, Read, Write};

use tak_encoding::{Move, OneHash, Playable, Position, Size};

use super::HAS_FULL_SCOPE;
use super::aim::Aim;
use super::effort::Watch;
use super::moves::{
    Candidate, Choice, Lister, ends_at_once, has_threat, may_end_on_flats, sort_by_numbers,
};
use super::prover::Prover;
use super::table::{Entry, Table};

/// A limit was reached first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OutOfTime;

/// What the tables say about a position.
enum LookUp {
    /// Whether it is won within the plies in question.
    Answer(bool),
    /// That is not known; the key and the entry.
    Entry(u64, Entry),
}

/// The deepening search and its table. The numbers of an entry are the plies within which the
/// attacker is known to win, 0 if they are unknown, and those within which they are known not to; its
/// plies are, for the defender to move, the binary logarithm of the nodes that this took.
pub(super) struct Deepening<const N: usize> {
    lister: Lister<N>,
    salt: u64,
    table: Table,
    candidates: Vec<Candidate<N>>,
    /// The history heuristic: how often a move was an answer that held, by its bits, weighted by
    /// depth.
    held: Vec<u32>,
    /// The same for attacks that won.
    won: Vec<u32>,
    /// For a search that tries a quiet move only if it threatens a strict tinuë, the search for one.
    below: Option<Box<Self>>,
}

impl<const N: usize> Deepening<N>
where
    Size<N>: Playable,
{
    pub(super) fn new(aim: Aim, table: Table) -> Self {
        Self {
            lister: Lister::new(aim),
            salt: 0,
            table,
            candidates: Vec::new(),
            held: vec![0; 1 << 16],
            won: vec![0; 1 << 16],
            below: None,
        }
    }

    /// Adds the quiet moves that threaten a strict tinuë to a search for one. That it finds no win
    /// does not say that there is none.
    pub(super) fn with_quiet_threats(mut self, strict: Self) -> Self {
        self.below = Some(Box::new(strict));
        self
    }

    /// Whether the attacker wins within that many plies from a position where the game is not
    /// over. `known` helps with disproofs and with the order of moves.
    ///
    /// # Errors
    ///
    /// If a limit is reached first.
    pub(super) fn is_won_within(
        &mut self,
        position: &Position<N, OneHash>,
        plies: u32,
        known: &Prover<N>,
        watch: &mut Watch<'_>,
    ) -> Result<bool, OutOfTime> {
        self.salt = self.lister.aim.salt(position);
        self.candidates.clear();
        let is_attack = position.side_to_move() == self.lister.aim.attacker;
        let mut run = Run { deepening: self, position: *position, known, watch };
        if is_attack { run.attack(plies) } else { run.defend(plies) }
    }

    /// The attack that wins within that many plies, if [`is_won_within`](Self::is_won_within) has
    /// found one.
    pub(super) fn attack_within(
        &self,
        position: &Position<N, OneHash>,
        plies: u32,
    ) -> Option<Move<N>> {
        let entry = self.table.get(position.hash() ^ self.salt)?;
        let [won, _] = entry.numbers;
        (1..=plies).contains(&won).then(|| Move::from_bits(entry.best))?
    }

    /// Writes the table.
    pub(super) fn write_to(&self, to: &mut impl Write) -> io::Result<()> {
        self.table.write_to(to)
    }

    /// Adds the entries of a table for the same aim.
    pub(super) fn read_from(&mut self, from: &mut impl Read) -> io::Result<()> {
        self.table.read_from(from, |_| true)
    }

    /// Whether a win may end with a move of the defender: if flats count, with the last piece or on
    /// the last square.
    fn is_any_parity(&self) -> bool {
        self.lister.aim.mode.counts_flats()
    }
}

/// One search for a win within a given number of plies.
struct Run<'a, 'w, const N: usize>
where
    Size<N>: Playable,
{
    deepening: &'a mut Deepening<N>,
    /// The position that the moves so far have led to.
    position: Position<N, OneHash>,
    known: &'a Prover<N>,
    watch: &'a mut Watch<'w>,
}

impl<const N: usize> Run<'_, '_, N>
where
    Size<N>: Playable,
{
    /// Looks the position up in both tables.
    fn look_up(&self, plies: u32) -> LookUp {
        let key = self.position.hash() ^ self.deepening.salt;
        let entry = self.deepening.table.get(key).unwrap_or_default();
        let [won, not_won] = entry.numbers;
        if won != 0 && won <= plies {
            LookUp::Answer(true)
        } else if not_won >= plies || self.known.is_known_lost(self.position.hash()) {
            LookUp::Answer(false)
        } else {
            LookUp::Entry(key, entry)
        }
    }

    fn attack(&mut self, plies: u32) -> Result<bool, OutOfTime> {
        if !self.watch.count() {
            return Err(OutOfTime);
        }
        // The defender can place a piece rather than complete a road for the attacker, so a tinuë
        // ends with a move of the attacker.
        let is_even = plies.is_multiple_of(2);
        let plies = if is_even && !self.deepening.is_any_parity() { plies - 1 } else { plies };
        if plies == 0 {
            return Ok(false);
        }
        if plies == 1 && !may_end_on_flats(&self.position) {
            return Ok(self.position.road_move().is_some());
        }
        let (key, entry) = match self.look_up(plies) {
            LookUp::Answer(is_won) => return Ok(is_won),
            LookUp::Entry(key, entry) => (key, entry),
        };
        let [won, not_won] = entry.numbers;
        let has_below = HAS_FULL_SCOPE && self.deepening.below.is_some();
        let strict = self.strict_attack(plies)?;
        let Deepening { lister, candidates, .. } = &mut *self.deepening;
        let first = candidates.len();
        let found = match lister.attacks_within(&mut self.position, plies, candidates) {
            Choice::Ends(mv) => Ok(Some((mv, 1))),
            Choice::Open if plies == 1 => Ok(None),
            Choice::Open if strict.is_some() => Ok(strict.map(|mv| (mv, plies))),
            Choice::Open if has_below && plies <= 3 => Ok(None),
            Choice::Open => {
                self.sort_attacks(first, entry);
                self.try_attacks(first, plies)
            }
        };
        self.deepening.candidates.truncate(first);
        let numbers = match found? {
            Some((mv, plies)) => Entry { numbers: [plies, not_won], best: mv.bits(), ..entry },
            None => Entry { numbers: [won, plies], ..entry },
        };
        self.deepening.table.put(key, Entry { work: plies, ..numbers });
        Ok(numbers.numbers[0] != 0 && numbers.numbers[0] <= plies)
    }

    /// The first move of a strict tinuë within that many plies, if quiet moves are tried too.
    fn strict_attack(&mut self, plies: u32) -> Result<Option<Move<N>>, OutOfTime> {
        let (Some(below), Some(known)) = (&mut self.deepening.below, self.known.strict()) else {
            return Ok(None);
        };
        let is_won = below.is_won_within(&self.position, plies, known, self.watch)?;
        Ok(if is_won { below.attack_within(&self.position, plies) } else { None })
    }

    /// Whether the last move, which leaves that many plies, threatens nothing.
    fn is_idle(&mut self, plies: u32) -> Result<bool, OutOfTime> {
        let (Some(below), Some(known)) = (&mut self.deepening.below, self.known.strict()) else {
            return Ok(false);
        };
        let mut passed = self.position;
        if passed.is_opening() || has_threat(self.deepening.lister.aim, &passed) {
            return Ok(false);
        }
        passed.pass();
        Ok(!below.is_won_within(&passed, plies - 1, known, self.watch)?)
    }

    /// Sorts the attacks: the best move of either table, then those that the last search of fewer
    /// plies settled soonest, then those that won most often elsewhere, then the most threats.
    fn sort_attacks(&mut self, first: usize, entry: Entry) {
        let proven = self.known.known_win(&self.position).and_then(|(mv, _)| mv);
        let Deepening { table, salt, won, candidates, .. } = &mut *self.deepening;
        sort_by_numbers(&mut candidates[first..], |&Candidate { mv, hash, threats, .. }| {
            let is_best = entry.best == mv.bits() || proven == Some(mv);
            let effort = table.get(hash ^ *salt).map_or(0, |entry| entry.plies);
            (u32::from(!is_best), u32::from(effort), !won[mv.bits() as usize], !threats)
        });
    }

    fn try_attacks(
        &mut self,
        first: usize,
        plies: u32,
    ) -> Result<Option<(Move<N>, u32)>, OutOfTime> {
        let Deepening { table, salt, candidates, .. } = &*self.deepening;
        if plies > 2 {
            let won = |attack: &&Candidate<N>| {
                let entry = table.get(attack.hash ^ salt).unwrap_or_default();
                (1..plies).contains(&entry.numbers[0])
            };
            if let Some(attack) = candidates[first..].iter().find(won) {
                return Ok(Some((attack.mv, plies)));
            }
        }
        for index in first..candidates.len() {
            let mv = self.deepening.candidates[index].mv;
            let undo = self.position.play_unchecked(mv);
            let won = self.defend(plies - 1);
            self.position.undo(undo);
            if won? {
                remember(&mut self.deepening.won, mv, plies);
                return Ok(Some((mv, plies)));
            }
        }
        Ok(None)
    }

    fn defend(&mut self, plies: u32) -> Result<bool, OutOfTime> {
        if plies < 2 {
            return Ok(plies == 1 && ends_at_once(self.deepening.lister.aim, &self.position));
        }
        if !self.watch.count() {
            return Err(OutOfTime);
        }
        let (key, entry) = match self.look_up(plies) {
            LookUp::Answer(is_won) => return Ok(is_won),
            LookUp::Entry(key, entry) => (key, entry),
        };
        let before = self.watch.nodes;
        let [won, not_won] = entry.numbers;
        if self.is_idle(plies)? {
            self.deepening.table.put(key, Entry { numbers: [won, plies], work: plies, ..entry });
            return Ok(false);
        }
        // With two plies left, the first answer that is listed usually holds, so that the others
        // need not be listed.
        let refutation = match plies {
            2 => self.answer(1, entry.best, plies)?,
            _ => None,
        };
        let refutation = match refutation {
            None => self.answer(usize::MAX, entry.best, plies)?,
            found => found,
        };
        let entry = match refutation {
            Some(mv) => Entry { numbers: [won, plies], best: mv.bits(), ..entry },
            None => Entry { numbers: [plies, not_won], ..entry },
        };
        let effort = (self.watch.nodes - before + 1).ilog2() as u16;
        self.deepening.table.put(key, Entry { work: plies, plies: effort, ..entry });
        Ok(refutation.is_none())
    }

    /// An answer that prevents a win within that many plies, if there is one among the first
    /// `most`.
    fn answer(&mut self, most: usize, best: u16, plies: u32) -> Result<Option<Move<N>>, OutOfTime> {
        let Deepening { lister, candidates, .. } = &mut *self.deepening;
        let first = candidates.len();
        let found = match lister.some_answers(&mut self.position, most, candidates) {
            Choice::Ends(mv) => Ok(Some(mv)),
            Choice::Open => self.try_answers(first, best, plies),
        };
        self.deepening.candidates.truncate(first);
        found
    }

    /// The same among the candidates listed. The table's best move is tried first, then the answer
    /// that is known to hold longest, then the one that held most often elsewhere.
    fn try_answers(
        &mut self,
        first: usize,
        best: u16,
        plies: u32,
    ) -> Result<Option<Move<N>>, OutOfTime> {
        let Deepening { table, salt, held, candidates, .. } = &mut *self.deepening;
        let last = candidates.len();
        if plies > 2 {
            let holds = |candidate: &Candidate<N>| {
                table.get(candidate.hash ^ *salt).map_or(0, |entry| entry.numbers[1])
            };
            let answers = &mut candidates[first..];
            if let Some(answer) = answers.iter().find(|answer| holds(answer) >= plies - 1) {
                return Ok(Some(answer.mv));
            }
            sort_by_numbers(answers, |answer| {
                let bits = answer.mv.bits();
                (u32::from(bits != best), !holds(answer), !held[bits as usize], 0)
            });
        }
        for index in first..last {
            let mv = self.deepening.candidates[index].mv;
            let undo = self.position.play_unchecked(mv);
            let won = self.attack(plies - 1);
            self.position.undo(undo);
            if !won? {
                remember(&mut self.deepening.held, mv, plies);
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}

/// Counts in a history that a move has settled a position with so many plies left.
fn remember<const N: usize>(history: &mut [u32], mv: Move<N>, plies: u32) {
    let count = &mut history[mv.bits() as usize];
    *count = count.saturating_add(plies.saturating_mul(plies));
}
