//! Reads the openings of all inputs one by one, in every format.

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use tak_book::{Class, Classes, Form};
use tak_encoding::{BoardSize, GameResult, Notation, Opening};
use tak_games::entries::{Board, Entries};
use tak_games::game_files::{self, notation_of};
use tak_games::records::{SQLITE, is_database};
use tak_games::start::board_size;

use super::format::Format;
use crate::failure::Failure;
use crate::input::{Peeked, Source};
use crate::ledger::Ledger;
use crate::output::refuse_as_output;
use crate::progress::Progress;

mod reader;

use reader::Reader;

/// The arguments that select the inputs and how to read them.
#[derive(Args)]
pub(crate) struct Inputs {
    /// Move lists, TPS or PTN files, folders of PTN files, or playtak.com's archive in
    /// SQLite; `-` for standard input
    #[arg(value_name = "IN", required = true)]
    paths: Vec<PathBuf>,

    /// The size of the board, required for move lists; openings of another size are bad
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// Take only games with this opening: swap, no-swap or "double black stack"; move lists are
    /// read as having it
    #[arg(long, value_name = "OPENING")]
    opening: Option<Opening>,

    /// The format of the inputs, by default guessed from the name and first line of each
    #[arg(long, value_name = "FORMAT", value_enum)]
    from: Option<Format>,

    /// Take only the first N plies of each move list or game
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u16).range(1..))]
    plies: Option<u16>,
}

/// One opening and what is known about it.
pub(crate) struct Listed<'a> {
    /// The opening itself.
    pub(crate) form: Form<'a>,
    /// The text as written, without its count and its line end.
    pub(crate) text: &'a str,
    /// The format of the text.
    pub(crate) format: Format,
    /// Its count, 1 if none is written.
    pub(crate) count: u64,
    /// The class of the position that it reaches.
    pub(crate) class: Class,
    /// How its game ended, if known; used by `book keys`.
    pub(crate) result: Option<GameResult>,
}

/// Why an opening was not taken.
pub(crate) enum Trouble {
    /// It counts as a bad line.
    Bad(String),
    /// The same, with its line.
    BadAt(u64, String),
    /// The program ends with this failure.
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
pub(crate) type Taker<'a> = dyn FnMut(&Listed<'_>) -> Result<(), Trouble> + 'a;

/// The inputs whose first bytes could be read, and what is wrong with the others.
pub(crate) struct Books {
    all: Vec<BookFile>,
    unreadable: Vec<Failure>,
    size: Option<BoardSize>,
    opening: Option<Opening>,
    plies: Option<usize>,
}

struct BookFile {
    source: Source,
    /// The format; games of a database count as PTN.
    format: Format,
    bytes: Bytes,
}

/// The source of an input.
enum Bytes {
    /// Lines of text in a file that can be opened again.
    File(Notation),
    /// Lines of text that can be read only once.
    Opened(Peeked, Option<Notation>),
    Database,
}

impl BookFile {
    fn open(source: Source, format: Option<Format>) -> Result<Self, Failure> {
        if let (Source::File(path), None) = (&source, format)
            && is_database(path)
        {
            return Ok(Self { source, format: Format::Ptn, bytes: Bytes::Database });
        }
        let peeked = source.peek()?;
        if format.is_none() && source != Source::Stdin && peeked.head().starts_with(SQLITE) {
            return Ok(Self { source, format: Format::Ptn, bytes: Bytes::Database });
        }
        let notation = match format {
            Some(Format::Moves) => Notation::Moves,
            Some(Format::Tps) => Notation::Tps,
            Some(Format::Ptn) | None => notation_of(&source, peeked.head()),
        };
        let format = format.unwrap_or(Format::of(notation));
        let told = match notation {
            // Links tell themselves, line by line.
            Notation::Link => None,
            _ if format == Format::Ptn => Some(Notation::Ptn),
            notation => Some(notation),
        };
        let bytes = match (told, source.length()) {
            (Some(notation), Some(_)) => Bytes::File(notation),
            _ => Bytes::Opened(peeked, told),
        };
        Ok(Self { source, format, bytes })
    }
}

impl Inputs {
    /// Reads the first bytes of every input. Fails if the output is one of them, or if none of them
    /// can be read.
    pub(crate) fn open(&self, output: &Path) -> Result<Books, Failure> {
        let plies = self.plies.map(usize::from);
        let books = Books::open(files(&self.paths, output)?, self.from, self.size, plies)?;
        Ok(books.by_opening(self.opening))
    }
}

/// The files that the paths name, and the PTN files in folders that they name. Fails if the output
/// is one of them.
pub(crate) fn files(
    paths: &[PathBuf],
    output: &Path,
) -> Result<Vec<Result<Source, Failure>>, Failure> {
    let sources = game_files::sources(paths, &["ptn"]);
    let paths = sources.iter().filter_map(|source| match source {
        Ok(Source::File(path) | Source::Member(path, _)) => Some(path.clone()),
        _ => None,
    });
    refuse_as_output(&paths.collect::<Vec<_>>(), output)?;
    Ok(sources)
}

impl Books {
    /// Reads the first bytes of every input. Fails if none of them can be read.
    pub(crate) fn open(
        sources: Vec<Result<Source, Failure>>,
        format: Option<Format>,
        size: Option<BoardSize>,
        plies: Option<usize>,
    ) -> Result<Self, Failure> {
        let is_stdin = |source: &&Result<Source, Failure>| matches!(source, Ok(Source::Stdin));
        if sources.iter().filter(is_stdin).count() > 1 {
            let why = "standard input: expected `-` only once";
            return Err(Failure::Input(why.to_owned()));
        }
        let (mut all, mut unreadable) = (Vec::new(), Vec::new());
        for source in sources {
            match source.and_then(|source| BookFile::open(source, format)) {
                Ok(book) => all.push(book),
                Err(failure) => unreadable.push(failure),
            }
        }
        if all.is_empty() && !unreadable.is_empty() {
            return Err(unreadable.swap_remove(0));
        }
        Ok(Self { all, unreadable, size, opening: None, plies })
    }

    /// The same inputs, skipping games with another opening.
    pub(crate) fn by_opening(self, opening: Option<Opening>) -> Self {
        Self { opening, ..self }
    }

    /// The common format of all inputs, if there is one.
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

    /// Reads all inputs. What cannot be read is reported.
    pub(crate) fn read(self, ledger: &mut Ledger, take: &mut Taker<'_>) -> Result<(), Failure> {
        if let (Some(source), Some(_)) = (self.find(Format::Tps), self.plies) {
            let why = "a TPS has no moves to count: expected no --plies, or other inputs";
            return Err(source.failure(why));
        }
        let lengths = self.all.iter().map(|book| book.source.length());
        let progress = Progress::bytes(lengths.sum());
        let mut reader = Reader {
            board: Board { size: self.size, opening: self.opening },
            classes: Classes::new(self.size.unwrap_or(BoardSize::Six)),
            plies: self.plies,
            take,
            progress,
            before: 0,
        };
        for failure in self.unreadable {
            ledger.go_on_after(Err(failure))?;
        }
        for BookFile { source, bytes, .. } in self.all {
            if !matches!(bytes, Bytes::Database) {
                ledger.start(&source);
            }
            let read = match bytes {
                Bytes::File(notation) => source.lines().and_then(|lines| {
                    let entries = Entries::new(lines, Some(notation));
                    reader.read_text(&source, entries, ledger)
                }),
                Bytes::Opened(peeked, notation) => {
                    let entries = Entries::new(peeked.lines(), notation);
                    reader.read_text(&source, entries, ledger)
                }
                Bytes::Database => reader.read_database(&source, ledger),
            };
            ledger.go_on_after(read)?;
        }
        Ok(())
    }
}
