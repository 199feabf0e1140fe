//! Squares and the four directions of a spread.

use std::fmt;
use std::str::FromStr;

use crate::text::ParseError;

/// A square of an N×N board: `rank * N + file`, a1 = 0, b1 = 1, a2 = N.
///
/// ```
/// use tak_encoding::Square;
///
/// let c2: Square<5> = "c2".parse()?;
/// assert_eq!((c2.file(), c2.rank(), c2.index()), (2, 1, 7));
/// assert_eq!(c2.to_string(), "c2");
/// assert!("c6".parse::<Square<5>>().is_err());
/// # Ok::<(), tak_encoding::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<const N: usize>(u8);

impl<const N: usize> Square<N> {
    /// A larger board does not fit a byte, nor a square into a move.
    const FITS: () = assert!(N <= 8, "Tak is played on at most 8×8 squares");

    /// The square with that index, 0 to `N * N − 1`.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        let () = Self::FITS;
        if index < N * N { Some(Self(index as u8)) } else { None }
    }

    /// The square on that file and rank, both counted from 0.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Option<Self> {
        let () = Self::FITS;
        if file < N && rank < N { Some(Self((rank * N + file) as u8)) } else { None }
    }

    /// For indices that come from a bitboard and are on the board for sure.
    #[inline(always)]
    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < N * N);
        Self(index as u8)
    }

    /// All squares, a1 first, rank by rank.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        let () = Self::FITS;
        (0..(N * N) as u8).map(Self)
    }

    /// `rank * N + file`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for `a`.
    #[inline]
    pub const fn file(self) -> usize {
        self.index() % N
    }

    /// The rank, 0 for `1`.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() / N
    }

    /// The square as a bit of a `u64` board.
    #[inline(always)]
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The next square in that direction, if the board does not end here.
    ///
    /// ```
    /// use tak_encoding::{Direction, Square};
    ///
    /// let a1 = Square::<6>::new(0).unwrap();
    /// assert_eq!(a1.step(Direction::Up).unwrap().to_string(), "a2");
    /// assert_eq!(a1.step(Direction::Left), None);
    /// ```
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (file, rank) = (self.file(), self.rank());
        match direction {
            Direction::Up => Self::at(file, rank + 1),
            Direction::Right => Self::at(file + 1, rank),
            Direction::Down if rank > 0 => Self::at(file, rank - 1),
            Direction::Left if file > 0 => Self::at(file - 1, rank),
            Direction::Down | Direction::Left => None,
        }
    }

    /// The next square of a path that is known to stay on the board.
    #[inline(always)]
    pub(crate) const fn next(self, direction: Direction) -> Self {
        self.beyond(direction, 1)
    }

    /// The square so many steps further on such a path.
    #[inline(always)]
    pub(crate) const fn beyond(self, direction: Direction, steps: u32) -> Self {
        let offset = match direction {
            Direction::Up => N as isize,
            Direction::Right => 1,
            Direction::Down => -(N as isize),
            Direction::Left => -1,
        };
        Self::from_index(self.index().wrapping_add_signed(offset * steps as isize))
    }
}

impl<const N: usize> fmt::Display for Square<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file() as u8), self.rank() + 1)
    }
}

impl<const N: usize> fmt::Debug for Square<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> FromStr for Square<N> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let square = match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Self::at(usize::from(file - b'a'), usize::from(rank - b'1'))
            }
            _ => None,
        };
        square.ok_or_else(|| {
            let last_file = char::from(b'a' + N as u8 - 1);
            let expected = format!("a file a–{last_file} and a rank 1–{N}");
            ParseError::new("square", text, expected)
        })
    }
}

/// The way a spread moves, White's home rank below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Towards higher ranks, `+` in PTN.
    Up = 0,
    /// Towards higher files, `>` in PTN.
    Right = 1,
    /// Towards lower ranks, `-` in PTN.
    Down = 2,
    /// Towards lower files, `<` in PTN.
    Left = 3,
}

impl Direction {
    /// Up, right, down, left.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The letter of this direction in PTN.
    pub const fn symbol(self) -> char {
        match self {
            Self::Up => '+',
            Self::Right => '>',
            Self::Down => '-',
            Self::Left => '<',
        }
    }

    /// The direction that a PTN letter names.
    pub const fn from_symbol(symbol: char) -> Option<Self> {
        match symbol {
            '+' => Some(Self::Up),
            '>' => Some(Self::Right),
            '-' => Some(Self::Down),
            '<' => Some(Self::Left),
            _ => None,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.symbol().fmt(f)
    }
}

impl FromStr for Direction {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let known = Self::ALL.into_iter();
        let mut named = known.filter(|direction| text == direction.symbol().to_string());
        named.next().ok_or_else(|| ParseError::new("direction", text, "`+`, `>`, `-` or `<`"))
    }
}

impl From<Direction> for bitops::Heading {
    #[inline(always)]
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::Up => Self::Up,
            Direction::Right => Self::Right,
            Direction::Down => Self::Down,
            Direction::Left => Self::Left,
        }
    }
}
