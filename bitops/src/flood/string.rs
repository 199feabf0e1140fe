//! Bit strings of any length.

use super::line::Line;
use crate::Bitboard64;

/// A line of any number of places, in words of 64 bits.
///
/// Place `n` is bit `n % 64` of word `n / 64`. Bits past the last place are
/// always clear.
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

    /// Whether there is no place at all.
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

    /// Whether a place is set; one past the end never is.
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

    /// Replaces every word with what `combine` makes of its index, the word itself, and
    /// the word that a stride brings there. The words are visited against the stride,
    /// so that each is read before it is replaced.
    #[inline(always)]
    fn update(&mut self, stride: isize, mut combine: impl FnMut(usize, u64, u64) -> u64) {
        let (whole, bits) = (stride.unsigned_abs() / 64, stride.unsigned_abs() as u32 % 64);
        let count = self.words.len();
        if stride >= 0 {
            for index in (0..count).rev() {
                let near = word(&self.words, index.wrapping_sub(whole)) << bits;
                // In two steps, since the distance may be 64.
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

/// A word; zero past either end, even for an index that wrapped below zero.
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

    fn carry(&self, walls: &Self) -> Self {
        self.check_length(walls);
        let (mut lower, mut carry) = (0, false);
        let words = self.words.iter().zip(&walls.words).map(|(&pieces, &walls)| {
            let open = !walls;
            let first = (pieces | pieces << 1 | lower >> 63) & open;
            let (sum, over) = open.overflowing_add(first);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            (lower, carry) = (pieces, over || over_again);
            (open & !sum) | first | pieces
        });
        let mut reached = Self { words: words.collect(), length: self.length };
        reached.cut();
        reached
    }
}
