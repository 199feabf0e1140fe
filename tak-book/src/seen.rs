//! A hash set of boards with a count for each, made for tens of millions of them.
//!
//! The boards are stored one after another in large blocks that never move, each with its count.
//! The hash table has slots of eight bytes, each with the 33-bit place of a board and the top 31
//! bits of its hash, so that a different board is hardly ever compared. Slots are sorted by these
//! hash bits, as far as linear probing allows, so the table can grow by half in place. An opening
//! of twelve stones on 6×6 takes 16 bytes in its block and 10 to 15 in the table. A library's hash
//! table took half as long again for a whole book.

use std::collections::HashMap;

use ahash::RandomState;

/// The bytes allocated at a time for boards.
const BLOCK: usize = 1 << 20;

/// A place consists of the number of a block and an offset in the block.
const OFFSET_BITS: u32 = BLOCK.trailing_zeros();

/// The low bits of a slot hold the place plus 1, the others hash bits.
const PLACE_BITS: u32 = 33;
const PLACE_MASK: u64 = (1 << PLACE_BITS) - 1;

/// The number of slots that the hash bits in a slot can distinguish.
const MOST_SLOTS: usize = 1 << (u64::BITS - PLACE_BITS);

/// The header of each board: its length and its count.
const HEAD: usize = 1 + size_of::<u32>();

/// Boards as bytes, in the order of insertion, each with its count.
///
/// ```
/// use tak_book::Seen;
///
/// let mut seen = Seen::new();
/// assert!(seen.insert(b"a board", 2));
/// assert!(!seen.insert(b"a board", 1));
/// assert_eq!(seen.iter().collect::<Vec<_>>(), [(&b"a board"[..], 3)]);
/// ```
pub struct Seen {
    blocks: Blocks,
    /// Each slot is at the index given by its hash or soon after it. An empty slot is 0.
    slots: Vec<u64>,
    boards: u64,
    /// Counts that do not fit in 32 bits, by place.
    large: HashMap<u64, u64>,
    /// Seeded at random, so that a book cannot be crafted to be slow.
    hasher: RandomState,
}

impl Default for Seen {
    fn default() -> Self {
        Self::new()
    }
}

impl Seen {
    /// An empty set.
    pub fn new() -> Self {
        Self {
            blocks: Blocks(Vec::new()),
            slots: vec![0; 1 << 10],
            boards: 0,
            large: HashMap::new(),
            hasher: RandomState::new(),
        }
    }

    /// Adds to the count of a board of at most 255 bytes. Returns whether it is new.
    pub fn insert(&mut self, board: &[u8], count: u64) -> bool {
        self.insert_hashed(self.hash(board), board, count)
    }

    /// The hash for [`insert_hashed`](Self::insert_hashed).
    pub fn hash(&self, board: &[u8]) -> u64 {
        self.hasher.hash_one(board)
    }

    /// Reads the first slots of many hashes in parallel, so that they are cached when their boards
    /// are inserted.
    pub fn touch(&self, hashes: impl Iterator<Item = u64>) {
        let slots = hashes.map(|hash| self.slots[first_slot(hash, self.slots.len())]);
        std::hint::black_box(slots.fold(0, |all, slot| all ^ slot));
    }

    /// [`insert`](Self::insert) for a board whose hash is known.
    pub fn insert_hashed(&mut self, hash: u64, board: &[u8], count: u64) -> bool {
        let mut index = first_slot(hash, self.slots.len());
        while let slot = self.slots[index]
            && slot != 0
        {
            let place = (slot & PLACE_MASK) - 1;
            if fragment(slot) == fragment(hash) && self.blocks.board(place) == board {
                self.add(place, count);
                return false;
            }
            index = next_slot(index, self.slots.len());
        }
        let place = self.push(board, count);
        self.slots[index] = fragment(hash) | (place + 1);
        self.boards += 1;
        // Above a load of four fifths, probing would visit too many slots.
        if self.boards * 5 > self.slots.len() as u64 * 4 && self.slots.len() < MOST_SLOTS {
            self.grow();
        }
        true
    }

    /// Whether no more boards may be inserted, because places or hash bits are about to run out.
    /// That is at some 500 million boards.
    pub fn is_full(&self) -> bool {
        self.blocks.0.len() >= 1 << (PLACE_BITS - OFFSET_BITS)
            || self.boards * 10 > MOST_SLOTS as u64 * 9
    }

    /// Adds half as many slots, in place, because a second table would take more memory than all
    /// boards.
    fn grow(&mut self) {
        let old = self.slots.len();
        let new = (old + old / 2).min(MOST_SLOTS);
        self.slots.reserve_exact(new - old);
        self.slots.resize(new, 0);
        let mut aside = Vec::new();
        for index in (0..old).rev() {
            let slot = std::mem::take(&mut self.slots[index]);
            if slot == 0 {
                continue;
            }
            // Slots up to this index have not been moved yet.
            let first = first_slot(slot, new);
            let free = (first..new).find(|&index| self.slots[index] == 0);
            match free.filter(|_| first > index) {
                Some(free) => self.slots[free] = slot,
                None => aside.push(slot),
            }
        }
        // A few slots near both ends of the table.
        for slot in aside {
            let mut index = first_slot(slot, new);
            while self.slots[index] != 0 {
                index = next_slot(index, new);
            }
            self.slots[index] = slot;
        }
    }

    /// The number of boards.
    pub fn len(&self) -> u64 {
        self.boards
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.boards == 0
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> u64 {
        // A slot of the map has two numbers and a control byte.
        let large = self.large.capacity() * (2 * size_of::<u64>() + 1);
        (self.blocks.bytes() + self.slots.len() * size_of::<u64>() + large) as u64
    }

    /// The boards and their counts, in the order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], u64)> {
        let places = self.blocks.places();
        places.map(|place| (self.blocks.board(place), self.count(place)))
    }

    fn count(&self, place: u64) -> u64 {
        match self.blocks.count(place) {
            u32::MAX => self.large.get(&place).copied().unwrap_or_default(),
            count => u64::from(count),
        }
    }

    fn add(&mut self, place: u64, more: u64) {
        let count = self.count(place).saturating_add(more);
        let small = self.small_or_keep(place, count);
        self.blocks.set_count(place, small);
    }

    fn push(&mut self, board: &[u8], count: u64) -> u64 {
        let place = self.blocks.push(board);
        let small = self.small_or_keep(place, count);
        self.blocks.set_count(place, small);
        place
    }

    /// The count as it is stored with the board. The largest number means that it is in the map.
    fn small_or_keep(&mut self, place: u64, count: u64) -> u32 {
        match u32::try_from(count) {
            Ok(small) if small < u32::MAX => small,
            _ => {
                self.large.insert(place, count);
                u32::MAX
            }
        }
    }
}

/// The index where probing for a hash or a slot begins in a table of this many slots.
#[inline]
fn first_slot(hash_or_slot: u64, slots: usize) -> usize {
    // It is proportional to the hash bits, so that slots keep their order as the table grows.
    (((hash_or_slot >> PLACE_BITS) * slots as u64) >> (u64::BITS - PLACE_BITS)) as usize
}

/// The index of the next slot, cyclically.
#[inline]
fn next_slot(index: usize, slots: usize) -> usize {
    if index + 1 == slots { 0 } else { index + 1 }
}

/// The bits of a hash that are stored in a slot.
#[inline]
fn fragment(hash_or_slot: u64) -> u64 {
    hash_or_slot & !PLACE_MASK
}

/// The boards, each preceded by its length and its count.
struct Blocks(Vec<Vec<u8>>);

impl Blocks {
    /// Appends a board with a count of 0, and returns its place.
    fn push(&mut self, board: &[u8]) -> u64 {
        debug_assert!(board.len() < 256);
        let needed = HEAD + board.len();
        let full = |block: &Vec<u8>| block.len() + needed > BLOCK;
        if self.0.last().is_none_or(full) {
            self.0.push(Vec::with_capacity(BLOCK));
        }
        let number = self.0.len() - 1;
        let block = &mut self.0[number];
        let place = (number as u64) << OFFSET_BITS | block.len() as u64;
        block.extend_from_slice(&[board.len() as u8, 0, 0, 0, 0]);
        block.extend_from_slice(board);
        place
    }

    fn places(&self) -> impl Iterator<Item = u64> {
        self.0.iter().enumerate().flat_map(|(number, block)| {
            let mut offset = 0;
            std::iter::from_fn(move || {
                let length = *block.get(offset)?;
                let place = (number as u64) << OFFSET_BITS | offset as u64;
                offset += HEAD + usize::from(length);
                Some(place)
            })
        })
    }

    #[inline]
    fn board(&self, place: u64) -> &[u8] {
        let entry = &self.0[(place >> OFFSET_BITS) as usize][offset(place)..];
        &entry[HEAD..][..usize::from(entry[0])]
    }

    fn count(&self, place: u64) -> u32 {
        let block = &self.0[(place >> OFFSET_BITS) as usize];
        let bytes = block[offset(place) + 1..].first_chunk();
        bytes.copied().map_or(0, u32::from_le_bytes)
    }

    fn set_count(&mut self, place: u64, count: u32) {
        let block = &mut self.0[(place >> OFFSET_BITS) as usize];
        block[offset(place) + 1..][..size_of::<u32>()].copy_from_slice(&count.to_le_bytes());
    }

    fn bytes(&self) -> usize {
        // All blocks but the last are full, and untouched bytes take no memory.
        let full = self.0.len().saturating_sub(1) * BLOCK;
        full + self.0.last().map_or(0, Vec::len) + self.0.capacity() * size_of::<Vec<u8>>()
    }
}

/// The offset of a board in its block.
fn offset(place: u64) -> usize {
    place as usize & (BLOCK - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(number: u64) -> Vec<u8> {
        let length = number % 50 + 8;
        (0..length).map(|i| (number >> (8 * (i % 8))) as u8).collect()
    }

    #[test]
    fn many_boards_are_found_again() {
        let mut seen = Seen::new();
        for round in 0..3 {
            for number in 0..100_000 {
                assert_eq!(seen.insert(&board(number), 1), round == 0);
            }
        }
        assert_eq!(seen.len(), 100_000);
        for (number, (found, count)) in seen.iter().enumerate() {
            assert_eq!((found, count), (&board(number as u64)[..], 3));
        }
        assert_eq!(seen.iter().count(), 100_000);
    }

    #[test]
    fn counts_beyond_32_bits_are_kept() {
        let mut seen = Seen::new();
        let most = u64::from(u32::MAX);
        for (board, counts) in [(b"a", [most - 1, 1]), (b"b", [most, most]), (b"c", [1, u64::MAX])]
        {
            for count in counts {
                seen.insert(board, count);
            }
        }
        let counts: Vec<_> = seen.iter().map(|(_, count)| count).collect();
        assert_eq!(counts, [most, 2 * most, u64::MAX]);
    }

    #[test]
    fn an_opening_takes_less_than_32_bytes() {
        let mut seen = Seen::new();
        for number in 0..2_000_000_u64 {
            let mut board = [6; 11];
            board[..8].copy_from_slice(&number.to_le_bytes());
            seen.insert(&board, 1);
            if number > 1_000_000 {
                assert!(seen.bytes() < 32 * seen.len(), "{number}: {}", seen.bytes());
            }
        }
    }
}
