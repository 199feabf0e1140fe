//! Deduplication of more openings than fit in memory.
//!
//! The texts are written to one file. The boards are partitioned into many files by their hashes
//! (as in a Grace hash join: Kitsuregawa, Tanaka and Moto-oka, 1983), so that equal boards end up
//! in the same file. A file that fits in memory is deduplicated there; any other is partitioned
//! again. Each file yields its classes in the order of their first openings, and the merged classes
//! select the texts to keep.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ahash::RandomState;
use serde_json::json;
use tak_book::Seen;

use super::{Done, Input};
use crate::book::spool::{Folder, Records, Spool};
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

/// The number of files that boards are partitioned into at a time.
const PARTS: usize = 32;

/// Writes the same output as deduplication in memory, using at most `memory` bytes.
pub(super) fn dedup(
    input: Input<'_>,
    folder: &Folder,
    mut output: Output,
    memory: u64,
) -> Result<Done, Failure> {
    // The other half is left for the program, its buffers and the longest line.
    let mut parts = Parts::new(folder, memory / 2)?;
    let mut spool = Spool::new(folder)?;
    let form = input.form;
    let mut openings = 0;
    input.read(|opening, text| {
        parts.push(openings, opening.count, opening.class.board.as_bytes())?;
        spool.push(&[text.as_bytes()])?;
        openings += 1;
        Ok(())
    })?;
    let (mut classes, files) = parts.dedup()?;
    let progress = Progress::things(Some(openings), "openings written");
    let mut texts = spool.read()?;
    let (mut number, mut kept) = (0, 0);
    while let Some(class) = classes.next()? {
        for _ in number..class.first {
            texts.skip()?;
        }
        number = class.first + 1;
        let text = texts.next()?.unwrap_or_default();
        form.write(text, class.count, &mut output)?;
        kept += 1;
        if kept % 4096 == 0 {
            progress.set(number);
        }
    }
    output.finish()?;
    Ok(Done { kept, memory: json!({"limit": memory, "files": files}) })
}

/// The number of the first opening of a class, and the number of occurrences.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Occurrences {
    first: u64,
    count: u64,
}

impl Occurrences {
    /// Splits both numbers off a record.
    fn read(record: &[u8]) -> (Self, &[u8]) {
        let number = |bytes: &[u8]| {
            let bytes = bytes.iter().rev();
            bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        let (first, rest) = record.split_at(8);
        let (count, rest) = rest.split_at(8);
        let (first, count) = (number(first), number(count));
        (Self { first, count }, rest)
    }
}

/// Openings partitioned into files by the hashes of their boards.
struct Parts {
    folder: Folder,
    /// The most bytes that the boards of one file may take in memory.
    memory: u64,
    /// A new hash function each time, so that it partitions what the previous one put together.
    hasher: RandomState,
    files: Vec<Spool>,
}

impl Parts {
    fn new(folder: &Folder, memory: u64) -> Result<Self, Failure> {
        let files = (0..PARTS).map(|_| Spool::new(folder));
        Ok(Self {
            folder: folder.clone(),
            memory,
            hasher: RandomState::new(),
            files: files.collect::<Result<_, _>>()?,
        })
    }

    /// Adds an opening, in ascending order of numbers.
    fn push(&mut self, number: u64, count: u64, board: &[u8]) -> Result<(), Failure> {
        let part = self.hasher.hash_one(board) as usize % PARTS;
        self.files[part].push(&[&number.to_le_bytes(), &count.to_le_bytes(), board])
    }

    /// The classes of all openings, and the number of files that were deduplicated.
    fn dedup(self) -> Result<(Classes, u64), Failure> {
        let mut files = 0;
        let classes = self.files.into_iter().map(|file| {
            let (classes, deduplicated) = dedup_file(file.read()?, &self.folder, self.memory)?;
            files += deduplicated;
            Ok(classes)
        });
        let classes = Classes::merge(classes.collect::<Result<_, Failure>>()?)?;
        Ok((classes, files))
    }
}

/// The classes of one file as records, sorted by their first openings.
fn dedup_file(
    mut openings: Records,
    folder: &Folder,
    memory: u64,
) -> Result<(Records, u64), Failure> {
    let mut classes = Spool::new(folder)?;
    let mut push = |class: Occurrences| {
        let Occurrences { first, count } = class;
        classes.push(&[&first.to_le_bytes(), &count.to_le_bytes()])
    };
    let (mut seen, mut firsts) = (Seen::new(), Vec::new());
    while let Some(record) = openings.next()? {
        let (Occurrences { first, count }, board) = Occurrences::read(record);
        if seen.insert(board, count) {
            firsts.push(first);
        }
        if seen.bytes() + (firsts.capacity() * size_of::<u64>()) as u64 > memory {
            drop((seen, firsts));
            let (mut merged, files) = spread(openings, folder, memory)?.dedup()?;
            while let Some(class) = merged.next()? {
                push(class)?;
            }
            return Ok((classes.read()?, files));
        }
    }
    for (first, (_, count)) in firsts.into_iter().zip(seen.iter()) {
        push(Occurrences { first, count })?;
    }
    Ok((classes.read()?, 1))
}

/// Partitions a file that is too large.
fn spread(mut openings: Records, folder: &Folder, memory: u64) -> Result<Parts, Failure> {
    let mut parts = Parts::new(folder, memory)?;
    openings.rewind()?;
    while let Some(record) = openings.next()? {
        let (Occurrences { first, count }, board) = Occurrences::read(record);
        parts.push(first, count, board)?;
    }
    Ok(parts)
}

/// The classes of several files, in the order of their first openings.
struct Classes {
    files: Vec<Records>,
    /// The next class of each file, with the number of the file.
    next: BinaryHeap<Reverse<(Occurrences, usize)>>,
}

impl Classes {
    fn merge(files: Vec<Records>) -> Result<Self, Failure> {
        let next = BinaryHeap::with_capacity(files.len());
        let mut classes = Self { files, next };
        for file in 0..classes.files.len() {
            classes.advance(file)?;
        }
        Ok(classes)
    }

    fn next(&mut self) -> Result<Option<Occurrences>, Failure> {
        let Some(Reverse((class, file))) = self.next.pop() else {
            return Ok(None);
        };
        self.advance(file)?;
        Ok(Some(class))
    }

    fn advance(&mut self, file: usize) -> Result<(), Failure> {
        if let Some(record) = self.files[file].next()? {
            self.next.push(Reverse((Occurrences::read(record).0, file)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn however_little_memory_the_classes_come_in_order_and_added_up() {
        let folder = tempfile::tempdir().unwrap();
        // Boards of different lengths, each of which occurs many times.
        let board = |i: u64| {
            let number = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50;
            number.to_le_bytes()[..=i as usize % 3].to_vec()
        };
        let mut expected: Vec<Occurrences> = Vec::new();
        let mut places = HashMap::new();
        for first in 0..20_000 {
            let place = *places.entry(board(first)).or_insert(expected.len());
            match expected.get_mut(place) {
                Some(class) => class.count += first + 1,
                None => expected.push(Occurrences { first, count: first + 1 }),
            }
        }
        let mut most = 0;
        for memory in [10 << 10, 12 << 10, 1 << 14, 1 << 30] {
            let mut parts = Parts::new(&Folder::new(folder.path()), memory).ok().unwrap();
            for number in 0..20_000 {
                let pushed = parts.push(number, number + 1, &board(number));
                pushed.ok().unwrap();
            }
            let (mut classes, files) = parts.dedup().ok().unwrap();
            most = most.max(files);
            for class in &expected {
                assert_eq!(classes.next().ok().unwrap(), Some(*class), "{memory}");
            }
            assert_eq!(classes.next().ok().unwrap(), None);
        }
        assert!(most > 1000, "{most} files are few");
        let left = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 0, "temporary files have no names");
    }
}
