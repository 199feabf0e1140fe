//! The ways to drop a hand of pieces along a line.
//!
//! A hand of `n` pieces that is dropped on one square or more is a composition
//! of `n`: `n − 1` bits, the highest for the second piece from the bottom, a 1
//! where that piece starts a new square. With a leading 1 for the first square
//! the composition is a number from `2^(n−1)` to `2^n − 1`, so that one byte
//! is a whole slide:
//!
//! | byte      | carried | pattern | drops     |
//! |-----------|---------|---------|-----------|
//! | `1`       | 1       |         | `1`       |
//! | `10`      | 2       | `0`     | `2`       |
//! | `11`      | 2       | `1`     | `1 1`     |
//! | `100`     | 3       | `00`    | `3`       |
//! | `101`     | 3       | `01`    | `2 1`     |
//! | `110`     | 3       | `10`    | `1 2`     |
//! | `111`     | 3       | `11`    | `1 1 1`   |
//!
//! In this order the first `2^h − 1` slides are exactly those of a stack of
//! height `h`, the squares that a slide covers are the ones of its byte, and a
//! slide ends with a single piece (it may crush a wall) if its byte is odd.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::text::ParseError;

/// The most pieces that any board lets a player carry.
pub const MAX_CARRY: usize = 8;

/// One way to drop a hand of 1 to 8 pieces on 1 to 8 squares.
///
/// ```
/// use tak_encoding::Slide;
///
/// let slide = Slide::from_drops(&[3, 1]).unwrap();
/// assert_eq!((slide.row(), slide.carried(), slide.length()), (8, 4, 2));
/// assert_eq!(slide.packed(), 0x3100_0000);
/// assert!(slide.may_crush());
/// assert_eq!("31".parse(), Ok(slide));
/// assert_eq!(Slide::of_height(4).count(), 15);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slide(NonZeroU8);

impl Slide {
    /// All slides: 255 rows.
    pub const COUNT: usize = (1 << MAX_CARRY) - 1;

    /// The slide on that row of the table, 0 to 254.
    pub const fn from_row(row: usize) -> Option<Self> {
        if row < Self::COUNT { Self::from_byte(row as u8 + 1) } else { None }
    }

    /// The slide of that byte: its row in the table plus 1.
    #[inline(always)]
    pub(crate) const fn from_byte(byte: u8) -> Option<Self> {
        match NonZeroU8::new(byte) {
            Some(byte) => Some(Self(byte)),
            None => None,
        }
    }

    /// The slide that drops those counts, nearest square first. `None` if
    /// there is no drop, a drop of nothing, or more than 8 pieces.
    pub fn from_drops(drops: &[u8]) -> Option<Self> {
        let mut byte = 0u32;
        for &drop in drops {
            if drop == 0 || usize::from(drop) > MAX_CARRY {
                return None;
            }
            // A 1 for the piece that starts the square, a 0 for each further one.
            byte = (byte << drop) | 1 << (drop - 1);
            if byte > 0xff {
                return None;
            }
        }
        Self::from_byte(byte as u8)
    }

    /// The slides of a stack of that height (or carry limit), pieces left
    /// behind included: the first `2^height − 1` rows.
    ///
    /// # Panics
    ///
    /// If `height` is more than 8.
    pub fn of_height(height: usize) -> impl ExactSizeIterator<Item = Self> + Clone {
        assert!(height <= MAX_CARRY, "no hand holds {height} pieces");
        let rows = (1u16 << height) - 1;
        (0..rows as u8).map(|row| Self(NonZeroU8::MIN.saturating_add(row)))
    }

    /// The row in the table, 0 to 254.
    #[inline]
    pub const fn row(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The row plus 1: never zero, never more than a byte.
    #[inline(always)]
    pub(crate) const fn byte(self) -> u8 {
        self.0.get()
    }

    /// The pieces in the hand, 1 to 8.
    #[inline(always)]
    pub const fn carried(self) -> u32 {
        8 - self.0.leading_zeros()
    }

    /// The squares that get a piece, 1 to 8.
    #[inline(always)]
    pub const fn length(self) -> u32 {
        self.0.get().count_ones()
    }

    /// The `carried − 1` bits of the composition.
    #[inline]
    pub const fn pattern(self) -> u8 {
        self.0.get() & !(1 << (self.carried() - 1))
    }

    /// Whether the last square gets a single piece, as a capstone needs that flattens a wall.
    #[inline(always)]
    pub const fn may_crush(self) -> bool {
        self.0.get() & 1 == 1
    }

    /// Eight nibbles, the first drop highest, unused ones zero.
    #[inline(always)]
    pub const fn packed(self) -> u32 {
        PACKED[self.0.get() as usize]
    }

    /// The number of pieces dropped on each square, nearest first.
    #[inline]
    pub fn drops(self) -> Drops {
        Drops(self.packed())
    }
}

/// The drops as in PTN: `21` for two pieces, then one.
impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.drops().try_for_each(|drop| write!(f, "{drop}"))
    }
}

impl fmt::Debug for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Slide {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let drops: SmallVec<[u8; 8]> = text.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
        Self::from_drops(&drops)
            .ok_or_else(|| ParseError::new("drops", text, "digits that add up to at most 8"))
    }
}

/// The drops of a [`Slide`], nearest square first.
#[derive(Clone, Debug)]
pub struct Drops(u32);

impl Iterator for Drops {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let drop = self.0 >> 28;
        self.0 <<= 4;
        (drop != 0).then_some(drop)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = 8 - self.0.trailing_zeros() as usize / 4;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Drops {}

/// The packed drops by slide byte; byte 0 is no slide.
static PACKED: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = pack(byte as u8);
        byte += 1;
    }
    table
};

const fn pack(byte: u8) -> u32 {
    let carried = 8 - byte.leading_zeros();
    let (mut packed, mut drop, mut shift) = (0, 1, 28);
    let mut bit = carried - 1;
    while bit > 0 {
        bit -= 1;
        if byte >> bit & 1 == 1 {
            packed |= drop << shift;
            shift -= 4;
            drop = 0;
        }
        drop += 1;
    }
    packed | drop << shift
}

/// How many slides a hand has, and which: for move lists and for perft.
pub(crate) mod within {
    use super::MAX_CARRY;

    const HANDS: usize = MAX_CARRY + 1;

    /// `COUNT[hand][distance]`: slides of up to `hand` pieces on up to
    /// `distance` squares, the sum of Pascal's row `hand` from 1 to `distance`.
    pub(crate) static COUNT: [[u16; HANDS]; HANDS] = counts(false);

    /// `CRUSH_COUNT[hand][distance]`: slides of exactly `distance` squares
    /// that end with a single piece.
    pub(crate) static CRUSH_COUNT: [[u16; HANDS]; HANDS] = counts(true);

    /// `BYTES[distance]`: the slides on up to `distance` squares in the order
    /// of the table, so that those of a smaller hand are a prefix. Behind them are any slides.
    pub(crate) static BYTES: [[u8; 256]; HANDS] = bytes(false);

    /// `CRUSH_BYTES[distance]`: the slides counted by [`CRUSH_COUNT`].
    pub(crate) static CRUSH_BYTES: [[u8; 256]; HANDS] = bytes(true);

    const fn belongs(byte: usize, distance: usize, crush: bool) -> bool {
        let length = byte.count_ones() as usize;
        if crush { length == distance && byte & 1 == 1 } else { length <= distance }
    }

    const fn counts(crush: bool) -> [[u16; HANDS]; HANDS] {
        let mut counts = [[0; HANDS]; HANDS];
        let mut hand = 0;
        while hand < HANDS {
            let mut distance = 0;
            while distance < HANDS {
                let mut byte = 1;
                while byte < 1 << hand {
                    counts[hand][distance] += belongs(byte, distance, crush) as u16;
                    byte += 1;
                }
                distance += 1;
            }
            hand += 1;
        }
        counts
    }

    const fn bytes(crush: bool) -> [[u8; 256]; HANDS] {
        let mut table = [[1; 256]; HANDS];
        let mut distance = 0;
        while distance < HANDS {
            let (mut byte, mut next) = (1, 0);
            while byte < 256 {
                if belongs(byte, distance, crush) {
                    table[distance][next] = byte as u8;
                    next += 1;
                }
                byte += 1;
            }
            distance += 1;
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The drops of a row by the words of the rule, without any bit trick.
    fn compositions(carried: u32) -> Vec<Vec<u32>> {
        (0..1u32 << (carried - 1))
            .map(|pattern| {
                let mut drops = vec![1];
                for bit in (0..carried - 1).rev() {
                    if pattern >> bit & 1 == 1 {
                        drops.push(1);
                    } else {
                        *drops.last_mut().unwrap() += 1;
                    }
                }
                drops
            })
            .collect()
    }

    #[test]
    fn rows_are_the_compositions_in_order() {
        let rows: Vec<Vec<u32>> = (1..=8).flat_map(compositions).collect();
        assert_eq!(rows.len(), Slide::COUNT);
        for (row, drops) in rows.iter().enumerate() {
            let slide = Slide::from_row(row).unwrap();
            assert!(slide.drops().eq(drops.iter().copied()), "row {row}");
            assert_eq!(slide.carried(), drops.iter().sum::<u32>());
            assert_eq!(slide.length() as usize, drops.len());
            assert_eq!(slide.drops().len(), drops.len());
            assert_eq!(slide.may_crush(), drops.last() == Some(&1));
            let bytes: Vec<u8> = drops.iter().map(|&drop| drop as u8).collect();
            assert_eq!(Slide::from_drops(&bytes), Some(slide));
        }
        assert_eq!(Slide::from_row(255), None);
    }

    #[test]
    fn the_first_rows_are_the_slides_of_lower_stacks() {
        for height in 0..=MAX_CARRY {
            let slides: Vec<_> = Slide::of_height(height).collect();
            assert_eq!(slides.len(), (1 << height) - 1);
            let fits = |slide: &Slide| slide.carried() as usize <= height;
            assert!(slides.iter().all(fits));
            assert!((slides.len()..255).all(|row| !fits(&Slide::from_row(row).unwrap())));
        }
    }

    #[test]
    fn drops_that_are_no_slide_are_refused() {
        for bad in [&[][..], &[0], &[1, 0], &[9], &[8, 1], &[1; 9], &[255]] {
            assert_eq!(Slide::from_drops(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn lists_and_counts_agree() {
        for hand in 0..=MAX_CARRY {
            for distance in 0..=MAX_CARRY {
                let plain = Slide::of_height(hand).filter(|s| s.length() as usize <= distance);
                let bytes: Vec<u8> = plain.map(Slide::byte).collect();
                assert_eq!(usize::from(within::COUNT[hand][distance]), bytes.len());
                assert_eq!(within::BYTES[distance][..bytes.len()], bytes);

                let crush = Slide::of_height(hand)
                    .filter(|s| s.length() as usize == distance && s.may_crush());
                let bytes: Vec<u8> = crush.map(Slide::byte).collect();
                assert_eq!(usize::from(within::CRUSH_COUNT[hand][distance]), bytes.len());
                assert_eq!(within::CRUSH_BYTES[distance][..bytes.len()], bytes);
            }
        }
    }
}
