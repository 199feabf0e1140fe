//! Bit strings of any length.

use std::array::from_fn;

use super::line::Line;
use crate::Bitboard64;

/// A line of any number of places, in words of 64 bits.
///
/// Place `n` is bit `n % 64` of word `n / 64`. Bits past the last place are always clear.
///
/// ```
/// use bitops::flood::{BitString, fill};
///
/// let pieces = BitString::from_places(1_000, [3]);
/// let walls = BitString::from_places(1_000, [700]);
/// let reached = fill(&pieces, &walls, 1, 1_000);
/// assert_eq!(reached.count_ones(), 697);
/// assert!(reached.contains(699) && !reached.contains(700));
/// ```
///
/// Every fill panics if the pieces and the walls differ in length.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BitString {
    words: Vec<u64>,
    length: usize,
}

impl BitString {
    /// A string with no place set.
    pub fn new(length: usize) -> Self {
        Self { words: vec![0; length.div_ceil(64)], length }
    }

    /// A string with these places set.
    ///
    /// # Panics
    /// If a place is not below `length`.
    pub fn from_places(length: usize, places: impl IntoIterator<Item = usize>) -> Self {
        let mut string = Self::new(length);
        for place in places {
            string.insert(place);
        }
        string
    }

    /// The number of places.
    #[inline]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are no places.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The number of set places.
    pub fn count_ones(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The set places in ascending order.
    ///
    /// ```
    /// use bitops::flood::BitString;
    /// let string = BitString::from_places(100, [70, 3, 64]);
    /// assert!(string.iter().eq([3, 64, 70]));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..).step_by(64).zip(&self.words).flat_map(|(start, &word)| {
            let squares = Bitboard64::<8>::from_bits(word);
            squares.iter().map(move |bit| start + bit)
        })
    }

    /// The words, lowest places first.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether a place is set. One past the end never is.
    #[inline]
    pub fn contains(&self, place: usize) -> bool {
        word(&self.words, place / 64) >> (place % 64) & 1 == 1
    }

    /// Sets a place.
    ///
    /// # Panics
    /// If `place` is not below the length.
    #[inline]
    pub fn insert(&mut self, place: usize) {
        assert!(place < self.length, "no such place");
        self.words[place / 64] |= 1 << (place % 64);
    }

    /// Clears the bits past the last place.
    fn cut(&mut self) {
        let last = self.length % 64;
        if let (Some(word), 1..) = (self.words.last_mut(), last) {
            *word &= (1 << last) - 1;
        }
    }

    #[inline(always)]
    fn check_length(&self, other: &Self) {
        assert_eq!(self.length, other.length, "the lines differ in length");
    }

    /// Replaces every word by `combine` of its index, the word itself, and the word that a stride
    /// moves there. The words are visited against the stride, so that each is read before it is
    /// replaced.
    #[inline(always)]
    fn update(&mut self, stride: isize, mut combine: impl FnMut(usize, u64, u64) -> u64) {
        let (whole, bits) = (stride.unsigned_abs() / 64, stride.unsigned_abs() as u32 % 64);
        let count = self.words.len();
        if stride >= 0 {
            for index in (0..count).rev() {
                let near = word(&self.words, index.wrapping_sub(whole)) << bits;
                // The shift is split in two, because the distance may be 64.
                let far = word(&self.words, index.wrapping_sub(whole).wrapping_sub(1));
                let arrived = near | far >> 1 >> (63 - bits);
                self.words[index] = combine(index, self.words[index], arrived);
            }
        } else {
            for index in 0..count {
                let near = word(&self.words, index.saturating_add(whole)) >> bits;
                let far = word(&self.words, index.saturating_add(whole).saturating_add(1));
                let arrived = near | far << 1 << (63 - bits);
                self.words[index] = combine(index, self.words[index], arrived);
            }
        }
    }
}

/// A word, which is zero past either end, even for an index that wrapped below zero.
#[inline(always)]
fn word(words: &[u64], index: usize) -> u64 {
    words.get(index).copied().unwrap_or(0)
}

impl Line for BitString {
    const IS_LONG: bool = true;

    fn places(&self) -> usize {
        self.length
    }

    fn open(&self, walls: &Self) -> Self {
        self.check_length(walls);
        let mut open =
            Self { words: walls.words.iter().map(|word| !word).collect(), length: walls.length };
        open.cut();
        open
    }

    fn step(&mut self, stride: isize, open: &Self) -> bool {
        self.check_length(open);
        let mut new = 0;
        self.update(stride, |index, word, arrived| {
            let arrived = arrived & open.words[index];
            new |= arrived & !word;
            word | arrived
        });
        new != 0
    }

    fn narrow(&mut self, stride: isize) {
        self.update(stride, |_, word, arrived| word & arrived);
    }

    fn join(&mut self, other: &Self) {
        self.check_length(other);
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    fn carry_up(&self, walls: &Self) -> Self {
        self.check_length(walls);
        let mut reached = Self::new(self.length);
        let mut carry = Carry::default();
        let (pieces, last_pieces) = self.words.as_chunks::<BLOCK>();
        let (walls, last_walls) = walls.words.as_chunks::<BLOCK>();
        let (blocks, last) = reached.words.as_chunks_mut::<BLOCK>();
        for ((pieces, walls), reached) in pieces.iter().zip(walls).zip(blocks) {
            *reached = carry.pass(pieces, walls);
        }
        for ((&pieces, &walls), reached) in last_pieces.iter().zip(last_walls).zip(last) {
            [*reached] = carry.pass(&[pieces], &[walls]);
        }
        reached.cut();
        reached
    }

    fn carry_down(&self, walls: &Self) -> Self {
        self.check_length(walls);
        let mut reached = Self::new(self.length);
        let mut carry = Carry::default();
        let (first_pieces, pieces) = self.words.as_rchunks::<BLOCK>();
        let (first_walls, walls) = walls.words.as_rchunks::<BLOCK>();
        let (first, blocks) = reached.words.as_rchunks_mut::<BLOCK>();
        for ((pieces, walls), reached) in pieces.iter().zip(walls).zip(blocks).rev() {
            *reached = turned(&carry.pass(&turned(pieces), &turned(walls)));
        }
        for ((&pieces, &walls), reached) in first_pieces.iter().zip(first_walls).zip(first).rev() {
            [*reached] = turned(&carry.pass(&turned(&[pieces]), &turned(&[walls])));
        }
        // There are no pieces past the last place, so nothing was filled there.
        reached
    }
}

/// The number of words that are filled at once, with only the carry passing from block to block.
const BLOCK: usize = 8;

/// The words as a line that is read from its other end.
#[inline(always)]
fn turned<const WORDS: usize>(words: &[u64; WORDS]) -> [u64; WORDS] {
    from_fn(|index| words[WORDS - 1 - index].reverse_bits())
}

/// The state of a fill by the carry of an addition, from block to block.
#[derive(Default)]
struct Carry {
    /// The previous word of pieces.
    before: u64,
    carry: u64,
}

impl Carry {
    /// Fills the next block.
    #[inline(always)]
    fn pass<const WORDS: usize>(
        &mut self,
        pieces: &[u64; WORDS],
        walls: &[u64; WORDS],
    ) -> [u64; WORDS] {
        let open = walls.map(|walls| !walls);
        let before: [u64; WORDS] =
            from_fn(|index| if index == 0 { self.before } else { pieces[index - 1] });
        let first: [u64; WORDS] = from_fn(|index| {
            (pieces[index] | pieces[index] << 1 | before[index] >> 63) & open[index]
        });
        let sums: [u64; WORDS] = from_fn(|index| open[index].wrapping_add(first[index]));
        // Only a full word passes a carry on; any other word may produce its own.
        let own: [u64; WORDS] = from_fn(|index| u64::from(sums[index] < open[index]));
        let full: [u64; WORDS] = from_fn(|index| u64::from(sums[index] == u64::MAX));
        let mut carries: [u64; WORDS] =
            from_fn(|index| if index == 0 { self.carry } else { own[index - 1] });
        if full.iter().fold(0, |any, word| any | word) != 0 {
            for index in 1..WORDS {
                carries[index] |= full[index - 1] & carries[index - 1];
            }
        }
        let last = WORDS - 1;
        *self = Self { before: pieces[last], carry: own[last] | full[last] & carries[last] };
        let sums: [u64; WORDS] = from_fn(|index| sums[index].wrapping_add(carries[index]));
        from_fn(|index| (open[index] & !sums[index]) | first[index] | pieces[index])
    }
}
