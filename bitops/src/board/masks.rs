//! Masks of a board. All of them are constants: a shift never computes one.
//!
//! A trait has no constant functions, so the masks are kept as `u128` and cut
//! down to the word where they are used, which costs nothing.

use super::Bitboard;
use crate::Word;

/// How many blocks of `word_bits` bits an `n` × `n` board needs.
///
/// ```
/// use bitops::blocks;
/// assert_eq!(blocks(5, 16), 2);
/// assert_eq!(blocks(8, 64), 1);
/// ```
///
/// # Panics
/// If `word_bits` is 0.
pub const fn blocks(n: usize, word_bits: u32) -> usize {
    (n * n).div_ceil(word_bits as usize)
}

/// A set of bits, block by block, not yet cut down to the word of the board.
pub(super) type Mask<const BLOCKS: usize> = [u128; BLOCKS];

impl<W: Word, const N: usize, const BLOCKS: usize> Bitboard<W, N, BLOCKS> {
    /// Every square of the board, and no bit past the last.
    pub(super) const FULL: Mask<BLOCKS> = {
        Self::check_shape();
        stripe(0, 1, N * N, W::BITS)
    };

    /// The squares of the first file.
    pub(super) const FIRST_FILE: Mask<BLOCKS> = stripe(0, N, N, W::BITS);

    /// The squares of the first rank.
    pub(super) const FIRST_RANK: Mask<BLOCKS> = stripe(0, 1, N, W::BITS);

    /// Entry `d` has every square but the `d` first files: where a member can
    /// be after `d` steps to the right.
    pub(super) const WITHOUT_FIRST_FILES: [Mask<BLOCKS>; N] = {
        let mut masks = [Self::FULL; N];
        let mut distance = 1;
        while distance < N {
            let file = stripe(distance - 1, N, N, W::BITS);
            masks[distance] = difference(masks[distance - 1], file);
            distance += 1;
        }
        masks
    };

    /// Entry `d` has every square but the `d` last files: where a member can
    /// be after `d` steps to the left.
    pub(super) const WITHOUT_LAST_FILES: [Mask<BLOCKS>; N] = {
        let mut masks = [Self::FULL; N];
        let mut distance = 1;
        while distance < N {
            let file = stripe(N - distance, N, N, W::BITS);
            masks[distance] = difference(masks[distance - 1], file);
            distance += 1;
        }
        masks
    };

    /// Fails to compile for a board of no squares or a wrong number of blocks.
    pub(super) const fn check_shape() {
        assert!(N > 0, "a board needs at least one square");
        assert!(
            BLOCKS == blocks(N, W::BITS),
            "BLOCKS must be blocks(N, W::BITS)"
        );
    }

    #[inline(always)]
    pub(super) fn from_mask(mask: &Mask<BLOCKS>) -> Self {
        Self([!W::ZERO; BLOCKS]).masked(mask)
    }

    /// The members under a mask.
    #[inline(always)]
    pub(super) fn masked(mut self, mask: &Mask<BLOCKS>) -> Self {
        for (block, &mask) in self.0.iter_mut().zip(mask) {
            *block = *block & W::truncate(mask);
        }
        self
    }
}

/// The squares `first`, `first + step` and so on, `count` of them.
const fn stripe<const BLOCKS: usize>(
    first: usize,
    step: usize,
    count: usize,
    word_bits: u32,
) -> Mask<BLOCKS> {
    let bits = word_bits as usize;
    let mut mask = [0; BLOCKS];
    let mut done = 0;
    while done < count {
        let square = first + done * step;
        mask[square / bits] |= 1 << (square % bits);
        done += 1;
    }
    mask
}

const fn difference<const BLOCKS: usize>(
    mut mask: Mask<BLOCKS>,
    without: Mask<BLOCKS>,
) -> Mask<BLOCKS> {
    let mut block = 0;
    while block < BLOCKS {
        mask[block] &= !without[block];
        block += 1;
    }
    mask
}
