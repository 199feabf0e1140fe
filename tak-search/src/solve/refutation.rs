//! Confirms a "no": finds a set of positions that no attack can leave, comparing positions in full.

use std::collections::HashSet;

use tak_encoding::{OneHash, PackedBoard, Playable, Position, Size};

use super::effort::Watch;
use super::moves::{Candidate, Choice, Lister};
use super::prover::{Proven, Prover};

/// The result of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walked {
    /// There is no win.
    Closed,
    /// An attack has no answer: the prover now knows that it wins.
    Broken,
    /// A limit was reached first.
    Open,
    /// The set took too much memory.
    Full,
}

/// The walk needs more memory than it may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WalkIsFull;

/// Looks for an answer to every attack in every position of a set that begins with the root and
/// grows by the positions after those answers. With them the defender never loses, even if the game
/// repeats positions forever.
pub(super) fn walk<const N: usize>(
    root: &Position<N, OneHash>,
    prover: &mut Prover<N>,
    bytes: usize,
    watch: &mut Watch<'_>,
) -> Walked
where
    Size<N>: Playable,
{
    let aim = prover.aim();
    let mut walk = Walk {
        lister: Lister::new(aim),
        known: HashSet::new(),
        hashes: HashSet::new(),
        open: Vec::new(),
        prover,
    };
    let mut holds = if root.side_to_move() == aim.attacker {
        walk.add(root);
        true
    } else {
        walk.answer(&mut root.clone(), watch)
    };
    while holds && let Some(mut position) = walk.open.pop() {
        if walk.bytes() > bytes {
            return Walked::Full;
        }
        if !watch.count() {
            return Walked::Open;
        }
        holds = walk.meets_all(&mut position, watch);
    }
    if holds {
        Walked::Closed
    } else if watch.is_over() {
        Walked::Open
    } else {
        Walked::Broken
    }
}

/// The bytes on the heap of a packed board with many tall stacks.
const TALL: usize = 32;

struct Walk<'a, const N: usize>
where
    Size<N>: Playable,
{
    lister: Lister<N>,
    /// The set: positions with the attacker to move.
    known: HashSet<PackedBoard>,
    /// Their hashes, a faster test for positions outside the set.
    hashes: HashSet<u64>,
    /// The positions of the set whose attacks have not been answered yet.
    open: Vec<Position<N, OneHash>>,
    prover: &'a mut Prover<N>,
}

impl<const N: usize> Walk<'_, N>
where
    Size<N>: Playable,
{
    /// About the memory in use. A hash set has one control byte for each slot.
    fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<PackedBoard>() + 1 + TALL)
            + self.hashes.capacity() * (size_of::<u64>() + 1)
            + self.open.capacity() * size_of::<Position<N, OneHash>>()
    }

    fn add(&mut self, position: &Position<N, OneHash>) {
        self.hashes.insert(position.hash());
        if self.known.insert(position.pack()) {
            self.open.push(*position);
        }
    }

    /// Whether every attack in a position has an answer.
    fn meets_all(&mut self, position: &mut Position<N, OneHash>, watch: &mut Watch<'_>) -> bool {
        let mut attacks = Vec::new();
        if let Choice::Ends(_) = self.lister.attacks(position, &mut attacks) {
            return false;
        }
        attacks.into_iter().all(|Candidate { mv, .. }| self.answer(&mut position.after(mv), watch))
    }

    /// Finds an answer that may hold, and adds the position after it to the set.
    fn answer(&mut self, position: &mut Position<N, OneHash>, watch: &mut Watch<'_>) -> bool {
        let mut answers = Vec::new();
        if let Choice::Ends(_) = self.lister.answers(position, &mut answers) {
            return true;
        }
        let mut found = self.known_answer(position, &answers);
        if found.is_none() && self.prover.prove(position, watch) == Proven::NotWon {
            // The disproof depended on the path, or was replaced in the table.
            let best = self.prover.best_move(position);
            found = answers.iter().find(|answer| Some(answer.mv.bits()) == best).copied();
        }
        if let Some(answer) = found {
            self.add(&position.after(answer.mv));
        }
        found.is_some()
    }

    /// An answer that is, in order of preference, known to hold, the best move of the search and
    /// conjectured to hold, one that leads into the set, or conjectured to hold.
    fn known_answer(
        &self,
        position: &Position<N, OneHash>,
        answers: &[Candidate<N>],
    ) -> Option<Candidate<N>> {
        let best = self.prover.best_move(position);
        let holds = |answer: &&Candidate<N>| self.prover.is_thought_lost(answer.hash);
        let find = |is: &dyn Fn(&&Candidate<N>) -> bool| answers.iter().find(is).copied();
        find(&|answer| self.prover.is_known_lost(answer.hash))
            .or_else(|| find(&|answer| Some(answer.mv.bits()) == best && holds(answer)))
            .or_else(|| {
                find(&|answer| {
                    self.hashes.contains(&answer.hash)
                        && self.known.contains(&position.after(answer.mv).pack())
                })
            })
            .or_else(|| find(&holds))
    }
}
