//! Delta swaps: exchanging many pairs of bits at once.

/// Exchanges every bit under `mask` with the bit `delta` places higher.
///
/// One half moves down by `delta` and the other moves up by it, so bit `n` of
/// `mask` names the pair `n` and `n + delta`. The pairs must not overlap, and
/// none may reach past bit 63.
///
/// ```
/// use bitops::delta_swap;
/// // The two halves of each byte change places.
/// assert_eq!(delta_swap(0x0123_4567_89ab_cdef, 0x0f0f_0f0f_0f0f_0f0f, 4),
///            0x1032_5476_98ba_dcfe);
/// ```
///
/// # Panics
/// If overflow checks are on and `delta` is 64 or more.
#[inline]
pub const fn delta_swap(word: u64, mask: u64, delta: u32) -> u64 {
    let differing = ((word >> delta) ^ word) & mask;
    word ^ differing ^ (differing << delta)
}

/// Delta swaps to be done one after the other.
///
/// Made to be a constant: with the list known to the compiler, `apply` becomes
/// straight-line code with immediate masks and distances.
pub(crate) struct DeltaSwaps {
    /// Pairs of mask and delta; the rest of the list is unused.
    steps: [(u64, u32); Self::CAPACITY],
    count: usize,
}

impl DeltaSwaps {
    /// An 8×8 board has seven diagonals on one side of the main one.
    const CAPACITY: usize = 7;

    pub(crate) const fn new() -> Self {
        Self {
            steps: [(0, 0); Self::CAPACITY],
            count: 0,
        }
    }

    /// The same list with one more swap at its end.
    pub(crate) const fn and(mut self, mask: u64, delta: u32) -> Self {
        self.steps[self.count] = (mask, delta);
        self.count += 1;
        self
    }

    #[inline(always)]
    pub(crate) const fn apply(&self, mut word: u64) -> u64 {
        let mut step = 0;
        while step < self.count {
            let (mask, delta) = self.steps[step];
            word = delta_swap(word, mask, delta);
            step += 1;
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_exactly_the_named_pairs() {
        for bit in 0..64 {
            let to = match bit {
                0 | 1 | 60 => bit + 3,
                3 | 4 | 63 => bit - 3,
                _ => bit,
            };
            assert_eq!(delta_swap(1 << bit, 1 | 1 << 1 | 1 << 60, 3), 1 << to);
        }
    }

    #[test]
    fn swapping_twice_changes_nothing() {
        let word = 0x9e37_79b9_7f4a_7c15;
        let once = delta_swap(word, 0x00aa_00aa_00aa_00aa, 7);
        assert_ne!(once, word);
        assert_eq!(delta_swap(once, 0x00aa_00aa_00aa_00aa, 7), word);
    }
}
