//! That there is no win, walked again with every position compared in full: a set of
//! positions that no attack of the kind asked for leads out of.

use std::collections::HashSet;

use tak_encoding::{OneHash, PackedBoard, Playable, Position, Size};

use super::effort::Watch;
use super::moves::{Candidate, Choice, Lister};
use super::prover::{Proven, Prover};

/// Looks for an answer to every attack in every position of a set that begins with the
/// root and grows by the positions after those answers. A player who has them need never
/// lose: whether a game goes in circles makes no difference.
///
/// False if there is an attack that the search has no answer to, or a limit is reached.
pub(super) fn walk<const N: usize>(
    root: &Position<N, OneHash>,
    prover: &mut Prover<N>,
    watch: &mut Watch<'_>,
) -> bool
where
    Size<N>: Playable,
{
    let aim = prover.aim();
    let mut walk =
        Walk { lister: Lister::new(aim), known: HashSet::new(), open: Vec::new(), prover };
    if root.side_to_move() == aim.attacker {
        walk.add(root);
    } else if !walk.answer(&mut root.clone(), watch) {
        return false;
    }
    while let Some(mut position) = walk.open.pop() {
        if !watch.count() || !walk.meets_all(&mut position, watch) {
            return false;
        }
    }
    true
}

struct Walk<'a, const N: usize>
where
    Size<N>: Playable,
{
    lister: Lister<N>,
    /// The positions with the attacker to move.
    known: HashSet<PackedBoard>,
    /// Those whose attacks are still to be met.
    open: Vec<Position<N, OneHash>>,
    prover: &'a mut Prover<N>,
}

impl<const N: usize> Walk<'_, N>
where
    Size<N>: Playable,
{
    fn add(&mut self, position: &Position<N, OneHash>) {
        if self.known.insert(position.pack()) {
            self.open.push(*position);
        }
    }

    /// Whether every attack has an answer.
    fn meets_all(&mut self, position: &mut Position<N, OneHash>, watch: &mut Watch<'_>) -> bool {
        let mut attacks = Vec::new();
        if let Choice::Ends(_) = self.lister.attacks(position, &mut attacks) {
            return false;
        }
        attacks.into_iter().all(|Candidate { mv, .. }| self.answer(&mut position.after(mv), watch))
    }

    /// Finds an answer that holds, and adds the position after it.
    fn answer(&mut self, position: &mut Position<N, OneHash>, watch: &mut Watch<'_>) -> bool {
        let mut answers = Vec::new();
        if let Choice::Ends(_) = self.lister.answers(position, &mut answers) {
            return true;
        }
        let known = answers.iter().find(|answer| self.prover.is_known_lost(answer.hash));
        if let Some(answer) = known {
            self.add(&position.after(answer.mv));
            return true;
        }
        // Disproven on some paths only, or pushed out of the table.
        for answer in answers {
            let after = position.after(answer.mv);
            let is_in_set = self.known.contains(&after.pack());
            if is_in_set || self.prover.prove(&after, watch) == Proven::NotWon {
                self.add(&after);
                return true;
            }
        }
        false
    }
}
