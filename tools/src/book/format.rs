//! The forms that an opening is written in.

use clap::ValueEnum;

/// How the openings of one file are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// One move list a line, like `a1 f6 c3`
    Moves,
    /// One position a line, as TPS
    Tps,
    /// Games with tags
    Ptn,
}

impl Format {
    /// What a file looks like by its first bytes: a tag in front is a game, a
    /// slash in the first word a position, anything else a move list.
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
}

/// Whether a line, its blanks taken off, holds no opening: a comment or nothing.
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
