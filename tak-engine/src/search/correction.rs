//! Correction history: by how much the evaluation was wrong in positions that
//! share something with the one at hand.

use tak_encoding::{Color, OneHash, Playable, Position, Size};

use crate::score::Score;

/// Slots of one table, a power of two.
const SLOTS: usize = 1 << 14;

/// Corrections are kept in this fraction of a centiflat.
const GRAIN: i32 = 64;

/// The largest correction that one table holds, in centiflats.
const LARGEST: i32 = 96;

/// What the positions may share: road squares, and what blocks them.
const KINDS: usize = 2;

/// The corrections, by the side to move.
pub(super) struct Corrections(Vec<[[i16; KINDS]; 2]>);

impl Default for Corrections {
    fn default() -> Self {
        Self(vec![[[0; KINDS]; 2]; SLOTS])
    }
}

impl Corrections {
    /// What to add to the evaluation.
    pub(super) fn value<const N: usize>(&self, position: &Position<N, OneHash>) -> Score
    where
        Size<N>: Playable,
    {
        let side = position.side_to_move().index();
        let slots = slots(position).into_iter().enumerate();
        let sum: i32 = slots
            .map(|(kind, slot)| i32::from(self.0[slot][side][kind]))
            .sum();
        sum / GRAIN
    }

    /// The search found another score than the evaluation said.
    pub(super) fn learn<const N: usize>(
        &mut self,
        position: &Position<N, OneHash>,
        depth: i32,
        error: Score,
    ) where
        Size<N>: Playable,
    {
        let side = position.side_to_move().index();
        let weight = (depth + 1).min(16);
        for (kind, slot) in slots(position).into_iter().enumerate() {
            let value = &mut self.0[slot][side][kind];
            let old = i32::from(*value);
            let target = (error * GRAIN).clamp(-LARGEST * GRAIN, LARGEST * GRAIN);
            *value = (old + (target - old) * weight / 256) as i16;
        }
    }
}

fn slots<const N: usize>(position: &Position<N, OneHash>) -> [usize; KINDS]
where
    Size<N>: Playable,
{
    let [white, black] = Color::ALL.map(|color| position.road_squares(color).bits());
    let [white_tops, _] = Color::ALL.map(|color| position.tops(color).bits());
    let blockers = position.blockers().bits();
    [
        mix(white, black),
        mix(
            blockers,
            blockers & white_tops ^ position.caps().bits() << 7,
        ),
    ]
}

fn mix(one: u64, other: u64) -> usize {
    let mixed = (one ^ other.rotate_left(29).wrapping_mul(0xd6e8_feb8_6659_fd93))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (64 - SLOTS.ilog2())) as usize
}
