//! A game with the whole text of its file, for navigating, editing and writing back.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::time::Duration;

use bitops::Symmetry;

use super::any::AnyGame;
use super::clock::clock;
use super::error::{Places, PtnError};
use super::games::{GameText, only_game};
use super::heading::{is_line_name, name_of};
use super::lexer::{Token, TokenKind, tokens};
use super::lines::{Lines, Node, Place, Step};
use super::meant::as_meant;
use super::read::Of;
use crate::any::{AnyMove, AnyPosition};
use crate::move_text::{MoveError, turned};
use crate::outcome::GameResult;
use crate::piece::Color;
use crate::position::IllegalMove;
use crate::text::excerpt;
use crate::{with_game, with_position};

mod engine_lines;
mod notes;

use engine_lines::turned_lines;
pub use notes::Notes;

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
    tokens: Vec<Piece>,
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

/// Known positions after every sixteenth ply of the lines that were played, so that not every
/// variation of a long game must be played from its start.
type Landmarks = HashMap<Ply, AnyPosition>;

/// The positions known while a game is read: that after the last ply, and landmarks.
struct Reached {
    last: Option<Ply>,
    position: AnyPosition,
    landmarks: Landmarks,
}

impl Reached {
    fn start(game: &PtnGame) -> Self {
        Self { last: None, position: game.position(None), landmarks: Landmarks::new() }
    }

    /// The position after a ply, which becomes the last one.
    fn go_to(&mut self, game: &PtnGame, ply: Option<Ply>) -> &mut AnyPosition {
        if self.last != ply {
            let (landmark, line) = game.line_behind(ply, &self.landmarks);
            self.position = landmark.unwrap_or_else(|| game.position(None));
            for ply in line.into_iter().rev() {
                self.play(game, ply);
            }
            self.last = ply;
        }
        &mut self.position
    }

    /// Plays a ply in the last position.
    fn play(&mut self, game: &PtnGame, ply: Ply) {
        // Only legal moves become plies.
        let _ = self.position.play(game.mv(ply));
        if (game.nodes[ply.0].depth + 1).is_multiple_of(LANDMARK) {
            self.landmarks.insert(ply, self.position);
        }
        self.last = Some(ply);
    }
}

/// The plies between landmarks.
const LANDMARK: usize = 16;

/// A token that owns its text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    kind: TokenKind,
    text: String,
}

/// A token of a [`PtnGame`] as other modules see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
    /// The ply, if it is a move that became one.
    pub(super) ply: Option<Ply>,
}

impl From<Token<'_>> for Piece {
    fn from(token: Token<'_>) -> Self {
        let is_name = token.kind == TokenKind::Comment && is_line_name(token.text);
        let kind = if is_name { TokenKind::BranchName } else { token.kind };
        Self { kind, text: token.text.to_owned() }
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
    /// Reads the game together with its whole text.
    ///
    /// # Errors
    ///
    /// The first error in the game, with its position in the file.
    pub fn read_whole(self) -> Result<PtnGame, PtnError> {
        let main = self.read_main()?;
        Ok(self.read_lines(main, true, |_, _, _| {}))
    }

    /// The same with what is to be told about its text.
    ///
    /// # Errors
    ///
    /// The first error in the game, with its position in the file.
    pub fn read_whole_with_remarks(self) -> Result<(PtnGame, Remarks), PtnError> {
        let main = self.read_main()?;
        Ok(self.read_told(main, true))
    }

    /// Reads the game, and what is to be told about its text.
    ///
    /// ```
    /// use tak_encoding::ptn::games;
    ///
    /// let file = "[Size \"5\"]\n1. a1 e5\n\n{too far}\n9. c3\n";
    /// let (game, remarks) = games(file).next().unwrap().read_with_remarks()?;
    /// assert_eq!((game.plies(), remarks.left_out[0].line()), (2, 5));
    /// # Ok::<(), tak_encoding::PtnError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first error in the game, with its position in the file.
    pub fn read_with_remarks(self) -> Result<(AnyGame, Remarks), PtnError> {
        let main = self.read_main()?;
        // Most games have only their moves.
        if main.is_plain {
            return Ok((main.game, Remarks::default()));
        }
        let (PtnGame { game, .. }, remarks) = self.read_told(main, false);
        Ok((game, remarks))
    }

    fn read_main(self) -> Result<Main, PtnError> {
        let mut starts = Vec::with_capacity(64);
        let (mut is_plain, mut out_of_turn) = (true, None);
        let game = self.read_with(|token, of| {
            if of != Of::AnotherLine {
                starts.push(token.start);
            }
            if of != Of::MainLine {
                is_plain = false;
                out_of_turn = out_of_turn.or((of == Of::MainLineOutOfTurn).then_some(token.start));
            }
        })?;
        Ok(Main { game, starts, out_of_turn, is_plain })
    }

    /// Reads the lines of the game, and gathers what is to be told.
    fn read_told(self, main: Main, keeps_text: bool) -> (PtnGame, Remarks) {
        let (mut remarks, mut places) = (Remarks::default(), Places::of(self.text));
        let read = self.read_lines(main, keeps_text, |what, token, words| {
            let told = match what {
                Told::LeftOut => &mut remarks.left_out,
                Told::Decided => &mut remarks.decided,
            };
            told.push(places.error(token.start, words).behind(self.line, self.column));
        });
        (read, remarks)
    }

    /// Reads the lines of the game and tells about them, each time with the token that it is about.
    /// The text need not be kept if only that is wanted.
    fn read_lines(
        self,
        Main { game, starts, out_of_turn, .. }: Main,
        keeps_text: bool,
        mut tell: impl FnMut(Told, Token<'_>, String),
    ) -> PtnGame {
        let main_moves = game.moves();
        let black_first = with_game!(&game, game => game.start().side_to_move() == Color::Black);
        let mut lines = Lines::new(self.text, black_first);
        let mut record =
            PtnGame { game, tokens: Vec::new(), nodes: Vec::new(), main_line: Vec::new() };
        let mut reached = Reached::start(&record);
        for (at, token) in tokens(self.text).enumerate() {
            let main = record.main_line.len();
            let is_main = starts.get(main) == Some(&token.start);
            match lines.add(token, at, is_main, &record.nodes) {
                Step::None => {}
                Step::Lost { name, heading } => {
                    record.name(heading);
                    tell(Told::LeftOut, token, unreached(&name));
                }
                Step::Move(place, others, doubt) => {
                    let (place, mv, is_clear) = if is_main {
                        (place, Ok(main_moves[main]), true)
                    } else {
                        record.place(place, others, token.text, &mut reached)
                    };
                    record.name(place.heading);
                    if let Some(heading) = doubt {
                        let decided = decided(heading.token.text, place.heading, is_clear);
                        if let Some(why) = decided {
                            tell(Told::Decided, heading.token, why);
                        }
                    }
                    if out_of_turn == Some(token.start) {
                        let mv = excerpt(token.text);
                        let why = format!("{mv} is read as the next move, not by its number");
                        tell(Told::Decided, token, why);
                    }
                    if place.begins_unnamed() {
                        let mv = excerpt(token.text);
                        let why = format!("{mv} begins another line, since its number is repeated");
                        tell(Told::Decided, token, why);
                    }
                    let left_out = |error: MoveError| tell(Told::LeftOut, token, error.to_string());
                    let mv = mv.map_err(left_out).ok();
                    let ply = mv.map(|mv| record.add_node(place.parent.map(Ply), at, mv));
                    match ply {
                        Some(ply) if is_main => record.main_line.push(ply),
                        Some(ply) => {
                            reached.go_to(&record, record.parent(ply));
                            reached.play(&record, ply);
                        }
                        None => {}
                    }
                    lines.played(place, ply.map(|ply| ply.0));
                }
            }
            if keeps_text {
                record.tokens.push(token.into());
            }
        }
        record
    }
}

impl PtnGame {
    /// The first of several places where a move is legal, else the first of them, and whether no
    /// other one would decide otherwise about the comment before it.
    fn place(
        &self,
        place: Place,
        others: Vec<Place>,
        text: &str,
        reached: &mut Reached,
    ) -> (Place, Result<AnyMove, MoveError>, bool) {
        let mut read = |place: Place| {
            let mv = read_move(reached.go_to(self, place.parent.map(Ply)), text);
            (place, mv)
        };
        let first = read(place);
        let others = others.into_iter().map(read);
        let mut legal: Vec<_> = others.filter(|(_, mv)| mv.is_ok()).collect();
        let is_lost = first.1.is_err() && !legal.is_empty();
        let (place, mv) = if is_lost { legal.remove(0) } else { first };
        let is_clear = legal.iter().all(|(other, _)| other.heading == place.heading);
        (place, mv, is_clear)
    }

    /// Notes that a comment is the name of a branch.
    fn name(&mut self, heading: Option<usize>) {
        if let Some(heading) = heading.and_then(|heading| self.tokens.get_mut(heading)) {
            heading.kind = TokenKind::BranchName;
        }
    }
}

/// The main line of a game, as it was read.
struct Main {
    game: AnyGame,
    /// The offsets of its moves.
    starts: Vec<usize>,
    /// The first of them that is not the one of its number.
    out_of_turn: Option<usize>,
    /// Whether there are no other moves, and nothing is to be told.
    is_plain: bool,
}

/// What is to be told about the text of a game, with the places.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Remarks {
    /// What belongs to no line that can be played: see [`PtnGame::left_out`].
    pub left_out: Vec<PtnError>,
    /// What another reader may read in another way: see [`PtnGame::decided`].
    pub decided: Vec<PtnError>,
}

/// What is told about a game while it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    /// A move that begins what no line can hold: an illegal one in a variation, or the first of a
    /// branch that no line reaches.
    LeftOut,
    /// Whether a comment is the name of a branch, or what a number means that does not fit.
    Decided,
}

/// What was decided about a comment that may be the name of a branch, if that is worth telling:
/// PTN Ninja, which does not look at the moves, takes all of them for names.
fn decided(comment: &str, heading: Option<usize>, is_clear: bool) -> Option<String> {
    let comment = excerpt(comment);
    match heading {
        Some(_) if is_clear => None,
        Some(_) => Some(format!("{comment} is read as the name of a branch, not as a comment")),
        None => Some(format!("{comment} is read as a comment, not as the name of a branch")),
    }
}

/// Why the first move of a branch is lost.
fn unreached(name: &str) -> String {
    let branch = if name.is_empty() { String::new() } else { format!("{} ", excerpt(name)) };
    format!("branch {branch}begins behind the end of the line that it leaves")
}

/// Reads a move as written, which must be legal in a game that has not ended.
fn read_move(position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError> {
    if let Some(outcome) = position.outcome() {
        return Err(MoveError::illegal(text, IllegalMove::GameOver(outcome)));
    }
    let text = with_position!(position, position => as_meant(position, text));
    position.parse_move(&text)
}

impl fmt::Display for PtnGame {
    /// Writes the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut texts = self.tokens.iter().map(|token| token.text.as_str());
        texts.try_for_each(|text| f.write_str(text))
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
    /// PTN Ninja writes the name of a branch, and about numbers that do not fit. The legality of the
    /// next move decides, and whether its number is repeated.
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
        let read = only_game(&text).and_then(GameText::read_with_remarks);
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
        let (_, line) = self.line_behind(ply, &Landmarks::new());
        let mut position = with_game!(&self.game, game => AnyPosition::from(*game.start()));
        for ply in line.into_iter().rev() {
            // Only legal moves become plies.
            let _ = position.play(self.mv(ply));
        }
        position
    }

    /// The last landmark in the line up to a ply, and the plies behind it, the last one first.
    fn line_behind(
        &self,
        mut ply: Option<Ply>,
        landmarks: &Landmarks,
    ) -> (Option<AnyPosition>, Vec<Ply>) {
        let mut line = Vec::new();
        while let Some(last) = ply {
            if let Some(&landmark) = landmarks.get(&last) {
                return (Some(landmark), line);
            }
            line.push(last);
            ply = self.parent(last);
        }
        (None, line)
    }

    /// The move of a ply.
    pub fn mv(&self, ply: Ply) -> AnyMove {
        self.nodes[ply.0].mv
    }

    /// The move of a ply as written, without its marks.
    pub fn text(&self, ply: Ply) -> &str {
        &self.tokens[self.at(ply)].text
    }

    /// The marks right after a move, like `?!` or `''`; empty if there are none.
    pub fn marks(&self, ply: Ply) -> &str {
        let behind = self.tokens.get(self.at(ply) + 1);
        let marks = behind.filter(|token| token.kind == TokenKind::Marks);
        marks.map_or("", |token| &token.text)
    }

    /// The numeric annotation glyphs after a move, like `$18`, in order.
    pub fn glyphs(&self, ply: Ply) -> Vec<&str> {
        let mut depth = 0;
        let tokens = self.tokens[self.behind(Some(ply))].iter().filter(|Piece { kind, .. }| {
            depth += i32::from(*kind == TokenKind::VariationStart);
            depth -= i32::from(*kind == TokenKind::VariationEnd);
            depth == 0 && *kind == TokenKind::Nag
        });
        tokens.map(|token| token.text.as_str()).collect()
    }

    /// The comments after a ply, or before the first move, without their braces. The name of a
    /// branch is not a comment.
    pub fn comments(&self, ply: Option<Ply>) -> Vec<&str> {
        let comments = self.comment_tokens(ply).into_iter();
        let texts = comments.map(|token| self.tokens[token].text.as_str());
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
            let kind = self.tokens[token].kind;
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
            tokens.map(|Piece { kind, text }| Word { kind: *kind, text, ply: None }).collect();
        for ply in self.plies() {
            words[self.at(ply)].ply = Some(ply);
        }
        words
    }

    /// The result that stands behind a ply.
    pub(super) fn result_behind(&self, ply: Ply) -> Option<GameResult> {
        match self.tokens.get(self.behind(Some(ply)).end)?.kind {
            TokenKind::Result(result) => Some(result),
            _ => None,
        }
    }

    /// The number of plies before a ply.
    pub(super) fn plies_before(&self, ply: Ply) -> u32 {
        self.nodes[ply.0].depth as u32
    }

    /// The comment that is the name of the branch which begins with a ply.
    pub(super) fn branch_name(&self, ply: Ply) -> Option<&str> {
        let mut before = self.tokens[..self.at(ply)].iter().rev();
        let is_between = |token: &Piece| {
            matches!(token.kind, TokenKind::MoveNumber(_) | TokenKind::Placeholder)
                || token.kind.is_trivia() && token.kind != TokenKind::BranchName
        };
        let name = before.find(|token| !is_between(token))?;
        (name.kind == TokenKind::BranchName).then_some(name.text.as_str())
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

    /// The index of the first token after the tags.
    fn tags_end(&self) -> usize {
        let in_front = |token: &&Piece| token.kind == TokenKind::Tag || token.kind.is_trivia();
        let words = self.tokens.iter().take_while(in_front).count();
        let last = self.tokens[..words].iter().rposition(|token| token.kind == TokenKind::Tag);
        last.map_or(0, |last| last + 1)
    }
}

/// Editing.
impl PtnGame {
    /// Sets the first tag with this name, or appends a tag. Each [`Ply`] stays what it is.
    ///
    /// # Errors
    ///
    /// If the value is invalid or the moves cannot be played with it. The game is unchanged then.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), PtnError> {
        // PTN cannot represent a quote inside quotes.
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
    /// move.
    pub fn add_comment(&mut self, ply: Option<Ply>, text: &str) {
        // PTN cannot represent a closing brace inside braces.
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

    /// Removes those of the [`comments`](Self::comments) of a ply for which `is_unwanted` returns
    /// true.
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
            // The spaces that separate the comment from its word are removed too.
            let (mut range, mut rest) = (at..at + 1, String::new());
            let begins_line = ply.is_none() && is_space(at - 1);
            if begins_line {
                range.end += usize::from(is_space(at + 1));
            } else if is_space(at - 1) {
                range.start -= 1;
                self.tokens[at - 1].text.trim_end_matches(' ').clone_into(&mut rest);
                if !rest.is_empty() && is_space(at + 1) {
                    // Adjacent white space must become one token.
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
        names.map(|token| name_of(&token.text))
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
        let is_space = |token: &&Piece| token.kind == TokenKind::Space;
        let at = self.tokens.len() - self.tokens.iter().rev().take_while(is_space).count();
        let (end, placeholder) = (self.line_end(), if is_white { "" } else { "-- " });
        let written = format!("{end}{end}{{{name}}}{end}{number}. {placeholder}{text}");
        self.insert(at, &written);
        // Space, name, space, number, space, and perhaps a placeholder and space again.
        self.tokens[at + 1].kind = TokenKind::BranchName;
        self.add_node(after, at + if is_white { 5 } else { 7 }, mv)
    }

    /// Rotates or reflects the start and all moves, including those of variations and those in
    /// the lines of engines in comments, like `pv> a1 b2`.
    pub fn transform(&mut self, symmetry: Symmetry) {
        self.game = with_game!(&self.game, game => {
            let turned_game = game.transform(symmetry);
            let tps = turned_game.start().to_tps();
            for Piece { kind, text } in &mut self.tokens {
                match kind {
                    TokenKind::Move => *text = turned(game.start(), text, symmetry),
                    TokenKind::Comment | TokenKind::LineComment => {
                        *text = turned_lines(game.start(), text, symmetry);
                    }
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
            |token: &&Piece| matches!(token.kind, TokenKind::Space | TokenKind::BranchName);
        end - self.tokens[start..end].iter().rev().take_while(is_outside).count()
    }

    pub(super) fn line_end(&self) -> &'static str {
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
