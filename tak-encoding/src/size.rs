//! The six board sizes, as compile-time facts and as one run-time value.

use std::fmt;
use std::str::FromStr;

use bitops::Word;

use crate::piece::Color;
use crate::text::ParseError;
use crate::zobrist::{self, KeyTable};

/// A board size known at compile time: `Size<6>` stands for the 6×6 board.
///
/// The facts about a size are in [`Playable`], which only the sizes 3 to 8 implement, so that a
/// `Position<9>` does not compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size<const N: usize>;

/// What the rules fix for one board size.
pub trait Playable: sealed::Sealed {
    /// The word that holds a whole stack: one bit a piece and a marker bit.
    type StackWord: Word;
    /// Flats (which are also the walls) that each player starts with.
    const FLATS: u8;
    /// Capstones that each player starts with.
    const CAPS: u8;
    /// The same size as a run-time value.
    const BOARD_SIZE: BoardSize;
    /// The Zobrist keys of this size.
    #[doc(hidden)]
    fn keys() -> KeyTable;
}

/// The most pieces that a stack of this size can hold without losing a bit;
/// reserves that could build more are refused by [`Rules`](crate::Rules).
pub const fn stack_capacity<const N: usize>() -> usize
where
    Size<N>: Playable,
{
    <<Size<N> as Playable>::StackWord as Word>::BITS as usize - 1
}

macro_rules! playable {
    ($($n:literal, $variant:ident, $word:ty, $flats:literal, $caps:literal;)*) => {
        $(
            impl Playable for Size<$n> {
                type StackWord = $word;
                const FLATS: u8 = $flats;
                const CAPS: u8 = $caps;
                const BOARD_SIZE: BoardSize = BoardSize::$variant;

                #[inline(always)]
                fn keys() -> KeyTable {
                    const HEIGHTS: usize = <$word>::BITS as usize - 1;
                    const LAYERS: usize =
                        zobrist::layer_and_turn::<$n>(HEIGHTS - 1, Color::Black).0 + 1;
                    #[cfg(target_family = "wasm")]
                    {
                        static KEYS: std::sync::LazyLock<KeyTable> =
                            std::sync::LazyLock::new(|| zobrist::make::<{ $n * $n }, LAYERS>($n));
                        *KEYS
                    }
                    #[cfg(not(target_family = "wasm"))]
                    {
                        static KEYS: zobrist::Keys<{ $n * $n }, LAYERS> = zobrist::Keys::new($n);
                        KEYS.table()
                    }
                }
            }
        )*

        mod sealed {
            pub trait Sealed {}
            $(impl Sealed for super::Size<$n> {})*
        }
    };
}

playable! {
    3, Three, u64, 10, 0;
    4, Four, u64, 15, 0;
    5, Five, u64, 21, 1;
    6, Six, u64, 30, 1;
    7, Seven, u128, 40, 2;
    8, Eight, u128, 50, 2;
}

/// A board size known at run time.
///
/// ```
/// use tak_encoding::BoardSize;
///
/// assert_eq!("6".parse(), Ok(BoardSize::Six));
/// assert_eq!(BoardSize::Six.squares_per_side(), 6);
/// assert!("9".parse::<BoardSize>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum BoardSize {
    /// 3×3: 10 flats, no capstone.
    Three = 3,
    /// 4×4: 15 flats, no capstone.
    Four = 4,
    /// 5×5: 21 flats, 1 capstone.
    Five = 5,
    /// 6×6: 30 flats, 1 capstone.
    Six = 6,
    /// 7×7: 40 flats, 2 capstones.
    Seven = 7,
    /// 8×8: 50 flats, 2 capstones.
    Eight = 8,
}

impl BoardSize {
    /// All sizes, the smallest first.
    pub const ALL: [Self; 6] =
        [Self::Three, Self::Four, Self::Five, Self::Six, Self::Seven, Self::Eight];

    /// The number of squares on one side, 3 to 8.
    pub const fn squares_per_side(self) -> usize {
        self as usize
    }

    /// The size with this many squares on a side, if it is supported.
    pub fn new(squares_per_side: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.squares_per_side() == squares_per_side)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.squares_per_side())
    }
}

impl FromStr for BoardSize {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            [digit @ b'3'..=b'8'] => Ok(Self::ALL[usize::from(digit - b'3')]),
            _ => Err(ParseError::new("board size", text, "a number from 3 to 8")),
        }
    }
}

/// Runs a generic body for a size that is known only at run time.
///
/// Inside the body the named constant is the size, fit for const generics.
///
/// ```
/// use tak_encoding::{BoardSize, Position, with_size};
///
/// let tps = with_size!(BoardSize::Five, N => Position::<N>::new().to_tps());
/// assert_eq!(tps, "x5/x5/x5/x5/x5 1 1");
/// ```
#[macro_export]
macro_rules! with_size {
    ($size:expr, $N:ident => $body:expr) => {
        match $size {
            $crate::BoardSize::Three => {
                const $N: usize = 3;
                $body
            }
            $crate::BoardSize::Four => {
                const $N: usize = 4;
                $body
            }
            $crate::BoardSize::Five => {
                const $N: usize = 5;
                $body
            }
            $crate::BoardSize::Six => {
                const $N: usize = 6;
                $body
            }
            $crate::BoardSize::Seven => {
                const $N: usize = 7;
                $body
            }
            $crate::BoardSize::Eight => {
                const $N: usize = 8;
                $body
            }
        }
    };
}
