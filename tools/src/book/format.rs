//! The formats of openings.

use std::fmt::Write;

use clap::ValueEnum;
use tak_encoding::{Game, Playable, Size};

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
    /// Guesses the format of a file from its first bytes: PTN begins with a tag, a TPS has a slash
    /// in its first word, and anything else is a move list.
    pub(crate) fn guess(head: &[u8]) -> Self {
        let head = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head);
        let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !is_skipped(line)).unwrap_or_default();
        let word = first.split(u8::is_ascii_whitespace).next();
        match word.unwrap_or_default() {
            [b'[' | b'{', ..] => Self::Ptn,
            word if word.contains(&b'/') => Self::Tps,
            _ => Self::Moves,
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

/// Whether a trimmed line is empty or a comment.
pub(crate) fn is_skipped(line: &[u8]) -> bool {
    matches!(line, [] | [b'#', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells() {
        for (head, expected) in [
            ("", Format::Moves),
            ("\u{feff}# a/b\r\n\r\n a1 f6\r\n", Format::Moves),
            ("x3/x3/x3 1 1", Format::Tps),
            ("1. a1 f6 1/2-1/2", Format::Moves),
            ("\n[Size \"6\"]", Format::Ptn),
            ("{a/b} [Size \"6\"]", Format::Ptn),
        ] {
            assert_eq!(Format::guess(head.as_bytes()), expected, "{head}");
        }
    }
}
