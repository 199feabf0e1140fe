//! One record in memory and on disk.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use crate::book::spool::Folder;
use crate::failure::Failure;

/// A board, when it came first, and how often it came. Sorted by key, then board,
/// then time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Record<'a> {
    /// Equal for equal boards: most of the order.
    pub(crate) key: u64,
    /// At most 255 bytes.
    pub(crate) board: &'a [u8],
    /// The number of the entry.
    pub(crate) first: u64,
    /// How often it came.
    pub(crate) count: u64,
}

impl Record<'_> {
    /// The bytes that it takes in a run.
    pub(super) fn length(&self) -> u64 {
        (size_of::<u64>() + self.body_length()) as u64
    }

    pub(super) fn body_length(&self) -> usize {
        BODY + self.board.len()
    }
}

/// The two numbers and the length of the board.
const BODY: usize = 2 * size_of::<u64>() + 1;

/// Appends a record without its key.
pub(super) fn body(record: Record<'_>, bytes: &mut Vec<u8>) {
    debug_assert!(record.board.len() < 256);
    bytes.extend_from_slice(&record.first.to_le_bytes());
    bytes.extend_from_slice(&record.count.to_le_bytes());
    bytes.push(record.board.len() as u8);
    bytes.extend_from_slice(record.board);
}

/// The record whose body the bytes start with.
pub(super) fn read_body(key: u64, bytes: &[u8]) -> Record<'_> {
    let (head, rest) = bytes.split_at(BODY);
    Record {
        key,
        board: &rest[..usize::from(head[BODY - 1])],
        first: number(&head[..8]),
        count: number(&head[8..16]),
    }
}

fn number(bytes: &[u8]) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(bytes);
    u64::from_le_bytes(number)
}

/// Writes sorted records; equal boards, which follow each other, become one.
pub(super) struct RunWriter {
    folder: Folder,
    file: BufWriter<File>,
    /// What was written last, all but its count.
    last: Option<Stored>,
    body: Vec<u8>,
}

impl RunWriter {
    pub(super) fn new(folder: &Folder) -> Result<Self, Failure> {
        Ok(Self {
            folder: folder.clone(),
            file: BufWriter::with_capacity(1 << 16, folder.file()?),
            last: None,
            body: Vec::new(),
        })
    }

    pub(super) fn push(&mut self, record: Record<'_>) -> Result<(), Failure> {
        match &mut self.last {
            Some(last) if last.is_same(record) => {
                last.add(record);
                Ok(())
            }
            Some(last) => {
                let result = write(last.record(), &mut self.body, &mut self.file);
                last.set(record);
                result.map_err(|error| self.folder.failure(error))
            }
            None => {
                self.last = Some(Stored::new(record));
                Ok(())
            }
        }
    }

    /// The file, to be read from its start.
    pub(super) fn finish(mut self) -> Result<File, Failure> {
        let last = self.last.take();
        let written = last.map_or(Ok(()), |last| {
            write(last.record(), &mut self.body, &mut self.file)
        });
        let file = written.and_then(|()| {
            let mut file = self
                .file
                .into_inner()
                .map_err(io::IntoInnerError::into_error)?;
            file.rewind()?;
            Ok(file)
        });
        file.map_err(|error| self.folder.failure(error))
    }
}

fn write(record: Record<'_>, buffer: &mut Vec<u8>, file: &mut impl Write) -> io::Result<()> {
    buffer.clear();
    buffer.extend_from_slice(&record.key.to_le_bytes());
    body(record, buffer);
    file.write_all(buffer)
}

/// A record that keeps its board.
#[derive(Default)]
pub(super) struct Stored {
    key: u64,
    board: Vec<u8>,
    first: u64,
    count: u64,
}

impl Stored {
    pub(super) fn new(record: Record<'_>) -> Self {
        let mut stored = Self::default();
        stored.set(record);
        stored
    }

    pub(super) fn record(&self) -> Record<'_> {
        Record {
            key: self.key,
            board: &self.board,
            first: self.first,
            count: self.count,
        }
    }

    pub(super) fn set(&mut self, record: Record<'_>) {
        (self.key, self.first, self.count) = (record.key, record.first, record.count);
        self.board.clear();
        self.board.extend_from_slice(record.board);
    }

    pub(super) fn is_same(&self, record: Record<'_>) -> bool {
        self.key == record.key && self.board == record.board
    }

    /// Adds a record of the same board.
    pub(super) fn add(&mut self, record: Record<'_>) {
        self.first = self.first.min(record.first);
        self.count = self.count.saturating_add(record.count);
    }

    /// Reads the next record; false at the end.
    pub(super) fn read(&mut self, file: &mut BufReader<File>) -> io::Result<bool> {
        let mut key = [0; 8];
        // At the end of a record the file may end, and nowhere else.
        if file.read(&mut key[..1])? == 0 {
            return Ok(false);
        }
        file.read_exact(&mut key[1..])?;
        let mut head = [0; BODY];
        file.read_exact(&mut head)?;
        self.key = u64::from_le_bytes(key);
        self.first = number(&head[..8]);
        self.count = number(&head[8..16]);
        self.board.resize(usize::from(head[BODY - 1]), 0);
        file.read_exact(&mut self.board)?;
        Ok(true)
    }
}
