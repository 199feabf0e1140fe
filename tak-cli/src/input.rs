//! Reading files that may be anything: not there, cut off, gigabytes on one line.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use tak_encoding::PtnError;

use crate::failure::{Failure, printable};

/// The longest line that is read: far more than any position or game needs.
const LONGEST_LINE: usize = 1 << 20;

/// The first bytes that tell what a file is.
const HEAD: u64 = 1 << 16;

/// The largest file that is read as a whole.
const LARGEST_FILE: u64 = 1 << 30;

/// Where text comes from: a file, or standard input, which is written `-`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// The value of that option.
    Option(&'static str, String),
}

impl From<&Path> for Source {
    fn from(path: &Path) -> Self {
        if path == Path::new("-") {
            Self::Stdin
        } else {
            Self::File(path.to_owned())
        }
    }
}

impl Source {
    /// How error lines call it.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "standard input".to_owned(),
            Self::File(path) => printable(&path.to_string_lossy()),
            Self::Option(name, _) => (*name).to_owned(),
        }
    }

    /// The bytes.
    pub fn open(&self) -> Result<Box<dyn Read>, Failure> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin().lock())),
            Self::File(path) => {
                let file = File::open(path).map_err(|error| self.unreadable(&error))?;
                Ok(Box::new(file))
            }
            Self::Option(_, text) => Ok(Box::new(io::Cursor::new(text.clone()))),
        }
    }

    /// The lines, one after the other.
    pub fn lines(&self) -> Result<Lines, Failure> {
        Ok(Lines::new(self.clone(), self.open()?))
    }

    /// Opened, with its first bytes read already.
    pub fn peek(&self) -> Result<Peeked, Failure> {
        let (mut head, mut rest) = (Vec::new(), self.open()?);
        rest.by_ref()
            .take(HEAD)
            .read_to_end(&mut head)
            .map_err(|error| self.unreadable(&error))?;
        Ok(Peeked {
            source: self.clone(),
            head,
            rest,
        })
    }

    /// The number of bytes, where that is known before they are read: of a
    /// file, not of a pipe or device. Such a file can be opened again.
    pub fn length(&self) -> Option<u64> {
        let Self::File(path) = self else { return None };
        let known = fs::metadata(path).ok()?;
        known.is_file().then_some(known.len())
    }

    /// The whole text, without a byte order mark.
    pub fn read_to_string(&self) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        let mut reader = self.open()?.take(LARGEST_FILE + 1);
        reader
            .read_to_end(&mut bytes)
            .map_err(|error| self.unreadable(&error))?;
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(self.failure("expected at most 1 GiB; cut it into parts"));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let lines = &error.as_bytes()[..good];
            let number = lines.split(|&byte| byte == b'\n').count();
            self.failure_at(number as u64, "expected text in UTF-8")
        })?;
        Ok(match text.strip_prefix('\u{feff}') {
            Some(text) => text.to_owned(),
            None => text,
        })
    }

    /// A failure of the whole source.
    pub fn failure(&self, why: impl std::fmt::Display) -> Failure {
        Failure::Input(format!("{}: {why}", self.name()))
    }

    /// A failure of one line, 1 for the first.
    pub fn failure_at(&self, line: u64, why: impl std::fmt::Display) -> Failure {
        Failure::Input(format!("{}, line {line}: {why}", self.name()))
    }

    /// A failure in PTN, where a line may be long.
    pub fn failure_in_ptn(&self, error: &PtnError) -> Failure {
        let (line, column, why) = (error.line(), error.column(), error.problem());
        Failure::Input(format!(
            "{}, line {line}, column {column}: {why}",
            self.name()
        ))
    }

    fn unreadable(&self, error: &io::Error) -> Failure {
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
    /// The first bytes, all of them where the source is short.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// All lines, from the first one on.
    pub fn lines(self) -> Lines {
        let bytes = io::Cursor::new(self.head).chain(self.rest);
        Lines::new(self.source, Box::new(bytes))
    }
}

/// A line, or why it is none. Both are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line<'a> {
    /// Without its end, be it LF or CRLF, and without a byte order mark.
    Text(&'a str),
    /// What was expected instead, and the first MiB of what is there.
    Bad(&'static str, &'a [u8]),
}

/// The lines of a source. Memory is bounded however long a line is.
pub struct Lines {
    source: Source,
    reader: BufReader<Box<dyn Read>>,
    line: Vec<u8>,
    number: u64,
    bytes: u64,
}

impl Lines {
    fn new(source: Source, bytes: Box<dyn Read>) -> Self {
        Self {
            source,
            reader: BufReader::with_capacity(1 << 16, bytes),
            line: Vec::new(),
            number: 0,
            bytes: 0,
        }
    }

    /// Where the lines come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The next line, `None` at the end.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator cannot lend its lines"
    )]
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
        let ended = self.line.last() == Some(&b'\n');
        if !ended && read > LONGEST_LINE {
            self.skip_line()?;
            let why = "expected at most 1 MiB on one line";
            return Ok(Some(Line::Bad(why, &self.line)));
        }
        if let Some(found) = self.found_instead().filter(|_| self.number == 1) {
            let why = format_args!("expected text in UTF-8, found {found}");
            return Err(self.source.failure(why));
        }
        Ok(Some(self.text()))
    }

    /// Whether the next line may have to be waited for.
    pub fn must_wait(&self) -> bool {
        !self.reader.buffer().contains(&b'\n')
    }

    /// The number of the line that [`next`](Self::next) gave last, 1 for the first.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn text(&self) -> Line<'_> {
        let mut line = self.line.as_slice();
        line = line.strip_suffix(b"\n").unwrap_or(line);
        line = line.strip_suffix(b"\r").unwrap_or(line);
        // Not in the first line alone: files may have been put together.
        line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        std::str::from_utf8(line).map_or(Line::Bad("expected text in UTF-8", line), Line::Text)
    }

    /// What else people have at hand, by the bytes that it starts with.
    fn found_instead(&self) -> Option<&'static str> {
        match self.line[..] {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16; save it as UTF-8"),
            _ if self.line.starts_with(b"SQLite format 3\0") => {
                Some("an SQLite database; `book` reads one, by its name and not from a pipe")
            }
            _ => None,
        }
    }

    fn skip_line(&mut self) -> Result<(), Failure> {
        loop {
            let part = self
                .reader
                .fill_buf()
                .map_err(|error| self.source.unreadable(&error))?;
            let end = part.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(part.len(), |end| end + 1);
            self.reader.consume(length);
            self.bytes += length as u64;
            if end.is_some() || length == 0 {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn line_ends_and_marks_are_taken_off() {
        assert_eq!(lines(""), Vec::<String>::new());
        assert_eq!(lines("\n"), ["1 "]);
        assert_eq!(
            lines("\u{feff}a1\r\nb2\n\n\u{feff}c3"),
            ["1 a1", "2 b2", "3 ", "4 c3"]
        );
        assert_eq!(
            lines(b"a\n\xff\nb"),
            ["1 a", "2 bad: expected text in UTF-8", "3 b"]
        );
    }

    #[test]
    fn a_long_line_is_one_bad_line() {
        let most = "x".repeat(LONGEST_LINE);
        let start = format!("1 {}", &most[..38]);
        assert_eq!(lines(&most), [start.as_str()]);
        assert_eq!(
            lines(format!("{most}\r\nb")),
            [start.clone(), "2 b".to_owned()]
        );
        for over in [1, 2, 3, 1 << 20, 5 << 20] {
            let long = "x".repeat(LONGEST_LINE + over);
            let found = lines(format!("{long}\nb"));
            // A carriage return may take the place of one byte too many.
            if over > 1 {
                assert_eq!(found, ["1 bad: expected at most 1 MiB on one lin", "2 b"]);
            }
            assert_eq!(found.len(), 2, "{over}");
        }
    }
}
