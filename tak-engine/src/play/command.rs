//! What a player can type.

/// What `help` says.
pub(super) const HELP: &str = "\
a move        in PTN, in any case: a1 places a flat, Sa1 a wall, Ca1 the
              capstone; 3c3>21 takes three pieces from c3 to the right (< left,
              + up, - down), dropping two and one
undo, undo 2  take back your last move and the engine's reply, or your last two
redo          play them again
hint          what the engine would play for you
eval          who is ahead, and how the game may go on
moves         all legal moves
board, tps    show the board again, or the position as a line of text
level N       how well the engine plays: a number, a name or full; `level` lists
              them
swap          change sides
side both     two people play; or the engine again, with side white, side black
save FILE     write the game as PTN, now and after every move
new, new 5    start a new game; on a board of that size
resign, draw  give up the game; or two people agree on a draw
review        once it is over: what `analyze` says of it
quit          leave
";

/// Commands that take nothing after them.
const ALONE: [&str; 17] = [
    "redo", "hint", "eval", "moves", "board", "tps", "swap", "review", "resign", "help", "?",
    "quit", "exit", "q", "draw", "flip", "turn",
];

const FLIP: &str = "The board always has a1 at the lower left: it cannot be turned.";

/// A line, parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    Empty,
    /// With the text of how often, which may be empty.
    Undo(&'a str),
    Redo,
    Hint,
    Eval,
    Moves,
    Board,
    Tps,
    /// With the text of the level.
    Level(&'a str),
    Swap,
    /// With the text of the side.
    Side(&'a str),
    Review,
    /// With the name of the file, which may be empty.
    Save(&'a str),
    /// With the text of the size, which may be empty.
    New(&'a str),
    Resign,
    Draw,
    Help,
    Quit,
    /// What other programs know, and why it is not here.
    Missing(&'static str),
    /// A word that stands alone, and does not.
    Alone(&'a str),
    /// Anything else: a move, or a typo.
    Move(&'a str),
}

impl<'a> Command<'a> {
    /// Parses a line; every line is a command.
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Empty,
            ("undo", times) => Self::Undo(times),
            ("redo", "") => Self::Redo,
            ("hint", "") => Self::Hint,
            ("eval", "") => Self::Eval,
            ("moves", "") => Self::Moves,
            ("board", "") => Self::Board,
            ("tps", "") => Self::Tps,
            ("level", level) => Self::Level(level),
            ("swap", "") => Self::Swap,
            ("draw", "") => Self::Draw,
            ("flip" | "turn", "") => Self::Missing(FLIP),
            ("side", side) => Self::Side(side),
            ("review", "") => Self::Review,
            ("save", path) => Self::Save(path),
            ("new", size) => Self::New(size),
            ("resign", "") => Self::Resign,
            ("help" | "?", "") => Self::Help,
            ("quit" | "exit" | "q", "") => Self::Quit,
            (known, _) if ALONE.contains(&known) => Self::Alone(word),
            _ => Self::Move(without_number(line)),
        }
    }
}

/// A move without its number, as people copy it: `1. a1`, `1... e5`.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.len() < line.len() && rest.starts_with('.');
    if is_number { rest.trim_start_matches('.').trim_start() } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_command() {
        for (line, command) in [
            ("", Command::Empty),
            ("  Undo\r", Command::Undo("")),
            ("level 3", Command::Level("3")),
            ("save my game.ptn ", Command::Save("my game.ptn")),
            ("save", Command::Save("")),
            ("c3", Command::Move("c3")),
            ("1. a1", Command::Move("a1")),
            ("12...3c3>", Command::Move("3c3>")),
            ("3c3>", Command::Move("3c3>")),
            ("new 5x5", Command::New("5x5")),
            ("side Both", Command::Side("Both")),
            ("Review", Command::Review),
            ("undo 2", Command::Undo("2")),
            ("TPS", Command::Tps),
            ("hint 3", Command::Alone("hint")),
            ("Redo twice", Command::Alone("Redo")),
            ("draw", Command::Draw),
            ("flip", Command::Missing(FLIP)),
            ("hints", Command::Move("hints")),
        ] {
            assert_eq!(Command::read(line), command);
        }
        for word in ALONE {
            assert_ne!(Command::read(word), Command::Move(word));
            assert_eq!(Command::read(&format!("{word} x")), Command::Alone(word));
        }
    }
}
