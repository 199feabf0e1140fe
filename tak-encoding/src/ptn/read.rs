//! Reads the tags and the main line of a game, and skips the rest.

use std::collections::VecDeque;
use std::ptr;

use super::error::PtnError;
use super::game::{Game, Tag, find};
use super::header::{Header, HeaderError};
use super::heading::{is_heading, is_line_name};
use super::lexer::{Token, TokenKind, Tokens, tokens};
use super::meant::{as_meant, has_wrong_letter};
use super::usual::{is_usual_gap, is_usual_move, is_usual_result, is_usual_tag};
use crate::moves::Move;
use crate::opening::Opening;
use crate::outcome::{GameResult, Outcome};
use crate::piece::Color;
use crate::position::Position;
use crate::size::{Playable, Size};

/// A game whose tags are read and whose moves are not.
pub(super) struct Head<'a> {
    text: &'a str,
    tags: Vec<Tag>,
    /// The offset of each tag.
    places: Vec<usize>,
    /// The tokens after the tags.
    rest: Tokens<'a>,
    /// Whether all programs read the tags as we do.
    is_usual: bool,
}

/// The main line of a game.
pub(super) struct Main<G> {
    pub(super) game: G,
    /// Whether there is nothing but tags, moves from the empty board and comments, all of which other
    /// programs read alike. Even if not, they may.
    pub(super) is_usual: bool,
    /// The offset of the first move that is read though its number is that of another.
    pub(super) out_of_turn: Option<usize>,
    /// Those of the moves that are read without the letter behind them, in order.
    pub(super) wrong_letters: VecDeque<usize>,
    /// Where something begins that may be told, such as another line; up to there, there is but the
    /// main line, with numbers in order.
    pub(super) departure: Option<Departure>,
}

/// A place behind a move of the main line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Departure {
    /// The offset in the text.
    pub(super) offset: usize,
    /// How many plies are before it.
    pub(super) plies: usize,
    /// How many are before the last of them that has a number.
    pub(super) numbered: usize,
    /// The number of the first move, as numbered in the file.
    pub(super) first_number: Option<i64>,
}

impl<'a> Head<'a> {
    /// Reads the tags at the start of a text with one game.
    pub(super) fn read(text: &'a str) -> Self {
        let (tags, places) = (Vec::new(), Vec::new());
        let mut head = Self { text, tags, places, rest: tokens(text), is_usual: true };
        let mut has_comments = false;
        loop {
            let mut rest = head.rest.clone();
            let Some(token) = rest.next() else { break };
            if let Some((name, value)) = token.tag() {
                head.is_usual &= !has_comments && is_usual_tag(token);
                let (name, value) = (name.to_owned(), value.to_owned());
                head.tags.push(Tag { name, value });
                head.places.push(token.start);
            } else if !token.kind.is_trivia() {
                break;
            } else if token.kind == TokenKind::Space {
                head.is_usual &= is_usual_gap(token.text);
            } else {
                head.is_usual &= token.kind == TokenKind::Comment && !is_line_name(token.text);
                has_comments = true;
            }
            head.rest = rest;
        }
        head
    }

    /// Interprets the tags about the start.
    pub(super) fn header(&self) -> Result<Header<'_>, PtnError> {
        Header::read(&self.tags).map_err(|error| self.error(error))
    }

    /// The start of the game according to the header.
    pub(super) fn start<const N: usize>(&self, header: &Header<'_>) -> Result<Position<N>, PtnError>
    where
        Size<N>: Playable,
    {
        header.start().map_err(|error| self.error(error))
    }

    fn error(&self, HeaderError { tag, problem }: HeaderError) -> PtnError {
        let known = find(&self.tags, tag);
        let tag = self.tags.iter().position(|tag| known.is_some_and(|known| ptr::eq(known, tag)));
        let offset = tag.map_or(0, |tag| self.places[tag]);
        PtnError::with_problem(self.text, offset, problem)
    }

    /// Reads the moves.
    pub(super) fn game<const N: usize>(
        self,
        start: Position<N>,
        has_opening: bool,
    ) -> Result<Main<Game<N>>, PtnError>
    where
        Size<N>: Playable,
    {
        let begins_as_most = start.ply() == 0
            && start.occupied().is_empty()
            && start.opening() != Opening::DoubleBlackStack;
        let mut line = MainLine {
            text: self.text,
            game: Game::with_tags(self.tags, start),
            is_usual: self.is_usual && begins_as_most,
            out_of_turn: None,
            wrong_letters: VecDeque::new(),
            departure: None,
            numbered: 0,
            move_end: 0,
            has_opening,
            first_number: None,
            in_front: InFront::default(),
            missing: None,
            number: None,
            has_ended: false,
            before: (start, 0),
        };
        let mut open: Vec<Token<'_>> = Vec::new();
        let mut rest = self.rest;
        while let Some(token) = rest.next() {
            match token.kind {
                TokenKind::VariationStart => {
                    open.push(token);
                    line.depart();
                }
                TokenKind::VariationEnd if open.pop().is_some() => {}
                TokenKind::OpenComment => return Err(line.error(token, "a `}` that closes this")),
                TokenKind::Comment if open.is_empty() && is_line_name(token.text) => {
                    line.in_front = InFront::Name;
                    line.depart();
                }
                TokenKind::Comment if open.is_empty() && is_heading(self.text, token) => {
                    line.in_front = InFront::Heading;
                    line.depart();
                }
                TokenKind::LineComment => line.is_usual = false,
                TokenKind::Space => line.is_usual &= is_usual_gap(token.text),
                _ if token.kind.is_trivia() || !open.is_empty() => {}
                _ => line.add(token, &rest)?,
            }
        }
        if let Some(&token) = open.first() {
            return Err(line.error(token, "a `)` that closes this"));
        }
        let MainLine { game, is_usual, out_of_turn, wrong_letters, departure, .. } = line;
        Ok(Main { game, is_usual, out_of_turn, wrong_letters, departure })
    }
}

/// What is right before a word.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum InFront {
    #[default]
    Word,
    Number,
    /// The name of a branch, in a comment.
    Name,
    /// What may be the name of a branch, or a comment.
    Heading,
}

/// The moves of a game as they are read.
struct MainLine<'a, const N: usize>
where
    Size<N>: Playable,
{
    text: &'a str,
    game: Game<N>,
    /// As in [`Main`].
    is_usual: bool,
    out_of_turn: Option<usize>,
    wrong_letters: VecDeque<usize>,
    departure: Option<Departure>,
    /// How many plies are before the last one that has a number.
    numbered: usize,
    /// The offset behind the last move.
    move_end: usize,
    /// Whether a tag gives the opening.
    has_opening: bool,
    /// The first move number in the file, and the actual number of the move after it.
    first_number: Option<(u32, u32)>,
    in_front: InFront,
    /// The number before the next move, and whether that move is Black's by it.
    number: Option<(u32, bool)>,
    /// A placeholder for a move that is missing.
    missing: Option<Token<'a>>,
    /// Whether the main line has ended and only branches follow.
    has_ended: bool,
    /// A position of the main line before its last move, and the plies that it comes after.
    before: (Position<N>, usize),
}

impl<'a, const N: usize> MainLine<'a, N>
where
    Size<N>: Playable,
{
    fn error(&self, token: Token<'_>, expected: &str) -> PtnError {
        let found = match token.kind {
            TokenKind::OpenComment | TokenKind::VariationStart => &self.text[token.start..],
            _ => token.text,
        };
        PtnError::new(self.text, token.start, found, expected)
    }

    fn add(&mut self, token: Token<'a>, rest: &Tokens<'a>) -> Result<(), PtnError> {
        let in_front = std::mem::take(&mut self.in_front);
        self.is_usual &= self.is_usual_word(token, in_front);
        let kind = match token.kind {
            // A placeholder like any other, if a move is in its place.
            TokenKind::Result(_) if token.text == "*" && in_front == InFront::Number => {
                let is_played = next_move(rest.clone()).is_some();
                if is_played { TokenKind::Placeholder } else { token.kind }
            }
            kind => kind,
        };
        match kind {
            TokenKind::MoveNumber(number) => {
                let mut is_white = !token.text.ends_with("..");
                if is_white && matches!(in_front, InFront::Name | InFront::Heading) {
                    is_white = !is_placeholder_before_move(rest.clone());
                }
                let is_named = match in_front {
                    InFront::Name => is_white,
                    InFront::Heading => {
                        let next = next_move(rest.clone());
                        is_white && (self.replaces_last_move(next) || !self.goes_on(next))
                    }
                    InFront::Word | InFront::Number => false,
                };
                // Nothing goes on behind a result.
                let is_beyond = number > self.next_number() || self.game.written_result().is_some();
                self.has_ended |= self.starts_another_line(number, is_named)
                    || matches!(in_front, InFront::Name | InFront::Heading) && is_beyond;
                if self.has_ended {
                    self.depart();
                }
                self.in_front = InFront::Number;
                self.number = Some((number, !is_white));
            }
            TokenKind::BranchNumber => {
                self.has_ended = true;
                self.depart();
            }
            TokenKind::Marks | TokenKind::Nag => {}
            TokenKind::Tag => return Err(self.error(token, "moves after the tags")),
            TokenKind::BadTag => return Err(self.error(token, "a tag like `[Size \"6\"]`")),
            TokenKind::Stray | TokenKind::VariationEnd => {
                return Err(self.error(token, "an opening bracket before a closing one"));
            }
            // Branches consist of moves too, otherwise the file is damaged.
            TokenKind::Move if self.has_ended => {
                if let Err(error) = token.text.parse::<Move<N>>() {
                    let problem = error.to_string();
                    return Err(PtnError::with_problem(self.text, token.start, problem));
                }
            }
            _ if self.has_ended => {}
            // playtak.com wrote results in two columns: `R-0 --` and `1/2 - 1/2`.
            TokenKind::Placeholder
                if self.game.written_result().is_some()
                    && !token.text.starts_with(char::is_alphabetic) => {}
            TokenKind::Result(result)
                if result == GameResult::from(Outcome::Draw)
                    && self.game.written_result() == Some(result) => {}
            _ if self.game.written_result().is_some() => {
                return Err(self.error(token, "nothing after the result"));
            }
            TokenKind::Result(result) => self.game.set_result(result),
            TokenKind::Placeholder if token.text == "load" => {
                self.number = self.number.map(|(number, _)| (number, true));
                self.load(token, next_move(rest.clone()).is_some())?;
            }
            TokenKind::Placeholder => {
                self.number = self.number.map(|(number, _)| (number, true));
                let is_played = in_front == InFront::Number || self.game.moves().is_empty();
                if !is_played || self.game.end().side_to_move() == Color::White {
                    self.missing.get_or_insert(token);
                }
            }
            _ => self.play(token)?,
        }
        Ok(())
    }

    /// Whether all programs read a word here as we do; in doubt not.
    fn is_usual_word(&self, word: Token<'_>, in_front: InFront) -> bool {
        let end = self.game.end();
        let has_result = self.game.written_result().is_some();
        match word.kind {
            // Two flats may lack the tag for their opening.
            TokenKind::Move => {
                is_usual_move(word.text) && !matches!(word.text.as_bytes(), [b'1'..=b'8', _, _])
            }
            TokenKind::Marks => word.start == self.move_end,
            TokenKind::MoveNumber(number) => {
                let is_white = end.side_to_move() == Color::White && !word.text.ends_with("..");
                is_white && number == end.move_number() && !has_result && self.number.is_none()
            }
            TokenKind::Result(_) => {
                let is_behind_move = in_front != InFront::Number && !self.game.moves().is_empty();
                is_usual_result(word.text) && is_behind_move && !has_result
            }
            _ => false,
        }
    }

    /// Takes the word that playtak.com wrote where a position had been loaded. It did not write which,
    /// so without a tag only the start can be meant, where nobody has moved.
    fn load(&self, token: Token<'a>, is_in_place_of_a_move: bool) -> Result<(), PtnError> {
        let has_tps = self.game.tag("TPS").is_some_and(|tps| !tps.trim().is_empty());
        let is_first = self.first_number.is_none_or(|(number, _)| number == 1);
        let is_start = has_tps || is_first && !is_in_place_of_a_move;
        if is_start && self.game.moves().is_empty() {
            return Ok(());
        }
        Err(self.error(token, "a tag TPS with the position that was loaded"))
    }

    fn play(&mut self, token: Token<'a>) -> Result<(), PtnError> {
        if let Some(missing) = self.missing {
            return Err(self.error(missing, "a move, because others follow"));
        }
        if self.game.moves().is_empty() && !self.has_opening {
            self.game.begin_with(token.text);
            self.before.0 = *self.game.start();
        }
        if let Some(number) = self.number.take() {
            if !self.is_usual && !self.is_due(number) {
                self.depart();
                // A game may begin with any number.
                let offset = Some(token.start).filter(|_| !self.game.moves().is_empty());
                self.out_of_turn = self.out_of_turn.or(offset);
            }
            self.numbered = self.game.plies();
        }
        if !self.is_usual && has_wrong_letter(self.game.end(), token.text) {
            self.depart();
            self.wrong_letters.push_back(token.start);
        }
        let played = if self.game.moves().is_empty() {
            self.game.push_ptn(&as_meant(self.game.end(), token.text))
        } else {
            self.game.push_ptn(token.text)
        };
        played
            .map_err(|error| PtnError::with_problem(self.text, token.start, error.to_string()))?;
        self.move_end = token.span().end;
        Ok(())
    }

    /// Whether a number, which may be Black's, is that of the next move.
    fn is_due(&self, number: (u32, bool)) -> bool {
        number == (self.next_number(), self.game.end().side_to_move() == Color::Black)
    }

    /// Notes that something begins behind the last move that may be told.
    fn depart(&mut self) {
        self.is_usual = false;
        let (offset, plies, numbered) = (self.move_end, self.game.plies(), self.numbered);
        let start = self.game.start().move_number();
        let first_number =
            self.first_number.map(|(number, at)| i64::from(number) - i64::from(at - start));
        self.departure.get_or_insert(Departure { offset, plies, numbered, first_number });
    }

    /// Whether White has moved, and the next word is a move that could have been played instead.
    fn replaces_last_move(&mut self, next: Option<Token<'_>>) -> bool {
        let Some((_, played)) = self.game.moves().split_last() else { return false };
        if self.game.end().side_to_move() == Color::White {
            return false;
        }
        let (before, plies) = &mut self.before;
        for &mv in &played[*plies..] {
            before.play_unchecked(mv);
        }
        *plies = played.len();
        can_play(*before, next)
    }

    /// Whether the next word is a move that can be played now.
    fn goes_on(&self, next: Option<Token<'_>>) -> bool {
        can_play(*self.game.end(), next)
    }

    /// Whether a move number is less than that of the next move, which means that a branch starts.
    /// Numbers are relative to the first one in the file, which may be any number. After a result
    /// or the name of a branch, the number of the last move starts a branch too.
    fn starts_another_line(&mut self, number: u32, is_named: bool) -> bool {
        let end = self.game.end();
        // Moves without numbers before it are numbered as the game is.
        let own = if self.game.moves().is_empty() { number } else { end.move_number() };
        let (first, move_number) = *self.first_number.get_or_insert((own, end.move_number()));
        let plies = end.ply() + u32::from(self.game.written_result().is_some() || is_named);
        number < first.saturating_add(plies / 2 + 1 - move_number)
    }

    /// The number of the next move, as numbered in the file. A larger one behind what may be the name
    /// of a branch begins a branch, though no line reaches it.
    fn next_number(&self) -> u32 {
        let number = self.game.end().move_number();
        let (first, move_number) = self.first_number.unwrap_or((number, number));
        first.saturating_add(number - move_number)
    }
}

/// The next word, if it is a move.
fn next_move(mut rest: Tokens<'_>) -> Option<Token<'_>> {
    let next = rest.find(|token| !token.kind.is_trivia());
    next.filter(|token| token.kind == TokenKind::Move)
}

/// Whether the next word is in place of a move, and one follows.
fn is_placeholder_before_move(mut rest: Tokens<'_>) -> bool {
    let next = rest.find(|token| !token.kind.is_trivia());
    let is_placeholder = |token: Token<'_>| {
        token.kind == TokenKind::Placeholder && token.text != "load" || token.text == "*"
    };
    next.is_some_and(is_placeholder) && next_move(rest).is_some()
}

/// Whether a word is a legal move of a position.
fn can_play<const N: usize>(mut position: Position<N>, word: Option<Token<'_>>) -> bool
where
    Size<N>: Playable,
{
    let mv = word.and_then(|token| position.parse_move(token.text).ok());
    mv.is_some_and(|mv| position.play(mv).is_ok())
}

#[cfg(test)]
mod tests {
    use crate::ptn::AnyGame;

    #[test]
    fn numbers_that_come_again_start_another_line() {
        for (moves, plies) in [
            ("1. a1 1... e5 2. c3", 3),
            ("7. a1 e5 8. c3 c2", 4),
            ("1. a1 e5 2. c3 c2\n{1-1}\n2. d4 d3", 4),
            ("1. a1 e5 2. c3 c2\n1-1.2. d4 d3", 4),
            ("1. a1 e5 2. c3\n{2w1}\n2. d4 d3", 3),
            ("1. a1 e5 2. c3 {2w1} 2... d3", 4),
            // A number that is too large does not start a branch.
            ("1. a1 e5 22. b2 b3 3. c3 c4", 6),
            ("1. a1\n\ne5{x}", 2),
            ("1. a1 e5 (b1 [c] {)}) ! 2. c3", 3),
            ("1. a1 e5 2. c3 {x} 2. -- d4 3. x", 4),
            ("1. a1 x 1-0", 1),
            ("1. a1 e5 2. c3 .. 3. --- 1/2 -  1/2", 3),
            ("1. a1 e5 R-0 --", 2),
            ("1. a1 e5 2. c3 e4 3. c3+F 1-2-1-2", 5),
            ("1. a1 e5 -- 0-R", 2),
            ("1. a1 e5 2. c3 2. * d4 *", 4),
            ("1. a1 e5 2. *", 2),
            ("1. load\n1. a1 e5", 2),
            // Without numbers before it, a number is that of the game.
            ("a1 e5 c3 c2\n\n{2w1}\n2. d4 d3", 4),
            ("a1 e5 c3 c2\n\n{plan}\n2. d4 d3", 4),
            ("a1 e5 2. c3 c2", 4),
            ("a1 e5\n\n{why}\n2. c3 c2", 4),
            // What stands in place of White's move makes the number Black's.
            ("1. a1 e5 2. c3\n\n{why}\n2. -- d3 3. d4", 5),
            ("1. a1 e5 2. c3\n\n{2b1}\n2. .. d3", 4),
            ("1. a1 e5 2. c3\n\n{why}\n2. * d3", 4),
        ] {
            let game: AnyGame = format!("[Size \"5\"]\n{moves}").parse().unwrap();
            assert_eq!(game.plies(), plies, "{moves}");
        }
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for moves in [
            "7. a1 e5 3. garbage here",
            "1. a1 e5\n2. b2 b3\n2. zz zz",
            "1. a1 e5 0-1. b2",
            "99999999999. a1 e5",
            "1. a1 e5 R-0 c3",
            "1. a1 e5 R-0 load",
            "1. a1 e5 R-0 x",
            "1. a1 x 2. c3",
            "1. a1 e5 2. * d4",
            "7. load 7. c3 d4",
            "1. a1 e5 2. load c3",
            "1. load e5 2. c3",
            "1. a5 e1 2. d1 a4 3. c1 a3 4. b1 a2 5. a1 d5",
        ] {
            let game = format!("[Size \"5\"]\n{moves}").parse::<AnyGame>();
            assert!(game.is_err(), "{moves}: {game:?}");
        }
    }

    #[test]
    fn openings_are_read_and_written_back() {
        let read =
            |tag: &str, moves: &str| format!("[Size \"6\"]\n{tag}\n{moves}").parse::<AnyGame>();
        for (tag, moves, lacks, tps) in [
            ("[opening \"SWAP\"]", "1. a1 f6", false, "x5,1/x6/x6/x6/x6/2,x5 1 2"),
            ("[Opening \" \"]", "1. a1 f6", false, "x5,1/x6/x6/x6/x6/2,x5 1 2"),
            ("[OPENING \"No-Swap\"]", "1. a1 f6", false, "x5,2/x6/x6/x6/x6/1,x5 1 2"),
            ("[Opening \"Double Black Stack\"]", "1.2a1 f6", false, "x5,1/x6/x6/x6/x6/22,x5 1 2"),
            ("[Opening \"double black stack\"]", "1.a1 f6", false, "x5,1/x6/x6/x6/x6/22,x5 1 2"),
            ("", "1.2a1! f6", true, "x5,1/x6/x6/x6/x6/22,x5 1 2"),
            ("[TPS \"x6/x6/x6/x6/x6/x6 1 1\"]", "1. 2a1 f6", true, "x5,1/x6/x6/x6/x6/22,x5 1 2"),
            ("[TPS \"x6/x6/x6/x6/x6/22,x5 2 1\"]", "1. -- f6", false, "x5,1/x6/x6/x6/x6/22,x5 1 2"),
        ] {
            let game = read(tag, moves).unwrap();
            assert_eq!(
                (game.end().to_string(), game.remark().is_some()),
                (tps.to_owned(), lacks),
                "{tag}"
            );
            let again: AnyGame = game.to_string().parse().unwrap();
            assert_eq!(
                (again.end().to_string(), again.remark().is_some()),
                (tps.to_owned(), false),
                "{tag}"
            );
            assert_eq!(again.to_string(), game.to_string());
        }
        for (tag, moves, why) in [
            ("[Opening \"swap\"]", "1. 2a1 f6", "only the opening `double black stack`"),
            ("[Opening \"double black stack\"]", "1. Sa1 f6", "places a flat"),
            ("", "1. a1 2f6", "only the opening `double black stack`"),
            ("", "1. 2a1 2f6", "Black's first move places one flat"),
            (
                "[Opening \"triple\"]",
                "1. a1 f6",
                "expected `swap`, `no-swap` or `double black stack`",
            ),
        ] {
            let error = read(tag, moves).unwrap_err().to_string();
            assert!(error.contains(why), "{tag} {moves}: {error}");
        }
    }

    #[test]
    fn errors_stand_where_the_tag_does() {
        for (tag, column) in [("[Komi \"-\"]", 11), ("[Opening \"none\"]", 11)] {
            let text = format!("\n[Size \"5\"]{tag}\n1. a1");
            let error = text.parse::<AnyGame>().unwrap_err();
            assert_eq!((error.line(), error.column()), (2, column), "{error}");
        }
    }
}
