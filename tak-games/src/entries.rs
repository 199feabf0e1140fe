//! What a source of text holds, one entry after another, however long it is: games in PTN, or a
//! list of moves, a position or a link on each line.

use std::borrow::Cow;
use std::fmt::Display;

use tak_encoding::ptn::{GameText, ReadGame, Remarks, move_list};
use tak_encoding::{
    AnyGame, AnyPosition, BoardSize, Game, Link, Notation, Opening, Playable, Position, PtnError,
    Rules, Size, with_size,
};
use tak_terminal::failure::Failure;
use tak_terminal::input::{Line, Lines, Source};
use tak_terminal::ledger::Ledger;

use crate::count;
use crate::game_files::{GameFile, tell_guess};

/// What lists of moves do not say about their game.
#[derive(Clone, Copy, Default, Debug)]
pub struct Board {
    /// The size of the board.
    pub size: Option<BoardSize>,
    /// How the first two plies are played, unless the first move shows it.
    pub opening: Option<Opening>,
}

/// Reads the entries of a source. Empty lines and, between lists, lines that start with `#` are
/// skipped.
///
/// ```
/// use tak_games::entries::{Board, Entries};
/// use tak_terminal::input::Source;
///
/// let text = "# by hand\na1 e5\nx3/x3/x3 1 1\n[Size \"5\"] 1. a1 e5 2. c3".to_owned();
/// let board = Board { size: Some("5".parse()?), opening: None };
/// let mut entries = Entries::new(Source::Argument("--text", text).lines()?, None);
/// let mut plies = Vec::new();
/// while let Some(entry) = entries.next()? {
///     let read = entry.and_then(|entry| entry.read(board)).unwrap();
///     plies.push(read.game().plies());
/// }
/// assert_eq!(plies, [2, 0, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Entries {
    reading: Reading,
    /// `None` if each line tells its own.
    notation: Option<Notation>,
    /// The line that was read last, or the first line of a game.
    line: String,
    skipped: u64,
}

enum Reading {
    Lines(Lines),
    Games(GameFile),
    /// Between the two.
    Nothing,
}

/// What comes next.
enum Next {
    End,
    Line(Notation),
    Bad(&'static str),
    Game,
}

/// An entry as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The line on which it begins, counted from 1.
    pub line: u64,
    /// How it is written.
    pub notation: Notation,
    /// Its text.
    pub text: &'a str,
    /// Where it stands in the source, if it is PTN.
    game: Option<GameText<'a>>,
}

/// An entry that has been read.
#[derive(Clone, Debug)]
pub struct ReadEntry<'a> {
    /// The game; a position is a game without moves.
    pub game: ReadGame,
    /// Its PTN as written, if it came as PTN or in a link.
    pub ptn: Option<Cow<'a, str>>,
    /// The number of plies played in the position that a link shows.
    pub plies: Option<usize>,
    /// Whether a link shows a side line, which is not read.
    pub side_line: bool,
    /// What the PTN has and its lines do not: see [`Remarks::left_out`].
    pub left_out: Vec<BadEntry>,
    /// What was decided about the PTN: see [`Remarks::decided`].
    pub decided: Vec<BadEntry>,
}

/// How PTN is read.
type ReadPtn = fn(GameText<'_>) -> Result<(ReadGame, Remarks), PtnError>;

fn main_line(text: GameText<'_>) -> Result<(ReadGame, Remarks), PtnError> {
    let (game, remarks) = text.read_with_remarks()?;
    Ok((ReadGame::Main(game), remarks))
}

fn as_needed(text: GameText<'_>) -> Result<(ReadGame, Remarks), PtnError> {
    text.read_as_needed()
}

/// What is wrong with an entry, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadEntry {
    /// The line, counted from 1.
    pub line: u64,
    /// The character of that line, counted from 1, where games may be long.
    pub column: Option<usize>,
    /// What is wrong.
    pub why: String,
}

impl BadEntry {
    fn new(line: u64, why: impl Display) -> Self {
        Self { line, column: None, why: why.to_string() }
    }

    /// The same as a failure of its source.
    pub fn failure(&self, source: &Source) -> Failure {
        match self.column {
            Some(column) => source.failure_at_column(self.line as usize, column, &self.why),
            None => source.failure_at(self.line, &self.why),
        }
    }
}

impl Entries {
    /// The entries in these lines; without a notation, each line tells its own. From the first
    /// line of PTN on, all is PTN.
    pub fn new(lines: Lines, notation: Option<Notation>) -> Self {
        let reading = match notation {
            Some(Notation::Ptn) => Reading::Games(GameFile::new(lines)),
            _ => Reading::Lines(lines),
        };
        Self { reading, notation, line: String::new(), skipped: 0 }
    }

    /// The next entry, `None` at the end.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend its entries")]
    pub fn next(&mut self) -> Result<Option<Result<Entry<'_>, BadEntry>>, Failure> {
        let next = self.advance()?;
        let number = self.lines().map_or(0, Lines::number);
        match (next, &mut self.reading) {
            (Next::Line(notation), _) => {
                let text = self.line.as_str();
                Ok(Some(Ok(Entry { line: number, notation, text, game: None })))
            }
            (Next::Bad(why), _) => Ok(Some(Err(BadEntry::new(number, why)))),
            (Next::Game, Reading::Games(games)) => {
                let game = games.next()?.map(|game| match game {
                    Ok(game) => Ok(Entry {
                        line: game.line as u64,
                        notation: Notation::Ptn,
                        text: game.text,
                        game: Some(game),
                    }),
                    Err((line, why)) => Err(BadEntry::new(line as u64, why)),
                });
                Ok(game)
            }
            (Next::End | Next::Game, _) => Ok(None),
        }
    }

    /// Reads the next line, or goes over to games.
    fn advance(&mut self) -> Result<Next, Failure> {
        let Reading::Lines(lines) = &mut self.reading else {
            return Ok(Next::Game);
        };
        loop {
            let text = match lines.next()? {
                None => return Ok(Next::End),
                Some(Line::Bad(why, _)) => return Ok(Next::Bad(why)),
                Some(Line::Text(text)) => text,
            };
            if matches!(text.trim_ascii().as_bytes(), [] | [b'#', ..]) {
                self.skipped += u64::from(self.notation.is_some());
                continue;
            }
            text.clone_into(&mut self.line);
            break;
        }
        match self.notation.unwrap_or_else(|| Notation::of(&self.line)) {
            Notation::Ptn => {
                if let Reading::Lines(lines) =
                    std::mem::replace(&mut self.reading, Reading::Nothing)
                {
                    self.reading = Reading::Games(GameFile::starting_with(&self.line, lines));
                }
                Ok(Next::Game)
            }
            notation => Ok(Next::Line(notation)),
        }
    }

    fn lines(&self) -> Option<&Lines> {
        match &self.reading {
            Reading::Lines(lines) => Some(lines),
            Reading::Games(games) => Some(games.lines()),
            Reading::Nothing => None,
        }
    }

    /// The bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.lines().map_or(0, Lines::bytes)
    }

    /// How many comments and empty lines there were between lists of one notation.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Whether reading the next line might block.
    pub fn must_wait(&self) -> bool {
        matches!(&self.reading, Reading::Lines(lines) if lines.must_wait())
    }
}

impl<'a> Entry<'a> {
    /// Reads it without its comments and variations. What had to be guessed about it is told once.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(&self, board: Board) -> Result<ReadEntry<'a>, BadEntry> {
        self.read_by(board, main_line)
    }

    /// The same with comments and variations, unless other programs read all of it in the same way:
    /// see [`GameText::read_as_needed`].
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read_as_needed(&self, board: Board) -> Result<ReadEntry<'a>, BadEntry> {
        self.read_by(board, as_needed)
    }

    /// Reads it; PTN in this way.
    fn read_by(&self, board: Board, read_ptn: ReadPtn) -> Result<ReadEntry<'a>, BadEntry> {
        let bad = |why: String| BadEntry::new(self.line, why);
        let mut is_guess = true;
        let read = match (self.notation, self.game) {
            (Notation::Ptn, Some(text)) => ReadEntry::of_game(text, read_ptn)?,
            (Notation::Ptn, None) => self.of_line(self.text.into(), "", read_ptn).map_err(bad)?,
            (Notation::Link, _) => {
                let link: Link = self.text.parse().map_err(|error| bad(format!("{error}")))?;
                let read = self.of_line(link.ptn.into(), "in the link: ", read_ptn);
                let read = read.map_err(bad)?;
                ReadEntry { plies: link.plies, side_line: link.side_line, ..read }
            }
            (Notation::Tps, _) => {
                is_guess = board.opening.is_none();
                let start: AnyPosition =
                    self.text.parse().map_err(|error| bad(format!("{error}")))?;
                ReadEntry::new(ReadGame::Main(AnyGame::new(start)))
            }
            (Notation::Moves | Notation::Playtak, _) => {
                is_guess = board.opening.is_none();
                let size = board.size.ok_or("a list of moves, which needs --size");
                let size = size.map_err(|why| bad(why.to_owned()))?;
                let (game, decided) = with_size!(size, N => {
                    let (game, decided) = self.moves::<N>(board.opening).map_err(bad)?;
                    (AnyGame::from(game), decided)
                });
                let decided = decided.into_iter().map(bad).collect();
                ReadEntry { decided, ..ReadEntry::new(ReadGame::Main(game)) }
            }
        };
        if is_guess {
            tell_guess(read.game());
        }
        Ok(read)
    }

    /// A game whose PTN is on one line or comes from it.
    fn of_line(
        &self,
        ptn: Cow<'a, str>,
        place: &str,
        read_ptn: ReadPtn,
    ) -> Result<ReadEntry<'a>, String> {
        let read = GameText::only(&ptn).and_then(read_ptn);
        let (game, remarks) = read.map_err(|error| format!("{place}{error}"))?;
        let bad = |why: &PtnError| BadEntry::new(self.line, format_args!("{place}{why}"));
        Ok(ReadEntry { ptn: Some(ptn), ..ReadEntry::with_remarks(game, &remarks, bad) })
    }

    /// Splits off how often it occurred, if it is a line that says so.
    ///
    /// # Errors
    ///
    /// If that is no number.
    pub fn split_count(self) -> Result<(Self, u64), BadEntry> {
        if self.notation == Notation::Ptn {
            return Ok((self, 1));
        }
        let split = count::split(self.text, self.notation);
        let (text, times) = split.map_err(|why| BadEntry::new(self.line, why))?;
        Ok((Self { text, ..self }, times))
    }

    /// A list of moves, and what was decided about it.
    fn moves<const N: usize>(
        &self,
        opening: Option<Opening>,
    ) -> Result<(Game<N>, Vec<String>), String>
    where
        Size<N>: Playable,
    {
        if self.notation == Notation::Moves {
            let game = move_list::read_from_empty::<N>(opening, self.text);
            let game = game.map_err(|error| error.to_string())?;
            let decided = move_list::decided(&game, self.text);
            return Ok((game, decided));
        }
        let rules = Rules::default().with_opening(opening.unwrap_or_default());
        let start = Position::with_rules(rules.map_err(|error| error.to_string())?);
        let game = Game::from_playtak(start, self.text).map_err(|error| error.to_string())?;
        Ok((game, Vec::new()))
    }
}

impl<'a> ReadEntry<'a> {
    fn new(game: ReadGame) -> Self {
        let (left_out, decided) = (Vec::new(), Vec::new());
        Self { game, ptn: None, plies: None, side_line: false, left_out, decided }
    }

    fn of_game(text: GameText<'a>, read_ptn: ReadPtn) -> Result<Self, BadEntry> {
        let bad = |error: &PtnError| BadEntry {
            line: error.line() as u64,
            column: Some(error.column()),
            why: error.problem().to_owned(),
        };
        let (game, remarks) = read_ptn(text).map_err(|error| bad(&error))?;
        let ptn = Some(text.text.into());
        Ok(Self { ptn, ..Self::with_remarks(game, &remarks, bad) })
    }

    fn with_remarks(
        game: ReadGame,
        remarks: &Remarks,
        place: impl Fn(&PtnError) -> BadEntry,
    ) -> Self {
        let placed = |errors: &[PtnError]| errors.iter().map(&place).collect();
        let (left_out, decided) = (placed(&remarks.left_out), placed(&remarks.decided));
        Self { left_out, decided, ..Self::new(game) }
    }

    /// The game without its comments and variations.
    pub fn game(&self) -> &AnyGame {
        self.game.game()
    }

    /// Warns of what is left out, and tells the first of what was decided.
    pub fn tell(&self, source: &Source, ledger: &mut Ledger) {
        for left_out in &self.left_out {
            ledger.warn(&left_out.failure(source));
        }
        if let Some(decided) = self.decided.first() {
            ledger.note(&decided.failure(source));
        }
    }
}
