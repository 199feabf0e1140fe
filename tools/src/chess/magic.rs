//! Magic bitboards: one multiplication turns the blockers around a slider into the index of a
//! table.
//!
//! Only blockers under a mask of `n` squares matter. Their product with a
//! well-chosen number gathers them in its `n` highest bits:
//!
//! ```text
//! index = (blockers & mask) * magic >> (64 - n)
//! ```
//!
//! A number is magic if no two subsets of the mask with different attacks get the
//! same index. Such numbers are found by trial, once.

use fastrand::Rng;

use super::known_magics;
use super::rays::{Slider, subsets};
use super::square::{Bitboard, Square};

/// Any seed works.
pub(super) const SEED: u64 = 1;

/// How the blockers of a slider on a square become an index.
#[derive(Clone, Copy)]
pub(super) struct Magic {
    /// The squares where a blocker makes a difference.
    pub(super) mask: Bitboard,
    /// The magic number.
    pub(super) multiplier: u64,
    /// Moves the highest bits of the product down.
    pub(super) shift: u32,
}

impl Magic {
    /// The size of the table: one entry per subset, the least possible.
    pub(super) fn table_size(self) -> usize {
        1 << self.mask.count()
    }

    /// The entry for some blockers.
    #[inline(always)]
    pub(super) fn index(self, blockers: Bitboard) -> usize {
        let product = (blockers & self.mask).bits().wrapping_mul(self.multiplier);
        (product >> self.shift) as usize
    }

    /// Finds the magic of one square, and its table.
    fn find(slider: Slider, square: Square, random: &mut Rng) -> (Self, Vec<Bitboard>) {
        let mask = slider.mask(square);
        let known = known_attacks(slider, square, mask);
        let mut table = vec![0; known.len()];
        loop {
            // Few bits: sums of few copies of the blockers rarely collide.
            let multiplier = random.u64(..) & random.u64(..) & random.u64(..);
            let magic = Self { mask, multiplier, shift: 64 - mask.count() };
            if magic.spreads() && magic.fill(&known, &mut table) {
                return (magic, table.into_iter().map(Bitboard::from_bits).collect());
            }
        }
    }

    /// The known magic of one square, and its table.
    fn known(slider: Slider, square: Square) -> (Self, Vec<Bitboard>) {
        let mask = slider.mask(square);
        let multipliers = match slider {
            Slider::Rook => &known_magics::ROOK,
            Slider::Bishop => &known_magics::BISHOP,
        };
        let multiplier = multipliers[square.index()];
        let magic = Self { mask, multiplier, shift: 64 - mask.count() };
        let known = known_attacks(slider, square, mask);
        let mut table = vec![0; known.len()];
        assert!(magic.fill(&known, &mut table), "the known numbers are magic");
        (magic, table.into_iter().map(Bitboard::from_bits).collect())
    }

    /// Whether enough of the mask reaches the highest bits to be worth a try.
    fn spreads(self) -> bool {
        (self.mask.bits().wrapping_mul(self.multiplier) >> 56).count_ones() >= 6
    }

    /// Enters all known attacks into an empty table. If two that differ collide, the table is left
    /// empty. Words instead of boards, since this is tried millions of times: a debug build would
    /// take 15 s, not half a second.
    fn fill(self, known: &[(u64, u64)], table: &mut [u64]) -> bool {
        let index = |blockers: u64| (blockers.wrapping_mul(self.multiplier) >> self.shift) as usize;
        for (entered, &(blockers, attacks)) in known.iter().enumerate() {
            let entry = &mut table[index(blockers)];
            // A slider always attacks something.
            if *entry != 0 && *entry != attacks {
                for &(blockers, _) in &known[..entered] {
                    table[index(blockers)] = 0;
                }
                return false;
            }
            *entry = attacks;
        }
        true
    }
}

/// All blockers under a mask, and the attacks of a slider past them.
fn known_attacks(slider: Slider, square: Square, mask: Bitboard) -> Vec<(u64, u64)> {
    let attacks = |blockers: Bitboard| (blockers.bits(), slider.walk(square, blockers).bits());
    subsets(mask).map(attacks).collect()
}

/// The attacks of one slider from every square for all blockers.
pub(super) struct MagicTable {
    /// The magics, each with the start of its part of the common table.
    magics: [(Magic, usize); 64],
    attacks: Vec<Bitboard>,
    /// The attacks on an empty board.
    reach: [Bitboard; 64],
}

impl MagicTable {
    /// The table by the known magics.
    pub(super) fn new(slider: Slider) -> Self {
        Self::with_magics(slider, |square| Magic::known(slider, square))
    }

    /// Finds magics, in a few hundredths of a second, and fills the table.
    pub(super) fn find(slider: Slider, seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        Self::with_magics(slider, |square| Magic::find(slider, square, &mut random))
    }

    fn with_magics(
        slider: Slider,
        mut magic_and_table: impl FnMut(Square) -> (Magic, Vec<Bitboard>),
    ) -> Self {
        let mut attacks = Vec::new();
        let magics = std::array::from_fn(|index| {
            let (magic, part) = magic_and_table(Square::from_index(index));
            let start = attacks.len();
            attacks.extend(part);
            (magic, start)
        });
        let reach = |index| slider.walk(Square::from_index(index), Bitboard::empty());
        Self { magics, attacks, reach: std::array::from_fn(reach) }
    }

    /// The magics of all squares, from a1 on.
    pub(super) fn magics(&self) -> impl Iterator<Item = (Square, Magic)> {
        Square::all().zip(self.magics.iter().map(|&(magic, _)| magic))
    }

    /// The number of entries for all squares.
    pub(super) fn len(&self) -> usize {
        self.attacks.len()
    }

    /// The squares attacked from a square.
    #[inline(always)]
    pub(super) fn attacks(&self, square: Square, blockers: Bitboard) -> Bitboard {
        let (magic, start) = self.magics[square.index()];
        self.attacks[start + magic.index(blockers)]
    }

    /// Whether a target is attacked from a square. Most targets are out of reach
    /// even on an empty board, and need no multiplication.
    #[inline(always)]
    pub(super) fn sees(&self, square: Square, blockers: Bitboard, targets: Bitboard) -> bool {
        self.reach[square.index()].intersects(targets)
            && self.attacks(square, blockers).intersects(targets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_seed_finds_magics() {
        for seed in [0, 1, 2, u64::MAX] {
            let table = MagicTable::find(Slider::Bishop, seed);
            let sizes = table.magics().map(|(_, magic)| magic.table_size());
            assert_eq!(sizes.sum::<usize>(), table.len());
            assert_eq!(table.len(), 5_248);
        }
    }

    #[test]
    fn the_known_magics_are_found_again() {
        for slider in Slider::ALL {
            let multipliers = |table: &MagicTable| {
                table.magics().map(|(_, magic)| magic.multiplier).collect::<Vec<_>>()
            };
            assert_eq!(
                multipliers(&MagicTable::new(slider)),
                multipliers(&MagicTable::find(slider, SEED))
            );
        }
    }

    #[test]
    fn a_number_that_is_not_magic_is_refused() {
        let mask = Slider::Rook.mask(Square::from_index(0));
        let known = known_attacks(Slider::Rook, Square::from_index(0), mask);
        let mut table = vec![0; known.len()];
        let shift = 64 - mask.count();
        for multiplier in [0, 1, u64::MAX] {
            let magic = Magic { mask, multiplier, shift };
            assert!(!magic.fill(&known, &mut table), "{multiplier}");
            assert!(table.iter().all(|&entry| entry == 0));
        }
    }
}
