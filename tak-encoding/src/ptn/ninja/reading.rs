//! How PTN Ninja reads the lines of a game, to tell whether it reads them as we do.
//!
//! It numbers moves within branches: the plies of a move have the same branch and number, a branch
//! begins in place of the move with its number in the branch that its name extends, and everything
//! else follows the move with the number before. It knows no parentheses, no glyphs, no comments to
//! the end of a line, and takes any comment by itself after an empty line and before a number for
//! the name of a branch.

use std::collections::{HashMap, HashSet};

use super::tags::is_readable;
use crate::outcome::GameResult;
use crate::piece::Color;
use crate::ptn::heading::{name_of, parent_names};
use crate::ptn::lexer::{Token, TokenKind, tokens};
use crate::ptn::record::{Ply, PtnGame, Word};

/// Whether other programs read a game as we do. In doubt it says no.
pub(super) fn is_read_alike(game: &PtnGame) -> bool {
    let words = game.words();
    let mut reading = Reading::new(game);
    let is_taken = |(at, &word)| reading.takes(word, &words[..at], &words[at + 1..]);
    game.game().remark().is_none() && words.iter().enumerate().all(is_taken)
}

/// What it has read so far.
struct Reading<'a> {
    game: &'a PtnGame,
    /// The numbers of the branches, 0 for the main line.
    branches: HashMap<String, usize>,
    /// The name of the current branch.
    name: String,
    /// Those that have begun.
    begun: HashSet<usize>,
    /// The plies of each move, White's and Black's, by branch and number.
    moves: HashMap<(usize, u32), [Option<Ply>; 2]>,
    /// The branch and the number of the current move.
    at: (usize, u32),
    /// How many plies or placeholders it has.
    filled: usize,
    has_result: bool,
}

impl<'a> Reading<'a> {
    fn new(game: &'a PtnGame) -> Self {
        let number = game.position(None).ply() / 2 + 1;
        Self {
            game,
            branches: HashMap::from([(String::new(), 0)]),
            name: String::new(),
            begun: HashSet::new(),
            moves: HashMap::new(),
            at: (0, number),
            filled: 0,
            has_result: false,
        }
    }

    /// Takes a word; false if it is not read as we read it.
    fn takes(&mut self, word: Word<'_>, before: &[Word<'_>], behind: &[Word<'_>]) -> bool {
        let mut before_gap = before.iter().rev().map(|word| word.kind);
        let previous = before_gap.find(|&kind| kind != TokenKind::Space);
        match word.kind {
            TokenKind::Space => true,
            // Between brackets and words it takes no other blanks.
            TokenKind::Tag => {
                tokens(word.text).all(is_usual_tag)
                    && matches!(previous, None | Some(TokenKind::Tag))
            }
            TokenKind::Comment => self.moves.is_empty() || !stands_as_name(before, behind),
            TokenKind::BranchName => {
                self.name = name_of(word.text);
                let next = self.branches.len();
                self.at.0 = *self.branches.entry(self.name.clone()).or_insert(next);
                !self.moves.is_empty() && stands_as_name(before, behind)
            }
            TokenKind::MoveNumber(number) => {
                (self.at.1, self.filled, self.has_result) = (number, 0, false);
                !word.text.ends_with("..") && !self.moves.contains_key(&self.at)
            }
            // Others know it only in place of White's move before the first one of a line.
            TokenKind::Placeholder => {
                self.filled += 1;
                let mut behind_gap = behind.iter().filter(|word| word.kind != TokenKind::Space);
                self.filled == 1
                    && word.text == "--"
                    && matches!(previous, Some(TokenKind::MoveNumber(_)))
                    && behind_gap.next().is_some_and(|word| word.kind == TokenKind::Move)
            }
            TokenKind::Move => {
                let is_usual = |ply| {
                    let usual = self.game.mv(ply).to_string();
                    // A double black stack may be written as one stone.
                    let places_two = matches!(usual.as_bytes(), [b'2', _, _]);
                    is_usual_move(word.text) && (!places_two || word.text == usual)
                };
                word.ply.is_some_and(|ply| is_usual(ply) && self.takes_ply(ply))
            }
            TokenKind::Marks => before.last().is_some_and(|word| word.kind == TokenKind::Move),
            TokenKind::Result(result) => {
                let is_first = !std::mem::replace(&mut self.has_result, true);
                is_first
                    && self.filled > 0
                    && result != GameResult::Unfinished
                    && word.text == result.to_string()
            }
            _ => false,
        }
    }

    fn takes_ply(&mut self, ply: Ply) -> bool {
        if self.filled == 2 {
            (self.at.1, self.filled) = (self.at.1 + 1, 0);
        }
        let place = self.filled;
        let is_alike = self.follows_alike(ply, place)
            && self.game.move_name(ply) == (self.at.1, Color::from_parity(place as u32));
        self.begun.insert(self.at.0);
        let plies = self.moves.entry(self.at).or_default();
        let is_free = plies[place].replace(ply).is_none();
        self.filled = place + 1;
        is_alike && is_free && !self.has_result
    }

    /// Whether a ply in this place of the current move follows the same ply as it does in the game.
    fn follows_alike(&self, ply: Ply, place: usize) -> bool {
        let (branch, number) = self.at;
        let find = |branch, number| self.moves.get(&(branch, number)).copied().unwrap_or_default();
        let [white, _] = find(branch, number);
        let last = number.checked_sub(1).map(|number| find(branch, number));
        let last = last.and_then(|[white, black]| black.or(white));
        let parent = self.game.parent(ply);
        if let Some(before) = if place == 1 { white } else { last } {
            return parent == Some(before);
        }
        if branch == 0 {
            return self.moves.is_empty();
        }
        let above = parent_names(&self.name).next().unwrap_or_default();
        let above = self.branches.get(&above).filter(|_| !self.begun.contains(&branch));
        let replaced = above.and_then(|&above| find(above, number)[place]);
        replaced.is_some_and(|replaced| parent == self.game.parent(replaced))
    }
}

/// Whether a comment stands where the name of a branch does: after an empty line, which holds not
/// even a blank, and before a number.
fn stands_as_name(before: &[Word<'_>], behind: &[Word<'_>]) -> bool {
    let gap = before.last().filter(|word| word.kind == TokenKind::Space);
    let is_apart = gap.is_some_and(|gap| gap.text.replace('\r', "").contains("\n\n"));
    let next = behind.iter().find(|word| word.kind != TokenKind::Space).map(|word| word.kind);
    is_apart && matches!(next, Some(TokenKind::MoveNumber(_) | TokenKind::BranchNumber))
}

/// Whether a tag has just its blank and, if it tells the start, the form that others take.
pub(super) fn is_usual_tag(tag: Token<'_>) -> bool {
    let Some((name, value)) = tag.tag() else { return false };
    let rest = tag.text.strip_prefix('[').and_then(|rest| rest.strip_prefix(name));
    let rest = rest.and_then(|rest| rest.strip_prefix(" \"")?.strip_prefix(value));
    rest == Some("\"]") && is_readable(name, value)
}

/// Whether all readers know the form of a move, without a letter behind a spread, small letters of
/// stones or capital letters of squares.
pub(super) fn is_usual_move(text: &str) -> bool {
    let text = text.strip_suffix('*').unwrap_or(text);
    let head = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let square = head.strip_prefix(['S', 'C']).unwrap_or(head);
    matches!(square.as_bytes(), [b'a'..=b'h', b'1'..=b'8', ..])
        && !text.ends_with(|c: char| c.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_alike(moves: &str) -> bool {
        is_read_alike(&format!("[Size \"5\"]\n\n{moves}").parse().unwrap())
    }

    #[test]
    fn what_all_read_stays_as_it_is() {
        for moves in [
            "1. a1 e5\n2. c3",
            "{so} 1.a1! {well} e5'' 2. Sc3 {and so} d3 R-0",
            "a1 e5 c3 d3 Cc4",
            "1. a1 e5\n2. c3\n\n{better plan}\n2. d3 d4\n3. d5\n\n{better plan/3w1}\n3. b1\n\n\
             {1b1}\n1. -- a5 1-0\n2. a4",
        ] {
            assert!(is_alike(moves), "{moves}");
        }
    }

    #[test]
    fn what_some_refuse_or_read_otherwise_does_not() {
        for moves in [
            "1. a1 (1. b1) e5",
            "1. a1 ; corner\n e5",
            "1. a1 $1 e5",
            "1. a1 e5 1/2 - 1/2",
            "1. a1 e5 R-0 --",
            "1. a1 e5 -- 0-R",
            "1. a1 e5 1-2-1-2",
            "1. a1 e5 0",
            "1. a1 e5 0-0",
            "1. a1 e5 2. x",
            "1. a1 e5\n2. c3 --",
            "1. a1 e5\n\n{x}\n1. .. d5",
            "1. A1 e5",
            "1. a1 Fe5",
            "1. a1 e5 2. sc3",
            "1. a1 e5 2. c3 d4 3. c3>F",
            "1. a1 1... e5",
            "1. a1 e5 !",
            "7. a1 e5",
            "1. a1 e5\n2. c3\n3. d4",
            "1. a1 e5\n\n{now}\n2. c3",
            "1. a1 e5\n2. c3\n\n{gone/2w1}\n2. d3",
            "1. a1 e5\n2. c3 {2w1}\n2. d3",
            "1. a1 e5\n2. c3\n\n{a}\n2. d3\n\n{a}\n2. b3",
            "1. a1 e5\n2. c3\n2. d3",
            "1-1.1. a1",
        ] {
            assert!(!is_alike(moves), "{moves}");
        }
        for tags in [
            "[Size \"5\"]\n[Opening \"double black stack\"]",
            "[ Size  \"5\" ]",
            "{x}\n[Size \"5\"]",
            "[Size \"5\"]\n[Komi \"2.0\"]",
        ] {
            assert!(!is_read_alike(&format!("{tags}\n1. a1").parse().unwrap()), "{tags}");
        }
    }
}
