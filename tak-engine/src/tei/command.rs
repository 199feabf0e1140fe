//! One line from the client as a value.

use std::fmt;

use tak_encoding::{BoardSize, excerpt};

use super::go::Go;
use super::options::CLEAR_HASH;
use crate::perft::DEEPEST;

/// A command, with everything that can be read without knowing the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    /// Nothing but white space.
    Empty,
    /// Who are you, and what can be set?
    Tei,
    /// Are you there?
    IsReady,
    /// Set an option; the value may be empty.
    SetOption {
        /// As written.
        name: &'a str,
        /// As written, trimmed.
        value: &'a str,
    },
    /// A new game.
    NewGame(NewGame<'a>),
    /// The position to think about.
    Position {
        /// Where to start from.
        start: Start<'a>,
        /// The moves from there, in PTN.
        moves: Vec<&'a str>,
    },
    /// Think.
    Go(Go),
    /// The opponent has played the move that is pondered on.
    PonderHit,
    /// Come to an end and answer.
    Stop,
    /// End the session.
    Quit,
    /// Something that other engines need to be told.
    Ignored,
    /// For a person: draw the board.
    Draw,
    /// For a person: what is the position worth, term by term?
    Eval,
    /// For a person: how many games of so many plies are there?
    Perft(u8),
    /// For a person: what can be said?
    Help,
}

/// What a new game fixes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewGame<'a> {
    /// `teinewgame 6`, or no size: the one of the game before.
    First(Option<BoardSize>),
    /// `teinewgame size 6 halfkomi 4`.
    Second {
        /// The board.
        size: BoardSize,
        /// In half points, as written; `None` if it is not named.
        half_komi: Option<&'a str>,
    },
}

/// Where a position starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start<'a> {
    /// The empty board of the game.
    Empty,
    /// A TPS: three words with white space between.
    Tps(&'a str),
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandError(pub(super) String);

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CommandError {}

impl<'a> Command<'a> {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// For an unknown first word, and for a known one whose values are missing
    /// or senseless. Unknown words after a known one are skipped, as the
    /// protocol asks.
    ///
    /// ```
    /// use tak_engine::tei::command::Command;
    ///
    /// assert_eq!(Command::read("  isready "), Ok(Command::IsReady));
    /// assert!(Command::read("go depth").is_err());
    /// ```
    pub fn read(line: &'a str) -> Result<Self, CommandError> {
        let (word, rest) = split_first_word(line);
        match word {
            "" => Ok(Self::Empty),
            "tei" => Ok(Self::Tei),
            "isready" => Ok(Self::IsReady),
            "setoption" => read_option(rest),
            "teinewgame" => read_new_game(rest).map(Self::NewGame),
            "position" => read_position(rest),
            "go" => read_go(rest),
            "ponderhit" => Ok(Self::PonderHit),
            "stop" => Ok(Self::Stop),
            "quit" => Ok(Self::Quit),
            "debug" | "register" => Ok(Self::Ignored),
            "d" => Ok(Self::Draw),
            "eval" => Ok(Self::Eval),
            "perft" => read_perft("perft", rest.split_ascii_whitespace().next()),
            "help" => Ok(Self::Help),
            _ => Err(CommandError(format!(
                "unknown command {}; `help` lists what is known",
                excerpt(word)
            ))),
        }
    }
}

/// The word that says which command it is, and the rest.
pub(super) fn split_first_word(line: &str) -> (&str, &str) {
    let line = line.trim_ascii();
    line.split_once(|c: char| c.is_ascii_whitespace())
        .unwrap_or((line, ""))
}

fn read_option(rest: &str) -> Result<Command<'_>, CommandError> {
    let syntax = || CommandError("setoption: expected `name <name> value <value>`".to_owned());
    let name = rest.trim_ascii().strip_prefix("name").ok_or_else(syntax)?;
    // The value may be empty: a client sends what its user left in a field. A
    // button has none.
    let (name, value) = match name.strip_suffix(" value") {
        Some(name) => (name, ""),
        None if name.trim_ascii().eq_ignore_ascii_case(CLEAR_HASH) => (name, ""),
        None => name.split_once(" value ").ok_or_else(syntax)?,
    };
    match (
        name.trim_ascii(),
        name.starts_with(|c: char| c.is_ascii_whitespace()),
    ) {
        ("", _) | (_, false) => Err(syntax()),
        (name, true) => Ok(Command::SetOption {
            name,
            value: value.trim_ascii(),
        }),
    }
}

fn read_new_game(rest: &str) -> Result<NewGame<'_>, CommandError> {
    let mut words = rest.split_ascii_whitespace().peekable();
    let size = |word: Option<&str>| {
        let word = word.unwrap_or_default();
        word.parse::<BoardSize>()
            .map_err(|error| CommandError(format!("teinewgame: {error}")))
    };
    match words.peek() {
        None => Ok(NewGame::First(None)),
        Some(&("size" | "halfkomi" | "komi")) => {
            let (mut board, mut half_komi) = (None, None);
            while let Some(word) = words.next() {
                match word {
                    "size" => board = Some(size(words.next())?),
                    "halfkomi" | "komi" => half_komi = Some(words.next().unwrap_or_default()),
                    _ => {}
                }
            }
            let board = board.ok_or_else(|| {
                CommandError("teinewgame: expected `size` and a number from 3 to 8".to_owned())
            })?;
            Ok(NewGame::Second {
                size: board,
                half_komi,
            })
        }
        Some(_) => size(words.next()).map(|size| NewGame::First(Some(size))),
    }
}

fn read_position(rest: &str) -> Result<Command<'_>, CommandError> {
    let (start, moves) = split_at_word(rest, "moves");
    let start = start.trim_ascii();
    let start = match start.split_once(|c: char| c.is_ascii_whitespace()) {
        None if start == "startpos" => Start::Empty,
        Some(("tps", tps)) => Start::Tps(tps.trim_ascii()),
        _ => {
            let problem = format!(
                "position: found {}, expected `startpos` or `tps`",
                excerpt(start)
            );
            return Err(CommandError(problem));
        }
    };
    Ok(Command::Position {
        start,
        moves: moves.split_ascii_whitespace().collect(),
    })
}

fn read_go(rest: &str) -> Result<Command<'_>, CommandError> {
    let mut words = rest.split_ascii_whitespace();
    if words.any(|word| word == "perft") {
        return read_perft("go", words.next());
    }
    Go::read(rest).map(Command::Go)
}

fn read_perft<'a>(command: &str, depth: Option<&str>) -> Result<Command<'a>, CommandError> {
    let plies = number(command, "perft", depth)?;
    if plies > DEEPEST {
        return Err(CommandError(format!(
            "{command}: found {plies} plies, expected 0 to {DEEPEST}"
        )));
    }
    Ok(Command::Perft(plies))
}

/// What stands before and after the first place where a word stands alone; all
/// and nothing if it does not.
fn split_at_word<'a>(text: &'a str, word: &str) -> (&'a str, &'a str) {
    let mut at = 0;
    for part in text.split_inclusive(|c: char| c.is_ascii_whitespace()) {
        if part.trim_ascii() == word {
            return (&text[..at], &text[at + part.len()..]);
        }
        at += part.len();
    }
    (text, "")
}

pub(super) fn number<T: std::str::FromStr>(
    command: &str,
    name: &str,
    word: Option<&str>,
) -> Result<T, CommandError> {
    word.and_then(|word| word.parse().ok())
        .ok_or_else(|| not_a_number(command, name, word))
}

pub(super) fn not_a_number(command: &str, name: &str, word: Option<&str>) -> CommandError {
    let found = excerpt(word.unwrap_or_default());
    CommandError(format!(
        "{command}: found {found}, expected a number after `{name}`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_dialects_of_a_new_game() {
        let game = |line: &'static str| match Command::read(line) {
            Ok(Command::NewGame(game)) => Some(game),
            _ => None,
        };
        assert_eq!(
            game("teinewgame 6"),
            Some(NewGame::First(Some(BoardSize::Six)))
        );
        assert_eq!(game("teinewgame"), Some(NewGame::First(None)));
        let second = |half_komi| {
            Some(NewGame::Second {
                size: BoardSize::Five,
                half_komi,
            })
        };
        assert_eq!(game("teinewgame size 5"), second(None));
        assert_eq!(game("teinewgame size 5 halfkomi 4"), second(Some("4")));
        assert_eq!(game("teinewgame komi -3 new size 5"), second(Some("-3")));
        assert_eq!(game("teinewgame size 5 komi"), second(Some("")));
        for bad in ["2", "9", "0", "6.0", "4294967302", "size", "halfkomi 4"] {
            let line = format!("teinewgame {bad}");
            assert!(Command::read(&line).is_err(), "{bad}");
        }
    }

    #[test]
    fn positions_in_all_spellings() {
        let read = |line: &'static str| match Command::read(line) {
            Ok(Command::Position { start, moves }) => Some((start, moves)),
            _ => None,
        };
        assert_eq!(read("position startpos"), Some((Start::Empty, vec![])));
        assert_eq!(
            read("position startpos moves "),
            Some((Start::Empty, vec![]))
        );
        assert_eq!(
            read("position  startpos  moves  a1\tf6"),
            Some((Start::Empty, vec!["a1", "f6"]))
        );
        let (start, moves) = read("position tps x3/x3/x3 1 1 moves a1").unwrap();
        assert_eq!((start, moves), (Start::Tps("x3/x3/x3 1 1"), vec!["a1"]));
        for bad in [
            "position",
            "position moves a1",
            "position tps moves a1",
            "position fen x",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn options_with_and_without_values() {
        let read = |line| Command::read(line).ok();
        let option = |name, value| Some(Command::SetOption { name, value });
        assert_eq!(read("setoption name Hash value 64"), option("Hash", "64"));
        assert_eq!(read("setoption name Hash value "), option("Hash", ""));
        assert_eq!(read("setoption name clear hash"), option("clear hash", ""));
        assert_eq!(
            read("setoption name Own Book value a b"),
            option("Own Book", "a b")
        );
        for bad in [
            "setoption",
            "setoption name",
            "setoption name HalfKomi",
            "setoption namex value 1",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn perft_in_both_spellings() {
        for line in [
            "perft 3",
            "go perft 3",
            "go depth 2 perft 3",
            "perft 3 plies",
        ] {
            assert_eq!(Command::read(line), Ok(Command::Perft(3)), "{line}");
        }
        for bad in ["", " ", " -1", " x", " 31", " 256", " 1e1"] {
            for word in ["perft", "go perft"] {
                assert!(Command::read(&format!("{word}{bad}")).is_err(), "{bad}");
            }
        }
    }

    #[test]
    fn look_alikes_are_unknown() {
        for bad in [
            "TEI",
            "is\u{200b}ready",
            "\u{130}sready",
            "foo",
            "isready\0",
        ] {
            assert!(Command::read(bad).is_err(), "{bad:?}");
        }
    }
}
