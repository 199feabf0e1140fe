//! The transposition table of the solver's searches.
//!
//! It begins small, so that an easy question touches little memory, and doubles up to its limit.
//! When a bucket is full, a new entry replaces the one that took the least work.
//!
//! A file holds the number of entries and three words for each entry: 64-bit integers in
//! little-endian order.

use std::io::{self, Read, Write};

use crate::table::{NoMemory, blank};

/// What is known about a position. Each search gives the numbers its own meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Entry {
    pub(super) numbers: [u32; 2],
    /// The bits of the best move, 0 if there is none.
    pub(super) best: u16,
    /// Plies to the end of a win; for a disproof of the prover, whether it is a conjecture.
    pub(super) plies: u16,
    /// The work behind the entry; the least is replaced first.
    pub(super) work: u32,
}

/// A key, which is 0 if the slot is empty, and an entry.
type Slot = [u64; 3];

impl Entry {
    #[inline]
    fn words(self) -> [u64; 2] {
        let [first, second] = self.numbers.map(u64::from);
        let moves = u64::from(self.best) | u64::from(self.plies) << 16;
        [first | second << 32, moves | u64::from(self.work) << 32]
    }

    #[inline]
    fn of_words([numbers, rest]: [u64; 2]) -> Self {
        Self {
            numbers: [numbers as u32, (numbers >> 32) as u32],
            best: rest as u16,
            plies: (rest >> 16) as u16,
            work: work_of(rest),
        }
    }
}

#[inline]
const fn work_of(word: u64) -> u32 {
    (word >> 32) as u32
}

/// How many slots a key may be stored in.
const BUCKET: usize = 4;
const FIRST_SLOTS: usize = 1 << 12;

/// A table of buckets that doubles when it is half full.
pub(super) struct Table {
    slots: Vec<Slot>,
    used: usize,
    most: usize,
}

impl Table {
    /// A table that grows to at most that many bytes.
    pub(super) fn new(bytes: usize) -> Result<Self, NoMemory> {
        let fitting = bytes / size_of::<Slot>();
        // While the table doubles, the old slots take half as much again.
        let most = (fitting / 3 * 2).max(FIRST_SLOTS);
        let most = 1 << most.ilog2();
        Ok(Self { slots: blank(FIRST_SLOTS)?, used: 0, most })
    }

    /// The entry of a key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let key = key.max(1);
        let start = self.start(key);
        let bucket = &self.slots[start..start + BUCKET];
        let slot = bucket.iter().find(|slot| slot[0] == key);
        slot.map(|&[_, numbers, rest]| Entry::of_words([numbers, rest]))
    }

    /// Stores an entry, if need be in place of another one in its bucket.
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let key = key.max(1);
        let start = self.start(key);
        let bucket = &mut self.slots[start..start + BUCKET];
        let known = bucket.iter().position(|slot| slot[0] == key);
        let place = known.or_else(|| bucket.iter().position(|slot| slot[0] == 0));
        if known.is_none() && place.is_some() {
            self.used += 1;
        }
        let cheapest = || (0..BUCKET).min_by_key(|&index| work_of(bucket[index][2])).unwrap_or(0);
        let place = place.unwrap_or_else(cheapest);
        let [numbers, rest] = entry.words();
        bucket[place] = [key, numbers, rest];
        if self.used * 2 > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
    }

    /// Stores an entry, whose work comes on top of that behind the entry it had before: what was
    /// looked at again and again, a little each time, is not the first to go.
    pub(super) fn add(&mut self, key: u64, mut entry: Entry) {
        if let Some(known) = self.get(key) {
            entry.work = entry.work.saturating_add(known.work);
        }
        self.put(key, entry);
    }

    /// Removes all other entries.
    pub(super) fn retain(&mut self, is_kept: impl Fn(Entry) -> bool) {
        for slot in &mut self.slots {
            let [key, numbers, rest] = *slot;
            if key != 0 && !is_kept(Entry::of_words([numbers, rest])) {
                *slot = Slot::default();
                self.used -= 1;
            }
        }
    }

    /// Writes all entries.
    pub(super) fn write_to(&self, to: &mut impl Write) -> io::Result<()> {
        let slots = || self.slots.iter().filter(|slot| slot[0] != 0);
        to.write_all(&(slots().count() as u64).to_le_bytes())?;
        for word in slots().flatten() {
            to.write_all(&word.to_le_bytes())?;
        }
        Ok(())
    }

    /// Adds the entries of a file, except those that are not valid.
    pub(super) fn read_from(
        &mut self,
        from: &mut impl Read,
        is_meant: fn(&Entry) -> bool,
    ) -> io::Result<()> {
        let mut word = || {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
        };
        let count = word()?;
        // Large enough from the start, so that no entry replaces another.
        while (self.slots.len() as u64) < count.saturating_mul(2) && self.slots.len() < self.most {
            self.grow();
        }
        for _ in 0..count {
            let (key, entry) = (word()?, Entry::of_words([word()?, word()?]));
            if is_meant(&entry) {
                self.put(key, entry);
            }
        }
        Ok(())
    }

    #[inline]
    fn start(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - BUCKET)
    }

    /// Doubles the slots. If there is not enough memory, the table keeps its size from now on.
    fn grow(&mut self) {
        let Ok(slots) = blank(self.slots.len() * 2) else {
            self.most = self.slots.len();
            return;
        };
        let old = std::mem::replace(&mut self.slots, slots);
        self.used = 0;
        for [key, numbers, rest] in old {
            if key != 0 {
                self.put(key, Entry::of_words([numbers, rest]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_use_all_of_a_power_of_two() {
        for hash in [1, 2, 4, 8, 16, 256] {
            let [large, small, walk] = super::super::shares(hash);
            assert_eq!(Table::new(large).unwrap().most, hash << 14);
            assert_eq!(Table::new(small).unwrap().most, hash << 13);
            assert_eq!(large + small + walk, hash << 20);
        }
    }

    #[test]
    fn what_is_visited_often_stays() {
        let mut table = Table::new(1).unwrap();
        let entry = |work| Entry { work, ..Entry::default() };
        let key = 1 << 20;
        for _ in 0..10 {
            table.add(key, entry(1));
        }
        assert_eq!(table.get(key), Some(entry(10)));
        // All in its bucket, and each of more work than one of its visits.
        for other in 2..1000 {
            table.add(other << 20, entry(2));
        }
        assert_eq!(table.get(key), Some(entry(10)));
        table.add(key, entry(u32::MAX));
        assert_eq!(table.get(key), Some(entry(u32::MAX)));
    }

    #[test]
    fn it_grows_and_keeps_what_took_work() {
        let mut table = Table::new(4 << 20).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        let keys: Vec<u64> = (0..20_000).map(|_| random.u64(..)).collect();
        for (work, &key) in (0..).zip(&keys) {
            table.put(key, Entry { work, ..Entry::default() });
        }
        // Full buckets lose a few.
        let known = keys.iter().filter(|&&key| table.get(key).is_some()).count();
        assert!(known > 18_000 && table.slots.len() > 20_000, "{known}");
        // Once the table is full, the entries with the most work stay.
        for _ in 0..1_000_000 {
            table.put(random.u64(..), Entry::default());
        }
        let known = keys[10_000..].iter().filter(|&&key| table.get(key).is_some()).count();
        assert!(known > 9_000 && table.slots.len() <= table.most, "{known}");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut table = Table::new(4 << 20).unwrap();
        let mut random = fastrand::Rng::with_seed(2);
        let keys: Vec<u64> = (0..9_000).map(|_| random.u64(1..)).collect();
        for &key in &keys {
            let entry = Entry { numbers: [key as u32, 7], best: 5, plies: 9, work: 3 };
            table.put(key, entry);
        }
        let mut file = Vec::new();
        table.write_to(&mut file).unwrap();
        let mut again = Table::new(4 << 20).unwrap();
        let is_even = |entry: &Entry| entry.numbers[0].is_multiple_of(2);
        again.read_from(&mut &file[..], is_even).unwrap();
        for &key in &keys {
            assert_eq!(again.get(key), table.get(key).filter(is_even));
        }
        let cut = &file[..file.len() - 1];
        assert!(again.read_from(&mut &*cut, is_even).is_err());
    }

    #[test]
    fn what_is_dropped_leaves_its_place() {
        let mut table = Table::new(0).unwrap();
        let mut random = fastrand::Rng::with_seed(3);
        let mut fill = |table: &mut Table, entry| {
            let keys: Vec<u64> = (0..100_000).map(|_| random.u64(1..)).collect();
            for &key in &keys {
                table.put(key, entry);
            }
            keys.iter().filter(|&&key| table.get(key).is_some()).count()
        };
        let of_work = |work| Entry { work, ..Entry::default() };
        assert_eq!(fill(&mut table, of_work(9)), FIRST_SLOTS);
        assert_eq!(fill(&mut table, of_work(1)), FIRST_SLOTS / BUCKET);
        table.retain(|entry| entry.work == 1);
        assert_eq!(table.used, FIRST_SLOTS / BUCKET);
        assert_eq!(fill(&mut table, of_work(1)), FIRST_SLOTS);
    }

    #[test]
    fn a_table_of_nothing_holds_something() {
        let mut table = Table::new(0).unwrap();
        table.put(0, Entry { plies: 3, ..Entry::default() });
        assert_eq!(table.get(0).map(|entry| entry.plies), Some(3));
        assert!(table.get(7).is_none());
    }
}
