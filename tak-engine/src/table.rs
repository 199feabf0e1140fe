//! The transposition table: what the search knows of positions it has met.
//!
//! Slots of 16 bytes, shared without locks: the key is stored with the data
//! mixed in (Hyatt and Mann, 2002), so that a slot which two threads wrote at
//! once does not match any position.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread;

use tak_encoding::Move;

use crate::memory;
use crate::score::{self, Score};

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The position is worth at most this.
    Upper = 1,
    /// The position is worth at least this.
    Lower = 2,
    /// The position is worth this.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<const N: usize> {
    /// The best move, or the one that refuted; legality is not guaranteed.
    pub best: Option<Move<N>>,
    /// From the side to move, wins counted from the root.
    pub score: Score,
    /// The depth of the search that found it, in plies.
    pub depth: u32,
    /// What the score means.
    pub bound: Bound,
}

/// A key and its data, at `2 * index` and the place after it.
const SLOT_WORDS: usize = 2;

/// The table.
pub struct Table {
    words: Vec<AtomicU64>,
    /// Mixed into all keys: what was stored under another one is forgotten.
    game: AtomicU64,
    /// Of the searches of one game, the latest.
    generation: AtomicU8,
}

/// The memory for a table is not to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory;

const MOVE_BITS: u32 = 16;
const SCORE_BITS: u32 = 16;
const DEPTH_SHIFT: u32 = MOVE_BITS + SCORE_BITS;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + 8;
const GENERATION_SHIFT: u32 = BOUND_SHIFT + 8;

struct Slot<'a> {
    key: &'a AtomicU64,
    data: &'a AtomicU64,
}

impl Table {
    /// A table of that many MiB. The memory comes zeroed from the system, a page
    /// when it is first used, so that this takes no time.
    ///
    /// # Errors
    ///
    /// If the memory is not to be had.
    pub fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(NoMemory)?;
        let slots = (bytes / (SLOT_WORDS * size_of::<AtomicU64>())).max(1);
        let mut words = bytemuck::try_zeroed_vec(slots * SLOT_WORDS).map_err(|()| NoMemory)?;
        memory::prefer_large_pages(&mut words);
        Ok(Self {
            words,
            game: AtomicU64::new(0),
            generation: AtomicU8::new(0),
        })
    }

    /// Has a thread use each page once, as long as somebody else has the table,
    /// so that no search waits for the system to clear it.
    pub fn touch_ahead(self: &Arc<Self>) {
        /// In bytes, where pages are smallest.
        const PAGE: usize = 4096;
        let table = Arc::clone(self);
        let touch = move || {
            for page in table.words.chunks(PAGE / size_of::<AtomicU64>()) {
                if Arc::strong_count(&table) == 1 {
                    return;
                }
                // Writes nothing over nothing. To read would not do, and what
                // the compiler knows to change nothing, as adding zero, it
                // leaves out.
                let _ = page[0].compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
            }
        };
        // Where no thread is to be had the search does it.
        let _ = thread::Builder::new().spawn(touch);
    }

    /// Forgets everything, at once: no key will match any more.
    pub fn clear(&self) {
        self.game
            .fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        self.age();
    }

    /// A new search begins: what older ones stored gives way first.
    pub fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// The key as this game stores it, and its slot: the high bits, scaled to
    /// the length.
    fn locate(&self, key: u64) -> (u64, Slot<'_>) {
        let slots = self.words.len() / SLOT_WORDS;
        let index = ((u128::from(key) * slots as u128) >> 64) as usize;
        let slot = Slot {
            key: &self.words[SLOT_WORDS * index],
            data: &self.words[SLOT_WORDS * index + 1],
        };
        (key ^ self.game.load(Ordering::Relaxed), slot)
    }

    /// The position with that key will be asked for soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.locate(key).1.key);
    }

    /// What is known of the position with that key, met at `ply`.
    pub fn probe<const N: usize>(&self, key: u64, ply: usize) -> Option<Entry<N>> {
        let (key, slot) = self.locate(key);
        let data = slot.data.load(Ordering::Relaxed);
        if slot.key.load(Ordering::Relaxed) ^ data != key {
            return None;
        }
        let bound = match (data >> BOUND_SHIFT) as u8 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            best: Move::from_bits(data as u16),
            score: score::from_table((data >> MOVE_BITS) as i16, ply),
            depth: u32::from((data >> DEPTH_SHIFT) as u8),
            bound,
        })
    }

    /// Stores what a search at `ply` found, unless the slot holds a deeper
    /// result of this very search for another position.
    pub fn store<const N: usize>(&self, key: u64, ply: usize, entry: Entry<N>) {
        let (key, slot) = self.locate(key);
        let generation = self.generation.load(Ordering::Relaxed);
        let old = slot.data.load(Ordering::Relaxed);
        let same_position = slot.key.load(Ordering::Relaxed) ^ old == key;
        let old_depth = u32::from((old >> DEPTH_SHIFT) as u8);
        let same_search = (old >> GENERATION_SHIFT) as u8 == generation;
        if same_search && !same_position && old_depth > entry.depth + 3 {
            return;
        }
        // A search that found no move keeps the move of an earlier one.
        let best = match entry.best {
            Some(mv) => mv.bits(),
            None if same_position => old as u16,
            None => 0,
        };
        let data = u64::from(best)
            | u64::from(score::to_table(entry.score, ply) as u16) << MOVE_BITS
            | u64::from(entry.depth.min(255) as u8) << DEPTH_SHIFT
            | (entry.bound as u64) << BOUND_SHIFT
            | u64::from(generation) << GENERATION_SHIFT;
        slot.key.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with this search's entries, in thousandths.
    pub fn permille_full(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.words[..self.words.len().min(SLOT_WORDS * 1000)];
        let data = sample.iter().skip(1).step_by(SLOT_WORDS);
        let used = data.filter(|data| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && (data >> GENERATION_SHIFT) as u8 == generation
        });
        used.count() * 1000 * SLOT_WORDS / sample.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_comes_out() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.probe::<6>(42, 0), None);
        let entry = Entry {
            best: "3c3<21".parse::<Move<6>>().ok(),
            score: -score::win_at(7),
            depth: 9,
            bound: Bound::Lower,
        };
        table.store(u64::MAX, 3, entry);
        assert_eq!(table.probe(u64::MAX, 3), Some(entry));
        assert_eq!(table.probe::<6>(u64::MAX - 1, 3), None);
        // A later bound without a move keeps the move.
        table.store::<6>(
            u64::MAX,
            3,
            Entry {
                best: None,
                ..entry
            },
        );
        assert_eq!(table.probe(u64::MAX, 3), Some(entry));
        table.clear();
        assert_eq!(table.probe::<6>(u64::MAX, 3), None);
    }

    #[test]
    fn a_deep_entry_gives_way_to_the_next_search_only() {
        let table = Table::new(0).unwrap(); // one slot
        let entry = |depth| Entry::<5> {
            best: None,
            score: 1,
            depth,
            bound: Bound::Exact,
        };
        table.store(7, 0, entry(20));
        table.store(8, 0, entry(2));
        assert!(table.probe::<5>(7, 0).is_some());
        table.age();
        table.store(8, 0, entry(2));
        assert!(table.probe::<5>(7, 0).is_none() && table.probe::<5>(8, 0).is_some());
    }

    /// Otherwise the first search waits for each page. (In the release build an
    /// operation that changes nothing may not be there at all.)
    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_there_before_it_is_searched_in() {
        const MEBIBYTES: usize = 64;
        let resident = || {
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let mut lines = status.lines();
            let kibibytes = lines.find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
            let kibibytes = kibibytes.trim().strip_suffix(" kB").unwrap();
            kibibytes.parse::<usize>().unwrap() >> 10
        };
        let before = resident();
        let table = Arc::new(Table::new(MEBIBYTES).unwrap());
        // Other tests run meanwhile and free what they have.
        assert!(resident() < before + MEBIBYTES / 2);
        table.touch_ahead();
        let start = std::time::Instant::now();
        while resident() < before + MEBIBYTES * 3 / 4 {
            assert!(start.elapsed().as_secs() < 60, "{before}, {}", resident());
            thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(Table::new(usize::MAX >> 20).is_err());
    }
}
