//! Finds the previous move of each move in a file, in the main line and all others.

use std::collections::HashMap;

use super::heading::{is_heading, is_line_name, name_of, parent_names};
use super::lexer::{Token, TokenKind};
use super::read::Departure;
use crate::any::AnyMove;
use crate::text::{excerpt, number};

/// A move in the tree of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<usize>,
    /// The number of plies before it.
    pub(super) depth: usize,
    /// A node far before it, by which any node before it is reached in few steps (Myers, 1983).
    pub(super) jump: Option<usize>,
    /// The index of its token.
    pub(super) token: usize,
    pub(super) mv: AnyMove,
}

/// Follows the lines of a game token by token.
///
/// A variation in parentheses leaves the line around it at the number of its first move; without one
/// it replaces the move before it. PTN Ninja writes branches after the main line, each with a name,
/// like `{1-1}` or `{better plan}` before the first move or `1-1.` before each number. A branch
/// leaves the main line, or the branch that its name extends, at the number of its first move.
pub(super) struct Lines<'a> {
    text: &'a str,
    /// The line outside parentheses, and the open variations.
    open: Vec<Line<'a>>,
    /// The last moves of the branches by name. The main line has an empty name.
    ends: HashMap<String, Option<usize>>,
    name: String,
    /// The number of the first move, as numbered in the file.
    first_number: Option<i64>,
    /// The plies before the last numbered move, as numbered.
    numbered: i64,
    /// The number with which the game starts, and whether Black does.
    start: (i64, bool),
}

/// What stands before a move.
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
struct Line<'a> {
    last: Option<usize>,
    /// Whether it has a move that cannot be played.
    is_broken: bool,
    /// Whether it is a variation without a move so far, and the end of the line that it leaves.
    is_empty: bool,
    leaves: Option<usize>,
    /// By how much its numbers, as plies, exceed the plies before.
    drift: i64,
    /// What stands before its next move.
    before: Before<'a>,
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
    /// The plies before the move by its number.
    numbered: Option<i64>,
    pub(super) why: Why,
}

/// Why a move belongs to a place, where others may place it otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// Nobody would.
    Clear,
    /// A number comes again.
    Repeated,
    /// A variation is placed by its number.
    Number,
    /// A variation replaces the move before it, though its number is that of another.
    Replaces,
    /// A move is the next one, though its number is that of another.
    Next,
    /// There is no line of this name for a branch to leave.
    Unknown(String),
}

impl Why {
    /// What is told about a move, if anything. `is_only` says that it can be played nowhere else.
    pub(super) fn told(&self, mv: &str, is_only: bool) -> Option<String> {
        let mv = excerpt(mv);
        Some(match self {
            Self::Clear => return None,
            Self::Number if is_only => return None,
            Self::Repeated => format!("{mv} begins another line, since its number is repeated"),
            Self::Number => format!("{mv} is placed by its number, not instead of the move before"),
            Self::Replaces => format!("{mv} is read instead of the move before, not by its number"),
            Self::Next => format!("{mv} is read as the next move, not by its number"),
            Self::Unknown(line) => {
                let line = excerpt(line);
                format!(
                    "{mv} begins a branch of a line {line}, which there is not, and is read as \
                    one of the main line or the nearest that there is"
                )
            }
        })
    }
}

impl Place {
    /// Behind a node, as is clear.
    fn behind(parent: Option<usize>) -> Self {
        Self { parent, begins: None, heading: None, numbered: None, why: Why::Clear }
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
    /// The first move of a branch that no line reaches, or of a variation without a name. The name is
    /// `heading`, if it is a comment.
    Lost { name: Option<String>, heading: Option<usize> },
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str, (number, is_blacks): (u32, bool)) -> Self {
        Self {
            text,
            open: vec![Line::default()],
            ends: HashMap::new(),
            name: String::new(),
            first_number: None,
            numbered: 0,
            start: (i64::from(number), is_blacks),
        }
    }

    /// The lines behind the first moves of the main line.
    pub(super) fn behind(text: &'a str, departure: Departure, start: (u32, bool)) -> Self {
        let Departure { plies, numbered, first_number, .. } = departure;
        let mut lines = Self::new(text, start);
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
        let before = std::mem::take(&mut self.open[0].before);
        if let Some(target) = self.target(&before) {
            self.numbered = target;
            self.open[0].drift = target - plies(self.open[0].last, nodes);
        }
        self.open[0].last = Some(node);
        before.heading.filter(|heading| heading.may_be_comment)
    }

    /// Takes the token with this index, which is no move of the main line.
    pub(super) fn add(&mut self, token: Token<'a>, index: usize, nodes: &[Node]) -> Step<'a> {
        let is_inside = self.is_inside();
        let inner = self.open.len() - 1;
        let line = &mut self.open[inner];
        match token.kind {
            TokenKind::VariationStart => {
                let mut variation = Line { before: Before::default(), ..*line };
                // Within one without a move it is in place of the same move.
                if !line.is_empty {
                    variation.last = line.last.and_then(|last| nodes[last].parent);
                    (variation.is_empty, variation.leaves) = (true, line.last);
                }
                self.open.push(variation);
            }
            TokenKind::VariationEnd if is_inside => {
                self.open.pop();
            }
            TokenKind::Move => return self.take_move(nodes),
            TokenKind::MoveNumber(number) => {
                if !is_inside {
                    // Moves without numbers before it are numbered as the game is.
                    let own = if nodes.is_empty() { i64::from(number) } else { self.start.0 };
                    self.first_number.get_or_insert(own);
                }
                line.before.number = Some(number);
                line.before.is_second = token.text.ends_with("..");
            }
            TokenKind::Placeholder => line.before.is_second = true,
            // A placeholder too, if it has a number.
            TokenKind::Result(_) if token.text == "*" => {
                line.before.is_second = line.before.number.is_some();
            }
            _ if is_inside => {}
            TokenKind::Comment => {
                let is_sure = is_line_name(token.text);
                // Before the first move nothing can branch off.
                if is_sure || !nodes.is_empty() && is_heading(self.text, token) {
                    line.before.name = Some(token.text);
                    let may_be_comment = !is_sure;
                    line.before.heading = Some(Heading { token, at: index, may_be_comment });
                }
            }
            TokenKind::BranchNumber => {
                let digits = token.text.trim_end_matches('.');
                if let Some((name, last)) = digits.rsplit_once(['.', '/']) {
                    line.before = Before {
                        name: Some(name),
                        heading: None,
                        number: number(last),
                        is_second: token.text.ends_with(".."),
                    };
                }
            }
            _ => {}
        }
        Step::None
    }

    fn take_move(&mut self, nodes: &[Node]) -> Step<'a> {
        if self.is_inside() {
            return self.take_varied(nodes);
        }
        let line = &mut self.open[0];
        let before = std::mem::take(&mut line.before);
        let Line { last, is_broken, .. } = *line;
        let target = self.target(&before);
        let begins = self.may_begin(&before, target, nodes);
        self.numbered = target.unwrap_or(self.numbered);
        if begins {
            return self.begin(before, target.unwrap_or_else(|| plies(last, nodes)), nodes);
        }
        let doubt = before.heading.filter(|heading| heading.may_be_comment);
        if is_broken { Step::None } else { Step::Move(Place::behind(last), Vec::new(), doubt) }
    }

    /// Takes a move in parentheses.
    fn take_varied(&mut self, nodes: &[Node]) -> Step<'a> {
        let inner = self.open.len() - 1;
        let line = &mut self.open[inner];
        let before = std::mem::take(&mut line.before);
        let Line { last, is_broken, is_empty, leaves, drift, .. } = *line;
        if is_broken {
            return Step::None;
        }
        let place = |parent, numbered, why| Place { numbered, why, ..Place::behind(parent) };
        let ahead = plies(last, nodes);
        let target =
            self.target(&before).filter(|&target| ![ahead, ahead + drift].contains(&target));
        let Some(target) = target else {
            return Step::Move(place(last, self.target(&before), Why::Clear), Vec::new(), None);
        };
        let (end, by_number, otherwise) = if is_empty {
            (leaves, Why::Number, Why::Replaces)
        } else {
            (last, Why::Repeated, Why::Next)
        };
        let parent = before_ply(end, target - drift, nodes);
        let mut places = vec![place(last, Some(target), otherwise)];
        if plies(parent, nodes) == target - drift {
            places.insert(0, place(parent, Some(target), by_number));
        } else if is_empty {
            (self.open[inner].is_broken, self.open[inner].is_empty) = (true, false);
            return Step::Lost { name: None, heading: None };
        }
        Step::Move(places.remove(0), places, None)
    }

    /// The number of plies before a move by its number, if that is known.
    fn target(&self, before: &Before<'_>) -> Option<i64> {
        let numbers = i64::from(before.number?) - self.first_number?;
        // Black's first move needs nothing in place of White's.
        let is_second = before.is_second || numbers == 0 && self.start.1;
        Some(2 * numbers + i64::from(is_second) - i64::from(self.start.1))
    }

    /// Whether the number or the name before a move says that it begins a branch. In a line that
    /// cannot be played, higher numbers only go on.
    fn may_begin(&self, before: &Before<'_>, target: Option<i64>, nodes: &[Node]) -> bool {
        let is_new = before.name.is_some_and(|name| name_of(name) != self.name);
        let Line { last, is_broken, .. } = self.open[0];
        let is_elsewhere =
            |target| plies(last, nodes) != target && (!is_broken || target <= self.numbered);
        is_new || target.is_some_and(is_elsewhere)
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
        let (end, unknown) = self.parent_end(&name);
        let why = match unknown {
            Some(line) => Why::Unknown(line),
            None if name.is_empty() && heading.is_none() => Why::Repeated,
            None => Why::Clear,
        };
        let branch = |parent, why| Place {
            begins: Some(name.clone()),
            heading: heading.map(|heading| heading.at),
            why,
            ..Place::behind(parent)
        };
        let mut places = Vec::new();
        // The branch of this name may go on.
        let own_end = self.ends.get(&name).filter(|_| !name.is_empty());
        if let Some(&end) = own_end.filter(|&&end| plies(end, nodes) == target) {
            places.push(branch(end, Why::Clear));
        }
        let parent = before_ply(end, target, nodes);
        let is_attached = plies(parent, nodes) == target;
        if is_attached {
            places.push(branch(parent, why));
        }
        // What may be a comment is one if its line goes on, unless a move is replaced. The name of a
        // known branch, or one that extends it, is no comment.
        let is_known =
            own_end.is_some() || parent_names(&name).any(|name| self.ends.contains_key(&name));
        let doubt = heading.filter(|heading| heading.may_be_comment && !is_known);
        let may_go_on = plies(old, nodes) == target && !self.open[0].is_broken;
        if may_go_on && doubt.is_some() {
            let is_replaced = is_attached && plies(end, nodes) > target;
            places.insert(if is_replaced { places.len() } else { 0 }, Place::behind(old));
        }
        if places.is_empty() {
            self.open[0] = Line { last: parent, is_broken: true, ..Line::default() };
            self.name.clone_from(&name);
            return Step::Lost { name: Some(name), heading: heading.map(|heading| heading.at) };
        }
        Step::Move(places.remove(0), places, doubt)
    }

    /// The end of the line that a branch leaves: that which its name extends or, if there is none,
    /// the nearest that it extends; then also the name of the line that there is not.
    fn parent_end(&self, name: &str) -> (Option<usize>, Option<String>) {
        let main = self.ends.get("").copied().flatten();
        let mut parents = parent_names(name);
        let Some(nearest) = parents.next() else { return (main, None) };
        if let Some(&end) = self.ends.get(&nearest) {
            return (end, None);
        }
        let known = parents.find_map(|parent| self.ends.get(&parent).copied());
        (known.unwrap_or(main), Some(nearest))
    }

    /// Sets the place and the node of the move taken last; no node if it cannot be played.
    pub(super) fn played(&mut self, place: Place, node: Option<usize>, nodes: &[Node]) {
        let is_inside = self.is_inside();
        let Place { parent, begins, numbered, .. } = place;
        if let Some(line) = self.open.last_mut() {
            if let Some(name) = begins.filter(|_| !is_inside) {
                self.name = name;
                line.is_broken = false;
            }
            line.drift = numbered.map_or(line.drift, |numbered| numbered - plies(parent, nodes));
            (line.last, line.is_empty) = (node.or(parent), false);
            line.is_broken |= node.is_none();
        }
    }
}

/// The last of the first plies of a line.
fn before_ply(end: Option<usize>, target: i64, nodes: &[Node]) -> Option<usize> {
    let mut last = end;
    while let Some(at) = last
        && plies(last, nodes) > target
    {
        let Node { parent, jump, .. } = nodes[at];
        last = if plies(jump, nodes) >= target { jump } else { parent };
    }
    last
}

/// The jump of a node behind another one: as far as two jumps from there if these are equally long.
pub(super) fn jump_behind(parent: Option<usize>, nodes: &[Node]) -> Option<usize> {
    let jump = |last: Option<usize>| last.and_then(|last| nodes[last].jump);
    let [once, twice] = [jump(parent), jump(jump(parent))];
    let [here, middle, far] = [parent, once, twice].map(|last| plies(last, nodes));
    if here - middle == middle - far { twice } else { parent }
}

/// The number of plies up to and including a node.
fn plies(last: Option<usize>, nodes: &[Node]) -> i64 {
    last.map_or(0, |last| nodes[last].depth as i64 + 1)
}
