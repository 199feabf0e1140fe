//! Magic bitboards: the blockers around a slider become the index of a table
//! by one multiplication.
//!
//! Only the blockers under a mask matter, `n` squares of them. Their product
//! with a well-chosen number gathers them in its `n` highest bits:
//!
//! ```text
//! index = (blockers & mask) * magic >> (64 - n)
//! ```
//!
//! A number is magic if no two subsets of the mask that leave the slider
//! different squares get the same index. Such numbers are found by trying.

use super::rays::{Slider, subsets};
use super::square::{Square, Squares};

/// Any seed does; with this one the search is short.
pub(super) const SEED: u64 = 1;

/// How the blockers of one slider on one square become an index.
#[derive(Clone, Copy)]
pub(super) struct Magic {
    /// The squares where a blocker makes a difference.
    pub(super) mask: Squares,
    /// The number.
    pub(super) multiplier: u64,
    /// What brings the highest bits of the product down.
    pub(super) shift: u32,
}

/// An entry of a table that is being tried: the attacks, and which attempt
/// wrote them. So no attempt must clear what the last one left.
type Entry = (u64, Squares);

impl Magic {
    /// The entries of the table, one for each subset: none is larger than it
    /// must be.
    pub(super) fn table_size(self) -> usize {
        1 << self.mask.count()
    }

    /// The entry for some blockers.
    #[inline(always)]
    pub(super) fn index(self, blockers: Squares) -> usize {
        let product = (blockers & self.mask).bits().wrapping_mul(self.multiplier);
        (product >> self.shift) as usize
    }

    /// Finds the magic of one square, and the table that it leads into.
    fn find(slider: Slider, square: Square, random: &mut Random) -> (Self, Vec<Squares>) {
        let mask = slider.mask(square);
        let shift = 64 - mask.count();
        let attacks = |blockers| (blockers, slider.walk(square, blockers));
        let known: Vec<_> = subsets(mask).map(attacks).collect();
        let mut table = vec![(0, Squares::empty()); known.len()];
        let mut attempt = 0;
        loop {
            attempt += 1;
            // Few bits: the sums of few copies of the blockers seldom collide.
            let multiplier = random.next() & random.next() & random.next();
            let magic = Self {
                mask,
                multiplier,
                shift,
            };
            if magic.spreads() && magic.fill(&known, &mut table, attempt) {
                return (magic, written(&table, attempt));
            }
        }
    }

    /// Whether enough of the mask reaches the highest bits to be worth a table.
    fn spreads(self) -> bool {
        (self.mask.bits().wrapping_mul(self.multiplier) >> 56).count_ones() >= 6
    }

    /// Enters all known attacks, until two that differ collide.
    fn fill(self, known: &[(Squares, Squares)], table: &mut [Entry], attempt: u64) -> bool {
        known.iter().all(|&(blockers, attacks)| {
            let entry = &mut table[self.index(blockers)];
            let is_free = entry.0 != attempt;
            if is_free {
                *entry = (attempt, attacks);
            }
            is_free || entry.1 == attacks
        })
    }
}

/// The attacks that an attempt has entered.
fn written(table: &[Entry], attempt: u64) -> Vec<Squares> {
    let attacks = |&(by, attacks)| {
        if by == attempt {
            attacks
        } else {
            Squares::empty()
        }
    };
    table.iter().map(attacks).collect()
}

/// The attacks of one slider from every square past all blockers.
pub(super) struct MagicTable {
    /// The magics, and where the part of each in the common table is.
    magics: [(Magic, usize); 64],
    attacks: Vec<Squares>,
    /// The attacks past no blockers.
    reach: [Squares; 64],
}

impl MagicTable {
    /// Finds all magics and fills the table from every blocker subset.
    pub(super) fn new(slider: Slider, seed: u64) -> Self {
        let mut random = Random(seed);
        let mut attacks = Vec::new();
        let magics = std::array::from_fn(|index| {
            let (magic, part) = Magic::find(slider, Square::from_index(index), &mut random);
            let start = attacks.len();
            attacks.extend(part);
            (magic, start)
        });
        let reach = |index| slider.walk(Square::from_index(index), Squares::empty());
        Self {
            magics,
            attacks,
            reach: std::array::from_fn(reach),
        }
    }

    /// The magics of all squares, from a1 on.
    pub(super) fn magics(&self) -> impl Iterator<Item = (Square, Magic)> {
        Square::all().zip(self.magics.iter().map(|&(magic, _)| magic))
    }

    /// The squares attacked from a square.
    #[inline(always)]
    pub(super) fn attacks(&self, square: Square, blockers: Squares) -> Squares {
        let (magic, start) = self.magics[square.index()];
        self.attacks[start + magic.index(blockers)]
    }

    /// Whether a target is attacked from a square. Most targets are out of
    /// reach, blockers or not, and need no multiplication.
    #[inline(always)]
    pub(super) fn sees(&self, square: Square, blockers: Squares, targets: Squares) -> bool {
        self.reach[square.index()].intersects(targets)
            && self.attacks(square, blockers).intersects(targets)
    }
}

/// Random numbers, the same for the same seed (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_seed_finds_magics() {
        for seed in [0, 1, 2, u64::MAX] {
            let table = MagicTable::new(Slider::Bishop, seed);
            let sizes = table.magics().map(|(_, magic)| magic.table_size());
            assert_eq!(sizes.sum::<usize>(), table.attacks.len());
            assert_eq!(table.attacks.len(), 5_248);
        }
    }

    #[test]
    fn a_number_that_is_not_magic_is_refused() {
        let mask = Slider::Rook.mask(Square::from_index(0));
        let known: Vec<_> = subsets(mask)
            .map(|blockers| (blockers, Slider::Rook.walk(Square::from_index(0), blockers)))
            .collect();
        let mut table = vec![(0, Squares::empty()); known.len()];
        let shift = 64 - mask.count();
        for (attempt, multiplier) in [(1, 0), (2, 1), (3, u64::MAX)] {
            let magic = Magic {
                mask,
                multiplier,
                shift,
            };
            assert!(!magic.fill(&known, &mut table, attempt), "{multiplier}");
        }
    }
}
