//! An external merge sort of the positions of a book.
//!
//! A large book has more positions than fit in memory. They are written to temporary files (runs),
//! each sorted by board, and finally all files are merged. So each position comes up once, with all
//! its moves, and a book of any size is written in order from its first row to its last.
//!
//! An entry of a file consists of the length of the board, its bytes, the ply, the number of moves,
//! and for each move its bits and its counts. Numbers are stored as in LEB128: seven bits a byte,
//! lowest first, with the eighth bit set on all bytes but the last.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, IntoInnerError, Read, Seek, Write};
use std::path::{Path, PathBuf};

use smallvec::SmallVec;

use crate::tally::Tally;

/// The most files of one level that are kept open and merged at once.
const MOST_RUNS: usize = 64;

/// The size of the buffers for reading and writing, in bytes.
const BUFFER: usize = 1 << 16;

/// The bytes of a packed board.
pub(crate) type BoardBytes = SmallVec<[u8; 24]>;

/// A position and what was played there.
pub(crate) struct Entry {
    pub(crate) board: BoardBytes,
    pub(crate) known: Known,
}

/// What is known about a position.
#[derive(Default)]
pub(crate) struct Known {
    /// The earliest ply at which it occurred.
    pub(crate) ply: u32,
    /// The bits of each move, in the book's orientation, and its counts.
    pub(crate) moves: SmallVec<[(u16, Tally); 1]>,
}

impl Known {
    /// A position that occurred at this ply, without moves.
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
    /// The folder of the files, which have no names and disappear when they are closed, even if the
    /// program is killed.
    folder: PathBuf,
    files: Vec<(Level, File)>,
    most: usize,
}

/// How often the entries of a file have been merged. The files of a full level become one file of
/// the next level.
type Level = u32;

impl Runs {
    /// Starts without files. They will be created in the folder of this path.
    pub(crate) fn beside(path: &Path) -> Self {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        Self { folder, files: Vec::new(), most: MOST_RUNS }
    }

    /// Sets how many files are merged at once.
    #[cfg(test)]
    pub(crate) fn of(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Creates a file, to be passed to [`add`](Self::add) once it is written.
    pub(crate) fn begin(&self) -> io::Result<Run> {
        let file = tempfile::tempfile_in(&self.folder)?;
        Ok(Run { writer: BufWriter::with_capacity(BUFFER, file), last: None })
    }

    /// Adds a file, and merges the files of every level that is full.
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

    /// All entries in the order of their boards, each board once, including those of `rest`, which
    /// must be sorted.
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
    /// Whether a board sorts after all boards in the file.
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
    /// Takes the first entry of all sources. More entries may have the same board.
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

/// The order is reversed, because a [`BinaryHeap`] returns the greatest element first.
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
