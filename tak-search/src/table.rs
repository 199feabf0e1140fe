//! The transposition table.
//!
//! Slots of 16 bytes, shared without locks: the key is stored xored with the data (Hyatt and Mann,
//! 2002), so that a slot torn between two threads matches no position.
//!
//! Tables are read at random, and most reads would wait for memory. Hence the hints to the system
//! and the CPU at the end of this file: the only `unsafe` code of this crate (the program's
//! `ELO.md` says what they save).

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};

use tak_encoding::Move;

use crate::score::{self, Score};

/// What a stored score means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// At most this.
    Upper = 1,
    /// At least this.
    Lower = 2,
    /// Exactly this.
    Exact = 3,
}

impl Bound {
    /// Whether a score with this bound contradicts the estimate.
    pub(crate) fn corrects(self, score: Score, estimate: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score > estimate,
            Self::Upper => score < estimate,
        }
    }
}

/// What is stored about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<const N: usize> {
    /// The best move, or the one that caused the cut-off. Two positions may share a
    /// key: check that it is legal.
    pub best: Option<Move<N>>,
    /// For the side to move, wins counted from the root.
    pub score: Score,
    /// The depth of that search, in plies.
    pub depth: u32,
    /// What the score means.
    pub bound: Bound,
}

/// A key, and the data after it.
const SLOT_WORDS: usize = 2;

/// The table. Threads share it by reference.
pub struct Table {
    words: Vec<AtomicU64>,
    /// How many slots a search may use, counted from the first.
    reach: AtomicUsize,
    /// How many mebibytes the system has provided, counted from the first.
    touched: AtomicUsize,
    /// Xored into every key, so that a change empties the table at once.
    game: AtomicU64,
    /// Counts the searches.
    generation: AtomicU8,
}

/// Zeros. The system provides each page on first use, so this takes no time.
pub(crate) fn blank<T: bytemuck::Zeroable>(length: usize) -> Result<Vec<T>, NoMemory> {
    bytemuck::try_zeroed_vec(length).map_err(|()| NoMemory)
}

/// Whether the system would provide this many more MiB.
pub(crate) fn is_free(mebibytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(mebibytes << 20).is_ok()
}

/// There is not enough memory for the table, or for another thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory;

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not enough memory")
    }
}

impl std::error::Error for NoMemory {}

const SLOTS_PER_MEBIBYTE: usize = (1 << 20) / (SLOT_WORDS * size_of::<AtomicU64>());

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
    /// A table of this many MiB. The system zeroes each page on first use, so this takes no time.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let slots = mebibytes.checked_mul(SLOTS_PER_MEBIBYTE).ok_or(NoMemory)?.max(1);
        let mut words = blank(slots.checked_mul(SLOT_WORDS).ok_or(NoMemory)?)?;
        // The first mebibyte keeps small pages, for a search that starts before anything else is
        // touched.
        let first = words.len().min(SLOTS_PER_MEBIBYTE * SLOT_WORDS);
        prefer_large_pages(&mut words[first..]);
        Ok(Self {
            words,
            reach: AtomicUsize::new(slots),
            touched: AtomicUsize::new(0),
            game: AtomicU64::new(0),
            generation: AtomicU8::new(0),
        })
    }

    /// Touches each page of the next mebibyte, so that no search waits for the system to zero it.
    /// Returns false if none was left.
    pub(crate) fn touch(&self) -> bool {
        /// The smallest pages, in bytes.
        const PAGE: usize = 4096;
        let next = self.touched.load(Ordering::Relaxed);
        let mut parts = self.words.chunks(SLOTS_PER_MEBIBYTE * SLOT_WORDS);
        let Some(part) = parts.nth(next) else { return false };
        for page in part.chunks(PAGE / size_of::<AtomicU64>()) {
            // Writes zero over zero: a read would not map the page, and the compiler drops
            // operations that it knows to change nothing, such as adding zero.
            let _ = page[0].compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
        // Two threads may have touched the same part.
        self.touched.fetch_max(next + 1, Ordering::Relaxed);
        self.reach.fetch_max(self.touched_slots(), Ordering::Relaxed);
        true
    }

    /// Whether every page has been touched.
    pub(crate) fn is_touched(&self) -> bool {
        self.touched_slots() == self.slots()
    }

    /// Lets searches use all of it.
    pub(crate) fn use_all(&self) {
        self.reach.store(self.slots(), Ordering::Relaxed);
    }

    /// Lets searches use the part that has been touched, which grows while they run. It is never
    /// smaller than the small pages at the start.
    pub(crate) fn use_touched(&self) {
        self.reach.store(self.touched_slots(), Ordering::Relaxed);
    }

    /// How many slots have been touched, or have small pages.
    pub(crate) fn touched_slots(&self) -> usize {
        let touched = self.touched.load(Ordering::Relaxed).max(1);
        (touched * SLOTS_PER_MEBIBYTE).min(self.slots())
    }

    /// How many slots a search may use.
    pub(crate) fn reach(&self) -> usize {
        self.reach.load(Ordering::Relaxed)
    }

    /// The number of slots.
    pub(crate) fn slots(&self) -> usize {
        self.words.len() / SLOT_WORDS
    }

    /// Empties the table at once: no key matches any more.
    pub fn clear(&self) {
        self.game.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        self.age();
    }

    /// Begins a new search, which may replace all older entries.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// The stored form of a key, and its slot: the key scaled to the number of slots. Slots out of
    /// reach are mapped to those within by the low bits of the key, so that most entries stay where
    /// they are as the reach grows.
    fn locate(&self, key: u64) -> (u64, Slot<'_>) {
        let mut index = ((u128::from(key) * self.slots() as u128) >> 64) as usize;
        let reach = self.reach();
        if index >= reach {
            index = key as usize & ((1 << reach.ilog2()) - 1);
        }
        let slot = Slot {
            key: &self.words[SLOT_WORDS * index],
            data: &self.words[SLOT_WORDS * index + 1],
        };
        (key ^ self.game.load(Ordering::Relaxed), slot)
    }

    /// Prefetches the slot of a key that will soon be probed.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.locate(key).1.key);
    }

    /// The entry stored under a key, for a node at `ply`.
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

    /// Stores the result of a node at `ply`, unless the slot holds a much deeper result
    /// of the same search for another position.
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
        // Without a best move, keep the one stored before.
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

    /// How much of the table this search has filled, in thousandths.
    pub(crate) fn permille_full(&self) -> usize {
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

/// Asks the system for large pages; it may decline. The first touch of each takes 0.3 ms, or 5 ms
/// where a virtual machine gets its memory only then.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "large pages: see the measurements in ELO.md")]
fn prefer_large_pages<T>(memory: &mut [T]) {
    /// At least as large as any usual page: the system takes whole pages only.
    const PAGE: usize = 65_536;
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    let length = size_of_val(memory).saturating_sub(skipped) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: the range lies within `memory`, and this advice changes
        // neither what it holds nor who may use it.
        unsafe {
            libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE);
        }
    }
}

/// Other systems choose for themselves.
#[cfg(not(target_os = "linux"))]
fn prefer_large_pages<T>(_memory: &mut [T]) {}

/// Asks the CPU to fetch what will soon be read.
#[inline(always)]
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "slots prefetched: see the measurements in ELO.md")
)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction, and it cannot fault.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
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
        table.store::<6>(u64::MAX, 3, Entry { best: None, ..entry });
        assert_eq!(table.probe(u64::MAX, 3), Some(entry));
        table.clear();
        assert_eq!(table.probe::<6>(u64::MAX, 3), None);
    }

    #[test]
    fn a_deep_entry_gives_way_to_the_next_search_only() {
        let table = Table::new(0).unwrap(); // one slot
        let entry = |depth| Entry::<5> { best: None, score: 1, depth, bound: Bound::Exact };
        table.store(7, 0, entry(20));
        table.store(8, 0, entry(2));
        assert!(table.probe::<5>(7, 0).is_some());
        table.age();
        table.store(8, 0, entry(2));
        assert!(table.probe::<5>(7, 0).is_none() && table.probe::<5>(8, 0).is_some());
    }

    #[test]
    fn what_is_out_of_reach_stays_untouched() {
        let table = Table::new(4).unwrap();
        let entry = Entry::<5> { best: None, score: 1, depth: 1, bound: Bound::Exact };
        let keys = || (0..1000u64).map(|key| key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let known = || keys().filter(|&key| table.probe::<5>(key, 0).is_some()).count();
        table.use_touched();
        keys().for_each(|key| table.store(key, 0, entry));
        assert!(known() > 950, "{}", known());
        let (first, rest) = table.words.split_at(SLOTS_PER_MEBIBYTE * SLOT_WORDS);
        let is_blank = |word: &AtomicU64| word.load(Ordering::Relaxed) == 0;
        assert!(!first.iter().all(is_blank) && rest.iter().all(is_blank));
        // As it grows, entries in their own slots stay.
        while table.touch() {
            assert!(known() > 200, "{}", known());
        }
        assert!(table.is_touched());
        keys().for_each(|key| table.store(key, 0, entry));
        assert!(known() > 950 && !rest.iter().all(is_blank));
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(Table::new(usize::MAX >> 20).is_err());
    }
}
