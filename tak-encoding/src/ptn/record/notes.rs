//! What is written about the moves of a game: comments and glyphs, each with the move that it
//! belongs to.

use std::collections::HashMap;
use std::time::Duration;

use super::{Piece, PtnGame};
use crate::outcome::GameResult;
use crate::ptn::clock::clock;
use crate::ptn::lexer::TokenKind;

/// The annotations of a move, or those before the first move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Notes<'a> {
    /// The comments, as in [`PtnGame::comments`].
    pub comments: Vec<&'a str>,
    /// Comments between the move and the number before it, or the start of its variation.
    pub before: Vec<&'a str>,
    /// Comments that belong to no move: after the result, on the last ply of the main line, and in
    /// variations without a move.
    pub closing: Vec<&'a str>,
    /// The glyphs, as in [`PtnGame::glyphs`].
    pub glyphs: Vec<&'a str>,
    /// The result that stands behind the move.
    pub result: Option<GameResult>,
}

impl Notes<'_> {
    /// What the player's clock showed after the move, as in [`PtnGame::clock`].
    pub fn clock(&self) -> Option<Duration> {
        self.comments.iter().find_map(|comment| clock(comment))
    }
}

/// Whose the next comment or glyph is.
#[derive(Clone, Copy)]
enum Owner {
    /// The notes with this index.
    Known(usize),
    /// Those of the next move.
    Next,
    /// Those of a move that is not legal, and of what follows it.
    Nobody,
}

impl PtnGame {
    /// The notes before the first move, followed by those of all [`plies`](Self::plies) in order,
    /// in one pass over the text.
    pub fn notes(&self) -> Vec<Notes<'_>> {
        let mut notes = vec![Notes::default(); self.nodes.len() + 1];
        let moves = self.nodes.iter().map(|node| node.token);
        let owners: HashMap<usize, usize> = moves.zip(1..).collect();
        // Whose notes come next, and whose after each open variation.
        let (mut owner, mut outside) = (Owner::Known(0), Vec::new());
        let mut early = Vec::new();
        let tags_end = self.tags_end();
        for (at, Piece { kind, text }) in self.tokens.iter().enumerate().skip(tags_end) {
            match kind {
                TokenKind::VariationStart => {
                    outside.push((owner, std::mem::take(&mut early)));
                    owner = Owner::Next;
                }
                TokenKind::VariationEnd => {
                    let (before, comments) = outside.pop().unwrap_or((Owner::Nobody, Vec::new()));
                    owner = before;
                    if let Owner::Known(owner) = owner {
                        notes[owner].closing.append(&mut early);
                    }
                    early = comments;
                }
                TokenKind::Marks => {}
                TokenKind::Nag => {
                    if let Owner::Known(owner) = owner {
                        notes[owner].glyphs.push(text);
                    }
                }
                TokenKind::Comment => {
                    let text = &text[1..text.len() - 1];
                    match owner {
                        Owner::Known(owner) => notes[owner].comments.push(text),
                        Owner::Next => early.push(text),
                        Owner::Nobody => {}
                    }
                }
                kind if kind.is_trivia() => {}
                kind => {
                    if let (TokenKind::Result(result), Owner::Known(owner)) = (kind, owner) {
                        notes[owner].result = Some(result);
                    }
                    owner = match (owners.get(&at), owner) {
                        (Some(&index), _) => {
                            notes[index].before.append(&mut early);
                            Owner::Known(index)
                        }
                        (None, Owner::Nobody) => Owner::Nobody,
                        (None, _) if kind == TokenKind::Move => Owner::Nobody,
                        (None, _) => Owner::Next,
                    };
                }
            }
        }
        let last = self.main_line().last().map_or(0, |ply| ply.0 + 1);
        notes[last].closing.append(&mut early);
        notes
    }
}
