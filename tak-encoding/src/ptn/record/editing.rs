//! Changes a game and its text.

use std::collections::HashMap;
use std::ops::Range;

use bitops::Symmetry;

use super::engine_lines::turned_lines;
use super::pieces::Piece;
use super::reading::read_move;
use super::{Ply, PtnGame};
use crate::any::{AnyMove, AnyPosition};
use crate::move_text::{MoveError, turned};
use crate::piece::Color;
use crate::ptn::error::PtnError;
use crate::ptn::heading::{is_line_name, name_of};
use crate::ptn::lexer::{TokenKind, comment_end, tokens};
use crate::ptn::lines::{Node, jump_behind};
use crate::ptn::tags::in_quotes;
use crate::with_game;

/// A comment that is read as one again. PTN cannot represent a closing brace inside braces, what looks
/// like the name of a line is one, and a tag behind an empty line ends a comment.
fn in_braces(text: &str) -> String {
    let divider = if is_line_name(text) { " " } else { "" };
    let comment = format!("{{{divider}{}}}", text.replace('}', ")"));
    if comment_end(&comment, false) == (true, comment.len()) {
        return comment;
    }
    let lines: Vec<_> = comment.lines().filter(|line| !line.trim().is_empty()).collect();
    lines.join("\n")
}

/// Editing.
impl PtnGame {
    /// Sets the last tag with this name, which counts, or appends a tag. Each [`Ply`] stays what it is.
    ///
    /// # Errors
    ///
    /// If the value is invalid or the moves cannot be played with it. The game is unchanged then.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), PtnError> {
        let tag = format!("[{name} \"{}\"]", in_quotes(value));
        let end = self.tags_end();
        let is_old = |token: Piece<'_>| {
            let old = tokens(token.text).find_map(|token| token.tag());
            old.is_some_and(|(old, _)| old.eq_ignore_ascii_case(name))
        };
        let mut changed = self.clone();
        match self.tokens.within(0..end).rposition(is_old) {
            Some(old) => changed.replace(old..old + 1, &tag),
            None => changed.replace(end..end, &format!("{}{tag}", self.line_end())),
        }
        let mut read: Self = changed.to_string().parse()?;
        read.number_as(&changed);
        *self = read;
        Ok(())
    }

    /// Numbers the plies as in the same game, in which some were played after it was read.
    fn number_as(&mut self, other: &Self) {
        let in_text = |nodes: &[Node]| {
            let mut order: Vec<_> = (0..nodes.len()).collect();
            order.sort_by_key(|&ply| nodes[ply].token);
            order
        };
        let (old, new) = (in_text(&self.nodes), in_text(&other.nodes));
        if old.len() != new.len() {
            // What one start allows, another may not.
            return;
        }
        let numbers: HashMap<_, _> = old.iter().copied().zip(new).collect();
        for node in &mut self.nodes {
            node.parent = node.parent.map(|parent| numbers[&parent]);
            node.jump = node.jump.map(|jump| numbers[&jump]);
        }
        for ply in &mut self.main_line {
            ply.0 = numbers[&ply.0];
        }
        let mut numbered: Vec<_> =
            old.iter().map(|ply| (numbers[ply], self.nodes[*ply].clone())).collect();
        numbered.sort_by_key(|&(number, _)| number);
        self.nodes = numbered.into_iter().map(|(_, node)| node).collect();
    }

    /// Sets the marks right after a move. An empty text removes them.
    pub fn set_marks(&mut self, ply: Ply, marks: &str) {
        let behind = self.at(ply) + 1;
        let end = behind + usize::from(!self.marks(ply).is_empty());
        self.replace(behind..end, &marks.replace(|c| !"?!'\"".contains(c), ""));
    }

    /// Adds a comment right after a ply and its marks, or on a line of its own before the first
    /// move. What no comment can hold is written otherwise: `}` as `)`, `2-1` with a blank before it.
    pub fn add_comment(&mut self, ply: Option<Ply>, text: &str) {
        let comment = in_braces(text);
        let Some(ply) = ply else {
            let at = self.behind(None).end;
            let before = self.tokens.within(0..at).next_back();
            let is_alone = before.is_none_or(|token| token.text.ends_with(char::is_whitespace));
            let line_end = self.line_end();
            let gap = if is_alone { "" } else { line_end };
            return self.replace(at..at, &format!("{gap}{comment}{line_end}"));
        };
        let mut at = self.at(ply) + 1;
        for token in self.behind(Some(ply)) {
            match self.tokens.kind(token) {
                TokenKind::Marks | TokenKind::Nag => at = token + 1,
                TokenKind::Space => {}
                _ => break,
            }
        }
        self.insert(at, &format!(" {comment}"));
    }

    /// Removes those of the [`comments`](Self::comments) of a ply for which `is_unwanted` returns
    /// true.
    pub fn remove_comments(&mut self, ply: Option<Ply>, is_unwanted: impl Fn(&str) -> bool) {
        for at in self.comment_tokens(ply).into_iter().rev() {
            let text = self.tokens.text(at);
            if !is_unwanted(&text[1..text.len() - 1]) {
                continue;
            }
            let is_space = |at: usize| {
                let token = self.tokens.get(at);
                token.is_some_and(|token| token.kind == TokenKind::Space)
            };
            // The spaces that separate the comment from its word are removed too.
            let (mut range, mut rest) = (at..at + 1, String::new());
            let begins_line = ply.is_none() && is_space(at - 1);
            if begins_line {
                range.end += usize::from(is_space(at + 1));
            } else if is_space(at - 1) {
                range.start -= 1;
                self.tokens.text(at - 1).trim_end_matches(' ').clone_into(&mut rest);
                if !rest.is_empty() && is_space(at + 1) {
                    // Adjacent white space must become one token.
                    rest += self.tokens.text(at + 1);
                    range.end += 1;
                }
            }
            self.replace(range.clone(), "");
            if !begins_line {
                self.insert(range.start, &rest);
            }
        }
        self.keep_comments();
    }

    /// Plays a move after a ply, or at the start: at the end of its line, or if a move follows
    /// already as a branch of PTN Ninja after all lines. In a file with variations in parentheses,
    /// which PTN Ninja cannot read, the new one is in parentheses too.
    ///
    /// # Errors
    ///
    /// If the text is not a legal move there, or if the game has ended.
    pub fn play(&mut self, after: Option<Ply>, text: &str) -> Result<Ply, MoveError> {
        let position = self.position(after);
        let number = self.number(&position);
        let is_white = position.side_to_move() == Color::White;
        let mv = read_move(&position, text)?;
        let replaced = self.replies(after).first().copied();
        if let Some(line) = replaced.and_then(|replaced| self.line_name(replaced)) {
            return Ok(self.begin_branch(&line, after, (number, is_white), text, mv));
        }
        let is_main = replaced.is_none() && after == self.main_line.last().copied();
        if is_main {
            self.game.push(mv).map_err(|why| MoveError::illegal(text, why))?;
        }
        let at = self.end(replaced.or(after));
        let in_comment =
            at.checked_sub(1).is_some_and(|last| self.tokens.kind(last) == TokenKind::LineComment);
        let gap = if in_comment || is_main && (is_white || after.is_none()) {
            self.line_end()
        } else {
            " "
        };
        let written = match (replaced, is_white) {
            (Some(_), true) => format!("{gap}({number}. {text})"),
            (Some(_), false) => format!("{gap}({number}... {text})"),
            (None, true) => format!("{gap}{number}. {text}"),
            (None, false) if after.is_none() => format!("{gap}{number}. -- {text}"),
            (None, false) => format!("{gap}{text}"),
        };
        self.insert(at, &written);
        let is_move = |&at: &usize| self.tokens.kind(at) == TokenKind::Move;
        let token = (at..self.tokens.len()).find(is_move).unwrap_or(at);
        let ply = self.add_node(after, token, mv);
        if is_main {
            self.main_line.push(ply);
        }
        self.keep_comments();
        Ok(ply)
    }

    /// With one more ply, a comment may stand where the name of a branch does: without the empty
    /// line before it, it stays a comment.
    fn keep_comments(&mut self) {
        while let Some(at) = self.comment_as_name() {
            self.replace(at - 1..at, "\n");
        }
    }

    /// The first comment behind an empty line that is the name of a branch when the text is read.
    fn comment_as_name(&self) -> Option<usize> {
        let is_apart = |&at: &usize| {
            let line_ends = self.tokens.text(at - 1).matches(['\r', '\n']).count();
            self.tokens.kind(at) == TokenKind::Comment && line_ends > 1
        };
        let mut apart = (1..self.tokens.len()).filter(is_apart).peekable();
        apart.peek()?;
        let again: Self = self.to_string().parse().ok()?;
        let is_name = |token: Piece<'_>| token.kind == TokenKind::BranchName;
        apart.find(|&at| again.tokens.get(at).is_some_and(is_name))
    }

    /// The name of the line that a ply is in, empty for the main line; `None` if a branch of that
    /// line would not be told from others by its name.
    fn line_name(&self, mut ply: Ply) -> Option<String> {
        let is_other = |kind| matches!(kind, TokenKind::VariationStart | TokenKind::BranchNumber);
        if self.tokens.iter().any(|token| is_other(token.kind)) {
            return None;
        }
        while !self.main_line.contains(&ply) {
            if let Some(name) = self.branch_name(ply).map(name_of) {
                let is_alone = self.branch_names().filter(|other| *other == name).count() == 1;
                return is_alone.then_some(name);
            }
            let parent = self.parent(ply)?;
            if self.replies(Some(parent)).first() != Some(&ply) {
                return None;
            }
            ply = parent;
        }
        Some(String::new())
    }

    /// The names of all branches.
    fn branch_names(&self) -> impl Iterator<Item = String> {
        let names = self.tokens.iter().filter(|token| token.kind == TokenKind::BranchName);
        names.map(|token| name_of(token.text))
    }

    /// Writes the first move of a branch of a line behind all others, with its number and whether it
    /// is White's.
    fn begin_branch(
        &mut self,
        line: &str,
        after: Option<Ply>,
        (number, is_white): (u32, bool),
        text: &str,
        mv: AnyMove,
    ) -> Ply {
        let (slash, side) =
            (if line.is_empty() { "" } else { "/" }, if is_white { 'w' } else { 'b' });
        let known: Vec<_> = self.branch_names().collect();
        let mut names = (1..).map(|index: usize| format!("{line}{slash}{number}{side}{index}"));
        let name = names.find(|name| !known.contains(name)).unwrap_or_default();
        let is_space = |token: &Piece<'_>| token.kind == TokenKind::Space;
        let at = self.tokens.len() - self.tokens.iter().rev().take_while(is_space).count();
        let (end, placeholder) = (self.line_end(), if is_white { "" } else { "-- " });
        let written = format!("{end}{end}{{{name}}}{end}{number}. {placeholder}{text}");
        self.insert(at, &written);
        // Space, name, space, number, space, and perhaps a placeholder and space again.
        self.tokens.name(at + 1);
        self.add_node(after, at + if is_white { 5 } else { 7 }, mv)
    }

    /// Rotates or reflects the start and all moves, including those of variations and those in
    /// the lines of engines in comments, like `pv> a1 b2`.
    pub fn transform(&mut self, symmetry: Symmetry) {
        self.game = with_game!(&self.game, game => {
            let turned_game = game.transform(symmetry);
            let tps = turned_game.start().to_tps();
            self.tokens.rewrite(|Piece { kind, text }, turned_text| match kind {
                TokenKind::Move => *turned_text += &turned(game.start(), text, symmetry),
                TokenKind::Comment | TokenKind::LineComment => {
                    *turned_text += &turned_lines(game.start(), text, symmetry);
                }
                TokenKind::Tag => match tokens(text).find_map(|token| token.tag()) {
                    Some((name, value))
                        if name.eq_ignore_ascii_case("TPS") && !value.trim().is_empty() =>
                    {
                        *turned_text += &text.replace(value, &tps);
                    }
                    _ => *turned_text += text,
                },
                _ => *turned_text += text,
            });
            turned_game.into()
        });
        for node in &mut self.nodes {
            node.mv = node.mv.transform(symmetry);
        }
    }

    pub(super) fn add_node(&mut self, parent: Option<Ply>, token: usize, mv: AnyMove) -> Ply {
        let parent = parent.map(|ply| ply.0);
        let depth = parent.map_or(0, |parent| self.nodes[parent].depth + 1);
        let jump = jump_behind(parent, &self.nodes);
        self.nodes.push(Node { parent, depth, jump, token, mv });
        Ply(self.nodes.len() - 1)
    }

    /// The number of the next move, as numbered in the file.
    fn number(&self, position: &AnyPosition) -> u32 {
        let number = position.move_number();
        let mut tokens = self.tokens.iter().enumerate();
        let first = tokens.find_map(|(at, token)| match token.kind {
            TokenKind::MoveNumber(first) => Some((at, first)),
            _ => None,
        });
        let Some((at, first)) = first else { return number };
        let behind = self.nodes.iter().filter(|node| node.token > at);
        let numbered = behind.min_by_key(|node| node.token);
        let before = numbered.and_then(|node| node.parent.map(Ply));
        number.saturating_add(first).saturating_sub(self.position(before).move_number())
    }

    /// The end of all tokens that belong to a ply, before white space and the name of a branch.
    fn end(&self, ply: Option<Ply>) -> usize {
        let Range { start, end } = self.behind(ply);
        let is_outside =
            |token: &Piece<'_>| matches!(token.kind, TokenKind::Space | TokenKind::BranchName);
        end - self.tokens.within(start..end).rev().take_while(is_outside).count()
    }

    pub(in crate::ptn) fn line_end(&self) -> &'static str {
        let is_windows = self.tokens.iter().any(|token| token.text.contains("\r\n"));
        if is_windows { "\r\n" } else { "\n" }
    }

    /// Inserts text between two tokens, separated from the next.
    fn insert(&mut self, at: usize, text: &str) {
        let next = self.tokens.get(at).map(|token| token.kind);
        let is_divided = matches!(next, None | Some(TokenKind::Space | TokenKind::VariationEnd));
        let gap = if is_divided || text.ends_with(char::is_whitespace) { "" } else { " " };
        self.replace(at..at, &format!("{text}{gap}"));
    }

    /// Replaces tokens, none of which may be moves, by text.
    fn replace(&mut self, range: Range<usize>, text: &str) {
        let (old, new) = (range.len(), self.tokens.replace(range.clone(), text));
        for node in &mut self.nodes {
            if node.token >= range.end {
                node.token = node.token + new - old;
            }
        }
    }
}
