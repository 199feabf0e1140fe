//! The games of a file, one by one, however long the file is.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use tak_encoding::ptn::{GameText, Splitter};
use tak_encoding::{AnyGame, Notation, PtnError};
use tak_terminal::failure::Failure;
use tak_terminal::folders::files;
use tak_terminal::input::{Line, Lines, Source};
use tak_terminal::remark;

/// The extensions of games and positions in folders.
pub const EXTENSIONS: [&str; 2] = ["ptn", "tps"];

/// The sources that arguments name: files, `-`, links to ptn.ninja, and the files in
/// folders that have one of these extensions.
pub fn sources(arguments: &[PathBuf], extensions: &[&str]) -> Vec<Result<Source, Failure>> {
    let sources = arguments.iter().flat_map(|argument| match link(argument) {
        Some(link) => vec![Ok(link)],
        None => files(std::slice::from_ref(argument), extensions),
    });
    sources.collect()
}

/// The one source of games that an argument names: a file, `-` or a link.
pub fn source(argument: &Path) -> Source {
    link(argument).unwrap_or_else(|| Source::from(argument))
}

/// An argument that is a link, and not the name of a file.
fn link(argument: &Path) -> Option<Source> {
    let text = argument.to_str()?;
    let is_link =
        Notation::of(text) == Notation::Link && text.contains("ptn.ninja/") && !argument.exists();
    is_link.then(|| Source::Argument("link", text.to_owned()))
}

/// The notation of a source, told by its first bytes. In a file that is called `.ptn` all but
/// links is PTN.
pub fn notation_of(source: &Source, head: &[u8]) -> Notation {
    match Notation::of(head) {
        Notation::Link => Notation::Link,
        _ if is_ptn(source) => Notation::Ptn,
        notation => notation,
    }
}

/// Whether the name of a source ends in `.ptn`, `.ptn.gz` or `.ptn.zst`.
fn is_ptn(source: &Source) -> bool {
    let path = match source {
        Source::File(path) => path,
        Source::Member(_, member) => Path::new(member.name()),
        Source::Stdin | Source::Argument(..) => return false,
    };
    let has = |path: &Path, wanted: &str| {
        let extension = path.extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
    };
    let is_packed = has(path, "gz") || has(path, "zst");
    has(path, "ptn") || is_packed && has(&path.with_extension(""), "ptn")
}

/// Says what had to be guessed about a game, once.
pub fn tell_guess(game: &AnyGame) {
    game.remark().into_iter().for_each(remark::once);
}

/// What is wrong with a game, and where in the source.
pub fn ptn_failure(source: &Source, error: &PtnError) -> Failure {
    source.failure_at_column(error.line(), error.column(), error.problem())
}

/// The most bytes of one game, so that a file without any game cannot fill the memory.
const LONGEST_GAME: usize = 16 << 20;

/// A PTN file that is read line by line. An unreadable line spoils the game that it is in, and no
/// other.
pub struct GameFile {
    lines: Lines,
    read: Read,
}

/// The number of an unreadable line, and what is wrong with it.
pub type BadLine = (usize, &'static str);

impl GameFile {
    /// All games.
    pub fn new(lines: Lines) -> Self {
        let read = Read::default();
        Self { lines, read }
    }

    /// The games from this line on, which was the last one read.
    pub fn starting_with(line: &str, lines: Lines) -> Self {
        let mut games = Self::new(lines);
        games.read.push(games.lines.number(), Line::Text(line));
        games
    }

    /// The next game, `None` at the end.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend its games")]
    pub fn next(&mut self) -> Result<Option<Result<GameText<'_>, BadLine>>, Failure> {
        self.read.skip(self.read.given);
        loop {
            if let Some(start) = self.read.starts.next() {
                return Ok(Some(self.read.give(start)));
            }
            let number = self.lines.number() + 1;
            match self.lines.next()? {
                Some(line) => self.read.push(number, line),
                None => return Ok(self.read.finish()),
            }
        }
    }

    /// The lines that the games are read from.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }
}

/// The part of a file that has been read and is still needed.
#[derive(Default)]
struct Read {
    splitter: Splitter,
    text: String,
    /// How much of the text is the game that was returned last.
    given: usize,
    /// How many bytes and lines came before the text.
    offset: usize,
    line: usize,
    column: usize,
    /// Where games begin, counted like the offset.
    starts: std::vec::IntoIter<usize>,
    bad: Vec<(usize, BadLine)>,
}

impl Read {
    fn push(&mut self, number: u64, line: Line<'_>) {
        let (line, why) = match line {
            Line::Text(text) => (Cow::Borrowed(text), None),
            Line::Bad(why, start) => (String::from_utf8_lossy(start), Some(why)),
        };
        let number = number as usize;
        if self.text.is_empty() {
            if line.trim().is_empty() && why.is_none() {
                return;
            }
            (self.line, self.column) = (number, 1);
        } else if self.text.len() + line.len() > LONGEST_GAME {
            let why = "expected at most 16 MiB for one game";
            self.bad.push((self.offset, (self.line, why)));
            self.skip(self.text.len());
        }
        let at = self.text.len();
        self.text.push_str(&line);
        self.text.push('\n');
        let starts = match why {
            None => self.splitter.push(&self.text[at..]),
            Some(why) => {
                self.bad.push((self.offset + at, (number, why)));
                self.splitter.push_damaged(&self.text[at..])
            }
        };
        self.starts = starts.into_iter();
    }

    /// The game that ends where the next one starts.
    fn give(&mut self, start: usize) -> Result<GameText<'_>, BadLine> {
        self.given = start.saturating_sub(self.offset);
        let bad = self.bad.iter().position(|&(at, _)| at < start);
        let bad = bad.map(|first| self.bad[first].1);
        self.bad.retain(|&(at, _)| at >= start);
        bad.map_or(Ok(()), Err)?;
        let text = &self.text[..self.given];
        Ok(GameText { text, offset: self.offset, line: self.line, column: self.column })
    }

    /// The last game, if anything is left.
    fn finish(&mut self) -> Option<Result<GameText<'_>, BadLine>> {
        let is_game = self.splitter.has_game() || !self.bad.is_empty();
        self.splitter = Splitter::default();
        is_game.then(|| self.give(self.offset + self.text.len()))
    }

    /// Drops the first bytes of the text.
    fn skip(&mut self, length: usize) {
        let skipped = &self.text[..length];
        self.line += skipped.bytes().filter(|&byte| byte == b'\n').count();
        self.column = match skipped.rsplit_once('\n') {
            Some((_, rest)) => rest.chars().count() + 1,
            None => self.column + skipped.chars().count(),
        };
        self.text.drain(..length);
        self.offset += length;
        self.given = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games of a file in which `BAD` is an unreadable line.
    fn games(text: &str) -> Vec<Result<(usize, usize, String), BadLine>> {
        let mut read = Read::default();
        let mut games = Vec::new();
        let owned = |game: Result<GameText<'_>, BadLine>| {
            game.map(|game| (game.line, game.column, game.text.to_owned()))
        };
        for (number, line) in (1..).zip(text.lines()) {
            let bad = line.strip_prefix("BAD").map(|start| Line::Bad("bad", start.as_bytes()));
            read.push(number, bad.unwrap_or(Line::Text(line)));
            while let Some(start) = read.starts.next() {
                games.push(owned(read.give(start)));
                read.skip(read.given);
            }
        }
        games.extend(read.finish().map(owned));
        games
    }

    #[test]
    fn games_know_their_place() {
        let first = "[Size \"5\"] {a\n\n[b\n}\n1. a1 e5\n";
        let found = games(&format!("\n \n{first}\ne5[Size \"6\"]\n[TPS \"\"]\n\n[TPS \"\"]"));
        let expected = [
            Ok((3, 1, format!("{first}\ne5"))),
            Ok((9, 3, "[Size \"6\"]\n[TPS \"\"]\n\n".to_owned())),
            Ok((12, 1, "[TPS \"\"]\n".to_owned())),
        ];
        assert_eq!(found, expected);
        assert_eq!(games("\n {x}\n"), []);
    }

    #[test]
    fn a_bad_line_costs_the_game_that_it_stands_in_and_no_other() {
        let good = "[Size \"5\"]\n1. a1 e5\n";
        for (between, bad) in [
            ("BADxxxx\n", 1),
            ("\nBADxxxx\n", 1),
            ("\nBAD[[[[\n\n", 1),
            ("[Size \"5\"]\nBAD[Player1 \"\u{1}\"]\n[Player2 \"x\"]\n\n1. a1 e5\n", 1),
            ("[Size \"5\"]\nBAD[Player1 \"xxxx\n[Player2 \"x\"]\n\n1. a1 e5\n", 1),
            ("[Size \"5\"]\n1. a1 e5\nBAD2. c3 {x\n", 1),
            ("[Size \"5\"]\n1. a1 e5\n\nBAD2. c3 d4\n", 1),
            ("[Size \"5\"]\n1. a1 e5 {\nBADx\n}\n", 1),
            ("BAD[Size \"5\"] 1. a1 e5 2. c3\n", 1),
            ("\nBADxxxx\nBADyyyy\n\nBADzzzz\n", 3),
        ] {
            let found = games(&format!("{good}{between}{good}"));
            let (good, wrong): (Vec<_>, Vec<_>) = found.iter().partition(|game| game.is_ok());
            assert_eq!((good.len(), wrong.len()), (2, bad), "{between:?}: {found:?}");
        }
    }

    #[test]
    fn a_game_has_an_end() {
        let mut read = Read::default();
        let long = "1. a1 ".repeat(1 << 17);
        for number in 1..100 {
            read.push(number, Line::Text(&long));
            assert!(read.starts.next().is_none() && read.text.len() <= LONGEST_GAME);
        }
        read.push(100, Line::Text("[Size \"5\"]"));
        let start = read.starts.next().unwrap();
        assert_eq!(read.give(start), Err((1, "expected at most 16 MiB for one game")));
    }
}
