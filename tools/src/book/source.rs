//! The openings of all inputs, one after the other, in every format.

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use tak_encoding::{BoardSize, GameResult};

use super::archive::Archive;
use super::format::Format;
use super::opening::{Class, Form};
use super::report::Report;
use crate::failure::Failure;
use crate::input::{Peeked, Source};
use crate::output::refuse_as_output;
use crate::progress::Progress;
use crate::start::board_size;

mod reader;

use reader::Reader;

/// The arguments that say which books are read, and how.
#[derive(Args)]
pub(crate) struct Inputs {
    /// Books to read: move lists, TPS, PTN, or the SQLite file of playtak.com's
    /// archive; `-` for standard input
    #[arg(value_name = "IN", required = true)]
    paths: Vec<PathBuf>,

    /// The size of the board: needed for move lists; others are bad lines
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// How the inputs are written; else each one's first line tells
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,

    /// Take the first N plies of each move list or game as its opening
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u16).range(1..))]
    plies: Option<u16>,
}

/// One opening and what is known about it.
pub(crate) struct Opening<'a> {
    /// What it says.
    pub(crate) form: Form<'a>,
    /// As it is written, without its count and its line end.
    pub(crate) text: &'a str,
    /// How it is written.
    pub(crate) format: Format,
    /// How often it came, by its own account.
    pub(crate) count: u64,
    /// What it reaches.
    pub(crate) class: Class,
    /// How its game ended, if it tells.
    pub(crate) result: Option<GameResult>,
}

/// Why an opening is not taken.
pub(crate) enum Trouble {
    /// It is counted as a bad line.
    Bad(String),
    /// Nothing more can be done.
    Fatal(Failure),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Fatal(failure)
    }
}

impl From<String> for Trouble {
    fn from(reason: String) -> Self {
        Self::Bad(reason)
    }
}

/// Takes the openings.
pub(crate) type Taker<'a> = dyn FnMut(&Opening<'_>) -> Result<(), Trouble> + 'a;

/// The inputs, each known to be there.
pub(crate) struct Books {
    all: Vec<Book>,
    size: Option<BoardSize>,
    plies: Option<usize>,
}

struct Book {
    source: Source,
    /// Games of an archive count as PTN.
    format: Format,
    bytes: Bytes,
}

/// Where the bytes of a book come from.
enum Bytes {
    /// They are lines of text, in a file that can be opened again.
    File,
    /// They are lines of text, and a second time there would be none.
    Opened(Peeked),
    /// They are a database.
    Archive(PathBuf),
}

impl Book {
    fn open(path: &Path, format: Option<Format>) -> Result<Self, Failure> {
        let source = Source::from(path);
        let peeked = source.peek()?;
        let is_archive = format.is_none() && source.length().is_some() && Archive::is_one(path);
        let (format, bytes) = if is_archive {
            (Format::Ptn, Bytes::Archive(path.to_owned()))
        } else {
            let format = format.unwrap_or_else(|| Format::guess(peeked.head()));
            match source.length() {
                Some(_) => (format, Bytes::File),
                None => (format, Bytes::Opened(peeked)),
            }
        };
        Ok(Self {
            source,
            format,
            bytes,
        })
    }
}

impl Inputs {
    /// Looks at the start of every input.
    pub(crate) fn open(&self) -> Result<Books, Failure> {
        let plies = self.plies.map(usize::from);
        Books::open(&self.paths, self.format, self.size, plies)
    }

    /// Refuses an output that is also an input.
    pub(crate) fn refuse_as_output(&self, output: &Path) -> Result<(), Failure> {
        refuse_as_output(&self.paths, output)
    }
}

impl Books {
    /// Looks at the start of every input.
    pub(crate) fn open(
        paths: &[PathBuf],
        format: Option<Format>,
        size: Option<BoardSize>,
        plies: Option<usize>,
    ) -> Result<Self, Failure> {
        let stdin = paths
            .iter()
            .filter(|path| Source::from(path.as_path()) == Source::Stdin);
        if stdin.count() > 1 {
            let why = "standard input: expected `-` once, it can be read only once";
            return Err(Failure::Input(why.to_owned()));
        }
        let books = paths.iter().map(|path| Book::open(path, format));
        Ok(Self {
            all: books.collect::<Result<_, Failure>>()?,
            size,
            plies,
        })
    }

    /// The same inputs, whose boards have that size.
    pub(crate) fn of_size(self, size: Option<BoardSize>) -> Self {
        Self { size, ..self }
    }

    /// The one format of all inputs, if it is one.
    pub(crate) fn format(&self) -> Option<Format> {
        let first = self.all.first()?.format;
        let all = self.all.iter().all(|book| book.format == first);
        all.then_some(first)
    }

    /// The first input of a format.
    pub(crate) fn find(&self, format: Format) -> Option<&Source> {
        let book = self.all.iter().find(|book| book.format == format);
        book.map(|book| &book.source)
    }

    /// Reads everything; what is not understood goes to the report.
    pub(crate) fn read(self, report: &mut Report, take: &mut Taker<'_>) -> Result<(), Failure> {
        if let (Some(source), Some(_)) = (self.find(Format::Tps), self.plies) {
            let why = "a TPS has no moves to count: expected no --plies, or other inputs";
            return Err(source.failure(why));
        }
        let lengths = self.all.iter().map(|book| book.source.length());
        let progress = Progress::bytes(lengths.sum());
        let mut reader = Reader {
            size: self.size,
            likely_size: self.size.unwrap_or(BoardSize::Six),
            plies: self.plies,
            report,
            take,
            progress,
            before: 0,
        };
        for book in self.all {
            reader.report.start(&book.source);
            match book.bytes {
                Bytes::File => reader.read(book.source.lines()?, book.format)?,
                Bytes::Opened(peeked) => reader.read(peeked.lines(), book.format)?,
                Bytes::Archive(path) => reader.read_archive(&book.source, &path)?,
            }
        }
        Ok(())
    }
}
