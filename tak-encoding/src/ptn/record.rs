//! A game with everything that its file holds, to be walked, changed and
//! written again.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use bitops::Symmetry;

use super::any::AnyGame;
use super::error::{Places, PtnError};
use super::games::{GameText, only_game};
use super::lexer::{Token, TokenKind, tokens};
use super::lines::{Lines, Node, Parent, is_line_name};
use crate::any::{AnyMove, AnyPosition};
use crate::move_text::{MoveError, turned};
use crate::piece::Color;
use crate::position::IllegalMove;
use crate::with_game;

/// A game in PTN with its comments, marks, variations and layout. What is not
/// changed is written as it was read, byte for byte.
///
/// Other lines of play stand in parentheses behind the move that they replace,
/// or, as PTN Ninja writes them, behind the main line. A move in them that is
/// not legal stays in the text, but is no [`Ply`], nor is what follows it.
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
    /// All of the text.
    tokens: Vec<Piece>,
    /// The moves, in the order in which they were read or played.
    nodes: Vec<Node>,
    main_line: Vec<Ply>,
}

/// A move in a [`PtnGame`], of the main line or another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ply(usize);

/// What is written beside a move, or in front of the first one.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Notes<'a> {
    /// As [`PtnGame::comments`] gives them.
    pub comments: Vec<&'a str>,
    /// As [`PtnGame::glyphs`] gives them.
    pub glyphs: Vec<&'a str>,
}

/// Positions within a game from which others are not far: with those of every sixteenth ply
/// of each line, the hundredth variation of a long game need not be played from its start.
type Landmarks = HashMap<Ply, AnyPosition>;

/// How many plies apart they are.
const LANDMARK: usize = 16;

/// A token that outlives the text it was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    kind: TokenKind,
    text: String,
}

impl From<Token<'_>> for Piece {
    fn from(token: Token<'_>) -> Self {
        let (kind, text) = (token.kind, token.text.to_owned());
        Self { kind, text }
    }
}

impl FromStr for PtnGame {
    type Err = PtnError;

    /// Reads a file with one game.
    fn from_str(text: &str) -> Result<Self, PtnError> {
        only_game(text)?.read_whole()
    }
}

impl GameText<'_> {
    /// Reads the game with everything that the text holds.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where in the file.
    pub fn read_whole(self) -> Result<PtnGame, PtnError> {
        self.read_lines(|_, _| {})
    }

    /// Reads the game, and shows the moves of other lines that are not legal.
    fn read_lines(
        self,
        mut on_illegal: impl FnMut(Token<'_>, MoveError),
    ) -> Result<PtnGame, PtnError> {
        let mut starts = Vec::new();
        let game = self.read_with(|token| starts.push(token.start))?;
        let black_first = with_game!(&game, game => game.start().side_to_move() == Color::Black);
        let mut lines = Lines::new(black_first);
        let mut record =
            PtnGame { game, tokens: Vec::new(), nodes: Vec::new(), main_line: Vec::new() };
        let mut landmarks = Landmarks::new();
        // Where the moves that were read last lead.
        let mut line = (None, record.position(None));
        for token in tokens(self.text) {
            let is_main = starts.get(record.main_line.len()) == Some(&token.start);
            if let Some(Parent(parent)) = lines.add(token, is_main, &record.nodes) {
                let parent = parent.map(Ply);
                if line.0 != parent {
                    line = (parent, record.position_by(parent, &landmarks));
                }
                let at = record.tokens.len();
                let mv = play(&mut line.1, token.text, is_main);
                let mv = mv.map_err(|error| on_illegal(token, error)).ok();
                let ply = mv.map(|mv| record.add_node(parent, at, mv));
                if let Some(ply) = ply
                    && (record.nodes[ply.0].depth + 1).is_multiple_of(LANDMARK)
                {
                    landmarks.insert(ply, line.1);
                }
                if is_main {
                    record.main_line.extend(ply);
                }
                line.0 = ply.or(line.0);
                lines.played(ply.map(|ply| ply.0));
            }
            record.tokens.push(token.into());
        }
        Ok(record)
    }
}

/// Plays a move as it is written. Where it is not that of the main line, the game must not
/// have ended.
fn play(position: &mut AnyPosition, text: &str, is_main: bool) -> Result<AnyMove, MoveError> {
    if let Some(outcome) = position.outcome().filter(|_| !is_main) {
        return Err(MoveError::illegal(text, IllegalMove::GameOver(outcome)));
    }
    let mv = position.parse_move(text)?;
    position.play(mv).map_err(|problem| MoveError::illegal(text, problem))?;
    Ok(mv)
}

impl fmt::Display for PtnGame {
    /// The text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut texts = self.tokens.iter().map(|token| token.text.as_str());
        texts.try_for_each(|text| f.write_str(text))
    }
}

/// To walk through it.
impl PtnGame {
    /// Its tags, its start and its main line.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> &[Ply] {
        &self.main_line
    }

    /// All moves, each behind the one that it follows.
    pub fn plies(&self) -> impl ExactSizeIterator<Item = Ply> + use<> {
        (0..self.nodes.len()).map(Ply)
    }

    /// The moves of other lines that are not legal, with what is wrong and where in the
    /// text: with what follows them in their lines they are no plies.
    pub fn illegal_moves(&self) -> Vec<PtnError> {
        let text = self.to_string();
        let (mut errors, mut places) = (Vec::new(), Places::of(&text));
        let _ = only_game(&text).and_then(|game| {
            game.read_lines(|token, error| {
                errors.push(places.error(token.start, error.to_string()));
            })
        });
        errors
    }

    /// The moves that follow a ply, or the start: the one of its own line first,
    /// then those of variations.
    pub fn replies(&self, ply: Option<Ply>) -> Vec<Ply> {
        let mut replies: Vec<_> = self.plies().filter(|&reply| self.parent(reply) == ply).collect();
        replies.sort_by_key(|&reply| (!self.main_line.contains(&reply), self.at(reply)));
        replies
    }

    /// The move before a ply, `None` for the first.
    pub fn parent(&self, ply: Ply) -> Option<Ply> {
        self.nodes[ply.0].parent.map(Ply)
    }

    /// The position after a ply, or the start.
    pub fn position(&self, ply: Option<Ply>) -> AnyPosition {
        self.position_by(ply, &Landmarks::new())
    }

    fn position_by(&self, mut ply: Option<Ply>, landmarks: &Landmarks) -> AnyPosition {
        let mut line = Vec::new();
        let mut position = None;
        while let Some(last) = ply.filter(|_| position.is_none()) {
            position = landmarks.get(&last).copied();
            if position.is_none() {
                line.push(last);
                ply = self.parent(last);
            }
        }
        let start = || with_game!(&self.game, game => AnyPosition::from(*game.start()));
        let mut position = position.unwrap_or_else(start);
        for ply in line.into_iter().rev() {
            // Only what is legal becomes a ply.
            let _ = position.play(self.mv(ply));
        }
        position
    }

    /// A move.
    pub fn mv(&self, ply: Ply) -> AnyMove {
        self.nodes[ply.0].mv
    }

    /// A move as it is written, without its marks.
    pub fn text(&self, ply: Ply) -> &str {
        &self.tokens[self.at(ply)].text
    }

    /// The marks right behind a move, like `?!` or `''`; empty if it has none.
    pub fn marks(&self, ply: Ply) -> &str {
        let behind = self.tokens.get(self.at(ply) + 1);
        let marks = behind.filter(|token| token.kind == TokenKind::Marks);
        marks.map_or("", |token| &token.text)
    }

    /// The glyphs behind a move that are numbers, like `$18`, in order.
    pub fn glyphs(&self, ply: Ply) -> Vec<&str> {
        let mut depth = 0;
        let tokens = self.tokens[self.behind(Some(ply))].iter().filter(|Piece { kind, .. }| {
            depth += i32::from(*kind == TokenKind::VariationStart);
            depth -= i32::from(*kind == TokenKind::VariationEnd);
            depth == 0 && *kind == TokenKind::Nag
        });
        tokens.map(|token| token.text.as_str()).collect()
    }

    /// The comments behind a ply, or in front of the first move, without their
    /// braces. The name of another line is none.
    pub fn comments(&self, ply: Option<Ply>) -> Vec<&str> {
        let comments = self.comment_tokens(ply).into_iter();
        let texts = comments.map(|token| self.tokens[token].text.as_str());
        texts.map(|text| &text[1..text.len() - 1]).collect()
    }

    /// The notes in front of the first move, then those of all [`plies`](Self::plies) in
    /// their order: in one pass, however deep the variations are.
    pub fn notes(&self) -> Vec<Notes<'_>> {
        let mut notes = vec![Notes::default(); self.nodes.len() + 1];
        let moves = self.nodes.iter().map(|node| node.token);
        let owners: HashMap<usize, usize> = moves.zip(1..).collect();
        // Whose notes come next, and after each variation that is open.
        let (mut owner, mut outside) = (Some(0), Vec::new());
        let tags_end = self.tags_end();
        for (at, Piece { kind, text }) in self.tokens.iter().enumerate().skip(tags_end) {
            match kind {
                TokenKind::VariationStart => outside.push(owner.take()),
                TokenKind::VariationEnd => owner = outside.pop().flatten(),
                TokenKind::Marks => {}
                TokenKind::Nag => {
                    if let Some(owner) = owner {
                        notes[owner].glyphs.push(text);
                    }
                }
                TokenKind::Comment if is_line_name(text) => {}
                TokenKind::Comment => {
                    if let Some(owner) = owner {
                        notes[owner].comments.push(&text[1..text.len() - 1]);
                    }
                }
                kind if kind.is_trivia() => {}
                _ => owner = owners.get(&at).copied(),
            }
        }
        notes
    }

    fn comment_tokens(&self, ply: Option<Ply>) -> Vec<usize> {
        let mut depth = 0;
        let mut comments: Vec<_> = self.behind(ply).collect();
        comments.retain(|&token| {
            let Piece { kind, text } = &self.tokens[token];
            depth += i32::from(*kind == TokenKind::VariationStart);
            depth -= i32::from(*kind == TokenKind::VariationEnd);
            depth == 0 && *kind == TokenKind::Comment && !is_line_name(text)
        });
        comments
    }

    /// Which token a move is.
    fn at(&self, ply: Ply) -> usize {
        self.nodes[ply.0].token
    }

    /// The tokens between a ply, or the tags, and the next word of its line.
    fn behind(&self, ply: Option<Ply>) -> Range<usize> {
        let start = match ply {
            Some(ply) => self.at(ply) + 1,
            None => self.tags_end(),
        };
        let mut depth = 0_usize;
        let is_behind = |token: &&Piece| match token.kind {
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
        start..start + self.tokens[start..].iter().take_while(is_behind).count()
    }

    /// What follows the last tag.
    fn tags_end(&self) -> usize {
        let in_front = |token: &&Piece| token.kind == TokenKind::Tag || token.kind.is_trivia();
        let words = self.tokens.iter().take_while(in_front).count();
        let last = self.tokens[..words].iter().rposition(|token| token.kind == TokenKind::Tag);
        last.map_or(0, |last| last + 1)
    }
}

/// To change it.
impl PtnGame {
    /// Sets the first tag of that name, or adds it behind the others.
    ///
    /// # Errors
    ///
    /// If it makes no sense or the moves cannot be played with it; the game is
    /// unchanged then.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), PtnError> {
        // There is no way to write a quote inside quotes.
        let tag = format!("[{name} \"{}\"]", value.replace('"', "'"));
        let end = self.tags_end();
        let is_old = |token: &Piece| {
            let old = tokens(&token.text).find_map(|token| token.tag());
            old.is_some_and(|(old, _)| old.eq_ignore_ascii_case(name))
        };
        let mut changed = self.clone();
        match self.tokens[..end].iter().position(is_old) {
            Some(old) => changed.replace(old..old + 1, &tag),
            None => changed.replace(end..end, &format!("{}{tag}", self.line_end())),
        }
        *self = changed.to_string().parse()?;
        Ok(())
    }

    /// Sets the marks right behind a move; an empty text takes them away.
    pub fn set_marks(&mut self, ply: Ply, marks: &str) {
        let behind = self.at(ply) + 1;
        let end = behind + usize::from(!self.marks(ply).is_empty());
        self.replace(behind..end, &marks.replace(|c| !"?!'\"".contains(c), ""));
    }

    /// Adds a comment right behind a ply with its marks, or on a line of its own
    /// in front of the first move.
    pub fn add_comment(&mut self, ply: Option<Ply>, text: &str) {
        // There is no way to write a brace inside braces.
        let comment = format!("{{{}}}", text.replace('}', ")"));
        let Some(ply) = ply else {
            let at = self.behind(None).end;
            let before = self.tokens[..at].last();
            let is_alone = before.is_none_or(|token| token.text.ends_with(char::is_whitespace));
            let line_end = self.line_end();
            let gap = if is_alone { "" } else { line_end };
            return self.replace(at..at, &format!("{gap}{comment}{line_end}"));
        };
        let mut at = self.at(ply) + 1;
        for token in self.behind(Some(ply)) {
            match self.tokens[token].kind {
                TokenKind::Marks | TokenKind::Nag => at = token + 1,
                TokenKind::Space => {}
                _ => break,
            }
        }
        self.insert(at, &format!(" {comment}"));
    }

    /// Takes the comments that [`comments`](Self::comments) gives away if they
    /// are unwanted.
    pub fn remove_comments(&mut self, ply: Option<Ply>, is_unwanted: impl Fn(&str) -> bool) {
        for at in self.comment_tokens(ply).into_iter().rev() {
            let text = &self.tokens[at].text;
            if !is_unwanted(&text[1..text.len() - 1]) {
                continue;
            }
            let is_space = |at: usize| {
                let token = self.tokens.get(at);
                token.is_some_and(|token| token.kind == TokenKind::Space)
            };
            // With the blanks that divide it from the word it belongs to.
            let (mut range, mut rest) = (at..at + 1, String::new());
            let begins_line = ply.is_none() && is_space(at - 1);
            if begins_line {
                range.end += usize::from(is_space(at + 1));
            } else if is_space(at - 1) {
                range.start -= 1;
                self.tokens[at - 1].text.trim_end_matches(' ').clone_into(&mut rest);
                if !rest.is_empty() && is_space(at + 1) {
                    // White space is one token.
                    rest += &self.tokens[at + 1].text;
                    range.end += 1;
                }
            }
            self.replace(range.clone(), "");
            if !begins_line {
                self.insert(range.start, &rest);
            }
        }
    }

    /// Plays a move after a ply, or at the start: at the end of its line, or as
    /// a variation of the move that follows already.
    ///
    /// # Errors
    ///
    /// If the text is no legal move there, or the game has ended.
    pub fn play(&mut self, after: Option<Ply>, text: &str) -> Result<Ply, MoveError> {
        let mut position = self.position(after);
        let number = self.number(&position);
        let is_white = position.side_to_move() == Color::White;
        let mv = play(&mut position, text, false)?;
        let replaced = self.replies(after).first().copied();
        let is_main = replaced.is_none() && after == self.main_line.last().copied();
        let at = self.end(replaced.or(after));
        let in_comment =
            self.tokens[..at].last().is_some_and(|token| token.kind == TokenKind::LineComment);
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
        let is_move = |token: &Piece| token.kind == TokenKind::Move;
        let before = self.tokens[at..].iter().position(is_move);
        let ply = self.add_node(after, at + before.unwrap_or(0), mv);
        if is_main {
            with_game!(&mut self.game, game => game.push_ptn(text)?);
            self.main_line.push(ply);
        }
        Ok(ply)
    }

    /// Turns the board: all moves, those of other lines too, and the start.
    pub fn transform(&mut self, symmetry: Symmetry) {
        self.game = with_game!(&self.game, game => {
            let turned_game = game.transform(symmetry);
            let tps = turned_game.start().to_tps();
            for Piece { kind, text } in &mut self.tokens {
                match kind {
                    TokenKind::Move => *text = turned(game.start(), text, symmetry),
                    TokenKind::Tag => match tokens(text).find_map(|token| token.tag()) {
                        Some((name, value))
                            if name.eq_ignore_ascii_case("TPS") && !value.trim().is_empty() =>
                        {
                            *text = text.replace(value, &tps);
                        }
                        _ => {}
                    },
                    _ => {}
                }
            }
            turned_game.into()
        });
        for node in &mut self.nodes {
            node.mv = node.mv.transform(symmetry);
        }
    }

    fn add_node(&mut self, parent: Option<Ply>, token: usize, mv: AnyMove) -> Ply {
        let parent = parent.map(|ply| ply.0);
        let depth = parent.map_or(0, |parent| self.nodes[parent].depth + 1);
        self.nodes.push(Node { parent, depth, token, mv });
        Ply(self.nodes.len() - 1)
    }

    /// The number of the next move, as the file counts.
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

    /// Where what belongs to a ply ends: before the blanks, and before the name
    /// of another line.
    fn end(&self, ply: Option<Ply>) -> usize {
        let Range { start, end } = self.behind(ply);
        let is_outside = |token: &&Piece| {
            token.kind == TokenKind::Space
                || token.kind == TokenKind::Comment && is_line_name(&token.text)
        };
        end - self.tokens[start..end].iter().rev().take_while(is_outside).count()
    }

    fn line_end(&self) -> &'static str {
        let is_windows = self.tokens.iter().any(|token| token.text.contains("\r\n"));
        if is_windows { "\r\n" } else { "\n" }
    }

    /// Puts text between two tokens, divided from the next.
    fn insert(&mut self, at: usize, text: &str) {
        let next = self.tokens.get(at).map(|token| token.kind);
        let is_divided = matches!(next, None | Some(TokenKind::Space | TokenKind::VariationEnd));
        let gap = if is_divided || text.ends_with(char::is_whitespace) { "" } else { " " };
        self.replace(at..at, &format!("{text}{gap}"));
    }

    /// Puts text in the place of tokens that are no moves.
    fn replace(&mut self, range: Range<usize>, text: &str) {
        let new: Vec<Piece> = tokens(text).map(Piece::from).collect();
        for node in &mut self.nodes {
            if node.token >= range.end {
                node.token = node.token + new.len() - range.len();
            }
        }
        self.tokens.splice(range, new);
    }
}

#[cfg(test)]
mod tests;
