//! The notation of playtak.com: its server, and the archive of its games.
//!
//! `P C3` places a flat, `P C3 W` a wall, `P C3 C` a capstone. `M A1 A3 1 2` spreads from a1 to a3,
//! one piece left on a2 and two on a3. The first two placements are written like all others,
//! whatever the opening makes of them. The moves of a game are on one line: `P A1,P F6,P C3 W,M C3
//! D3 1`.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use smallvec::SmallVec;

use crate::move_problem::Problem;
use crate::moves::{Action, Move};
use crate::piece::Kind;
use crate::position::Position;
use crate::ptn::Game;
use crate::size::{Playable, Size};
use crate::slides::Slide;
use crate::square::{Direction, Square};
use crate::text::excerpt;

/// The error for a text that is not a move in playtak.com's notation, or not one that can be played
/// there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaytakError {
    number: Option<usize>,
    found: String,
    problem: Problem,
}

impl PlaytakError {
    /// Which move of the game is wrong, 1 for the first; `None` for a single move.
    pub fn number(&self) -> Option<usize> {
        self.number
    }
}

impl fmt::Display for PlaytakError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "move {number}, {}: ", self.found)?,
            None => write!(f, "move {}: ", self.found)?,
        }
        write!(f, "{}", self.problem)
    }
}

impl std::error::Error for PlaytakError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.problem.source()
    }
}

const SYNTAX: &str = "a placement like `P A1`, `P A1 W`, `P A1 C` or a spread like `M A1 A3 1 2`";

impl<const N: usize> Move<N> {
    /// Reads a move in the notation of playtak.com, capital letters or not.
    ///
    /// # Errors
    ///
    /// If the text is not a move on this size.
    ///
    /// ```
    /// use tak_encoding::Move;
    ///
    /// let spread = Move::<5>::from_playtak("M A1 A3 1 2")?;
    /// assert_eq!(Ok(spread), "3a1+12".parse());
    /// assert_eq!(Move::<5>::from_playtak("p b2 w")?.to_string(), "Sb2");
    ///
    /// let error = Move::<5>::from_playtak("M A1 B2 1").unwrap_err();
    /// let text = "move `M A1 B2 1`: expected another square of the same file or rank";
    /// assert_eq!(error.to_string(), text);
    /// # Ok::<(), tak_encoding::PlaytakError>(())
    /// ```
    pub fn from_playtak(text: &str) -> Result<Self, PlaytakError> {
        read_move(text).map_err(|problem| PlaytakError {
            number: None,
            found: excerpt(text.trim()),
            problem,
        })
    }

    /// The move in the notation of playtak.com.
    ///
    /// ```
    /// use tak_encoding::Move;
    ///
    /// let spread: Move<6> = "4f6<13".parse()?;
    /// assert_eq!(spread.to_playtak().to_string(), "M F6 D6 1 3");
    /// # Ok::<(), tak_encoding::MoveError>(())
    /// ```
    pub fn to_playtak(self) -> PlaytakMove<N> {
        PlaytakMove(self)
    }
}

fn read_move<const N: usize>(text: &str) -> Result<Move<N>, Problem> {
    // One word more than the longest move has.
    let words: SmallVec<[&str; 12]> = text.split_ascii_whitespace().take(12).collect();
    match words[..] {
        ["P" | "p", square] => Ok(Move::place(Kind::Flat, read_square(square)?)),
        ["P" | "p", square, "W" | "w"] => Ok(Move::place(Kind::Wall, read_square(square)?)),
        ["P" | "p", square, "C" | "c"] => Ok(Move::place(Kind::Capstone, read_square(square)?)),
        ["M" | "m", from, to, ref drops @ ..] => {
            read_spread(read_square(from)?, read_square(to)?, drops)
        }
        _ => Err(Problem::Expected(SYNTAX)),
    }
}

fn read_square<const N: usize>(text: &str) -> Result<Square<N>, Problem> {
    let [file, rank @ b'1'..=b'8'] = *text.as_bytes() else {
        return Err(Problem::Expected(SYNTAX));
    };
    let file = file.to_ascii_lowercase();
    if !matches!(file, b'a'..=b'h') {
        return Err(Problem::Expected(SYNTAX));
    }
    Square::at(usize::from(file - b'a'), usize::from(rank - b'1'))
        .ok_or(Problem::OffBoard { size: N })
}

fn read_spread<const N: usize>(
    from: Square<N>,
    to: Square<N>,
    drops: &[&str],
) -> Result<Move<N>, Problem> {
    let (direction, squares) = path(from, to).ok_or(Problem::Crooked)?;
    let mut counts = SmallVec::<[u8; 8]>::new();
    for drop in drops {
        match drop.as_bytes() {
            [digit @ b'1'..=b'8'] => counts.push(digit - b'0'),
            _ => return Err(Problem::Expected("drops from `1` to `8`")),
        }
    }
    if counts.len() != squares {
        let drops = counts.len();
        return Err(Problem::WrongDrops { squares, drops });
    }
    Slide::from_drops(&counts)
        .and_then(|slide| Move::spread(from, direction, slide))
        .ok_or(Problem::CarryLimit { limit: N })
}

/// The direction from one square to another and how many steps it takes.
fn path<const N: usize>(from: Square<N>, to: Square<N>) -> Option<(Direction, usize)> {
    let direction = match (to.file().cmp(&from.file()), to.rank().cmp(&from.rank())) {
        (Ordering::Equal, Ordering::Greater) => Direction::Up,
        (Ordering::Equal, Ordering::Less) => Direction::Down,
        (Ordering::Greater, Ordering::Equal) => Direction::Right,
        (Ordering::Less, Ordering::Equal) => Direction::Left,
        _ => return None,
    };
    let steps = to.file().abs_diff(from.file()) + to.rank().abs_diff(from.rank());
    Some((direction, steps))
}

/// Writes a move in the notation of playtak.com.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaytakMove<const N: usize>(Move<N>);

impl<const N: usize> fmt::Display for PlaytakMove<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.action() {
            Action::PlaceTwo(square) => PlaytakMove(Move::place(Kind::Flat, square)).fmt(f),
            Action::Place(kind, square) => {
                f.write_str("P ")?;
                write_square(f, square)?;
                f.write_str(match kind {
                    Kind::Flat => "",
                    Kind::Wall => " W",
                    Kind::Capstone => " C",
                })
            }
            Action::Spread(from, _, slide) => {
                f.write_str("M ")?;
                write_square(f, from)?;
                f.write_char(' ')?;
                write_square(f, self.0.target())?;
                slide.drops().try_for_each(|drop| write!(f, " {drop}"))
            }
        }
    }
}

fn write_square<const N: usize>(f: &mut fmt::Formatter<'_>, square: Square<N>) -> fmt::Result {
    let file = char::from(b'A' + square.file() as u8);
    write!(f, "{file}{}", square.rank() + 1)
}

impl<const N: usize> Game<N>
where
    Size<N>: Playable,
{
    /// Reads a whole game: moves separated by commas. An empty text has none, and a comma may
    /// follow the last one. The notation does not show the opening (`P A1` is the first ply in
    /// any): the start says which.
    ///
    /// # Errors
    ///
    /// The first move that cannot be read or played, also because the game is
    /// over before it.
    ///
    /// ```
    /// use tak_encoding::{Game, Position};
    ///
    /// let game = Game::from_playtak(Position::<5>::new(), "P A1,P E5,P C3 W,M A1 A2 1")?;
    /// assert_eq!(game.end().to_tps(), "x4,1/x5/x2,1S,x2/2,x4/x5 1 3");
    /// assert_eq!(game.to_playtak(), "P A1,P E5,P C3 W,M A1 A2 1");
    ///
    /// let error = Game::from_playtak(Position::<5>::new(), "P A1,P A1").unwrap_err();
    /// assert_eq!(error.number(), Some(2));
    /// # Ok::<(), tak_encoding::PlaytakError>(())
    /// ```
    pub fn from_playtak(start: Position<N>, notation: &str) -> Result<Self, PlaytakError> {
        let mut game = Self::new(start);
        let notation = notation.trim();
        let notation = notation.strip_suffix(',').unwrap_or(notation);
        if notation.is_empty() {
            return Ok(game);
        }
        for (index, text) in notation.split(',').enumerate() {
            let played = read_move(text).and_then(|mv| {
                // A flat is what the opening makes of it.
                let mv = match mv.action() {
                    Action::Place(Kind::Flat, square) if game.end().is_opening() => {
                        game.end().first_move(square)
                    }
                    _ => mv,
                };
                game.push(mv).map_err(Problem::Illegal)
            });
            played.map_err(|problem| PlaytakError {
                number: Some(index + 1),
                found: excerpt(text.trim()),
                problem,
            })?;
        }
        Ok(game)
    }

    /// The moves in the notation of playtak.com, without the start, which it cannot express.
    pub fn to_playtak(&self) -> String {
        let moves = self.moves().iter();
        let moves: Vec<_> = moves.map(|mv| mv.to_playtak().to_string()).collect();
        moves.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_programs_write_are_read() {
        for (text, ptn) in [
            ("P A1", "a1"),
            (" p  e5 \t", "e5"),
            ("P C3 W", "Sc3"),
            ("P C3 C", "Cc3"),
            ("M A1 A3 1 2", "3a1+12"),
            ("m e5 b5 1 1 2", "4e5<112"),
            ("M C3 C2 5", "5c3-"),
            ("M C3 D3 1", "c3>"),
        ] {
            assert_eq!(Move::<5>::from_playtak(text), Ok(ptn.parse().unwrap()));
        }
    }

    #[test]
    fn what_is_no_move_says_why() {
        let long = format!("M A1 A2{}", " 1".repeat(1 << 20));
        for (text, why) in [
            ("", "expected a placement like"),
            ("a1", "expected a placement like"),
            ("P A", "expected a placement like"),
            ("P A1 S", "expected a placement like"),
            ("P A1 W C", "expected a placement like"),
            ("P A9", "expected a placement like"),
            ("P F1", "leaves the board"),
            ("M A1 A6 1 1 1 1 1", "leaves the board"),
            ("M A1 A2", "0 drops, expected 1, one for each square"),
            ("M A1 A3 1", "1 drops, expected 2, one for each square"),
            ("M A1 A1 1", "the same file or rank"),
            ("M A1 B2 1", "the same file or rank"),
            ("M A1 A2 0", "drops from `1` to `8`"),
            ("M A1 A2 +1", "drops from `1` to `8`"),
            ("M A1 A2 11", "drops from `1` to `8`"),
            ("M A1 A2 6", "at most 5 pieces"),
            ("M A1 A3 8 8", "at most 5 pieces"),
            (&long, "one for each square"),
            ("P \u{1b}[0m", "expected a placement like"),
        ] {
            let error = Move::<5>::from_playtak(text).unwrap_err().to_string();
            assert!(error.contains(why), "{error:?}, not {why:?}");
            assert!(error.len() < 200 && !error.contains(char::is_control));
        }
    }

    #[test]
    fn whole_games_name_the_bad_move() {
        let read = |text| Game::from_playtak(Position::<3>::new(), text);
        let game = read("P A1,P B2 ,p c3,\tM A1 A2 1,").unwrap();
        assert_eq!(game.to_playtak(), "P A1,P B2,P C3,M A1 A2 1");
        assert!(read(" ").unwrap().moves().is_empty());

        for (text, number) in [
            ("P A1,,P B2", 2),
            ("P A1,P A1", 2),
            (",P A1", 1),
            ("P A1 C", 1),
            ("P A3,P A1,P B1,P B3,P C1,P C3", 6),
        ] {
            assert_eq!(read(text).unwrap_err().number(), Some(number), "{text}");
        }
        let over = read("P A3,P A1,P B1,P B3,P C1,P C3").unwrap_err();
        let text = "move 6, `P C3`: illegal here: the game has ended before it with R-0";
        assert_eq!(over.to_string(), text);
    }
}
