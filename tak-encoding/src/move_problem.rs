//! What can be wrong with a move as text, in whatever notation.

use std::error::Error;
use std::fmt;

use crate::position::IllegalMove;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    Expected(&'static str),
    OffBoard {
        size: usize,
    },
    /// From one square to another that is not in line with it.
    Crooked,
    WrongSum {
        carried: u32,
        dropped: u32,
    },
    WrongDrops {
        squares: usize,
        drops: usize,
    },
    CarryLimit {
        limit: usize,
    },
    Illegal(IllegalMove),
}

impl Problem {
    /// The rule that is broken, if the text is a move.
    pub(crate) fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Illegal(why) => Some(why),
            _ => None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::OffBoard { size } => {
                write!(f, "it leaves the board, expected squares of {size}×{size}")
            }
            Self::Crooked => f.write_str("expected another square of the same file or rank"),
            Self::WrongSum { carried, dropped } => {
                write!(f, "the drops add up to {dropped}, expected {carried}, the pieces it takes")
            }
            Self::WrongDrops { squares, drops } => {
                write!(f, "{drops} drops, expected {squares}, one for each square")
            }
            Self::CarryLimit { limit } => {
                write!(f, "expected at most {limit} pieces in the hand")
            }
            Self::Illegal(why) => write!(f, "illegal here: {why}"),
        }
    }
}
