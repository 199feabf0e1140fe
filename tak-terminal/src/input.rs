//! Reads files that may be anything: missing, truncated, compressed, gigabytes on one line.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::compressed::{self, Member, unpacked};
use crate::failure::{Failure, printable};

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// How many of the first bytes tell a text from other files.
const TELLING: usize = 8000;

/// How many of the first bytes [`Source::peek`] reads.
const HEAD: u64 = 1 << 16;

/// The largest file that is read as a whole, in bytes.
const LARGEST_FILE: u64 = 1 << 30;

/// Where text comes from: a file, standard input (written `-`), or an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A file in a zip.
    Member(PathBuf, Member),
    /// An argument: its name, and its text.
    Argument(&'static str, String),
}

impl From<&Path> for Source {
    fn from(path: &Path) -> Self {
        if path == Path::new("-") { Self::Stdin } else { Self::File(path.to_owned()) }
    }
}

impl Source {
    /// What error messages call it: on one line, and not long.
    pub fn name(&self) -> String {
        match self {
            Self::Argument(name, _) => (*name).to_owned(),
            _ => printable(&self.whole_name()),
        }
    }

    /// Its name as it is, for programs.
    pub fn whole_name(&self) -> String {
        match self {
            Self::Stdin => "standard input".to_owned(),
            Self::File(path) => path.to_string_lossy().into_owned(),
            Self::Member(zip, member) => format!("{}/{}", zip.display(), member.name()),
            Self::Argument(name, _) => (*name).to_owned(),
        }
    }

    /// The bytes, decompressed if they are gzip or zstd.
    pub fn open(&self) -> Result<Box<dyn Read>, Failure> {
        let unreadable = |error: io::Error| self.unreadable(&error);
        match self {
            Self::Stdin => unpacked(io::stdin().lock()).map_err(unreadable),
            Self::File(path) => File::open(path).and_then(unpacked).map_err(unreadable),
            Self::Member(zip, member) => member.open(zip).and_then(unpacked).map_err(unreadable),
            Self::Argument(_, text) => Ok(Box::new(io::Cursor::new(text.clone()))),
        }
    }

    /// The lines, one by one.
    pub fn lines(&self) -> Result<Lines, Failure> {
        Ok(Lines::new(self.clone(), self.open()?))
    }

    /// Opens it and reads its first bytes.
    pub fn peek(&self) -> Result<Peeked, Failure> {
        let (mut head, mut rest) = (Vec::new(), self.open()?);
        rest.by_ref().take(HEAD).read_to_end(&mut head).map_err(|error| self.unreadable(&error))?;
        Ok(Peeked { source: self.clone(), head, rest })
    }

    /// The number of bytes if it is known before they are read: for a plain file, which can also be
    /// opened again, but not for a pipe, a device or a compressed file.
    pub fn length(&self) -> Option<u64> {
        let Self::File(path) = self else { return None };
        let known = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        (!compressed::is_compressed(path).ok()?).then_some(known.len())
    }

    /// All bytes.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failure> {
        self.read_all(self.open()?)
    }

    fn read_all(&self, reader: impl Read) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let mut reader = reader.take(LARGEST_FILE + 1);
        reader.read_to_end(&mut bytes).map_err(|error| self.unreadable(&error))?;
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(self.failure("expected at most 1 GiB; cut it into parts"));
        }
        Ok(bytes)
    }

    /// A failure of the whole source.
    pub fn failure(&self, why: impl fmt::Display) -> Failure {
        Failure::Input(format!("{}: {why}", self.name()))
    }

    /// A failure on one line, counted from 1.
    pub fn failure_at(&self, line: u64, why: impl fmt::Display) -> Failure {
        Failure::Input(format!("{}, line {line}: {why}", self.name()))
    }

    /// A failure at a line and column, for text whose lines may be long.
    pub fn failure_at_column(&self, line: usize, column: usize, why: impl fmt::Display) -> Failure {
        Failure::Input(format!("{}, line {line}, column {column}: {why}", self.name()))
    }

    pub(crate) fn unreadable(&self, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::IsADirectory {
            return self.failure("expected a file, found a folder");
        }
        self.failure(format_args!("cannot be read: {error}"))
    }
}

/// A source whose first bytes are known.
pub struct Peeked {
    source: Source,
    head: Vec<u8>,
    rest: Box<dyn Read>,
}

impl Peeked {
    /// A source whose bytes are all known.
    pub(crate) fn whole(source: Source, bytes: Vec<u8>) -> Self {
        Self { source, head: bytes, rest: Box::new(io::empty()) }
    }

    /// The first bytes; all of them if the source is short.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// All bytes, from the first one on.
    pub fn bytes(self) -> impl Read {
        io::Cursor::new(self.head).chain(self.rest)
    }

    /// The same, read as a whole, and their source.
    pub(crate) fn read(self) -> Result<(Source, Vec<u8>), Failure> {
        let bytes = self.source.read_all(io::Cursor::new(self.head).chain(self.rest))?;
        Ok((self.source, bytes))
    }

    /// All lines, from the first one on.
    pub fn lines(self) -> Lines {
        let bytes = io::Cursor::new(self.head).chain(self.rest);
        Lines::new(self.source, Box::new(bytes))
    }
}

/// A line, or what is wrong with it. Either counts as a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line<'a> {
    /// The text without its line end, LF or CRLF, and without a byte order mark.
    Text(&'a str),
    /// What was expected, and the first MiB of what was found instead.
    Bad(&'static str, &'a [u8]),
}

/// The lines of a source. Memory use is bounded, however long a line is.
pub struct Lines {
    source: Source,
    reader: BufReader<Box<dyn Read>>,
    line: Vec<u8>,
    number: u64,
    bytes: u64,
    /// Whether a first line in another format, such as UTF-16, is a failure.
    is_file: bool,
}

impl Lines {
    /// Standard input as a conversation with a person or a program: whatever the first line holds,
    /// good lines may follow.
    pub fn typed() -> Self {
        let stdin = Box::new(io::stdin().lock());
        Self { is_file: false, ..Self::new(Source::Stdin, stdin) }
    }

    fn new(source: Source, bytes: Box<dyn Read>) -> Self {
        Self {
            source,
            reader: BufReader::with_capacity(1 << 16, bytes),
            line: Vec::new(),
            number: 0,
            bytes: 0,
            is_file: true,
        }
    }

    /// Where the lines come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The next line, `None` at the end.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend its lines")]
    pub fn next(&mut self) -> Result<Option<Line<'_>>, Failure> {
        self.line.clear();
        let read = (&mut self.reader)
            .take(LONGEST_LINE as u64 + 2)
            .read_until(b'\n', &mut self.line)
            .map_err(|error| self.source.unreadable(&error))?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.bytes += read as u64;
        if self.is_file && self.number == 1 {
            self.expect_text()?;
        }
        let ended = self.line.last() == Some(&b'\n');
        if !ended && read > LONGEST_LINE {
            self.skip_line()?;
            return Ok(Some(Line::Bad("expected at most 1 MiB on one line", &self.line)));
        }
        Ok(Some(self.text()))
    }

    /// Fails if the first line, and what is known of the next ones, is not text.
    fn expect_text(&self) -> Result<(), Failure> {
        let head = [&self.line, self.reader.buffer()].concat();
        match found_instead(&head) {
            Some(found) => {
                Err(self.source.failure(format_args!("expected text in UTF-8, found {found}")))
            }
            None => Ok(()),
        }
    }

    /// Whether reading the next line might block.
    pub fn must_wait(&self) -> bool {
        !self.reader.buffer().contains(&b'\n')
    }

    /// The number of the line that [`next`](Self::next) returned last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn text(&self) -> Line<'_> {
        // Patterns, because calls are not inlined where a crate is built for size.
        let ([line @ .., b'\n'] | line) = self.line.as_slice();
        let ([line @ .., b'\r'] | line) = line;
        // The mark of the byte order, not only on the first line: files may have been concatenated.
        let ([0xef, 0xbb, 0xbf, line @ ..] | line) = line;
        std::str::from_utf8(line).map_or(Line::Bad("expected text in UTF-8", line), Line::Text)
    }

    fn skip_line(&mut self) -> Result<(), Failure> {
        let skipped = self.reader.skip_until(b'\n');
        self.bytes += skipped.map_err(|error| self.source.unreadable(&error))? as u64;
        Ok(())
    }
}

/// What a file holds instead of text, judged by its first bytes, or by all of them.
pub(crate) fn found_instead(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16; save it as UTF-8"),
        _ if bytes.starts_with(b"SQLite format 3\0") => Some("an SQLite database"),
        _ => {
            let has_zeros = bytes.iter().take(TELLING).any(|&byte| byte == 0);
            let is_no_text =
                || str::from_utf8(bytes).is_err_and(|error| error.error_len().is_some());
            (has_zeros && is_no_text()).then_some("other data")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that a signal interrupts before each of its reads.
    struct Interrupted<R> {
        bytes: R,
        is_due: bool,
    }

    impl<R: Read> Read for Interrupted<R> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.is_due = !self.is_due;
            if self.is_due {
                return Err(io::ErrorKind::Interrupted.into());
            }
            self.bytes.read(bytes)
        }
    }

    #[test]
    fn lines_go_on_after_a_signal() {
        let text = format!("a1\n{}\nf6", "x".repeat(3 * LONGEST_LINE));
        let length = text.len() as u64;
        let bytes = Interrupted { bytes: io::Cursor::new(text), is_due: false };
        let mut lines = Lines::new(Source::Stdin, Box::new(bytes));
        assert_eq!(lines.next().unwrap(), Some(Line::Text("a1")));
        assert!(matches!(lines.next(), Ok(Some(Line::Bad(..)))));
        assert_eq!(lines.next().unwrap(), Some(Line::Text("f6")));
        assert_eq!(lines.next().unwrap(), None);
        assert_eq!((lines.number(), lines.bytes()), (3, length));
    }

    fn lines(text: impl AsRef<[u8]>) -> Vec<String> {
        let bytes = io::Cursor::new(text.as_ref().to_vec());
        let mut lines = Lines::new(Source::Stdin, Box::new(bytes));
        let mut found = Vec::new();
        while let Ok(Some(line)) = lines.next() {
            let line = match line {
                Line::Text(text) => text.to_owned(),
                Line::Bad(why, _) => format!("bad: {why}"),
            };
            found.push(format!("{} {line}", lines.number()));
        }
        assert_eq!(lines.bytes(), text.as_ref().len() as u64);
        for line in &mut found {
            line.truncate(40);
        }
        found
    }

    #[test]
    fn line_ends_and_byte_order_marks_are_stripped() {
        assert_eq!(lines(""), Vec::<String>::new());
        assert_eq!(lines("\n"), ["1 "]);
        assert_eq!(lines("\u{feff}a1\r\nb2\n\n\u{feff}c3"), ["1 a1", "2 b2", "3 ", "4 c3"]);
        assert_eq!(lines(b"a\n\xff\nb"), ["1 a", "2 bad: expected text in UTF-8", "3 b"]);
    }

    #[test]
    fn a_long_line_is_one_bad_line() {
        let most = "x".repeat(LONGEST_LINE);
        let start = format!("1 {}", &most[..38]);
        assert_eq!(lines(&most), [start.as_str()]);
        assert_eq!(lines(format!("{most}\r\nb")), [start.clone(), "2 b".to_owned()]);
        for over in [1, 2, 3, 1 << 20, 5 << 20] {
            let long = "x".repeat(LONGEST_LINE + over);
            let found = lines(format!("{long}\nb"));
            // One spare byte leaves room for a carriage return.
            if over > 1 {
                assert_eq!(found, ["1 bad: expected at most 1 MiB on one lin", "2 b"]);
            }
            assert_eq!(found.len(), 2, "{over}");
        }
    }
}
