//! The notation of playtak.com for moves: its server, and the archive of its games.
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
    fn new(text: &str, problem: Problem) -> Self {
        Self { number: None, found: excerpt(text.trim()), problem }
    }

    /// The same for a move of a game, 1 for the first.
    pub(crate) fn in_game(number: usize, text: &str, problem: Problem) -> Self {
        Self { number: Some(number), ..Self::new(text, problem) }
    }

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
        read_move(text).map_err(|problem| PlaytakError::new(text, problem))
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

pub(crate) fn read_move<const N: usize>(text: &str) -> Result<Move<N>, Problem> {
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
}
