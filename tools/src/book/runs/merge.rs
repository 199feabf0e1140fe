//! Many sorted runs read as one.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::BufReader;

use super::record::{Record, Stored};
use crate::book::spool::Folder;
use crate::failure::Failure;

/// The records of several runs in order, equal boards as one.
pub(crate) struct Merge {
    folder: Folder,
    runs: BinaryHeap<Run>,
    last: Stored,
    bytes: u64,
    bytes_read: u64,
}

impl Merge {
    pub(super) fn new(
        files: Vec<File>,
        read_ahead: usize,
        folder: &Folder,
    ) -> Result<Self, Failure> {
        let mut runs = BinaryHeap::with_capacity(files.len());
        let (mut bytes, mut bytes_read) = (0, 0);
        for file in files {
            let known = file.metadata().map_err(|error| folder.failure(error))?;
            bytes += known.len();
            let mut run = Run {
                head: Stored::default(),
                file: BufReader::with_capacity(read_ahead, file),
            };
            if run.advance().map_err(|error| folder.failure(error))? {
                bytes_read += run.head.record().length();
                runs.push(run);
            }
        }
        Ok(Self {
            folder: folder.clone(),
            runs,
            last: Stored::default(),
            bytes,
            bytes_read,
        })
    }

    /// The bytes of all runs.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many of them are read.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// The next record, `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Record<'_>>, Failure> {
        let Some(first) = self.runs.peek() else {
            return Ok(None);
        };
        self.last.set(first.head.record());
        self.advance()?;
        while let Some(run) = self.runs.peek()
            && self.last.is_same(run.head.record())
        {
            self.last.add(run.head.record());
            self.advance()?;
        }
        Ok(Some(self.last.record()))
    }

    /// Passes over the smallest record.
    fn advance(&mut self) -> Result<(), Failure> {
        let Some(mut run) = self.runs.peek_mut() else {
            return Ok(());
        };
        if run.advance().map_err(|error| self.folder.failure(error))? {
            self.bytes_read += run.head.record().length();
        } else {
            PeekMut::pop(run);
        }
        Ok(())
    }
}

/// A run and its smallest record.
struct Run {
    head: Stored,
    file: BufReader<File>,
}

impl Run {
    fn advance(&mut self) -> std::io::Result<bool> {
        self.head.read(&mut self.file)
    }
}

/// The smallest record comes first out of a heap that gives the largest.
impl Ord for Run {
    fn cmp(&self, other: &Self) -> Ordering {
        other.head.record().cmp(&self.head.record())
    }
}

impl PartialOrd for Run {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Run {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Run {}
