//! Finds the previous move of each move in a file, in the main line and all others.

use std::collections::HashMap;

use super::lexer::{Token, TokenKind};
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
/// line, each with a name, like `{1-1}` before the first move or `1-1.` before each number. A
/// branch leaves the main line, or the branch that its name extends, at the number of its first
/// move.
pub(super) struct Lines {
    /// The line outside parentheses, and the open variations.
    open: Vec<Line>,
    /// The last moves of the branches by name. The main line has an empty name.
    ends: HashMap<String, Option<usize>>,
    name: String,
    /// The branch name before the next move.
    next_name: Option<String>,
    next_number: Option<u32>,
    /// Whether the next move is Black's, by its number or a placeholder.
    is_second: bool,
    /// The number of the first move, as numbered in the file.
    first_number: Option<i64>,
    starts_with_black: bool,
}

#[derive(Clone, Copy, Default)]
struct Line {
    last: Option<usize>,
    /// Whether it has a move that cannot be played.
    is_broken: bool,
}

/// The node of the previous move; `None` for the first move of a game.
pub(super) struct Parent(pub(super) Option<usize>);

impl Lines {
    pub(super) fn new(starts_with_black: bool) -> Self {
        Self {
            open: vec![Line::default()],
            ends: HashMap::new(),
            name: String::new(),
            next_name: None,
            next_number: None,
            is_second: false,
            first_number: None,
            starts_with_black,
        }
    }

    /// Takes a token. If it is a move whose line can be played, returns the previous move.
    pub(super) fn add(
        &mut self,
        token: Token<'_>,
        is_main: bool,
        nodes: &[Node],
    ) -> Option<Parent> {
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
            TokenKind::Comment if depth == 0 && is_line_name(token.text) => {
                self.next_name = Some(token.text.trim_matches(['{', '}']).to_owned());
            }
            TokenKind::MoveNumber(number) if depth == 0 => {
                let ahead = plies(self.open[0].last, nodes) + i64::from(self.starts_with_black);
                self.first_number.get_or_insert(i64::from(number) - ahead / 2);
                self.next_number = Some(number);
                self.is_second = token.text.ends_with("..");
            }
            TokenKind::BranchNumber if depth == 0 => {
                let (name, last) = token.text.trim_end_matches('.').rsplit_once(['.', '/'])?;
                self.next_name = Some(name.trim_end_matches('.').to_owned());
                self.next_number = number(last);
                self.is_second = token.text.ends_with("..");
            }
            TokenKind::Placeholder if depth == 0 => self.is_second = true,
            TokenKind::Move => {
                if depth == 0 && !is_main {
                    self.begin_line(nodes);
                }
                (self.next_name, self.next_number) = (None, None);
                let line = self.open[depth];
                return (!line.is_broken).then_some(Parent(line.last));
            }
            _ => {}
        }
        None
    }

    /// Sets the node of the move taken last, which is `None` if it cannot be played.
    pub(super) fn played(&mut self, node: Option<usize>) {
        if let Some(line) = self.open.last_mut() {
            line.last = node.or(line.last);
            line.is_broken |= node.is_none();
        }
    }

    /// Starts a branch if the number or the name before the next move says so.
    fn begin_line(&mut self, nodes: &[Node]) {
        let old = self.open[0].last;
        let target = match (self.next_number, self.first_number) {
            (Some(number), Some(first)) => {
                let plies = 2 * (i64::from(number) - first);
                plies + i64::from(self.is_second) - i64::from(self.starts_with_black)
            }
            _ => plies(old, nodes),
        };
        let is_new = self.next_name.as_ref().is_some_and(|name| *name != self.name);
        if plies(old, nodes) == target && !is_new {
            return;
        }
        self.ends.entry(std::mem::take(&mut self.name)).or_insert(old);
        self.name = self.next_name.take().unwrap_or_default();
        let parent = self.name.rsplit_once(['/', '.']).map_or("", |(parent, _)| parent);
        let mut last = self.ends.get(parent).or(self.ends.get("")).copied().flatten();
        while plies(last, nodes) > target && last.is_some() {
            last = last.and_then(|last| nodes[last].parent);
        }
        let is_broken = plies(last, nodes) != target;
        self.open[0] = Line { last, is_broken };
    }
}

/// The number of plies up to and including a node.
fn plies(last: Option<usize>, nodes: &[Node]) -> i64 {
    last.map_or(0, |last| nodes[last].depth as i64 + 1)
}

/// Whether a comment is the name of a branch, as PTN Ninja writes it, like `3-1/4w2`.
pub(super) fn is_line_name(comment: &str) -> bool {
    comment.trim_matches(['{', '}']).split(['/', '.']).all(|part| {
        let divided = part.split_once(['-', 'w', 'b']);
        divided.is_some_and(|(at, index)| number(at).is_some() && number(index).is_some())
    })
}
