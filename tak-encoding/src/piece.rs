//! Colours and kinds of pieces.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use crate::text::ParseError;

/// One of the two players, and the colour of their pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Moves first; `1` in TPS.
    White = 0,
    /// Moves second and receives komi; `2` in TPS.
    Black = 1,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black: the bit that a piece has in a stack.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour of a stack bit or the mover of a ply: even is White.
    #[inline(always)]
    pub const fn from_parity(number: u32) -> Self {
        if number & 1 == 0 { Self::White } else { Self::Black }
    }
}

/// `White` or `Black`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

impl FromStr for Color {
    type Err = ParseError;

    /// Reads `white` or `black`, in any case.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut named = Self::ALL.into_iter();
        named
            .find(|color| color.to_string().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseError::new("colour", text, "`white` or `black`"))
    }
}

impl Not for Color {
    type Output = Self;

    /// The other player.
    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// What a piece can be. Below the top of a stack every piece is a flat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A lying stone: counts for roads and for the flat count.
    Flat = 1,
    /// A standing stone, placed from the same reserve as flats. It blocks
    /// every spread but a lone capstone's, and belongs to no road.
    Wall = 2,
    /// Blocks like a wall, belongs to roads like a flat, flattens walls.
    Capstone = 3,
}

impl Kind {
    /// Flat, wall, capstone.
    pub const ALL: [Self; 3] = [Self::Flat, Self::Wall, Self::Capstone];
}
