//! The words of a PTN file, with comments and side lines left out.

use std::ops::Range;

use super::error::PtnError;
use crate::text::number;

/// One word of a file, and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    /// Byte offset in the file.
    pub(super) offset: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'a> {
    /// `[Name "value"]`
    Tag(&'a str, &'a str),
    /// `12.` or `12...`
    MoveNumber(u32),
    /// A number of another line of play, like `1-1.2.`
    BranchNumber,
    /// A move, a result or anything else.
    Word(&'a str),
}

/// Reads a file from the front.
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        // Windows editors put a byte order mark in front.
        let at = text.len() - text.trim_start_matches('\u{feff}').len();
        Self { text, at }
    }

    /// The next word, `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, PtnError> {
        self.skip_comments()?;
        let offset = self.at;
        let kind = match self.rest().chars().next() {
            None => return Ok(None),
            Some('[') => self.tag()?,
            Some('}' | ')' | ']') => {
                return Err(
                    self.error(&self.rest()[..1], "an opening bracket before a closing one")
                );
            }
            Some(_) => self.word(),
        };
        Ok(Some(Token { kind, offset }))
    }

    /// Where the reader is.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, found: &str, expected: &str) -> PtnError {
        PtnError::new(self.text, self.at, found, expected)
    }

    /// Reads on from the middle.
    pub(super) fn from(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    fn skip_comments(&mut self) -> Result<(), PtnError> {
        while self.comment()?.is_some() {}
        Ok(())
    }

    /// Skips white space and a comment: `{…}`, `; …` to the end of the line,
    /// `(…)` or `$1`. `None` if a word follows, or the end.
    pub(super) fn comment(&mut self) -> Result<Option<Range<usize>>, PtnError> {
        self.at = self.text.len() - self.rest().trim_start().len();
        let start = self.at;
        match self.rest().as_bytes().first() {
            Some(b'{') => self.skip_past('}')?,
            Some(b'(') => self.skip_variation()?,
            Some(b';') => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
            Some(b'$') => {
                let digits = self.rest()[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                self.at = self.text.len() - digits.len();
            }
            _ => return Ok(None),
        }
        Ok(Some(start..self.at))
    }

    fn skip_past(&mut self, end: char) -> Result<(), PtnError> {
        let length = self
            .rest()
            .find(end)
            .ok_or_else(|| self.error(self.rest(), &format!("a `{end}` that closes this")))?;
        self.at += length + end.len_utf8();
        Ok(())
    }

    /// Variations nest, and hold comments in which brackets mean nothing.
    fn skip_variation(&mut self) -> Result<(), PtnError> {
        let start = self.at;
        let mut depth = 0;
        loop {
            let Some(length) = self.rest().find(['(', ')', '{']) else {
                self.at = start;
                return Err(self.error(self.rest(), "a `)` that closes this"));
            };
            self.at += length;
            match self.rest().as_bytes()[0] {
                b'{' => {
                    self.skip_past('}')?;
                    continue;
                }
                b'(' => depth += 1,
                _ => depth -= 1,
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn tag(&mut self) -> Result<TokenKind<'a>, PtnError> {
        let syntax = |tokens: &Self| tokens.error(tokens.rest(), "a tag like `[Size \"6\"]`");
        let inside = &self.rest()[1..];
        let (name, value) = inside.split_once('"').ok_or_else(|| syntax(self))?;
        let (value, after) = value.split_once('"').ok_or_else(|| syntax(self))?;
        let after = after
            .trim_start()
            .strip_prefix(']')
            .ok_or_else(|| syntax(self))?;
        let name = name.trim();
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return Err(syntax(self));
        }
        self.at = self.text.len() - after.len();
        Ok(TokenKind::Tag(name, value))
    }

    fn word(&mut self) -> TokenKind<'a> {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
        let mut word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let kind = match move_number(word) {
            Some((kind, length)) => {
                word = &word[..length];
                kind
            }
            None => TokenKind::Word(word),
        };
        self.at += word.len();
        kind
    }
}

/// The move number that a word starts with, and its length: `1.a1` is two words.
fn move_number(word: &str) -> Option<(TokenKind<'static>, usize)> {
    let length = word.rfind('.')? + 1;
    let digits = word[..length].trim_end_matches('.');
    if let Some(number) = number(digits) {
        return Some((TokenKind::MoveNumber(number), length));
    }
    // The names of the lines it branches from, then the number.
    let (lines, last) = digits.rsplit_once(['.', '/'])?;
    let plain = |c: char| c.is_ascii_digit() || "-./".contains(c);
    let branch = !lines.is_empty() && lines.chars().all(plain) && number(last).is_some();
    branch.then_some((TokenKind::BranchNumber, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<TokenKind<'_>> {
        let mut tokens = Tokens::new(text);
        std::iter::from_fn(|| tokens.next().unwrap())
            .map(|token| token.kind)
            .collect()
    }

    #[test]
    fn comments_and_variations_vanish() {
        use TokenKind::{BranchNumber, MoveNumber, Tag, Word};
        let text =
            "\u{feff}[Event \"a]b\"] {x\ny} 1.a1 $3 f6! (2. c3 (d4) {)}) ; e5\n2... c3 1-1.2. d4";
        let expected = [
            Tag("Event", "a]b"),
            MoveNumber(1),
            Word("a1"),
            Word("f6!"),
            MoveNumber(2),
            Word("c3"),
            BranchNumber,
            Word("d4"),
        ];
        assert_eq!(words(text), expected);
    }

    #[test]
    fn brackets_must_match() {
        for bad in [
            "{never closed",
            "} a1",
            "(a1 {)}",
            ") a1",
            "[Size 6]",
            "[Size \"6\"",
            "[\"6\"]",
        ] {
            let mut tokens = Tokens::new(bad);
            assert!(tokens.next().is_err(), "{bad}");
        }
    }
}
