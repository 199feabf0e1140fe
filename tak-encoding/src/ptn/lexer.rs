//! A lossless lexer for PTN: every byte of a file belongs to exactly one token.

use std::ops::Range;

use crate::move_text::is_mark;
use crate::outcome::GameResult;
use crate::text::number;

/// A token of a PTN file. Together the tokens are the whole file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// The kind of token.
    pub kind: TokenKind,
    /// The text as written.
    pub text: &'a str,
    /// The byte offset in the file.
    pub start: usize,
}

impl<'a> Token<'a> {
    /// Its range of bytes in the file.
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The name and the value of a tag. Case is ignored when names are compared.
    pub fn tag(&self) -> Option<(&'a str, &'a str)> {
        if self.kind != TokenKind::Tag {
            return None;
        }
        let (name, rest) = split_at_quote(&self.text[1..])?;
        let (value, _) = split_at_quote(rest)?;
        Some((name.trim_ascii(), value))
    }
}

/// The kind of a [`Token`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TokenKind {
    /// White space, line ends and byte order marks
    Space,
    /// `[Name "value"]`
    Tag,
    /// `{…}`
    Comment,
    /// `{…}`, the name of a branch as PTN Ninja writes it. Only a [`PtnGame`](super::PtnGame) can
    /// tell it from a comment.
    BranchName,
    /// `; …`, to the end of the line
    LineComment,
    /// `(`
    VariationStart,
    /// `)`
    VariationEnd,
    /// `$1`, a numeric annotation glyph
    Nag,
    /// `12.`, with any number of dots
    MoveNumber(u32),
    /// The number of a move in a branch, as PTN Ninja writes it, like `1-1.2.`
    BranchNumber,
    /// `--`, `...`, `x` or another run of dots, dashes and stars in place of a move; `load` where
    /// playtak.com had loaded a position
    Placeholder,
    /// A move without its marks, or any other word. Which it is depends on the size of the board.
    Move,
    /// `?`, `!`, `'` or `"` after a move, or several of them
    Marks,
    /// A result like `R-0`
    Result(GameResult),
    /// `{` without the `}` that closes it
    OpenComment,
    /// `[` that does not begin a tag, up to the next `]` or the end of the line
    BadTag,
    /// `}` or `]` by itself
    Stray,
}

impl TokenKind {
    /// Whether it is white space or a comment, which has no effect on the game.
    pub fn is_trivia(self) -> bool {
        matches!(self, Self::Space | Self::Comment | Self::BranchName | Self::LineComment)
    }
}

/// The tokens of a text; see [`tokens`].
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

/// Splits a PTN file into tokens. No text is lost, and there are no errors, because invalid text
/// becomes tokens too.
///
/// ```
/// use tak_encoding::ptn::{TokenKind, tokens};
///
/// let text = "[Size \"5\"]\n1.a1 e5!{a corner each}";
/// let moves = tokens(text).filter(|token| token.kind == TokenKind::Move);
/// assert_eq!(moves.map(|token| token.text).collect::<Vec<_>>(), ["a1", "e5"]);
/// assert_eq!(tokens(text).map(|token| token.text).collect::<String>(), text);
/// ```
pub fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

/// The tokens of a text from the beginning of one of them on.
pub(super) fn tokens_from(text: &str, offset: usize) -> Tokens<'_> {
    Tokens { text, at: offset }
}

impl<'a> Tokens<'a> {
    #[inline(always)]
    fn take(&mut self, kind: TokenKind, length: usize) -> Token<'a> {
        let start = self.at;
        self.at += length;
        Token { kind, text: &self.text[start..self.at], start }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    #[inline]
    fn next(&mut self) -> Option<Token<'a>> {
        Some(match self.text.as_bytes()[self.at..] {
            [] => return None,
            // A fast path for lists of moves.
            [b' ' | b'\n', b'!'..=b'~', ..] => self.take(TokenKind::Space, 1),
            [b'a'..=b'h', b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8', b' ', ..] => {
                self.take(TokenKind::Move, 2)
            }
            _ => {
                let (kind, length) = token(&self.text[self.at..]);
                self.take(kind, length)
            }
        })
    }
}

/// The kind and the length of the first token of a text.
fn token(text: &str) -> (TokenKind, usize) {
    match text.as_bytes()[0] {
        b'[' => bracket(text),
        b'{' => comment(text),
        b';' => {
            let line = &text[..text.find('\n').unwrap_or(text.len())];
            (TokenKind::LineComment, line.trim_end_matches('\r').len())
        }
        b'(' => (TokenKind::VariationStart, 1),
        b')' => (TokenKind::VariationEnd, 1),
        b'}' | b']' => (TokenKind::Stray, 1),
        b'$' => {
            let digits = text[1..].bytes().take_while(u8::is_ascii_digit);
            (TokenKind::Nag, 1 + digits.count())
        }
        _ => match blanks(text) {
            0 => numbered_word(text),
            blanks => (TokenKind::Space, blanks),
        },
    }
}

/// A byte order mark is blank anywhere, because files that begin with one may be concatenated.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The length in bytes of the white space at the start of a text.
fn blanks(text: &str) -> usize {
    let ascii = text.bytes().take_while(u8::is_ascii_whitespace).count();
    match text.as_bytes().get(ascii) {
        None | Some(b'!'..=b'~') => ascii,
        _ => text.find(|c| !is_blank(c)).unwrap_or(text.len()),
    }
}

/// The length in bytes of the word at the start of a text.
fn word_length(text: &str) -> usize {
    const IN_WORD: [bool; 256] = {
        let mut in_word = [false; 256];
        let mut byte = b'!';
        while byte <= b'~' {
            in_word[byte as usize] = !is_sign(byte as char);
            byte += 1;
        }
        in_word
    };
    let ascii = text.bytes().take_while(|&byte| IN_WORD[usize::from(byte)]).count();
    match text.as_bytes().get(ascii) {
        None | Some(b'\t'..=b'\r' | b' '..=b'~') => ascii,
        _ => text.find(|c| is_blank(c) || is_sign(c)).unwrap_or(text.len()),
    }
}

/// Whether a character ends the word before it.
const fn is_sign(c: char) -> bool {
    matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$')
}

fn split_at_quote(text: &str) -> Option<(&str, &str)> {
    let quote = text.bytes().position(|byte| byte == b'"')?;
    Some((&text[..quote], &text[quote + 1..]))
}

fn bracket(text: &str) -> (TokenKind, usize) {
    tag(text).unwrap_or_else(|| match text.find([']', '\n']) {
        Some(end) if text.as_bytes()[end] == b']' => (TokenKind::BadTag, end + 1),
        end => {
            let line = &text[..end.unwrap_or(text.len())];
            (TokenKind::BadTag, line.trim_end().len())
        }
    })
}

/// The tag at the start of a text. A tag is on one line, and its value may contain brackets.
fn tag(text: &str) -> Option<(TokenKind, usize)> {
    let inside = text.strip_prefix('[')?;
    let (name, rest) = inside.split_at(name_length(inside));
    let (value, rest) = split_at_quote(rest.strip_prefix('"')?)?;
    let rest = rest.trim_start_matches([' ', '\t']).strip_prefix(']')?;
    let name = name.trim_ascii();
    let has_blank = name.bytes().any(|byte| matches!(byte, b' ' | b'\t'));
    let is_tag = !name.is_empty() && !has_blank && !value.contains('\n');
    is_tag.then_some((TokenKind::Tag, text.len() - rest.len()))
}

/// The length in bytes of the name of a tag at the start of a text, with the blanks around it.
fn name_length(text: &str) -> usize {
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ' ' | '\t');
    let ascii = text.bytes().take_while(|&byte| byte.is_ascii() && in_name(byte.into())).count();
    match text.as_bytes().get(ascii) {
        Some(byte) if !byte.is_ascii() => text.find(|c| !in_name(c)).unwrap_or(text.len()),
        _ => ascii,
    }
}

fn comment(text: &str) -> (TokenKind, usize) {
    match comment_end(text, false) {
        (true, length) => (TokenKind::Comment, length),
        (false, length) => (TokenKind::OpenComment, length),
    }
}

/// Whether a comment is closed, and where it ends. A tag after an empty line ends it too: a `}`
/// must be missing before it, and should spoil only one game and not all that follow.
pub(super) fn comment_end(text: &str, mut after_empty_line: bool) -> (bool, usize) {
    let mut length = 0;
    while length < text.len() {
        let rest = &text[length..];
        if after_empty_line && rest.lines().next().is_some_and(is_tag_line) {
            break;
        }
        // The search stops at the first match, because a line may have thousands of comments.
        let end = rest.bytes().position(|byte| matches!(byte, b'}' | b'\n'));
        let line = &rest[..end.map_or(rest.len(), |end| end + 1)];
        length += line.len();
        if line.ends_with('}') {
            return (true, length);
        }
        after_empty_line = line.trim().is_empty();
    }
    (false, length)
}

/// Whether a line has a tag and nothing else.
pub(super) fn is_tag_line(line: &str) -> bool {
    let line = line.trim_matches(is_blank);
    tag(line).is_some_and(|(_, length)| length == line.len())
}

/// A word, or the move number at its start.
fn numbered_word(text: &str) -> (TokenKind, usize) {
    move_number(&text[..word_length(text)]).unwrap_or_else(|| word(text))
}

fn word(text: &str) -> (TokenKind, usize) {
    let word = &text[..word_length(text)];
    let marks = word.bytes().rev().take_while(|&byte| is_mark(byte)).count();
    let body = &word[..word.len() - marks];
    let kind = match body.as_bytes() {
        [] => return (TokenKind::Marks, marks),
        b"x" | b"X" | b"load" => TokenKind::Placeholder,
        body if body != b"*" && body.iter().all(|byte| b"-.*".contains(byte)) => {
            TokenKind::Placeholder
        }
        [_] | [_, b'-' | b'/', ..] => {
            GameResult::read(body).map_or(TokenKind::Move, TokenKind::Result)
        }
        _ => TokenKind::Move,
    };
    (kind, body.len())
}

/// The move number at the start of a word, and its length. `1.a1` is two tokens.
fn move_number(word: &str) -> Option<(TokenKind, usize)> {
    if !word.as_bytes().first()?.is_ascii_digit() {
        return None;
    }
    let length = word.bytes().rposition(|byte| byte == b'.')? + 1;
    let digits = word[..length].trim_end_matches('.');
    if let Some(number) = number(digits) {
        return Some((TokenKind::MoveNumber(number), length));
    }
    // The name of the branch comes before the number.
    let (lines, last) = digits.rsplit_once(['.', '/'])?;
    let plain = |c: char| c.is_ascii_digit() || "-./".contains(c);
    let branch = lines.chars().all(plain) && number(last).is_some();
    branch.then_some((TokenKind::BranchNumber, length))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    #[test]
    fn all_that_games_are_written_with() {
        let text = "\u{feff}[Event \"a]b\"] {x\ny} 1.a1 $3 f6!? (2. c3 1... --)\u{a0}; e5\r\n\
            2...x c3''{[%clock 0:10]}1-1.2. \" 3a1>12*\u{feff}R-0";
        let expected = "Tag [Event \"a]b\"]|Comment {x\ny}|MoveNumber(1) 1.|Move a1|Nag $3|\
            Move f6|Marks !?|VariationStart (|MoveNumber(2) 2.|Move c3|MoveNumber(1) 1...|\
            Placeholder --|VariationEnd )|LineComment ; e5|MoveNumber(2) 2...|Placeholder x|\
            Move c3|Marks ''|Comment {[%clock 0:10]}|BranchNumber 1-1.2.|Marks \"|Move 3a1>12*|\
            Result(Outcome(Road(White))) R-0";
        let words = tokens(text).filter(|token| token.kind != TokenKind::Space);
        let words: Vec<_> = words.map(|token| format!("{:?} {}", token.kind, token.text)).collect();
        assert_eq!(words.join("|"), expected);
        let tag = tokens(text).find_map(|token| token.tag());
        assert_eq!(tag, Some(("Event", "a]b")));
    }

    #[test]
    fn what_makes_no_sense_is_a_token_too() {
        use TokenKind::*;
        for (text, kind, length) in [
            ("{never closed (", OpenComment, 15),
            ("{oh\n\n[Size \"5\"]\n}", OpenComment, 5),
            ("{oh\n[Size \"5\"]\n\n[b] }", Comment, 21),
            ("} a1", Stray, 1),
            ("[Size 6] a1", BadTag, 8),
            ("[Size \"6\"\n]", BadTag, 9),
            ("[\"6\"]", BadTag, 5),
            ("99999999999.a1", Move, 14),
            ("1.a.b", Move, 5),
        ] {
            let token = tokens(text).next().unwrap();
            assert_eq!((token.kind, token.text.len()), (kind, length), "{text}");
        }
    }

    #[test]
    fn a_file_of_brackets_is_read_in_no_time() {
        for strange in ["[", "[a", "[a\"", "(", "{", "[\"", "[a]", "{\n\n[a \"\"]\n", "1.", "}]$"] {
            let text = strange.repeat(1 << 18);
            assert_eq!(tokens(&text).last().unwrap().span().end, text.len());
        }
    }

    const PARTS: &str = "[Size \"3\"]|[a|]|\"|1.|2...|a1| |\r\n|\n\n|{|}|(|)|;|$|1|?!|'|--|x|R-0|1/2|\
        1-1.|\u{feff}|\u{a0}|é";

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_byte_belongs_to_one_token(parts in vec(select(PARTS.split('|').collect::<Vec<_>>()), 0..40), other in ".{0,60}") {
            for text in [parts.concat(), other] {
                let mut end = 0;
                for token in tokens(&text) {
                    prop_assert_eq!(token.span().start, end);
                    prop_assert!(!token.text.is_empty());
                    prop_assert_eq!(&text[token.span()], token.text);
                    end = token.span().end;
                }
                prop_assert_eq!(end, text.len());
            }
        }
    }
}
