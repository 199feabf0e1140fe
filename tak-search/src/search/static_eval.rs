//! What is known about the static evaluation: values already computed, and how wrong they were.

use tak_encoding::{Color, OneHash, Playable, Position, Size};

use crate::score::Score;
use crate::table::{NoMemory, blank, prefetch};

/// The static-eval cache: the same positions come up again by transposition, at other depths and in
/// later searches.
///
/// A slot holds a value in its low 16 bits and the upper bits of its key above them.
/// The low bits of the key choose the slot.
pub(super) struct EvalCache(Vec<u64>);

/// Slots of the cache, a power of two.
const EVALS: usize = 1 << 16;
const VALUE_BITS: u32 = 16;

impl EvalCache {
    /// Blank.
    pub(super) fn new() -> Result<Self, NoMemory> {
        blank(EVALS).map(Self)
    }

    /// Prefetches the slot of a key that will soon be looked up.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.0[key as usize % EVALS]);
    }

    /// The cached evaluation of the position with that key, or a new one.
    #[inline]
    pub(super) fn get_or_insert_with(
        &mut self,
        key: u64,
        evaluate: impl FnOnce() -> Score,
    ) -> Score {
        let slot = &mut self.0[key as usize % EVALS];
        if (*slot ^ key) >> VALUE_BITS == 0 {
            return Score::from(*slot as i16);
        }
        let value = evaluate();
        *slot = key >> VALUE_BITS << VALUE_BITS | u64::from(value as i16 as u16);
        value
    }
}

/// Correction history: the running mean error of the evaluation in positions with a common feature,
/// by side to move.
pub(super) struct Corrections(Vec<[[i16; FEATURES]; 2]>);

/// The road squares of both players, and what blocks them.
const FEATURES: usize = 2;

/// Slots for each feature, a power of two.
const CORRECTIONS: usize = 1 << 14;

/// Corrections are kept in units of one centiflat divided by this.
const GRAIN: i32 = 64;

/// The largest correction for one feature, in centiflats.
const LARGEST: i32 = 104;

impl Corrections {
    /// Blank.
    pub(super) fn new() -> Result<Self, NoMemory> {
        blank(CORRECTIONS).map(Self)
    }

    /// What to add to the evaluation.
    pub(super) fn value<const N: usize>(&self, position: &Position<N, OneHash>) -> Score
    where
        Size<N>: Playable,
    {
        let side = position.side_to_move().index();
        let slots = slots(position).into_iter().enumerate();
        let sum: i32 = slots.map(|(feature, slot)| i32::from(self.0[slot][side][feature])).sum();
        sum / GRAIN
    }

    /// Learns that the score of a search differed from the evaluation by `error`.
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
        for (feature, slot) in slots(position).into_iter().enumerate() {
            let value = &mut self.0[slot][side][feature];
            let old = i32::from(*value);
            let target = (error * GRAIN).clamp(-LARGEST * GRAIN, LARGEST * GRAIN);
            *value = (old + (target - old) * weight / 256) as i16;
        }
    }
}

fn slots<const N: usize>(position: &Position<N, OneHash>) -> [usize; FEATURES]
where
    Size<N>: Playable,
{
    let [white, black] = Color::ALL.map(|color| position.road_squares(color).bits());
    let white_tops = position.tops(Color::White).bits();
    let blockers = position.blockers().bits();
    [mix(white, black), mix(blockers, blockers & white_tops ^ position.caps().bits() << 7)]
}

fn mix(one: u64, other: u64) -> usize {
    let mixed = (one ^ other.rotate_left(29).wrapping_mul(0xd6e8_feb8_6659_fd93))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (64 - CORRECTIONS.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stays_until_another_takes_its_slot() {
        let mut evals = EvalCache::new().unwrap();
        let (key, other) = (0xdead_beef_0000_1234, 0xdead_beee_0000_1234);
        assert_eq!(evals.get_or_insert_with(key, || -321), -321);
        assert_eq!(evals.get_or_insert_with(key, || 5), -321);
        assert_eq!(evals.get_or_insert_with(other, || 7), 7);
        assert_eq!(evals.get_or_insert_with(key, || 5), 5);
    }
}
