//! Evaluations that were made before: the same positions come back in other
//! orders of moves, at other depths and in other searches.

use crate::memory;
use crate::score::Score;

/// Slots, a power of two.
const SLOTS: usize = 1 << 16;

/// The bits of a slot that hold an evaluation; the others are those of the key.
const VALUE_BITS: u32 = 16;

/// The last evaluations, one of each slot.
pub(super) struct Remembered(Vec<u64>);

impl Default for Remembered {
    fn default() -> Self {
        Self(vec![0; SLOTS])
    }
}

impl Remembered {
    /// The position with that key will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        memory::prefetch(&self.0[key as usize % SLOTS]);
    }

    /// What was said of the position with that key, or is said now.
    #[inline]
    pub(super) fn or_else(&mut self, key: u64, evaluate: impl FnOnce() -> Score) -> Score {
        // The low bits choose the slot, the others tell whose it is.
        let slot = &mut self.0[key as usize % SLOTS];
        if (*slot ^ key) >> VALUE_BITS == 0 {
            return Score::from(*slot as i16);
        }
        let value = evaluate();
        *slot = key >> VALUE_BITS << VALUE_BITS | u64::from(value as i16 as u16);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_remembered_until_another_takes_its_slot() {
        let mut remembered = Remembered::default();
        let (key, other) = (0xdead_beef_0000_1234, 0xdead_beee_0000_1234);
        assert_eq!(remembered.or_else(key, || -321), -321);
        assert_eq!(remembered.or_else(key, || 5), -321);
        assert_eq!(remembered.or_else(other, || 7), 7);
        assert_eq!(remembered.or_else(key, || 5), 5);
    }
}
