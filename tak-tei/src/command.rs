//! Lines from the client, parsed.

use std::str::FromStr;
use std::time::Duration;

use tak_encoding::{BoardSize, Opening, excerpt};
use tak_search::limits::{Clock, Limits};
use tak_search::perft::MAX_DEPTH;
#[cfg(feature = "review")]
use tak_search::solve::Mode;
use tak_search::wdl::Chances;

use crate::words::{CommandError, not_a_number, number, split_at, split_first, thousandths};

/// A command, parsed as far as possible without knowing the session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command<'a> {
    /// White space only.
    Empty,
    /// Asks for the name and the options.
    Tei,
    /// Asks whether the engine is ready.
    IsReady,
    /// Sets an option. The value may be empty, and a button has none.
    SetOption {
        name: &'a str,
        value: Option<&'a str>,
    },
    /// Begins a new game. An opening, if given, applies to this game only.
    NewGame(NewGame<'a>, Option<Opening>),
    /// The position to search.
    Position(MoveList<'a>),
    Go(Go<'a>),
    /// The opponent has played the ponder move.
    PonderHit,
    Stop,
    Quit,
    /// A command that only other engines need.
    Ignored,
    /// Draws the board.
    Draw,
    /// Explains the static evaluation.
    Eval,
    /// Counts the leaves this many plies below.
    Perft(u8),
    /// Describes a position in JSON: this one, or else the last one.
    State(Option<MoveList<'a>>),
    /// Lists in JSON what the book knows of a position: of this one, or else of the last one.
    Explore(Option<MoveList<'a>>),
    /// Describes in JSON the game in a text.
    Record(&'a str),
    /// Judges a move by the chances of its player before it, and by those of the other after it.
    Mark([Chances; 2]),
    /// Reviews a game by what searches have found in its first position and after each move.
    #[cfg(feature = "review")]
    Review(MoveList<'a>, Vec<Found<'a>>),
    /// Says who has a strict tinuë in each position of a game.
    #[cfg(feature = "review")]
    Tinues(MoveList<'a>),
    /// Says whether the player to move can force a win, within this time.
    #[cfg(feature = "review")]
    Solve(Mode, Duration, MoveList<'a>),
    /// Tells the names of the levels in JSON.
    Levels,
    /// Lists the commands.
    Help,
}

/// What a search has found in a position.
#[cfg(feature = "review")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found<'a> {
    /// Of the side to move.
    pub(crate) chances: Chances,
    /// The best line, in PTN.
    pub(crate) line: Vec<&'a str>,
}

/// A new game, in either dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NewGame<'a> {
    /// `teinewgame 6`; without a number the size stays.
    First(Option<BoardSize>),
    /// `teinewgame size 6 halfkomi 4`.
    Second {
        size: BoardSize,
        /// In half points, as written.
        half_komi: Option<&'a str>,
    },
}

/// A position as the moves that lead there, in PTN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveList<'a> {
    pub(crate) start: Start<'a>,
    pub(crate) moves: Vec<&'a str>,
}

/// What the moves of a `position` command start from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start<'a> {
    /// The empty board of the game.
    Empty,
    /// A TPS: three words.
    Tps(&'a str),
}

/// The answer to `help`.
pub(crate) const HELP: &str = "\
tei                              names the engine and its options
isready                          answers readyok, even during a search
setoption name <name> value <v>  sets an option; tei lists them
teinewgame <size>                a new game with the komi and pieces of the options
teinewgame size <n> halfkomi <k> a new game with that komi and the standard pieces
   opening <o>                   with either: swap, no-swap or double black stack
position startpos [moves <m>...] sets up a position by its moves
position tps <tps> [moves ...]   sets up a position by its TPS
go [limits]                      searches; without limits for five seconds
   depth nodes movetime          limits in plies, nodes, milliseconds
   wtime btime winc binc movestogo   clocks in milliseconds
   mate <n>, solved              until a win or loss is proven
   searchmoves <m>...            searches these moves only
   infinite, ponder              until stop; until stop or ponderhit
stop                             answers now
ponderhit                        the ponder move was played: the clock runs
quit                             ends
d                                draws the board
eval                             explains the static evaluation
perft <plies>                    counts leaves, move by move; also go perft <plies>
state [position]                 the position in JSON, for pages
explore [position]               what was played there by the book in JSON, for pages
record <json text>               a game, a TPS or a link in JSON, for pages
mark <w> <d> <l> <w> <d> <l>     whether a move earns ? or ??, by the wdl before and after it
review <position> found <found>  what decided a game, by wdl and pv, for pages
tinues <position>                who has a tinuë in each position of a game, for pages
solve <scope> <ms> <position>    whether the player to move can force a win, for pages
levels                           the levels that the option takes in JSON, for pages
help                             lists the commands";

impl<'a> Command<'a> {
    /// Parses a line. An unknown command is an error, and so is a known one with a missing or
    /// invalid value; unknown words after a known command are skipped, as the protocol asks.
    pub(crate) fn read(line: &'a str) -> Result<Self, CommandError> {
        let (word, rest) = split_first(line);
        match word {
            "" => Ok(Self::Empty),
            "tei" => Ok(Self::Tei),
            "isready" => Ok(Self::IsReady),
            "setoption" => read_option(rest),
            "teinewgame" => Ok(Self::NewGame(read_new_game(rest)?, read_opening(rest)?)),
            "position" => read_moves(rest).map(Self::Position),
            "go" => read_go(rest),
            "ponderhit" => Ok(Self::PonderHit),
            "stop" => Ok(Self::Stop),
            "quit" => Ok(Self::Quit),
            "debug" | "register" => Ok(Self::Ignored),
            "d" => Ok(Self::Draw),
            "eval" => Ok(Self::Eval),
            "perft" => read_perft("perft", rest.split_ascii_whitespace().next()),
            "state" => read_any_moves(rest).map(Self::State),
            "explore" => read_any_moves(rest).map(Self::Explore),
            "record" => Ok(Self::Record(rest)),
            "mark" => read_mark(rest),
            #[cfg(feature = "review")]
            "review" => read_review(rest),
            #[cfg(feature = "review")]
            "tinues" => read_moves(rest).map(Self::Tinues),
            #[cfg(feature = "review")]
            "solve" => read_solve(rest),
            #[cfg(not(feature = "review"))]
            "review" | "tinues" | "solve" => {
                Err(CommandError(format!("{word}: left out of this engine")))
            }
            "levels" => Ok(Self::Levels),
            "help" => Ok(Self::Help),
            _ => Err(CommandError(format!(
                "unknown command {}; `help` lists the commands",
                excerpt(word)
            ))),
        }
    }
}

/// The complaint about a `setoption` without a name, or without a value where it needs one.
pub(crate) const OPTION_SYNTAX: &str = "setoption: expected `name <name> value <value>`";

fn read_option(rest: &str) -> Result<Command<'_>, CommandError> {
    let syntax = || CommandError(OPTION_SYNTAX.to_owned());
    let name = rest.trim_ascii().strip_prefix("name").ok_or_else(syntax)?;
    // A client sends what its user left in a field, which may be nothing.
    let (name, value) = match name.strip_suffix(" value") {
        Some(name) => (name, Some("")),
        None => match name.split_once(" value ") {
            Some((name, value)) => (name, Some(value.trim_ascii())),
            None => (name, None),
        },
    };
    match (name.trim_ascii(), name.starts_with(|c: char| c.is_ascii_whitespace())) {
        ("", _) | (_, false) => Err(syntax()),
        (name, true) => Ok(Command::SetOption { name, value }),
    }
}

fn read_new_game(rest: &str) -> Result<NewGame<'_>, CommandError> {
    let mut words = rest.split_ascii_whitespace().peekable();
    let size = |word: Option<&str>| {
        let word = word.unwrap_or_default();
        word.parse::<BoardSize>().map_err(|error| CommandError(format!("teinewgame: {error}")))
    };
    match words.peek() {
        None => Ok(NewGame::First(None)),
        Some(word) if is_key(word) => {
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
            Ok(NewGame::Second { size: board, half_komi })
        }
        Some(_) => size(words.next()).map(|size| NewGame::First(Some(size))),
    }
}

/// The keywords of `teinewgame`.
fn is_key(word: &str) -> bool {
    matches!(word, "size" | "halfkomi" | "komi" | "opening")
}

/// The opening of a new game, one word or several.
fn read_opening(rest: &str) -> Result<Option<Opening>, CommandError> {
    let mut words = rest.split_ascii_whitespace();
    if !words.any(|word| word == "opening") {
        return Ok(None);
    }
    let name: Vec<_> = words.take_while(|word| !is_key(word)).collect();
    let opening = name.join(" ").parse();
    opening.map(Some).map_err(|error| CommandError(format!("teinewgame: {error}")))
}

/// A position, or nothing.
fn read_any_moves(rest: &str) -> Result<Option<MoveList<'_>>, CommandError> {
    if rest.trim_ascii().is_empty() { Ok(None) } else { read_moves(rest).map(Some) }
}

fn read_moves(rest: &str) -> Result<MoveList<'_>, CommandError> {
    let (start, moves) = split_at(rest, "moves");
    let start = start.trim_ascii();
    let start = match start.split_once(|c: char| c.is_ascii_whitespace()) {
        None if start == "startpos" => Start::Empty,
        Some(("tps", tps)) => Start::Tps(tps.trim_ascii()),
        _ => {
            let problem =
                format!("position: found {}, expected `startpos` or `tps`", excerpt(start));
            return Err(CommandError(problem));
        }
    };
    Ok(MoveList { start, moves: moves.split_ascii_whitespace().collect() })
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
    if plies > MAX_DEPTH {
        return Err(CommandError(format!(
            "{command}: found {plies} plies, expected 0 to {MAX_DEPTH}"
        )));
    }
    Ok(Command::Perft(plies))
}

fn read_mark(rest: &str) -> Result<Command<'_>, CommandError> {
    let numbers: Option<Vec<u16>> =
        rest.split_ascii_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[win, draw, loss, then_win, then_draw, then_loss]) => Ok(Command::Mark([
            Chances { win, draw, loss },
            Chances { win: then_win, draw: then_draw, loss: then_loss },
        ])),
        _ => Err(CommandError("mark: expected the six numbers of two `wdl`".to_owned())),
    }
}

#[cfg(feature = "review")]
fn read_review(rest: &str) -> Result<Command<'_>, CommandError> {
    let (line, found) = split_at(rest, "found");
    let found: Option<Vec<_>> = found.split('/').map(read_found).collect();
    let expected = "review: expected a position, and behind `found` for each of the game the numbers of `wdl` and a line, with ` / ` between";
    let found = found.ok_or_else(|| CommandError(expected.to_owned()))?;
    Ok(Command::Review(read_moves(line)?, found))
}

#[cfg(feature = "review")]
fn read_found(text: &str) -> Option<Found<'_>> {
    let mut words = text.split_ascii_whitespace();
    let mut number = || words.next()?.parse().ok().filter(|number| *number <= 1000);
    let chances = Chances { win: number()?, draw: number()?, loss: number()? };
    Some(Found { chances, line: words.collect() })
}

#[cfg(feature = "review")]
fn read_solve(rest: &str) -> Result<Command<'_>, CommandError> {
    let (scope, rest) = split_first(rest);
    let (time, position) = split_first(rest);
    let mode = Mode::ALL.into_iter().find(|mode| mode.name() == scope);
    if let (Some(mode), Ok(time)) = (mode, time.parse()) {
        Ok(Command::Solve(mode, Duration::from_millis(time), read_moves(position)?))
    } else {
        let names = Mode::ALL.map(Mode::name).join(", ");
        let expected = format!("solve: expected one of {names}, milliseconds and a position");
        Err(CommandError(expected))
    }
}

/// The words after `go`. Clocks are by colour, White's first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[expect(clippy::struct_field_names, reason = "`movestogo` is the protocol's word")]
pub(crate) struct Go<'a> {
    /// `wtime`, `btime`.
    pub(crate) remaining: [Option<Duration>; 2],
    /// `winc`, `binc`.
    pub(crate) increment: [Duration; 2],
    pub(crate) moves_to_go: Option<u32>,
    pub(crate) move_time: Option<Duration>,
    /// In plies.
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// In moves of the side to move.
    pub(crate) mate: Option<u32>,
    /// Search until a win or loss is proven.
    pub(crate) solved: bool,
    pub(crate) infinite: bool,
    /// The opponent has yet to play the last move of the position.
    pub(crate) ponder: bool,
    /// `searchmoves`: the only moves to search, in PTN; all if there are none.
    pub(crate) search_moves: Vec<&'a str>,
}

impl<'a> Go<'a> {
    /// Skips unknown words.
    fn read(rest: &'a str) -> Result<Self, CommandError> {
        let mut go = Self::default();
        let mut words = rest.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "wtime" => go.remaining[0] = Some(milliseconds(word, words.next())?),
                "btime" => go.remaining[1] = Some(milliseconds(word, words.next())?),
                "winc" => go.increment[0] = milliseconds(word, words.next())?,
                "binc" => go.increment[1] = milliseconds(word, words.next())?,
                "movetime" => go.move_time = Some(milliseconds(word, words.next())?),
                "movestogo" => go.moves_to_go = Some(number("go", word, words.next())?),
                "depth" => go.depth = Some(whole_part(word, words.next())?),
                "nodes" => go.nodes = Some(whole_part(word, words.next())?),
                "mate" => go.mate = Some(number("go", word, words.next())?),
                "solved" => go.solved = true,
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                // No other word of `go` names a square.
                "searchmoves" => {}
                mv if names_a_square(mv) => go.search_moves.push(mv),
                _ => {}
            }
        }
        Ok(go)
    }

    /// What is asked of the side to move: 0 for White, 1 for Black.
    pub(crate) fn limits(&self, side: usize) -> Limits {
        let mut limits = Limits::default();
        // A win in n moves takes two plies for each but the last.
        let mate = self.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        limits.depth = self.depth.into_iter().chain(mate).min();
        limits.nodes = self.nodes;
        limits.move_time = self.move_time;
        limits.until_proven = self.solved || self.mate.is_some();
        limits.infinite = self.infinite;
        limits.ponder = self.ponder;
        limits.clock = self.remaining[side].map(|remaining| {
            let mut clock = Clock::new(remaining, self.increment[side]);
            clock.moves_to_go = self.moves_to_go;
            clock
        });
        limits
    }
}

/// Whether a word may be a move: every move names a square.
fn names_a_square(word: &str) -> bool {
    let pairs = word.as_bytes().windows(2);
    pairs.into_iter().any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
}

/// A count as web pages send it: their number fields also take `1.5` and `1e6`.
fn whole_part<T: FromStr + TryFrom<u64>>(
    name: &str,
    word: Option<&str>,
) -> Result<T, CommandError> {
    const LARGEST: i64 = 1 << 53;
    number("go", name, word).or_else(|error| {
        let whole = word.and_then(thousandths).filter(|&count| count >= 0);
        let whole = whole.map(|count| count / 1000).filter(|&count| count <= LARGEST);
        let count = whole.and_then(|count| T::try_from(count as u64).ok());
        count.ok_or(error)
    })
}

/// Milliseconds as clients send them: with fractions, and negative once a flag has fallen.
fn milliseconds(name: &str, word: Option<&str>) -> Result<Duration, CommandError> {
    const LONGEST: i64 = 1_000_000_000_000_000; // thirty years
    let microseconds = word.and_then(thousandths).ok_or_else(|| not_a_number("go", name, word))?;
    Ok(Duration::from_micros(microseconds.clamp(0, LONGEST) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_dialects_of_a_new_game() {
        let game = |line: &'static str| match Command::read(line) {
            Ok(Command::NewGame(game, None)) => Some(game),
            _ => None,
        };
        assert_eq!(game("teinewgame 6"), Some(NewGame::First(Some(BoardSize::Six))));
        assert_eq!(game("teinewgame"), Some(NewGame::First(None)));
        let second = |half_komi| Some(NewGame::Second { size: BoardSize::Five, half_komi });
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
    fn a_new_game_may_name_its_opening() {
        for (words, opening) in [
            ("6 opening no-swap", Opening::NoSwap),
            ("opening double black stack size 6 halfkomi 0", Opening::DoubleBlackStack),
            ("size 6 opening Double Black Stack", Opening::DoubleBlackStack),
        ] {
            let line = format!("teinewgame {words}");
            let Ok(Command::NewGame(_, named)) = Command::read(&line) else { panic!("{line}") };
            assert_eq!(named, Some(opening), "{line}");
        }
        for bad in ["6 opening", "size 6 opening triple", "opening swap"] {
            assert!(Command::read(&format!("teinewgame {bad}")).is_err(), "{bad}");
        }
    }

    #[test]
    fn positions_in_all_spellings() {
        let read = |line: &'static str| match Command::read(line) {
            Ok(Command::Position(MoveList { start, moves })) => Some((start, moves)),
            _ => None,
        };
        assert_eq!(read("position startpos"), Some((Start::Empty, vec![])));
        assert_eq!(read("position startpos moves "), Some((Start::Empty, vec![])));
        assert_eq!(
            read("position  startpos  moves  a1\tf6"),
            Some((Start::Empty, vec!["a1", "f6"]))
        );
        let (start, moves) = read("position tps x3/x3/x3 1 1 moves a1").unwrap();
        assert_eq!((start, moves), (Start::Tps("x3/x3/x3 1 1"), vec!["a1"]));
        for bad in ["position", "position moves a1", "position tps moves a1", "position fen x"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn options_with_and_without_values() {
        let read = |line| Command::read(line).ok();
        let option = |name, value| {
            let value = Some(value);
            Some(Command::SetOption { name, value })
        };
        assert_eq!(read("setoption name Hash value 64"), option("Hash", "64"));
        assert_eq!(read("setoption name Hash value "), option("Hash", ""));
        let button = Command::SetOption { name: "clear hash", value: None };
        assert_eq!(read("setoption name clear hash"), Some(button));
        assert_eq!(read("setoption name Own Book value a b"), option("Own Book", "a b"));
        for bad in ["setoption", "setoption name", "setoption namex value 1"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn perft_in_both_spellings() {
        for line in ["perft 3", "go perft 3", "go depth 2 perft 3", "perft 3 plies"] {
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
        for bad in ["TEI", "is\u{200b}ready", "\u{130}sready", "foo", "isready\0"] {
            assert!(Command::read(bad).is_err(), "{bad:?}");
        }
    }

    fn go(line: &str) -> Go<'_> {
        Go::read(line).unwrap()
    }

    #[test]
    fn limits_of_a_search() {
        let all = go("wtime 1000 btime 2000.5 winc 10 binc 20 movestogo 3 foo depth 4 nodes 5");
        assert_eq!(
            all.remaining,
            [1000.0, 2000.5].map(|ms| Some(Duration::from_secs_f64(ms / 1e3)))
        );
        assert_eq!((all.moves_to_go, all.depth, all.nodes), (Some(3), Some(4), Some(5)));
        assert_eq!(go("wtime -100 btime -100").remaining, [Some(Duration::ZERO); 2]);
        assert!(go("infinite").infinite);
        assert_eq!(go("depth 7.5").depth, Some(7));
        assert_eq!(go("nodes 1e6").nodes, Some(1_000_000));
        assert_eq!(go("movetime inf").move_time, Some(Duration::from_secs(1_000_000_000)));
        for bad in [
            "depth",
            "depth -1",
            "depth x",
            "depth 1e10",
            "depth -0.5",
            "nodes inf",
            "nodes nan",
            "nodes -5",
            "movetime",
            "movestogo -1",
            "wtime nan",
            "mate",
            "mate x",
        ] {
            assert!(Go::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn rare_words_of_go() {
        let all = go("ponder solved mate 3 searchmoves a1 3b2>12 depth 2");
        assert!(all.ponder && all.solved && all.mate == Some(3));
        assert_eq!(all.search_moves, ["a1", "3b2>12"]);
        assert_eq!(all.depth, Some(2));
    }

    #[test]
    fn the_help_breaks_no_client() {
        for line in HELP.lines() {
            assert!(!line.trim().is_empty() && line.len() < 100, "{line}");
            for word in ["info", "bestmove", "readyok", "teiok", "option", "size", "id"] {
                assert!(line.split(' ').next() != Some(word), "{line}");
            }
        }
    }
}
