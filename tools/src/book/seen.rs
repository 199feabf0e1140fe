//! A set of boards with a count for each, made for tens of millions of them.
//!
//! The boards lie one behind the other in large blocks that never move, each with
//! its count. Hash tables of eight bytes an entry say where: 40 bits of place and
//! 24 bits of hash, so that another board is hardly ever looked at. There are many
//! tables, each for a part of all hashes: as each grows on its own, never more than
//! one of them is in memory twice. An opening of twelve stones on 6×6 takes 16 bytes
//! in its block and 10 to 20 in its table.

use std::collections::HashMap;

use ahash::RandomState;
use hashbrown::HashTable;

/// What is allocated at a time for boards.
const BLOCK: usize = 1 << 20;

/// A place is the number of a block and an offset in it.
const OFFSET_BITS: u32 = BLOCK.trailing_zeros();

/// The low bits of a slot are the place, the others are bits of the hash.
const PLACE_BITS: u32 = 40;
const PLACE_MASK: u64 = (1 << PLACE_BITS) - 1;

/// The first bits of a hash choose the table, the next ones stand in the slot.
const TABLE_BITS: u32 = 8;

/// In front of each board: its length and its count.
const HEAD: usize = 1 + size_of::<u32>();

/// Boards as bytes, in the order in which they came, and how often each did.
pub(crate) struct Seen {
    blocks: Blocks,
    tables: Vec<HashTable<u64>>,
    /// What the tables have allocated.
    table_bytes: usize,
    boards: u64,
    /// Counts that do not fit 32 bits, by place.
    large: HashMap<u64, u64>,
    /// Seeded at random: nobody can write a book that is slow on purpose.
    hasher: RandomState,
}

impl Seen {
    /// An empty set.
    pub(crate) fn new() -> Self {
        Self {
            blocks: Blocks(Vec::new()),
            tables: vec![HashTable::new(); 1 << TABLE_BITS],
            table_bytes: size_of::<HashTable<u64>>() << TABLE_BITS,
            boards: 0,
            large: HashMap::new(),
            hasher: RandomState::new(),
        }
    }

    /// Adds to the count of a board of at most 255 bytes. Answers whether it is
    /// a new one.
    pub(crate) fn insert(&mut self, board: &[u8], count: u64) -> bool {
        self.insert_hashed(self.hash(board), board, count)
    }

    /// The hash for [`insert_hashed`](Self::insert_hashed).
    pub(crate) fn hash(&self, board: &[u8]) -> u64 {
        self.hasher.hash_one(board)
    }

    /// Reads where each of many hashes will be looked for, without waiting for
    /// one before the next, so that all of it is cached when they are inserted.
    pub(crate) fn touch(&self, hashes: impl Iterator<Item = u64>) {
        let mut all = 0;
        for hash in hashes {
            let see = |&slot: &u64| {
                all ^= slot;
                false
            };
            self.tables[table(hash)].find(hash_of(fragment(hash)), see);
        }
        std::hint::black_box(all);
    }

    /// [`insert`](Self::insert) of a board whose hash is known.
    pub(crate) fn insert_hashed(&mut self, hash: u64, board: &[u8], count: u64) -> bool {
        let wanted = fragment(hash);
        let found = self.tables[table(hash)].find(hash_of(wanted), |&slot| {
            slot & !PLACE_MASK == wanted && self.blocks.board(slot & PLACE_MASK) == board
        });
        if let Some(slot) = found {
            self.add(slot & PLACE_MASK, count);
            return false;
        }
        let place = self.push(board, count);
        let table = &mut self.tables[table(hash)];
        self.table_bytes -= table.allocation_size();
        table.insert_unique(hash_of(wanted), wanted | place, |&slot| hash_of(slot));
        self.table_bytes += table.allocation_size();
        self.boards += 1;
        true
    }

    /// How many boards there are.
    pub(crate) fn len(&self) -> u64 {
        self.boards
    }

    /// The memory that they take.
    pub(crate) fn bytes(&self) -> u64 {
        // A slot of the map is its two numbers and a byte.
        let large = self.large.capacity() * (2 * size_of::<u64>() + 1);
        (self.blocks.bytes() + self.table_bytes + large) as u64
    }

    /// The boards and their counts, in the order in which they came.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u8], u64)> {
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

    /// The count as it stands in front of the board: the highest number says
    /// that it is in the map.
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

/// The table that a hash belongs to.
fn table(hash: u64) -> usize {
    (hash >> (u64::BITS - TABLE_BITS)) as usize
}

/// What a slot keeps of the hash: bits that did not choose the table.
fn fragment(hash: u64) -> u64 {
    (hash << TABLE_BITS) & !PLACE_MASK
}

/// What the table takes for the hash: a slot must tell it when the table grows.
/// Multiplied by 2^64/φ (Knuth) so that its low and high bits differ too.
fn hash_of(slot: u64) -> u64 {
    (slot >> PLACE_BITS).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The boards, each behind its length and a count.
struct Blocks(Vec<Vec<u8>>);

impl Blocks {
    /// Appends a board whose count is 0.
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
        // All but the last are full; what is not touched yet takes no memory.
        let full = self.0.len().saturating_sub(1) * BLOCK;
        full + self.0.last().map_or(0, Vec::len) + self.0.capacity() * size_of::<Vec<u8>>()
    }
}

/// Where a board lies in its block.
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
    fn an_opening_takes_less_than_40_bytes() {
        let mut seen = Seen::new();
        for number in 0..2_000_000_u64 {
            let mut board = [6; 11];
            board[..8].copy_from_slice(&number.to_le_bytes());
            seen.insert(&board, 1);
            if number > 1_000_000 {
                assert!(seen.bytes() < 40 * seen.len(), "{number}: {}", seen.bytes());
            }
        }
    }
}
