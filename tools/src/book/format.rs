//! The formats of openings.

use std::fmt::Write;

use clap::ValueEnum;
use tak_encoding::{Game, Notation, Playable, Size};

/// How the openings of one file are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// One move list on each line, like `a1 f6 c3`
    Moves,
    /// One position on each line, as TPS
    Tps,
    /// Games with tags
    Ptn,
}

impl Format {
    /// The format in which entries of a notation are written; links are read as the PTN in them.
    pub(crate) fn of(notation: Notation) -> Self {
        match notation {
            Notation::Ptn | Notation::Link => Self::Ptn,
            Notation::Tps => Self::Tps,
            Notation::Moves | Notation::Playtak => Self::Moves,
        }
    }

    /// Appends a game.
    pub(crate) fn write<const N: usize>(self, game: &Game<N>, text: &mut String)
    where
        Size<N>: Playable,
    {
        // Writing to a string cannot fail.
        let _ = match self {
            Self::Tps => write!(text, "{}", game.end()),
            Self::Moves => game.moves().iter().enumerate().try_for_each(|(index, mv)| {
                let space = if index > 0 { " " } else { "" };
                write!(text, "{space}{mv}")
            }),
            Self::Ptn => write!(text, "{game}"),
        };
    }

    /// What separates one opening from the next.
    pub(crate) fn separator(self) -> &'static str {
        match self {
            Self::Moves | Self::Tps => "\n",
            Self::Ptn => "\n\n",
        }
    }
}
