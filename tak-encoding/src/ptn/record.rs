//! A game with the whole text of its file, for navigating, editing and writing back.

use std::fmt;
use std::iter::successors;
use std::ops::Range;
use std::time::Duration;

use super::any::AnyGame;
use super::clock::clock;
use super::error::PtnError;
use super::games::GameText;
use super::lexer::TokenKind;
use super::lines::Node;
use crate::any::{AnyMove, AnyPosition};
use crate::with_game;

mod editing;
mod engine_lines;
mod notes;
mod pieces;
mod reading;

pub use notes::Notes;
use pieces::{Piece, Pieces};
pub use reading::{ReadGame, Remarks};

/// A game in PTN with its comments, marks, variations and layout. All text that is not changed is
/// written as it was read, byte for byte.
///
/// Variations are in parentheses after the move that they replace or, as branches of PTN Ninja,
/// after the main line. An illegal move in a variation stays in the text, but neither this move nor
/// those after it become a [`Ply`].
///
/// ```
/// use tak_encoding::ptn::PtnGame;
///
/// let mut game: PtnGame = "[Size \"5\"]\n1.a1 e5 {corners}(1... a5) 2. c3!\n".parse()?;
/// let ply = game.main_line()[1];
/// assert_eq!(game.comments(Some(ply)), ["corners"]);
/// let other = game.replies(game.parent(ply))[1];
/// assert_eq!(game.position(Some(other)).to_string(), "1,x4/x5/x5/x5/2,x4 1 2");
///
/// game.add_comment(Some(ply), "1:05");
/// game.play(game.main_line().last().copied(), "d4")?;
/// let text = "[Size \"5\"]\n1.a1 e5 {1:05} {corners}(1... a5) 2. c3! d4\n";
/// assert_eq!(game.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PtnGame {
    game: AnyGame,
    /// The whole text.
    tokens: Pieces,
    /// The moves, in the order in which they were read or played.
    nodes: Vec<Node>,
    main_line: Vec<Ply>,
}

/// A move in a [`PtnGame`], in the main line or a variation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply(usize);

impl Ply {
    /// Its place among all plies.
    pub(super) fn index(self) -> usize {
        self.0
    }
}

/// A token of a [`PtnGame`] as other modules see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
    /// The ply, if it is a move that became one.
    pub(super) ply: Option<Ply>,
}

impl fmt::Display for PtnGame {
    /// Writes the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tokens.iter().try_for_each(|token| f.write_str(token.text))
    }
}

/// Navigation.
impl PtnGame {
    /// The tags, the start and the main line.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> &[Ply] {
        &self.main_line
    }

    /// All moves, each after its parent.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = Ply> + use<> {
        (0..self.nodes.len()).map(Ply)
    }

    /// What is in the text and no ply, with the places of its first moves: illegal moves in
    /// variations, and branches that begin where no line is. What follows them in their lines is no
    /// ply either.
    pub fn left_out(&self) -> Vec<PtnError> {
        let moves = self.tokens.iter().filter(|token| token.kind == TokenKind::Move).count();
        if moves == self.nodes.len() { Vec::new() } else { self.remarks().left_out }
    }

    /// What was decided where another reader may decide otherwise: about comments that stand where
    /// PTN Ninja writes the name of a branch, about numbers that do not fit, and about letters behind
    /// spreads. The legality of the next move decides, and whether its number is repeated.
    ///
    /// ```
    /// use tak_encoding::ptn::PtnGame;
    ///
    /// let game: PtnGame = "[Size \"5\"]\n1. a1 e5\n\n{so far, so good}\n2. c3".parse()?;
    /// let decided: Vec<_> = game.decided().iter().map(|place| place.line()).collect();
    /// assert_eq!(decided, [4]);
    /// assert_eq!(game.main_line().len(), 3);
    /// # Ok::<(), tak_encoding::PtnError>(())
    /// ```
    pub fn decided(&self) -> Vec<PtnError> {
        self.remarks().decided
    }

    /// What is to be told about the text.
    pub fn remarks(&self) -> Remarks {
        let text = self.to_string();
        let read = GameText::only(&text).and_then(GameText::read_with_remarks);
        read.map_or_else(|_| Remarks::default(), |(_, remarks)| remarks)
    }

    /// The moves that follow a ply, or the start: first the one in its own line, then those of
    /// variations.
    pub fn replies(&self, ply: Option<Ply>) -> Vec<Ply> {
        let mut replies: Vec<_> = self.plies().filter(|&reply| self.parent(reply) == ply).collect();
        replies.sort_by_key(|&reply| (!self.main_line.contains(&reply), self.at(reply)));
        replies
    }

    /// The move before a ply; `None` for a first move.
    pub fn parent(&self, ply: Ply) -> Option<Ply> {
        self.nodes[ply.0].parent.map(Ply)
    }

    /// The position after a ply, or the start.
    pub fn position(&self, ply: Option<Ply>) -> AnyPosition {
        let line: Vec<_> = successors(ply, |&ply| self.parent(ply)).collect();
        let mut position = with_game!(&self.game, game => AnyPosition::from(*game.start()));
        for ply in line.into_iter().rev() {
            // Only legal moves become plies.
            let _ = position.play(self.mv(ply));
        }
        position
    }

    /// The move of a ply.
    pub fn mv(&self, ply: Ply) -> AnyMove {
        self.nodes[ply.0].mv
    }

    /// The move of a ply as written, without its marks.
    pub fn text(&self, ply: Ply) -> &str {
        self.tokens.text(self.at(ply))
    }

    /// The marks right after a move, like `?!` or `''`; empty if there are none.
    pub fn marks(&self, ply: Ply) -> &str {
        let behind = self.tokens.get(self.at(ply) + 1);
        let marks = behind.filter(|token| token.kind == TokenKind::Marks);
        marks.map_or("", |token| token.text)
    }

    /// The numeric annotation glyphs after a move, like `$18`, in order.
    pub fn glyphs(&self, ply: Ply) -> Vec<&str> {
        let mut depth = 0;
        let tokens = self.tokens.within(self.behind(Some(ply))).filter(|Piece { kind, .. }| {
            depth += i32::from(*kind == TokenKind::VariationStart);
            depth -= i32::from(*kind == TokenKind::VariationEnd);
            depth == 0 && *kind == TokenKind::Nag
        });
        tokens.map(|token| token.text).collect()
    }

    /// The comments after a ply, or before the first move, without their braces. The name of a
    /// branch is not a comment.
    pub fn comments(&self, ply: Option<Ply>) -> Vec<&str> {
        let comments = self.comment_tokens(ply).into_iter();
        let texts = comments.map(|token| self.tokens.text(token));
        texts.map(|text| &text[1..text.len() - 1]).collect()
    }

    /// What the player's clock showed after a move, if a comment tells it, like `[%clk 0:09:45]`.
    pub fn clock(&self, ply: Ply) -> Option<Duration> {
        self.comments(Some(ply)).into_iter().find_map(clock)
    }

    fn comment_tokens(&self, ply: Option<Ply>) -> Vec<usize> {
        let mut depth = 0;
        let mut comments: Vec<_> = self.behind(ply).collect();
        comments.retain(|&token| {
            let kind = self.tokens.kind(token);
            depth += i32::from(kind == TokenKind::VariationStart);
            depth -= i32::from(kind == TokenKind::VariationEnd);
            depth == 0 && kind == TokenKind::Comment
        });
        comments
    }

    /// The whole text, word by word.
    pub(super) fn words(&self) -> Vec<Word<'_>> {
        let tokens = self.tokens.iter();
        let mut words: Vec<_> =
            tokens.map(|Piece { kind, text }| Word { kind, text, ply: None }).collect();
        for ply in self.plies() {
            words[self.at(ply)].ply = Some(ply);
        }
        words
    }

    /// The number of plies before the start.
    pub(super) fn start_ply(&self) -> u32 {
        with_game!(&self.game, game => game.start().ply())
    }

    /// The number of plies between the start and a ply.
    pub(super) fn plies_before(&self, ply: Ply) -> u32 {
        self.nodes[ply.0].depth as u32
    }

    /// The comment that is the name of the branch which begins with a ply.
    pub(super) fn branch_name(&self, ply: Ply) -> Option<&str> {
        let mut before = self.tokens.within(0..self.at(ply)).rev();
        let is_between = |token: &Piece<'_>| {
            matches!(token.kind, TokenKind::MoveNumber(_) | TokenKind::Placeholder)
                || token.kind.is_trivia() && token.kind != TokenKind::BranchName
        };
        let name = before.find(|token| !is_between(token))?;
        (name.kind == TokenKind::BranchName).then_some(name.text)
    }

    /// The index of the token of a move.
    fn at(&self, ply: Ply) -> usize {
        self.nodes[ply.0].token
    }

    /// The tokens from a ply, or from the tags, up to the next word of its line.
    fn behind(&self, ply: Option<Ply>) -> Range<usize> {
        let start = match ply {
            Some(ply) => self.at(ply) + 1,
            None => self.tags_end(),
        };
        let mut depth = 0_usize;
        let is_behind = |token: &Piece<'_>| match token.kind {
            TokenKind::VariationStart => {
                depth += 1;
                true
            }
            TokenKind::VariationEnd if depth == 0 => false,
            TokenKind::VariationEnd => {
                depth -= 1;
                true
            }
            TokenKind::Marks | TokenKind::Nag => true,
            kind => depth > 0 || kind.is_trivia(),
        };
        let rest = self.tokens.within(start..self.tokens.len());
        start..start + rest.take_while(is_behind).count()
    }

    /// The index of the first token after the tags.
    fn tags_end(&self) -> usize {
        let in_front = |token: &Piece<'_>| token.kind == TokenKind::Tag || token.kind.is_trivia();
        let words = self.tokens.iter().take_while(in_front).count();
        let last = self.tokens.within(0..words).rposition(|token| token.kind == TokenKind::Tag);
        last.map_or(0, |last| last + 1)
    }
}

#[cfg(test)]
mod tests;
