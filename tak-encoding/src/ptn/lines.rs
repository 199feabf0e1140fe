//! Finds the previous move of each move in a file, in the main line and all others.

use std::collections::HashMap;

use super::heading::{is_heading, is_line_name, name_of, parent_names};
use super::lexer::{Token, TokenKind};
use super::read::Departure;
use crate::any::AnyMove;
use crate::text::number;

/// A move in the tree of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<usize>,
    /// The number of plies before it.
    pub(super) depth: usize,
    /// The index of its token.
    pub(super) token: usize,
    pub(super) mv: AnyMove,
}

/// Follows the lines of a game token by token.
///
/// A variation in parentheses replaces the move before it. PTN Ninja writes branches after the main
/// line, each with a name, like `{1-1}` or `{better plan}` before the first move or `1-1.` before
/// each number. A branch leaves the main line, or the branch that its name extends, at the number
/// of its first move.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// The line outside parentheses, and the open variations.
    open: Vec<Line>,
    /// The last moves of the branches by name. The main line has an empty name.
    ends: HashMap<String, Option<usize>>,
    name: String,
    /// What stands before the next move.
    before: Before<'a>,
    /// The number of the first move, as numbered in the file.
    first_number: Option<i64>,
    /// The plies before the last numbered move, as numbered.
    numbered: i64,
    starts_with_black: bool,
}

/// What stands before a move outside parentheses.
#[derive(Clone, Copy, Default)]
struct Before<'a> {
    /// The name of a branch as written, perhaps in braces.
    name: Option<&'a str>,
    /// The comment with the name.
    heading: Option<Heading<'a>>,
    number: Option<u32>,
    /// Whether the move is Black's, by its number or a placeholder.
    is_second: bool,
}

/// A comment that stands where the name of a branch does.
#[derive(Clone, Copy)]
pub(super) struct Heading<'a> {
    pub(super) token: Token<'a>,
    /// The index of its token.
    at: usize,
    /// Whether it may be a comment after all.
    may_be_comment: bool,
}

#[derive(Clone, Copy, Default)]
struct Line {
    last: Option<usize>,
    /// Whether it has a move that cannot be played.
    is_broken: bool,
}

/// Where a move may belong.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The node of the previous move; `None` for the first move of a game.
    pub(super) parent: Option<usize>,
    /// The name of the branch that begins here.
    begins: Option<String>,
    /// The index of the comment that is the name of the branch.
    pub(super) heading: Option<usize>,
}

impl Place {
    /// Whether a branch begins here only because a number is repeated.
    pub(super) fn begins_unnamed(&self) -> bool {
        self.begins.as_deref() == Some("") && self.heading.is_none()
    }
}

/// What a token means for the lines.
pub(super) enum Step<'a> {
    /// It is no move, or one whose line cannot be played.
    None,
    /// A move of another line than the main one, which belongs to the first place where it is legal:
    /// here, or one of the others. That decides whether the comment before it, if any, is the name of
    /// a branch.
    Move(Place, Vec<Place>, Option<Heading<'a>>),
    /// The first move of a branch that no line reaches. Its name is `heading`, if it is a comment.
    Lost { name: String, heading: Option<usize> },
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str, starts_with_black: bool) -> Self {
        Self {
            text,
            open: vec![Line::default()],
            ends: HashMap::new(),
            name: String::new(),
            before: Before::default(),
            first_number: None,
            numbered: 0,
            starts_with_black,
        }
    }

    /// The lines behind the first moves of the main line.
    pub(super) fn behind(text: &'a str, departure: Departure, starts_with_black: bool) -> Self {
        let Departure { plies, numbered, first_number, .. } = departure;
        let mut lines = Self::new(text, starts_with_black);
        lines.open[0].last = plies.checked_sub(1);
        (lines.numbered, lines.first_number) = (numbered as i64, first_number);
        lines
    }

    /// Whether the next token is inside parentheses.
    pub(super) fn is_inside(&self) -> bool {
        self.open.len() > 1
    }

    /// Takes the next move of the main line, which becomes this node. Returns the comment before it
    /// that might have been the name of a branch.
    pub(super) fn take_main(&mut self, node: usize, nodes: &[Node]) -> Option<Heading<'a>> {
        let before = std::mem::take(&mut self.before);
        if before.number.is_some() {
            self.numbered = self.target(&before, nodes);
        }
        self.open[0].last = Some(node);
        before.heading.filter(|heading| heading.may_be_comment)
    }

    /// Takes the token with this index, which is no move of the main line.
    pub(super) fn add(&mut self, token: Token<'a>, index: usize, nodes: &[Node]) -> Step<'a> {
        let depth = self.open.len() - 1;
        match token.kind {
            TokenKind::VariationStart => {
                let Line { last, is_broken } = self.open[depth];
                let last = last.and_then(|last| nodes[last].parent);
                self.open.push(Line { last, is_broken });
            }
            TokenKind::VariationEnd if depth > 0 => {
                self.open.pop();
            }
            TokenKind::Move => return self.take_move(nodes),
            _ if depth > 0 => {}
            TokenKind::Comment => {
                let is_sure = is_line_name(token.text);
                // Before the first move nothing can branch off.
                if is_sure || !nodes.is_empty() && is_heading(self.text, token) {
                    self.before.name = Some(token.text);
                    let may_be_comment = !is_sure;
                    self.before.heading = Some(Heading { token, at: index, may_be_comment });
                }
            }
            TokenKind::MoveNumber(number) => {
                let ahead = plies(self.open[0].last, nodes) + i64::from(self.starts_with_black);
                self.first_number.get_or_insert(i64::from(number) - ahead / 2);
                self.before.number = Some(number);
                self.before.is_second = token.text.ends_with("..");
            }
            TokenKind::BranchNumber => {
                let digits = token.text.trim_end_matches('.');
                if let Some((name, last)) = digits.rsplit_once(['.', '/']) {
                    self.before.name = Some(name);
                    self.before.heading = None;
                    self.before.number = number(last);
                    self.before.is_second = token.text.ends_with("..");
                }
            }
            TokenKind::Placeholder => self.before.is_second = true,
            // A placeholder too, if it has a number.
            TokenKind::Result(_) if token.text == "*" => {
                self.before.is_second = self.before.number.is_some();
            }
            _ => {}
        }
        Step::None
    }

    fn take_move(&mut self, nodes: &[Node]) -> Step<'a> {
        let is_inside = self.is_inside();
        let line = self.open[self.open.len() - 1];
        let mut doubt = None;
        if !is_inside {
            let before = std::mem::take(&mut self.before);
            let target = self.target(&before, nodes);
            let begins = self.may_begin(&before, target, nodes);
            if before.number.is_some() {
                self.numbered = target;
            }
            if begins {
                return self.begin(before, target, nodes);
            }
            doubt = before.heading.filter(|heading| heading.may_be_comment);
        }
        if line.is_broken {
            return Step::None;
        }
        Step::Move(Place { parent: line.last, begins: None, heading: None }, Vec::new(), doubt)
    }

    /// The number of plies before a move with this number.
    fn target(&self, before: &Before<'_>, nodes: &[Node]) -> i64 {
        match (before.number, self.first_number) {
            (Some(number), Some(first)) => {
                let plies = 2 * (i64::from(number) - first);
                plies + i64::from(before.is_second) - i64::from(self.starts_with_black)
            }
            _ => plies(self.open[0].last, nodes),
        }
    }

    /// Whether the number or the name before a move says that it begins a branch. In a line that
    /// cannot be played, higher numbers only go on.
    fn may_begin(&self, before: &Before<'_>, target: i64, nodes: &[Node]) -> bool {
        let is_new = before.name.is_some_and(|name| name_of(name) != self.name);
        let Line { last, is_broken } = self.open[0];
        is_new || plies(last, nodes) != target && (!is_broken || target <= self.numbered)
    }

    /// The places where the first move of a branch may belong, the likeliest first.
    fn begin(&mut self, before: Before<'a>, target: i64, nodes: &[Node]) -> Step<'a> {
        let old = self.open[0].last;
        if self.name.is_empty() {
            self.ends.entry(String::new()).or_insert(old);
        } else {
            self.ends.insert(self.name.clone(), old);
        }
        let Before { name, heading, .. } = before;
        let name = name.map(name_of).unwrap_or_default();
        let place = |parent, begins: Option<&str>| Place {
            parent,
            begins: begins.map(str::to_owned),
            heading: heading.filter(|_| begins.is_some()).map(|heading| heading.at),
        };
        let mut places = Vec::new();
        // The branch of this name may go on.
        let own_end = self.ends.get(&name).filter(|_| !name.is_empty());
        if let Some(&end) = own_end.filter(|&&end| plies(end, nodes) == target) {
            places.push(place(end, Some(&name)));
        }
        let end = self.parent_end(&name);
        let parent = before_ply(end, target, nodes);
        let is_attached = plies(parent, nodes) == target;
        if is_attached {
            places.push(place(parent, Some(&name)));
        }
        // What may be a comment is one if its line goes on, unless a move is replaced.
        let may_go_on = plies(old, nodes) == target && !self.open[0].is_broken;
        let doubt = heading.filter(|heading| heading.may_be_comment);
        if may_go_on && doubt.is_some() {
            let is_replaced = is_attached && plies(end, nodes) > target;
            places.insert(if is_replaced { places.len() } else { 0 }, place(old, None));
        }
        if places.is_empty() {
            self.open[0] = Line { last: parent, is_broken: true };
            self.name.clone_from(&name);
            return Step::Lost { name, heading: heading.map(|heading| heading.at) };
        }
        Step::Move(places.remove(0), places, doubt)
    }

    /// The end of the line that a branch leaves: the nearest of those that its name extends.
    fn parent_end(&self, name: &str) -> Option<usize> {
        let known = parent_names(name).find_map(|parent| self.ends.get(&parent).copied());
        known.or_else(|| self.ends.get("").copied()).flatten()
    }

    /// Sets the place and the node of the move taken last; no node if it cannot be played.
    pub(super) fn played(&mut self, place: Place, node: Option<usize>) {
        let is_inside = self.is_inside();
        if let Some(line) = self.open.last_mut() {
            if let Some(name) = place.begins.filter(|_| !is_inside) {
                self.name = name;
                *line = Line { last: place.parent, is_broken: false };
            }
            line.last = node.or(line.last);
            line.is_broken |= node.is_none();
        }
    }
}

/// The last of the first plies of a line.
fn before_ply(end: Option<usize>, target: i64, nodes: &[Node]) -> Option<usize> {
    let mut last = end;
    while plies(last, nodes) > target && last.is_some() {
        last = last.and_then(|last| nodes[last].parent);
    }
    last
}

/// The number of plies up to and including a node.
fn plies(last: Option<usize>, nodes: &[Node]) -> i64 {
    last.map_or(0, |last| nodes[last].depth as i64 + 1)
}
