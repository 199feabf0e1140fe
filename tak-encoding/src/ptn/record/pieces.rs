//! The text of a game in pieces, which are its tokens.

use std::ops::Range;

use crate::ptn::heading::is_line_name;
use crate::ptn::lexer::{Token, TokenKind, tokens};

/// A text in pieces. What is written later stands behind what was read, so that a change copies only
/// what it writes.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    /// What was read, and what was written since.
    text: String,
    /// The whole text in order.
    places: Vec<Place>,
}

/// Where a piece is written.
#[derive(Clone, Copy, Debug)]
struct Place {
    kind: TokenKind,
    start: usize,
    end: usize,
}

/// A piece of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
}

impl Place {
    /// The place of a token of a text that is written at this offset.
    fn of(token: Token<'_>, offset: usize) -> Self {
        let is_name = token.kind == TokenKind::Comment && is_line_name(token.text);
        let kind = if is_name { TokenKind::BranchName } else { token.kind };
        let start = offset + token.start;
        Self { kind, start, end: start + token.text.len() }
    }
}

impl Pieces {
    /// None yet, of a text whose tokens [`push`](Self::push) adds.
    pub(super) fn new(text: &str) -> Self {
        // Without comments there are about five bytes of each word and the space behind it.
        Self { text: text.to_owned(), places: Vec::with_capacity(text.len() / 8) }
    }

    /// Adds the next token of the text.
    pub(super) fn push(&mut self, token: Token<'_>) {
        self.places.push(Place::of(token, 0));
    }

    /// Says that a comment is the name of a branch.
    pub(super) fn name(&mut self, at: usize) {
        self.places[at].kind = TokenKind::BranchName;
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn kind(&self, at: usize) -> TokenKind {
        self.places[at].kind
    }

    pub(super) fn text(&self, at: usize) -> &str {
        self.piece(self.places[at]).text
    }

    fn piece(&self, Place { kind, start, end }: Place) -> Piece<'_> {
        Piece { kind, text: &self.text[start..end] }
    }

    pub(super) fn get(&self, at: usize) -> Option<Piece<'_>> {
        self.places.get(at).map(|&place| self.piece(place))
    }

    /// All pieces.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Piece<'_>> + ExactSizeIterator {
        self.within(0..self.len())
    }

    pub(super) fn within(
        &self,
        range: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = Piece<'_>> + ExactSizeIterator {
        self.places[range].iter().map(|&place| self.piece(place))
    }

    /// Replaces some pieces by those of a text. Returns how many it has.
    pub(super) fn replace(&mut self, range: Range<usize>, text: &str) -> usize {
        let offset = self.text.len();
        self.text.push_str(text);
        let before = self.len() - range.len();
        self.places.splice(range, tokens(text).map(|token| Place::of(token, offset)));
        self.len() - before
    }

    /// Writes each piece anew.
    pub(super) fn rewrite(&mut self, mut write: impl FnMut(Piece<'_>, &mut String)) {
        let mut text = String::with_capacity(self.text.len());
        for place in &mut self.places {
            let start = text.len();
            write(Piece { kind: place.kind, text: &self.text[place.start..place.end] }, &mut text);
            (place.start, place.end) = (start, text.len());
        }
        self.text = text;
    }
}

/// The same pieces, wherever they are written.
impl PartialEq for Pieces {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Pieces {}
