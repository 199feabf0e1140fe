//! PTN as text: games told apart and turned, with comments and layout kept.

use tak_encoding::{AnyGame, Direction, Move, PtnError, Square, Symmetry, with_game};

mod cutter;

pub(crate) use cutter::{GameText, GameTexts};

/// The text of one game in a file, and the line that it starts on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
}

impl Part<'_> {
    /// The game. An error counts lines as the file does.
    pub(crate) fn read(self) -> Result<AnyGame, PtnError> {
        let game = self.text.parse::<AnyGame>();
        game.map_err(|error| error.after_lines(self.line - 1))
    }
}

/// A piece of a PTN file; all pieces together are the file again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece<'a> {
    /// `[Name "value"]`: all of it, name and value.
    Tag(&'a str, &'a str, &'a str),
    /// A comment, blanks, or a bracket by itself.
    Other(&'a str),
    /// A move, a number or a result.
    Word(&'a str),
}

impl<'a> Piece<'a> {
    fn text(self) -> &'a str {
        match self {
            Self::Tag(text, ..) | Self::Other(text) | Self::Word(text) => text,
        }
    }
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let piece = first_piece(rest)?;
        rest = &rest[piece.text().len()..];
        Some(piece)
    })
}

fn first_piece(text: &str) -> Option<Piece<'_>> {
    let first = text.chars().next()?;
    let through = |end: char| text.find(end).map_or(text.len(), |at| at + end.len_utf8());
    Some(match first {
        '[' => tag(text).unwrap_or(Piece::Other(&text[..1])),
        '{' => Piece::Other(&text[..through('}')]),
        ';' => Piece::Other(&text[..through('\n')]),
        '}' | '(' | ')' | ']' => Piece::Other(&text[..1]),
        '$' => {
            let rest = text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
            Piece::Other(&text[..text.len() - rest.len()])
        }
        blank if blank.is_whitespace() => {
            Piece::Other(&text[..text.len() - text.trim_start().len()])
        }
        _ => {
            let ends = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
            Piece::Word(&text[..text.find(ends).unwrap_or(text.len())])
        }
    })
}

fn tag(text: &str) -> Option<Piece<'_>> {
    // A look at the name first: a file of brackets must not be searched for a
    // quote from each of them.
    let in_name = |c: char| c.is_alphanumeric() || c == '_' || c.is_whitespace();
    let rest = text[1..].trim_start_matches(in_name);
    let name = text[1..text.len() - rest.len()].trim();
    let (value, rest) = rest.strip_prefix('"')?.split_once('"')?;
    let rest = rest.trim_start().strip_prefix(']')?;
    let all = &text[..text.len() - rest.len()];
    Some(Piece::Tag(all, name, value))
}

/// The games of a file. Each starts with its tags: the first tag after moves,
/// or a second `Size`, belongs to the next game.
pub(crate) fn games(text: &str) -> impl Iterator<Item = Part<'_>> {
    games_from(text, 1)
}

/// The games of a text that starts on that line of its file.
pub(crate) fn games_from(text: &str, line: usize) -> impl Iterator<Item = Part<'_>> {
    let (mut rest, mut line) = (text, line);
    std::iter::from_fn(move || {
        let length = first_game(rest)?;
        let part = Part {
            text: &rest[..length],
            line,
        };
        rest = &rest[length..];
        line += part.text.matches('\n').count();
        Some(part)
    })
}

/// The length of the first game of a text, if there is one.
fn first_game(text: &str) -> Option<usize> {
    let (mut length, mut depth) = (0, 0_u32);
    let (mut tags, mut words, mut size) = (false, false, false);
    for piece in pieces(text) {
        match piece {
            Piece::Tag(_, name, _) if depth == 0 => {
                let is_size = name.eq_ignore_ascii_case("Size");
                if words || size && is_size {
                    return Some(length);
                }
                (tags, size) = (true, size || is_size);
            }
            Piece::Other("(") => depth += 1,
            Piece::Other(")") => depth = depth.saturating_sub(1),
            Piece::Word(_) if depth == 0 => words = true,
            _ => {}
        }
        length += piece.text().len();
    }
    (tags || words).then_some(length)
}

/// The text of a game that was read from it, turned: the squares and directions
/// of all moves, those of side lines too, and a `TPS` tag.
pub(crate) fn turned(text: &str, game: &AnyGame, symmetry: Symmetry) -> String {
    let mut turned = String::with_capacity(text.len());
    with_game!(game, game => {
        for piece in pieces(text) {
            match piece {
                Piece::Tag(tag, name, value)
                    if name.eq_ignore_ascii_case("TPS") && !value.trim().is_empty() =>
                {
                    let start = game.start().transform(symmetry).to_tps();
                    turned.push_str(&tag.replace(value, &start));
                }
                Piece::Word(word) => push_word(&mut turned, word, game.moves(), symmetry),
                other => turned.push_str(other.text()),
            }
        }
    });
    if !turned.ends_with('\n') {
        turned.push('\n');
    }
    turned
}

/// Adds a word: a move turned, anything else as it is. The moves of the game
/// say no more than the size of the board.
fn push_word<const N: usize>(text: &mut String, word: &str, _: &[Move<N>], symmetry: Symmetry) {
    // The number in `1.a1`.
    let (number, body) = word.split_at(word.rfind('.').map_or(0, |dot| dot + 1));
    text.push_str(number);
    let Ok(mv) = body.parse::<Move<N>>() else {
        text.push_str(body);
        return;
    };
    // A move is ASCII: perhaps a letter or a count, the square, the rest.
    let at = usize::from(!body.as_bytes()[1].is_ascii_digit());
    let (head, body) = body.split_at(at);
    let (_, tail) = body.split_at(2);
    let square: Square<N> = mv.square().transform(symmetry);
    text.push_str(head);
    text.push_str(&square.to_string());
    let direction = tail.chars().next().and_then(Direction::from_symbol);
    match direction {
        Some(direction) if mv.is_spread() => {
            text.push(direction.transform(symmetry).symbol());
            text.push_str(&tail[1..]);
        }
        _ => text.push_str(tail),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    const WORDS: &[&str] = &[
        "[Size \"3\"]",
        "[size \"4\"] ",
        "[Event \"a]b\"]\n",
        "1. ",
        "2.a3",
        " a1 ",
        "c3",
        " b2!\n",
        "2-1.2. ",
        "{a [b\"}",
        "(a1 [c] {)})",
        "; [Size \"5\"]\n",
        "$1",
        " R-0 ",
        "\n",
    ];

    const TWO: &str = "{first} [Size \"5\"]\n[Event \"a]b\"]\n\n1.a1 e5! {c3 is better}\n\
        2. Cc3 3a1>12'' (2. c4 [x \"y\"]) ; a2\nR-0\n\n[Size \"3\"]\n[Size \"6\"] 1. a1 f6";

    #[test]
    fn games_are_told_apart_and_nothing_is_lost() {
        let parts: Vec<_> = games(TWO).collect();
        let lines: Vec<_> = parts.iter().map(|part| part.line).collect();
        assert_eq!(lines, [1, 8, 9]);
        let whole: String = parts.iter().map(|part| part.text).collect();
        assert_eq!(whole, TWO);
        assert_eq!(games("{nothing}\n ; here").count(), 0);
        assert_eq!(games("").count(), 0);
        for strange in [
            "[",
            "[Size \"5",
            "{",
            ")",
            "a1 (",
            "[]\"[",
            "é\u{feff}[é \"é\"]",
        ] {
            let whole: String = games(strange).map(|part| part.text).collect();
            assert!(strange.starts_with(&whole));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn games_are_those_that_the_library_reads(words in vec(select(WORDS), 0..20)) {
            let text = words.concat();
            if let Ok(games) = AnyGame::read_all(&text) {
                let parts: Result<Vec<_>, _> = super::games(&text).map(Part::read).collect();
                prop_assert_eq!(parts, Ok(games));
            }
        }
    }

    #[test]
    fn a_file_of_brackets_is_read_in_no_time() {
        for strange in ["[", "[a", "[a\"", "(", "{", "[\"", "a1 [Size \"3\"] "] {
            let text = strange.repeat(1 << 18);
            let parts: usize = games(&text).map(|part| part.text.len()).sum();
            assert!(parts <= text.len());
        }
    }

    #[test]
    fn errors_count_the_lines_of_the_file() {
        let text = "[Size \"5\"]\n1. a1 e5\n\n[Size \"6\"]\n1. a1 z9";
        let errors: Vec<_> = games(text).filter_map(|part| part.read().err()).collect();
        assert_eq!(errors.len(), 1);
        assert_eq!((errors[0].line(), errors[0].column()), (5, 7));
    }

    #[test]
    fn turning_keeps_everything_else() {
        let text = "[Size \"5\"]\n[TPS \"x5/x5/x5/x5/121C,x4 1 7\"]\n{a1 is a corner}\n\
            7.1a1>1*?! Fe3 (7. Sb1'' $3 2a1+11) 8. d2 2-1.8. e1 ; a1\nR-0";
        let game: AnyGame = text.parse().unwrap();
        let expected = "[Size \"5\"]\n[TPS \"x4,121C/x5/x5/x5/x5 1 7\"]\n{a1 is a corner}\n\
            7.1e5<1*?! Fa3 (7. Sd5'' $3 2e5-11) 8. b4 2-1.8. a5 ; a1\nR-0\n";
        assert_eq!(turned(text, &game, Symmetry::Rotate180), expected);
    }
}
