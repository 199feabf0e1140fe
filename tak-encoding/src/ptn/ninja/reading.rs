//! How PTN Ninja reads the lines of a game, to tell whether it reads them as we do.
//!
//! It numbers moves within branches: the plies of a move have the same branch and number, a branch
//! begins in place of the move with its number in the branch that its name extends, and everything
//! else follows the move with the number before. It knows no parentheses, no glyphs, no comments to
//! the end of a line, and takes any comment by itself after an empty line and before a number for
//! the name of a branch.

use std::collections::HashMap;

use crate::piece::Color;
use crate::ptn::heading::{is_apart, name_of, parent_names};
use crate::ptn::lexer::{Token, TokenKind};
use crate::ptn::record::{Ply, PtnGame, Word};
use crate::ptn::usual::{is_usual_gap, is_usual_move, is_usual_result, is_usual_tag};

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
    /// The main line and the branches, in the order in which they are named.
    branches: Vec<Branch>,
    /// Their places by name.
    names: HashMap<String, usize>,
    /// The name of the current branch.
    name: String,
    /// The branch and the number of the current move.
    at: (usize, u32),
    /// How many plies or placeholders it has.
    filled: usize,
    /// Whether its number stands before the next ply.
    is_numbered: bool,
    has_result: bool,
}

/// The moves of a branch, whose numbers follow each other.
#[derive(Default)]
struct Branch {
    /// The number of the first one.
    first: u32,
    /// White's and Black's plies of each.
    moves: Vec<[Option<Ply>; 2]>,
}

impl Branch {
    /// The plies of the move with a number.
    fn plies(&self, number: u32) -> Option<[Option<Ply>; 2]> {
        self.moves.get(number.checked_sub(self.first)? as usize).copied()
    }

    /// Adds a ply; false if it has no place there.
    fn add(&mut self, number: u32, place: usize, ply: Ply) -> bool {
        if self.moves.is_empty() {
            self.first = number;
        }
        let index = number.checked_sub(self.first).map(|index| index as usize);
        if index == Some(self.moves.len()) {
            self.moves.push([None; 2]);
        }
        let plies = index.and_then(|index| self.moves.get_mut(index));
        plies.is_some_and(|plies| plies[place].replace(ply).is_none())
    }
}

impl<'a> Reading<'a> {
    fn new(game: &'a PtnGame) -> Self {
        Self {
            game,
            branches: vec![Branch::default()],
            names: HashMap::from([(String::new(), 0)]),
            name: String::new(),
            at: (0, game.start_ply() / 2 + 1),
            filled: 0,
            is_numbered: false,
            has_result: false,
        }
    }

    /// Whether no move was taken.
    fn is_empty(&self) -> bool {
        self.branches[0].moves.is_empty()
    }

    /// Takes a word; false if it is not read as we read it.
    fn takes(&mut self, word: Word<'_>, before: &[Word<'_>], behind: &[Word<'_>]) -> bool {
        let mut before_gap = before.iter().rev().map(|word| word.kind);
        let previous = before_gap.find(|&kind| kind != TokenKind::Space);
        match word.kind {
            TokenKind::Space => is_usual_gap(word.text),
            // Between brackets and words it takes no other blanks.
            TokenKind::Tag => {
                let tag = Token { kind: word.kind, text: word.text, start: 0 };
                is_usual_tag(tag) && matches!(previous, None | Some(TokenKind::Tag))
            }
            TokenKind::Comment => self.is_empty() || !stands_as_name(before, behind),
            TokenKind::BranchName => {
                self.name = name_of(word.text);
                let next = self.branches.len();
                self.at.0 = *self.names.entry(self.name.clone()).or_insert(next);
                self.branches.resize_with(self.names.len(), Branch::default);
                !self.is_empty() && stands_as_name(before, behind) && is_readable_name(&self.name)
            }
            TokenKind::MoveNumber(number) => {
                // A number without a move is one more move.
                let follows_move = !std::mem::replace(&mut self.is_numbered, true);
                (self.at.1, self.filled, self.has_result) = (number, 0, false);
                let is_new = self.branches[self.at.0].plies(number).is_none();
                is_new && follows_move && !word.text.ends_with("..")
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
                // A double black stack may be written as one stone.
                let is_whole = |ply| {
                    let mv = self.game.mv(ply);
                    !mv.places_two() || word.text == mv.to_string()
                };
                is_usual_move(word.text)
                    && word.ply.is_some_and(|ply| is_whole(ply) && self.takes_ply(ply))
            }
            TokenKind::Marks => before.last().is_some_and(|word| word.kind == TokenKind::Move),
            TokenKind::Result(_) => {
                let is_first = !std::mem::replace(&mut self.has_result, true);
                is_first && self.filled > 0 && is_usual_result(word.text)
            }
            _ => false,
        }
    }

    fn takes_ply(&mut self, ply: Ply) -> bool {
        if self.filled == 2 {
            (self.at.1, self.filled) = (self.at.1 + 1, 0);
        }
        let (place, (branch, number)) = (self.filled, self.at);
        (self.filled, self.is_numbered) = (place + 1, false);
        self.follows_alike(ply, place)
            && self.game.move_name(ply) == (number, Color::from_parity(place as u32))
            && self.branches[branch].add(number, place, ply)
            && !self.has_result
    }

    /// Whether a ply in this place of the current move follows the same ply as it does in the game.
    fn follows_alike(&self, ply: Ply, place: usize) -> bool {
        let (number, branch) = (self.at.1, &self.branches[self.at.0]);
        let white = branch.plies(number).and_then(|[white, _]| white);
        let last = number.checked_sub(1).and_then(|number| branch.plies(number));
        let last = last.and_then(|[white, black]| black.or(white));
        let parent = self.game.parent(ply);
        if let Some(before) = if place == 1 { white } else { last } {
            return parent == Some(before);
        }
        if self.at.0 == 0 || !branch.moves.is_empty() {
            return self.is_empty();
        }
        let above = parent_names(&self.name).next().unwrap_or_default();
        let above = self.names.get(&above).map(|&above| &self.branches[above]);
        let replaced = above.and_then(|above| above.plies(number)?[place]);
        replaced.is_some_and(|replaced| parent == self.game.parent(replaced))
    }
}

/// Whether it knows a branch by a name at each of its moves. What every object of its language has is
/// no name.
pub(super) fn is_readable_name(name: &str) -> bool {
    const OF_OBJECTS: [&str; 12] = [
        "__defineGetter__",
        "__defineSetter__",
        "__lookupGetter__",
        "__lookupSetter__",
        "__proto__",
        "constructor",
        "hasOwnProperty",
        "isPrototypeOf",
        "propertyIsEnumerable",
        "toLocaleString",
        "toString",
        "valueOf",
    ];
    !name.is_empty() && name_of(name) == name && !OF_OBJECTS.contains(&name)
}

/// Whether a comment stands where the name of a branch does: after an empty line and before a number.
fn stands_as_name(before: &[Word<'_>], behind: &[Word<'_>]) -> bool {
    let gap = before.last().filter(|word| word.kind == TokenKind::Space);
    let next = behind.iter().find(|word| word.kind != TokenKind::Space).map(|word| word.kind);
    gap.is_some_and(|gap| is_apart(gap.text))
        && matches!(next, Some(TokenKind::MoveNumber(_) | TokenKind::BranchNumber))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptn::{GameText, ReadGame};

    #[test]
    fn usual_games_are_read_alike() {
        let is_usual = |text: &str| {
            let read = GameText::only(text).and_then(GameText::read_as_needed);
            matches!(read, Ok((ReadGame::Main(_), _)))
        };
        for (moves, usual) in [
            ("{so} 1.a1! {well} e5''\n2. Sc3 {and\nso} d3 R-0\n", true),
            ("a1 e5 c3 1/2-1/2 {well}", true),
            ("\n\n{so}\n1. a1 e5\n\n{so} c3", true),
            ("1. a1 e5\n2. {x} R-0", false),
            ("1. a1 e5\n\n{x}\n2. c3", false),
            ("1. a1 e5 2. c3 {2w1} d3", false),
            ("1. a1 e5\n1. b1", false),
            ("1. a1 1... e5", false),
            ("1. a1 e5 2. {x} 2. c3", false),
            ("1. a1\u{85}e5", false),
            ("1. a1 !", false),
            ("2. a1 e5", false),
            ("1. a1 e5 (1... d5)", false),
            ("1. a1 e5 ; so", false),
            ("1. a1 e5 0", false),
            ("1. A1 e5", false),
        ] {
            let text = format!("[Site \"x\"]\n[Size \"5\"]\n\n{moves}");
            assert_eq!(is_usual(&text), usual, "{moves}");
            let game: PtnGame = text.parse().unwrap();
            assert!(!usual || is_read_alike(&game), "{moves}");
        }
        for tags in [
            "[TPS \"1,x2/x3/x3 2 1\"]",
            "[Size  \"3\"]",
            "[Size \"3\"]\n[Opening \"dbs\"]",
            "{x} [Size \"3\"]",
        ] {
            assert!(!is_usual(&format!("{tags}\n\n1. a1 c3")), "{tags}");
        }
    }

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
            "1. a1 e5\n2. c3\n\n{ plan }\n2. d3 d4\n3. d5\n\n{ plan /3w1}\n3. b1",
            "1. a1 e5\n2. c3\n\n{A.}\n2. d3 d4\n3. d5\n\n{A/3w1}\n3. b1",
            "1. a1 e5\r\n2. c3\r\n{so}\r\n2. d3",
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
            "1. a1 e5\r\n{now}\r\n2. c3",
            "1. a1 e5 3. {x} 2. c3 c4 3. b1",
            "1. a1\u{85}e5",
            "1. a1 e5\n2. c3\n\n{v1.2}\n2. d3",
            "1. a1 e5\n2. c3\n\n{1. }\n2. d3",
            "1. a1 e5\n2. c3\n\n{A..}\n2. d3 d4\n3. d5",
            "1. a1 e5\n2. c3\n\n{constructor}\n2. d3",
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
