//! Positions that are kept on disk until all are known.
//!
//! A large book has more positions than fit in memory. They are written to temporary files, each in
//! the order of the boards, and in the end all files are merged: so each position comes once, with
//! all its moves, and a book of any size is written in order from its first row to its last. An
//! entry of a file consists of numbers, seven bits a byte, the lowest first, the eighth set on all
//! bytes but the last: the length of the board and its bytes, the ply, the number of moves, and for
//! each of those its bits and its counts.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, IntoInnerError, Read, Seek, Write};
use std::path::{Path, PathBuf};

use smallvec::SmallVec;

use crate::tally::Tally;

/// The most files that are merged at once, and kept open at a level.
const MOST_RUNS: usize = 64;

/// Bytes written or read at once.
const BUFFER: usize = 1 << 16;

/// The bytes of a packed board, which are not decoded again.
pub(crate) type BoardBytes = SmallVec<[u8; 24]>;

/// A position, and what was played there.
pub(crate) struct Entry {
    pub(crate) board: BoardBytes,
    pub(crate) known: Known,
}

/// What is known about a position.
#[derive(Default)]
pub(crate) struct Known {
    /// The earliest ply at which it was met.
    pub(crate) ply: u32,
    /// By the bits of the move, in the book's orientation.
    pub(crate) moves: SmallVec<[(u16, Tally); 1]>,
}

impl Known {
    /// A position that was met at this ply, with no moves yet.
    pub(crate) fn at(ply: u32) -> Self {
        Self { ply, moves: SmallVec::new() }
    }

    pub(crate) fn add(&mut self, bits: u16, tally: Tally) {
        match self.moves.iter_mut().find(|(other, _)| *other == bits) {
            Some((_, sum)) => *sum += tally,
            None => self.moves.push((bits, tally)),
        }
    }

    pub(crate) fn absorb(&mut self, other: Self) {
        self.ply = self.ply.min(other.ply);
        for (bits, tally) in other.moves {
            self.add(bits, tally);
        }
    }
}

/// Files of sorted entries.
pub(crate) struct Runs {
    /// Where the files are. They have no names, and disappear when closed, however that happens.
    folder: PathBuf,
    files: Vec<(Level, File)>,
    most: usize,
}

/// How often the entries of a file have been merged: many files of a level become one of the next.
type Level = u32;

impl Runs {
    /// No files yet; they will be beside this path.
    pub(crate) fn beside(path: &Path) -> Self {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        Self { folder, files: Vec::new(), most: MOST_RUNS }
    }

    /// The same, merging fewer files at once.
    #[cfg(test)]
    pub(crate) fn of(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Begins a file, to be passed to [`add`](Self::add).
    pub(crate) fn begin(&self) -> io::Result<Run> {
        let file = tempfile::tempfile_in(&self.folder)?;
        Ok(Run { writer: BufWriter::with_capacity(BUFFER, file), last: None })
    }

    /// Adds a file.
    pub(crate) fn add(&mut self, run: Run) -> io::Result<()> {
        self.files.push((0, run.finish()?));
        while let Some(level) = self.full() {
            let full = self.files.split_off(self.files.len() - self.most);
            let mut run = self.begin()?;
            for entry in merge(full, Vec::new())? {
                run.push(&entry?)?;
            }
            self.files.push((level + 1, run.finish()?));
        }
        Ok(())
    }

    /// The level of the last files, if it is full.
    fn full(&self) -> Option<Level> {
        let &(level, _) = self.files.last()?;
        let same = self.files.iter().rev().take_while(|(other, _)| *other == level);
        (same.count() >= self.most).then_some(level)
    }

    /// All entries in the order of the boards, each board once, including `rest`, which is sorted.
    pub(crate) fn merge(self, rest: Vec<Entry>) -> io::Result<Merged> {
        merge(self.files, rest)
    }
}

fn merge(runs: Vec<(Level, File)>, rest: Vec<Entry>) -> io::Result<Merged> {
    let files = runs.into_iter().map(|(_, mut file)| {
        file.rewind()?;
        Ok(Source::File(BufReader::with_capacity(BUFFER, file)))
    });
    let mut heads = BinaryHeap::new();
    let sources: io::Result<Vec<_>> = files.collect();
    let rest = Source::Memory(rest.into_iter());
    for mut source in sources?.into_iter().chain([rest]) {
        if let Some(entry) = source.next()? {
            heads.push(Head { entry, source });
        }
    }
    Ok(Merged { heads })
}

/// A file being written.
pub(crate) struct Run {
    writer: BufWriter<File>,
    last: Option<BoardBytes>,
}

impl Run {
    /// Whether a board comes after all boards in the file.
    pub(crate) fn takes(&self, board: &[u8]) -> bool {
        self.last.as_ref().is_none_or(|last| last.as_slice() < board)
    }

    /// Appends an entry.
    pub(crate) fn push(&mut self, entry: &Entry) -> io::Result<()> {
        let Entry { board, known } = entry;
        debug_assert!(self.takes(board), "sorted");
        let writer = &mut self.writer;
        write_number(writer, board.len() as u64)?;
        writer.write_all(board)?;
        write_number(writer, known.ply.into())?;
        write_number(writer, known.moves.len() as u64)?;
        for &(bits, tally) in &known.moves {
            write_number(writer, bits.into())?;
            for count in tally.counts() {
                write_number(writer, count)?;
            }
        }
        self.last = Some(board.clone());
        Ok(())
    }

    fn finish(self) -> io::Result<File> {
        self.writer.into_inner().map_err(IntoInnerError::into_error)
    }
}

/// The entries of several sources, merged.
pub(crate) struct Merged {
    heads: BinaryHeap<Head>,
}

/// A source and its next entry.
struct Head {
    entry: Entry,
    source: Source,
}

enum Source {
    File(BufReader<File>),
    Memory(std::vec::IntoIter<Entry>),
}

impl Iterator for Merged {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let mut first = match self.take()? {
            Ok(entry) => entry,
            Err(error) => return Some(Err(error)),
        };
        while self.heads.peek().is_some_and(|head| head.entry.board == first.board) {
            match self.take()? {
                Ok(entry) => first.known.absorb(entry.known),
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(first))
    }
}

impl Merged {
    /// Takes the first entry of all; others may have the same board.
    fn take(&mut self) -> Option<io::Result<Entry>> {
        let mut head = self.heads.peek_mut()?;
        match head.source.next() {
            Ok(Some(next)) => Some(Ok(std::mem::replace(&mut head.entry, next))),
            Ok(None) => Some(Ok(PeekMut::pop(head).entry)),
            Err(error) => Some(Err(error)),
        }
    }
}

impl Source {
    fn next(&mut self) -> io::Result<Option<Entry>> {
        match self {
            Self::File(reader) => read(reader),
            Self::Memory(entries) => Ok(entries.next()),
        }
    }
}

/// The heap returns the greatest first, so the order is reversed: the first board is the greatest.
impl Ord for Head {
    fn cmp(&self, other: &Self) -> Ordering {
        other.entry.board.cmp(&self.entry.board)
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}

fn read(reader: &mut BufReader<File>) -> io::Result<Option<Entry>> {
    let damaged = || io::Error::from(ErrorKind::InvalidData);
    let Some(length) = read_number(reader)? else { return Ok(None) };
    let mut board = BoardBytes::from_elem(0, length as usize);
    reader.read_exact(&mut board)?;
    let mut number = || read_number(reader)?.ok_or_else(damaged);
    let mut known = Known::at(number()? as u32);
    for _ in 0..number()? {
        let bits = number()? as u16;
        let mut counts = [0; 6];
        for count in &mut counts {
            *count = number()?;
        }
        known.moves.push((bits, Tally::of_counts(counts)));
    }
    Ok(Some(Entry { board, known }))
}

fn write_number(writer: &mut impl Write, mut number: u64) -> io::Result<()> {
    let mut bytes: SmallVec<[u8; 10]> = SmallVec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    writer.write_all(&bytes)
}

/// A number; `None` at the end of the file.
fn read_number(reader: &mut BufReader<File>) -> io::Result<Option<u64>> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let mut byte = [0];
        match reader.read_exact(&mut byte) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof && shift == 0 => {
                return Ok(None);
            }
            result => result?,
        }
        number |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] < 0x80 {
            return Ok(Some(number));
        }
        shift += 7;
        if shift > 63 {
            return Err(ErrorKind::InvalidData.into());
        }
    }
}
