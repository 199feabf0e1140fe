//! Reads files that may be anything: missing, truncated, compressed, gigabytes on one line.
//! [`files`] also finds them in folders.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::compressed::{self, Member, unpacked};
use crate::failure::{Failure, printable};

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;

/// How many of the first bytes [`Source::peek`] reads.
const HEAD: u64 = 1 << 16;

/// The largest file that is read as a whole, in bytes.
const LARGEST_FILE: u64 = 1 << 30;

/// The files that the paths stand for, in order: a file and `-` stand for themselves, a folder for
/// all files in and below it that have one of the extensions, alone or followed by `.gz` or `.zst`,
/// sorted by name. A zip counts as a folder; if it holds a single file, that file is taken whatever
/// its name. A folder, zip or link that cannot be followed is a failure among the files.
pub fn files(paths: &[PathBuf], extensions: &[&str]) -> Vec<Result<Source, Failure>> {
    let found = paths.iter().flat_map(|path| {
        if path.is_dir() {
            files_below(path, extensions)
        } else if compressed::is_zip(path) {
            members(path, extensions)
        } else {
            vec![Ok(Source::from(path.as_path()))]
        }
    });
    found.collect()
}

/// The files in a zip.
fn members(zip: &Path, extensions: &[&str]) -> Vec<Result<Source, Failure>> {
    let source = Source::File(zip.to_owned());
    let all = match Member::all(zip) {
        Ok(all) => all,
        Err(error) => return vec![Err(source.unreadable(&error))],
    };
    let is_alone = all.len() == 1;
    let wanted = all
        .into_iter()
        .filter(|member| is_alone || has_extension(Path::new(member.name()), extensions));
    let found: Vec<_> = wanted.map(|member| Ok(Source::Member(zip.to_owned(), member))).collect();
    if found.is_empty() {
        let why = format!("the zip holds no file that ends in .{}", extensions.join(", ."));
        return vec![Err(source.failure(why))];
    }
    found
}

fn files_below(folder: &Path, extensions: &[&str]) -> Vec<Result<Source, Failure>> {
    let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    let found = walk.into_iter().filter_map(|entry| match entry {
        Ok(entry) => {
            let wanted = !entry.file_type().is_dir() && has_extension(entry.path(), extensions);
            wanted.then(|| Ok(Source::File(entry.into_path())))
        }
        Err(error) => {
            let path = error.path().unwrap_or(folder);
            // A dangling link matters only if it would have been read.
            let matters = !path.is_symlink() || has_extension(path, extensions);
            let source = Source::File(path.to_owned());
            let why = error.io_error().map_or_else(
                || "it leads back to a folder above it".to_owned(),
                |error| format!("cannot be read: {error}"),
            );
            matters.then(|| Err(source.failure(why)))
        }
    });
    let found: Vec<_> = found.collect();
    if found.is_empty() {
        let why = format!("the folder holds no file that ends in .{}", extensions.join(", ."));
        return vec![Err(Source::File(folder.to_owned()).failure(why))];
    }
    found
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let is = |path: &Path, wanted: &str| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
    };
    let is_compressed = compressed::EXTENSIONS.iter().any(|extension| is(path, extension));
    let stem = is_compressed.then(|| path.with_extension(""));
    let path = stem.as_deref().unwrap_or(path);
    extensions.iter().any(|wanted| is(path, wanted))
}

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

    fn unreadable(&self, error: &io::Error) -> Failure {
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
        let ended = self.line.last() == Some(&b'\n');
        if !ended && read > LONGEST_LINE {
            self.skip_line()?;
            return Ok(Some(Line::Bad("expected at most 1 MiB on one line", &self.line)));
        }
        let first_of_file = self.is_file && self.number == 1;
        if let Some(found) = found_instead(&self.line).filter(|_| first_of_file) {
            let why = format_args!("expected text in UTF-8, found {found}");
            return Err(self.source.failure(why));
        }
        Ok(Some(self.text()))
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
        let mut line = self.line.as_slice();
        line = line.strip_suffix(b"\n").unwrap_or(line);
        line = line.strip_suffix(b"\r").unwrap_or(line);
        // Not only on the first line: files may have been concatenated.
        line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        std::str::from_utf8(line).map_or(Line::Bad("expected text in UTF-8", line), Line::Text)
    }

    fn skip_line(&mut self) -> Result<(), Failure> {
        let skipped = self.reader.skip_until(b'\n');
        self.bytes += skipped.map_err(|error| self.source.unreadable(&error))? as u64;
        Ok(())
    }
}

/// What a file holds instead of text, judged by its first bytes.
pub(crate) fn found_instead(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16; save it as UTF-8"),
        _ if bytes.starts_with(b"SQLite format 3\0") => Some("an SQLite database"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Text;

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

    #[test]
    fn folders_are_searched_and_gzip_is_unpacked() {
        use std::io::Write;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("below")).unwrap();
        for name in ["b.PTN", "a.ptn", "below/c.ptn", "notes.md"] {
            fs::write(path(name), name).unwrap();
        }
        let file = File::create(path("d.ptn.gz")).unwrap();
        let mut packer = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        packer.write_all(b"d.ptn.gz").unwrap();
        packer.finish().unwrap();
        let texts = |paths: &[PathBuf]| -> Vec<String> {
            let found = files(paths, &["ptn"]).into_iter();
            let told = |file: Result<Source, Failure>| {
                let text = file.and_then(|file| Text::read(&file));
                text.map_or_else(|failure| failure.to_string(), |text| text.as_str().to_owned())
            };
            found.map(told).collect()
        };
        let all = [folder.path().to_owned(), path("notes.md")];
        let expected = ["a.ptn", "b.PTN", "below/c.ptn", "d.ptn.gz", "notes.md"];
        assert_eq!(texts(&all), expected);
        assert_eq!(Source::File(path("d.ptn.gz")).length(), None);

        fs::write(path("below/c.ptn"), b"\xff\xfe1\0").unwrap();
        let found = texts(&[path("below"), path("none.ptn")]);
        assert!(found[0].ends_with("found UTF-16; save it as UTF-8"));
        assert!(found[1].contains("none.ptn: cannot be read: "));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", path("below/c.d.ptn")).unwrap();
            let found = texts(&[path("below")]);
            assert!(found[0].contains("c.d.ptn: cannot be read: "), "{found:?}");
        }
        let empty = tempfile::tempdir().unwrap();
        let found = texts(&[empty.path().to_owned()]);
        assert!(found[0].ends_with("holds no file that ends in .ptn"));
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
