//! Moves as text.
//!
//! A placement is an optional `F`, `S` (wall) or `C`, and a square; a `2` in front
//! places two flats at once. A spread is an optional count, a square, a direction
//! `+ - < >` and the drops, which may be missing when all pieces land on one square.
//! The letter of the top stone may stand behind a spread, as the standard allows. `*` notes a crush,
//! and marks like `?`, `!`, `'` and `"` may follow. Squares may have capital letters; `C` and `F`
//! only where they can be no stone, behind one or before a direction, like `Cc3`, `CC3` and `C3+`.

use std::fmt;
use std::str::FromStr;

use bitops::Symmetry;
use smallvec::SmallVec;

use crate::move_problem::Problem;
use crate::moves::{Action, Move};
use crate::opening::Opening;
use crate::piece::Kind;
use crate::position::{IllegalMove, Position};
use crate::size::{Playable, Size};
use crate::slides::Slide;
use crate::square::{Direction, Square};
use crate::text::excerpt;
use crate::zobrist::Hashing;

/// The error for a text that is not a move, or not a legal one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError {
    found: String,
    problem: Problem,
}

impl MoveError {
    pub(crate) fn illegal(text: &str, why: IllegalMove) -> Self {
        Self { found: excerpt(text), problem: Problem::Illegal(why) }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.found, self.problem)
    }
}

impl std::error::Error for MoveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.problem.source()
    }
}

const SYNTAX: &str = "a placement like `a1`, `Sa1`, `Ca1` or a spread like `a1>`, `3c3<21`";
const FLATS_ONLY: &str = "flats only where two are placed at once, like `2a1`";
const NO_CAPITAL: &str =
    "a square behind the letter of a stone, like `Cc3`, or a small one, like `c3`";
const NOT_THREE: &str = "a direction after the square, or two flats, not three or more, like `2a1`";

impl<const N: usize> FromStr for Move<N> {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        read_move(text).map_err(|problem| MoveError { found: excerpt(text), problem })
    }
}

fn read_move<const N: usize>(text: &str) -> Result<Move<N>, Problem> {
    let marked = text.as_bytes();
    let unmarked = marked.iter().rposition(|&byte| !is_mark(byte)).map_or(0, |last| last + 1);
    let (body, crush) = match &marked[..unmarked] {
        [body @ .., b'*'] => (body, true),
        body => (body, false),
    };
    let (head, body) = match body {
        [head @ (b'F' | b'f' | b'S' | b's' | b'C' | b'c' | b'1'..=b'8'), rest @ ..]
            if rest.len() >= 2 && !rest[0].is_ascii_digit() && !is_direction(rest[1]) =>
        {
            (Some(*head), rest)
        }
        body => (None, body),
    };
    let [file @ (b'a'..=b'h' | b'A'..=b'H'), rank @ b'1'..=b'8', tail @ ..] = body else {
        let are_others = head == Some(b'2') && matches!(body, [b'S' | b's' | b'C' | b'c', _, _]);
        return Err(Problem::Expected(if are_others { FLATS_ONLY } else { SYNTAX }));
    };
    let is_stone = matches!(file, b'C' | b'F') && tail.is_empty();
    if is_stone && !head.is_some_and(|head| head.is_ascii_alphabetic()) {
        return Err(Problem::Expected(NO_CAPITAL));
    }
    let square =
        Square::at(usize::from(file.to_ascii_lowercase() - b'a'), usize::from(rank - b'1'))
            .ok_or(Problem::OffBoard { size: N })?;
    match (head, tail) {
        (None | Some(b'A'..=b'z'), []) if crush => {
            Err(Problem::Expected("no `*` after a placement"))
        }
        (None | Some(b'F' | b'f'), []) => Ok(Move::place(Kind::Flat, square)),
        (Some(b'S' | b's'), []) => Ok(Move::place(Kind::Wall, square)),
        (Some(b'C' | b'c'), []) => Ok(Move::place(Kind::Capstone, square)),
        (Some(b'2'), []) if !crush => Ok(Move::place_two(square)),
        (Some(b'3'..=b'8'), []) => Err(Problem::Expected(NOT_THREE)),
        (None | Some(b'1'..=b'8'), [direction, drops @ ..]) => {
            let stone = usize::from(matches!(drops, [.., b'F' | b'S' | b'C']));
            let drops = &drops[..drops.len() - stone];
            let carried = head.map_or(1, |digit| u32::from(digit - b'0'));
            read_spread(square, *direction, carried, drops)
        }
        _ => Err(Problem::Expected(SYNTAX)),
    }
}

/// Whether it is a mark that may follow a move, like `?`.
pub(crate) fn is_mark(byte: u8) -> bool {
    matches!(byte, b'?' | b'!' | b'\'' | b'"')
}

fn is_direction(byte: u8) -> bool {
    Direction::from_symbol(char::from(byte)).is_some()
}

fn read_spread<const N: usize>(
    square: Square<N>,
    direction: u8,
    carried: u32,
    drops: &[u8],
) -> Result<Move<N>, Problem> {
    let direction = Direction::from_symbol(char::from(direction))
        .ok_or(Problem::Expected("a direction `+`, `-`, `<` or `>` after the square"))?;
    if carried as usize > N {
        return Err(Problem::CarryLimit { limit: N });
    }
    if drops.len() > N || !drops.iter().all(|drop| matches!(drop, b'1'..=b'8')) {
        return Err(Problem::Expected("drops from `1` to `8`, one for each square, and no more"));
    }
    let mut counts: SmallVec<[u8; 8]> = drops.iter().map(|drop| drop - b'0').collect();
    if counts.is_empty() {
        counts.push(carried as u8);
    }
    let dropped: u32 = counts.iter().copied().map(u32::from).sum();
    match Slide::from_drops(&counts) {
        Some(slide) if dropped == carried => {
            Move::spread(square, direction, slide).ok_or(Problem::OffBoard { size: N })
        }
        _ => Err(Problem::WrongSum { carried, dropped }),
    }
}

/// Turns a move as it is written, needless counts included; any other word stays as it is. The
/// position only gives the size.
pub(crate) fn turned<const N: usize>(_: &Position<N>, text: &str, symmetry: Symmetry) -> String
where
    Size<N>: Playable,
{
    let Ok(mv) = text.parse::<Move<N>>() else {
        return text.to_owned();
    };
    // A move is ASCII: perhaps a letter or a count, the square, the rest.
    let (head, rest) = text.split_at(usize::from(!text.as_bytes()[1].is_ascii_digit()));
    let (square, tail) = (mv.square().transform(symmetry), &rest[2..]);
    let direction = tail.chars().next().and_then(Direction::from_symbol);
    match direction.map(|direction| direction.transform(symmetry).symbol()) {
        Some(direction) => format!("{head}{square}{direction}{}", &tail[1..]),
        None => format!("{head}{square}{tail}"),
    }
}

/// The shortest standard form: no `F`, no count of 1, no single drop, no `*`.
impl<const N: usize> fmt::Display for Move<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action() {
            Action::Place(Kind::Flat, square) => write!(f, "{square}"),
            Action::Place(Kind::Wall, square) => write!(f, "S{square}"),
            Action::Place(Kind::Capstone, square) => write!(f, "C{square}"),
            Action::PlaceTwo(square) => write!(f, "2{square}"),
            Action::Spread(square, direction, slide) => {
                if slide.carried() > 1 {
                    write!(f, "{}", slide.carried())?;
                }
                write!(f, "{square}{}", direction.symbol())?;
                if slide.length() > 1 {
                    for drop in slide.drops() {
                        write!(f, "{drop}")?;
                    }
                }
                Ok(())
            }
        }
    }
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// This start, with the opening that the first move of the game implies: unless
    /// another was chosen, a move like `2a1` means a double black stack.
    ///
    /// ```
    /// use tak_encoding::{Opening, Position};
    ///
    /// let start = Position::<6>::new();
    /// assert_eq!(start.begun_by("2a1").opening(), Opening::DoubleBlackStack);
    /// assert_eq!(start.begun_by("a1").opening(), Opening::Swap);
    /// ```
    #[must_use]
    pub fn begun_by(&self, first: &str) -> Self {
        let places_two =
            || first.parse::<Move<N>>().is_ok_and(|mv| matches!(mv.action(), Action::PlaceTwo(_)));
        // Most begin with a file: they are not read.
        let is_swap = self.ply() == 0 && self.opening() == Opening::Swap;
        if first.starts_with('2') && is_swap && self.occupied().is_empty() && places_two() {
            let two = self.rules().with_opening(Opening::DoubleBlackStack);
            return two.map_or(*self, Self::with_rules);
        }
        *self
    }

    /// Reads a move in PTN that is legal here.
    ///
    /// # Errors
    ///
    /// If the text is no move of this size, or the move is illegal.
    ///
    /// ```
    /// use tak_encoding::Position;
    ///
    /// let position = Position::<5>::from_tps("x5/x5/1C,2S,x3/x5/x5 1 4")?;
    /// assert_eq!(position.parse_move("a3>*!")?, position.parse_move("1a3>1")?);
    ///
    /// let error = position.parse_move("b3-").unwrap_err();
    /// let text = "move `b3-`: illegal here: the stack belongs to the opponent";
    /// assert_eq!(error.to_string(), text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move<N>, MoveError> {
        let mv = text.parse()?;
        let legal = self.check_legal(mv);
        legal.map_err(|why| MoveError::illegal(text, why))?;
        Ok(mv)
    }
}
