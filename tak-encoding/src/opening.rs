//! How the first two plies of a game are played.

use std::fmt;
use std::str::FromStr;

use crate::piece::Color;
use crate::text::ParseError;

/// How the first two plies of a game are played. Each places flats on an empty square; from the
/// third ply on all games are alike.
///
/// As text it is the value of the PTN tag `Opening`; case, hyphens and spaces make no difference,
/// and `dbs` is short for the last one.
///
/// ```
/// use tak_encoding::Opening;
///
/// assert_eq!("No Swap".parse(), Ok(Opening::NoSwap));
/// assert_eq!(Opening::DoubleBlackStack.to_string(), "double black stack");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Opening {
    /// Each player places a flat of the opponent's.
    #[default]
    Swap,
    /// Each player places a flat of their own.
    NoSwap,
    /// White places a stack of two black flats, written `2a1`, then Black a white flat.
    DoubleBlackStack,
}

impl Opening {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Swap, Self::NoSwap, Self::DoubleBlackStack];

    /// Colour and number of the flats that a player's first ply places.
    pub const fn flats(self, player: Color) -> (Color, u8) {
        match (self, player) {
            (Self::NoSwap, _) => (player, 1),
            (Self::DoubleBlackStack, Color::White) => (Color::Black, 2),
            (Self::Swap, Color::White) => (Color::Black, 1),
            (Self::Swap | Self::DoubleBlackStack, Color::Black) => (Color::White, 1),
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Swap => "swap",
            Self::NoSwap => "no-swap",
            Self::DoubleBlackStack => "double black stack",
        })
    }
}

impl FromStr for Opening {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut letters = text.to_ascii_lowercase();
        letters.retain(|c| !matches!(c, ' ' | '-' | '_'));
        match letters.as_str() {
            "swap" => Ok(Self::Swap),
            "noswap" => Ok(Self::NoSwap),
            "doubleblackstack" | "dbs" => Ok(Self::DoubleBlackStack),
            _ => {
                let expected = "`swap`, `no-swap` or `double black stack`";
                Err(ParseError::new("opening", text, expected))
            }
        }
    }
}
