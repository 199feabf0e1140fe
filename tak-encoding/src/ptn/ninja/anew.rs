//! Games written anew, each branch after the line that it leaves.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;

use crate::outcome::GameResult;
use crate::piece::Color;
use crate::ptn::heading::name_of;
use crate::ptn::ninja::add_comment;
use crate::ptn::ninja::reading::is_readable_name;
use crate::ptn::record::{Notes, Ply, PtnGame};
use crate::ptn::tags::in_quotes;
use crate::with_game;

/// The longest name of a branch, which grows with each branch that it is nested in.
const LONGEST_NAME: usize = 400;

/// Stands in place of branches whose names would be longer, and of those that replace no move, as in a
/// game without a main line.
const LEFT_OUT: &str = " {a branch is left out here, which PTN Ninja could not read}";

impl PtnGame {
    /// The game with these tags, and whether all of its moves could be written.
    pub(super) fn written_anew(&self, tags: &[(String, String)]) -> (String, bool) {
        let (mut text, end) = (String::new(), self.line_end());
        for (name, value) in tags {
            // A string takes whatever is written to it.
            let _ = write!(text, "[{name} \"{}\"]{end}", in_quotes(value));
        }
        text.push_str(end);
        let notes = self.notes();
        for comment in comments(&notes[0]) {
            let _ = write!(text, "{{{comment}}}{end}");
        }
        let main: HashSet<Ply> = self.main_line().iter().copied().collect();
        let replies = self.all_replies(&main);
        let first = self.main_line().first().map(|&first| (Name::default(), first));
        if first.is_none() && !replies[0].is_empty() {
            let _ = write!(text, "{}{end}", LEFT_OUT.trim_start());
        }
        let mut open = Vec::from_iter(first);
        let (mut names, mut written) = (Names::default(), 0);
        while let Some((name, first)) = open.pop() {
            let is_main = name.written.is_empty();
            if !is_main {
                let _ = write!(text, "{end}{{{}}}{end}", name.written);
            }
            let mut branches = Vec::new();
            let (mut next, mut last) = (Some(first), first);
            while let Some(ply) = next {
                let divider = if ply == first { None } else { Some(end) };
                self.write_ply(ply, divider, &notes[ply.index() + 1], &mut text);
                let siblings = &replies[self.parent(ply).map_or(0, |parent| parent.index() + 1)];
                if siblings[0] == ply {
                    for (number, &other) in (1..).zip(&siblings[1..]) {
                        let name = self.name_below(&name, other, number, &mut names);
                        if name.written.len() <= LONGEST_NAME {
                            branches.push((name, other));
                        } else {
                            text.push_str(LEFT_OUT);
                        }
                    }
                }
                (last, written) = (ply, written + 1);
                next = replies[ply.index() + 1].first().copied();
                // Nothing follows a result there.
                if next.is_some()
                    && let Some(result) = notes[ply.index() + 1].result
                {
                    let _ = write!(text, " {{{result}}}");
                }
                // By an old number like `1-1.2.`, a branch may begin behind the main line.
                if is_main && next.is_some_and(|next| !main.contains(&next)) {
                    text.push_str(LEFT_OUT);
                    next = None;
                }
            }
            let result = if is_main {
                with_game!(self.game(), game => game.written_result())
            } else {
                notes[last.index() + 1].result
            };
            if let Some(result) = result.filter(|&result| result != GameResult::Unfinished) {
                let _ = write!(text, " {result}");
            }
            text.push_str(end);
            open.extend(branches.into_iter().rev());
        }
        (text, written == self.plies().len())
    }

    /// The replies to the start, followed by those to each ply, as in [`replies`](Self::replies).
    fn all_replies(&self, main: &HashSet<Ply>) -> Vec<Vec<Ply>> {
        let mut replies = vec![Vec::new(); self.plies().len() + 1];
        for is_main in [true, false] {
            for ply in self.plies().filter(|ply| main.contains(ply) == is_main) {
                replies[self.parent(ply).map_or(0, |parent| parent.index() + 1)].push(ply);
            }
        }
        replies
    }

    /// Writes a move with its number, which Black's has only at the beginning of a line, where no line
    /// end comes before it. What names a branch that only goes on is a comment.
    fn write_ply(&self, ply: Ply, end: Option<&str>, notes: &Notes<'_>, text: &mut String) {
        let is_first = end.is_none();
        if !is_first && let Some(name) = self.branch_name(ply) {
            add_comment(&name[1..name.len() - 1], text);
        }
        let (number, side) = self.move_name(ply);
        let _ = match side {
            Color::White => write!(text, "{}{number}.", end.unwrap_or_default()),
            Color::Black if is_first => write!(text, "{number}. --"),
            Color::Black => Ok(()),
        };
        let crush = if self.text(ply).ends_with('*') { "*" } else { "" };
        let _ = write!(text, " {}{crush}{}", self.mv(ply), self.marks(ply));
        for comment in comments(notes) {
            let _ = write!(text, " {{{comment}}}");
        }
    }

    /// The number of a move and whose it is.
    pub(super) fn move_name(&self, ply: Ply) -> (u32, Color) {
        let plies = self.start_ply() + self.plies_before(ply);
        (plies / 2 + 1, Color::from_parity(plies))
    }

    /// The name of a branch that begins with a ply: the one that it has, or one that tells the move
    /// which it replaces.
    fn name_below(&self, line: &Name, first: Ply, number: usize, names: &mut Names) -> Name {
        let below = |part: &str| match line.written.as_str() {
            "" => part.to_owned(),
            line => format!("{line}/{part}"),
        };
        let read = self.branch_name(first).map(name_of).unwrap_or_default();
        // A part holds nothing that divides names.
        let own = read.strip_prefix(&line.read).and_then(|own| own.strip_prefix('/'));
        let part = own.unwrap_or(&read).replace(['/', '.', '\n', '\r'], "-");
        let written = below(&part);
        if !part.is_empty() && is_readable_name(&written) && names.taken.insert(written.clone()) {
            return Name { read, written };
        }
        let (move_number, side) = self.move_name(first);
        let side = if side == Color::White { 'w' } else { 'b' };
        let written = names.number(&below(&format!("{move_number}{side}")), number);
        Name { read, written }
    }
}

/// The names that are taken.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    /// Numbers that are taken, by what stands before them.
    numbers: HashMap<String, Range<usize>>,
}

impl Names {
    /// Takes the first free name with that number or a higher one at its end.
    fn number(&mut self, start: &str, number: usize) -> String {
        let range = self.numbers.entry(start.to_owned()).or_insert(number..number);
        if !(range.start..=range.end).contains(&number) {
            *range = number..number;
        }
        loop {
            let name = format!("{start}{}", range.end);
            range.end += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// The name of a line, empty for the main line.
#[derive(Default)]
struct Name {
    /// As it was read; empty, too, if it had none.
    read: String,
    written: String,
}

/// All comments on a move, wherever they stand.
fn comments<'a>(notes: &'a Notes<'_>) -> impl Iterator<Item = &'a str> {
    [&notes.before, &notes.comments, &notes.closing].into_iter().flatten().copied()
}
