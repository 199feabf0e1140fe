//! Games that all programs read alike, as most are, told by their words alone, without playing them.

use super::reading::{is_usual_move, is_usual_tag};
use crate::opening::Opening;
use crate::outcome::GameResult;
use crate::ptn::heading::is_line_name;
use crate::ptn::lexer::{Token, TokenKind, tokens};

/// Whether a text with one game has the usual tags and moves, a main line from an empty board with
/// numbers in order, and comments that nobody takes for names. If it does not, others may read it
/// alike all the same.
pub(super) fn is_plain(text: &str) -> bool {
    let mut plain = Plain::default();
    tokens(text).all(|token| plain.takes(token))
}

/// What was read so far.
#[derive(Default)]
struct Plain<'a> {
    previous: Option<Token<'a>>,
    /// Whether there was anything but tags.
    has_words: bool,
    /// Whether no move stands behind the last number.
    is_numbered: bool,
    has_result: bool,
    plies: u32,
}

impl<'a> Plain<'a> {
    fn takes(&mut self, token: Token<'a>) -> bool {
        let previous = self.previous.replace(token);
        if token.kind == TokenKind::Space {
            return true;
        }
        if token.kind == TokenKind::Tag {
            return !self.has_words && is_usual_tag(token) && token.tag().is_some_and(is_plain_tag);
        }
        self.has_words = true;
        match token.kind {
            TokenKind::Comment => {
                let is_apart = previous.is_some_and(|gap| gap.text.matches('\n').count() > 1);
                !is_line_name(token.text) && (self.plies == 0 || !is_apart)
            }
            TokenKind::MoveNumber(number) => {
                self.is_numbered = true;
                number == self.plies / 2 + 1
                    && self.plies.is_multiple_of(2)
                    && !token.text.ends_with("..")
                    && !self.has_result
            }
            TokenKind::Move => {
                (self.is_numbered, self.plies) = (false, self.plies + 1);
                // Two flats may lack the tag for their opening.
                let places_two = matches!(token.text.as_bytes(), [b'1'..=b'8', _, _]);
                is_usual_move(token.text) && !places_two && !self.has_result
            }
            TokenKind::Marks => previous.is_some_and(|token| token.kind == TokenKind::Move),
            TokenKind::Result(result) => {
                let is_first = !std::mem::replace(&mut self.has_result, true);
                is_first
                    && self.plies > 0
                    && !self.is_numbered
                    && result != GameResult::Unfinished
                    && token.text == result.to_string()
            }
            _ => false,
        }
    }
}

/// Whether a tag leaves the start as it is.
fn is_plain_tag((name, value): (&str, &str)) -> bool {
    let is_other = |tag: &str| !name.eq_ignore_ascii_case(tag);
    let is_double = || value.parse() == Ok(Opening::DoubleBlackStack);
    is_other("TPS") && (is_other("Opening") || !is_double())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptn::PtnGame;
    use crate::ptn::ninja::reading::is_read_alike;

    #[test]
    fn plain_games_are_read_alike() {
        for (moves, plain) in [
            ("{so} 1.a1! {well} e5''\n2. Sc3 {and\nso} d3 R-0\n", true),
            ("a1 e5 c3 1/2-1/2 {well}", true),
            ("1. a1 e5\n2. {x} R-0", false),
            ("1. a1 e5\n\n{x}\n2. c3", false),
            ("1. a1 e5 2. c3 {2w1} d3", false),
            ("1. a1 e5\n1. b1", false),
            ("1. a1 1... e5", false),
            ("2. a1 e5", false),
            ("1. a1 e5 (1... d5)", false),
            ("1. a1 e5 0", false),
            ("1. A1 e5", false),
        ] {
            let text = format!("[Site \"x\"]\n[Size \"5\"]\n\n{moves}");
            assert_eq!(is_plain(&text), plain, "{moves}");
            let game: PtnGame = text.parse().unwrap();
            assert!(!plain || is_read_alike(&game), "{moves}");
        }
        for tags in
            ["[TPS \"x3/x3/x3 1 1\"]", "[Size  \"3\"]", "[Opening \"dbs\"]", "{x} [Size \"3\"]"]
        {
            assert!(!is_plain(&format!("{tags}\n\n1. a1 c3")), "{tags}");
        }
    }
}
