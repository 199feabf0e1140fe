//! Sorting more records than the memory holds: sorted runs on disk, merged.

use std::fs::File;

use super::spool::Folder;
use crate::failure::Failure;

mod merge;
mod record;

pub(crate) use merge::Merge;
pub(crate) use record::Record;
use record::{RunWriter, body, read_body};

/// How much memory sorting may take.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Bytes of records that are sorted in memory.
    pub(crate) sorted: usize,
    /// Runs of one length: when there are so many they become one longer run.
    pub(crate) runs: usize,
    /// Bytes that are read ahead from each run.
    pub(crate) read_ahead: usize,
}

/// Takes records in any order, and gives them back sorted, equal boards as one.
pub(crate) struct Sorter {
    limits: Limits,
    folder: Folder,
    /// The records without their keys, one behind the other.
    bytes: Vec<u8>,
    places: Vec<Place>,
    /// By length: runs from memory, runs of runs, runs of those…
    runs: Vec<Vec<File>>,
    written: u64,
}

/// A record in memory: its key, and where the rest of it lies.
#[derive(Clone, Copy)]
struct Place {
    key_high: u32,
    key_low: u32,
    offset: u32,
}

impl Place {
    fn key(self) -> u64 {
        u64::from(self.key_high) << 32 | u64::from(self.key_low)
    }

    fn record(self, bytes: &[u8]) -> Record<'_> {
        read_body(self.key(), &bytes[self.offset as usize..])
    }
}

impl Sorter {
    /// Without any record.
    pub(crate) fn new(limits: Limits, folder: &Folder) -> Self {
        // What is not touched yet takes no memory.
        let bytes = (limits.sorted / 10 * 7).min(u32::MAX as usize);
        let places = limits.sorted / 10 * 3 / size_of::<Place>();
        Self {
            limits,
            folder: folder.clone(),
            bytes: Vec::with_capacity(bytes),
            places: Vec::with_capacity(places),
            runs: Vec::new(),
            written: 0,
        }
    }

    /// Takes a record.
    pub(crate) fn push(&mut self, record: Record<'_>) -> Result<(), Failure> {
        let needed = self.bytes.len() + record.body_length();
        if needed > self.bytes.capacity() || self.places.len() == self.places.capacity() {
            self.write_run()?;
        }
        self.places.push(Place {
            key_high: (record.key >> 32) as u32,
            key_low: record.key as u32,
            offset: self.bytes.len() as u32,
        });
        body(record, &mut self.bytes);
        Ok(())
    }

    /// All records, sorted, and how many runs were written for that.
    pub(crate) fn finish(mut self) -> Result<(Merge, u64), Failure> {
        self.write_run()?;
        let runs = std::mem::take(&mut self.runs).into_iter().flatten();
        let merge = Merge::new(runs.collect(), self.limits.read_ahead, &self.folder)?;
        Ok((merge, self.written))
    }

    /// Sorts what is in memory and writes it.
    fn write_run(&mut self) -> Result<(), Failure> {
        if self.places.is_empty() {
            return Ok(());
        }
        let bytes = &self.bytes;
        self.places.sort_unstable_by(|left, right| {
            let by_key = left.key().cmp(&right.key());
            by_key.then_with(|| left.record(bytes).cmp(&right.record(bytes)))
        });
        let mut run = RunWriter::new(&self.folder)?;
        for place in &self.places {
            run.push(place.record(bytes))?;
        }
        let run = run.finish()?;
        self.places.clear();
        self.bytes.clear();
        self.keep(run)
    }

    /// Keeps a run. Many of one length become one of the next.
    fn keep(&mut self, run: File) -> Result<(), Failure> {
        let (mut run, mut level) = (run, 0);
        loop {
            self.written += 1;
            if self.runs.len() == level {
                self.runs.push(Vec::new());
            }
            self.runs[level].push(run);
            if self.runs[level].len() < self.limits.runs {
                return Ok(());
            }
            let runs = std::mem::take(&mut self.runs[level]);
            let mut merge = Merge::new(runs, self.limits.read_ahead, &self.folder)?;
            let mut merged = RunWriter::new(&self.folder)?;
            while let Some(record) = merge.next()? {
                merged.push(record)?;
            }
            (run, level) = (merged.finish()?, level + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Keys collide, boards come again.
    fn records(count: u64) -> Vec<(u64, Vec<u8>, u64)> {
        let number = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50;
        let records = (0..count).map(|i| {
            let board = number(i).to_le_bytes()[..=i as usize % 3].to_vec();
            (u64::from(board[0] % 8) << 32 | (number(i) % 7), board, i)
        });
        records.collect()
    }

    #[test]
    fn however_little_memory_the_records_come_sorted_and_added_up() {
        let folder = tempfile::tempdir().unwrap();
        let records = records(20_000);
        let mut expected = BTreeMap::new();
        for (key, board, first) in &records {
            let entry = expected.entry((*key, board.clone())).or_insert((*first, 0));
            entry.1 += first + 1;
        }
        let mut most = 0;
        for (sorted, runs) in [(1 << 10, 2), (1 << 12, 3), (1 << 14, 8), (1 << 30, 2)] {
            let limits = Limits {
                sorted,
                runs,
                read_ahead: 100,
            };
            let mut sorter = Sorter::new(limits, &Folder::new(folder.path()));
            for (key, board, first) in &records {
                let (key, first, count) = (*key, *first, first + 1);
                let record = Record {
                    key,
                    board,
                    first,
                    count,
                };
                sorter.push(record).ok().unwrap();
            }
            let (mut merge, written) = sorter.finish().ok().unwrap();
            most = most.max(written);
            let mut found = Vec::new();
            while let Some(record) = merge.next().ok().unwrap() {
                let key = (record.key, record.board.to_vec());
                found.push((key, (record.first, record.count)));
            }
            assert!(found.into_iter().eq(expected.clone()), "{sorted} {runs}");
        }
        assert!(most > 1000, "{most} runs are few");
        let left = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 0, "temporary files have no names");
    }
}
