//! Reads a game with all its lines, and finds what is to be told about its text.

use std::collections::{HashMap, VecDeque};
use std::str::FromStr;

use super::pieces::Pieces;
use super::{Ply, PtnGame};
use crate::any::{AnyMove, AnyPosition};
use crate::move_text::MoveError;
use crate::piece::Color;
use crate::position::IllegalMove;
use crate::ptn::any::AnyGame;
use crate::ptn::error::{Places, PtnError};
use crate::ptn::games::GameText;
use crate::ptn::lexer::{Token, TokenKind, Tokens, tokens, tokens_from};
use crate::ptn::lines::{Lines, Place, Step};
use crate::ptn::meant::{as_meant, has_wrong_letter, without_letter};
use crate::ptn::read::Main;
use crate::text::excerpt;
use crate::{with_game, with_position};

/// A game as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadGame {
    /// Its tags and its main line, and nothing else.
    Main(AnyGame),
    /// All lines and the whole text.
    Whole(PtnGame),
}

impl ReadGame {
    /// The tags, the start and the main line.
    pub fn game(&self) -> &AnyGame {
        match self {
            Self::Main(game) => game,
            Self::Whole(game) => game.game(),
        }
    }

    /// The same without anything else.
    pub fn into_game(self) -> AnyGame {
        match self {
            Self::Main(game) => game,
            Self::Whole(game) => game.game,
        }
    }
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

impl FromStr for PtnGame {
    type Err = PtnError;

    /// Reads a file with one game.
    fn from_str(text: &str) -> Result<Self, PtnError> {
        GameText::only(text)?.read_whole()
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
        Ok(Reading::new(self.text, main, true).read(|_, _, _| {}))
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

    /// Reads the game, together with its whole text unless that has nothing but tags, moves from the
    /// empty board and comments, all of which other programs read alike: then it stays as it is.
    ///
    /// # Errors
    ///
    /// The first error in the game, with its position in the file.
    pub fn read_as_needed(self) -> Result<(ReadGame, Remarks), PtnError> {
        let main = self.read_main()?;
        if main.is_usual {
            return Ok((ReadGame::Main(main.game), Remarks::default()));
        }
        let (game, remarks) = self.read_told(main, true);
        Ok((ReadGame::Whole(game), remarks))
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
        if main.departure.is_none() {
            return Ok((main.game, Remarks::default()));
        }
        let (PtnGame { game, .. }, remarks) = self.read_told(main, false);
        Ok((game, remarks))
    }

    /// Reads the lines of the game, and gathers what is to be told.
    fn read_told(self, main: Main<AnyGame>, keeps_text: bool) -> (PtnGame, Remarks) {
        let mut all = Vec::new();
        let read = Reading::new(self.text, main, keeps_text)
            .read(|what, token, words| all.push((token.start, what, words)));
        // What is decided about a comment may be known behind a variation that follows it.
        all.sort_by_key(|&(start, ..)| start);
        let (mut remarks, mut places) = (Remarks::default(), Places::of(self.text));
        for (start, what, words) in all {
            let told = match what {
                Told::LeftOut => &mut remarks.left_out,
                Told::Decided => &mut remarks.decided,
            };
            told.push(places.error(start, words).behind(self.line, self.column));
        }
        (read, remarks)
    }
}

/// The lines of a game while they are read.
struct Reading<'a> {
    rest: Tokens<'a>,
    lines: Lines<'a>,
    game: PtnGame,
    main_moves: Vec<AnyMove>,
    out_of_turn: Option<usize>,
    wrong_letters: VecDeque<usize>,
    reached: Reached,
    keeps_text: bool,
}

impl<'a> Reading<'a> {
    /// If the text is not kept, what comes before other lines need not be read again.
    fn new(text: &'a str, main: Main<AnyGame>, keeps_text: bool) -> Self {
        let Main { game, out_of_turn, wrong_letters, departure, .. } = main;
        let main_moves = game.moves();
        let start = with_game!(&game, game => {
            (game.start().move_number(), game.start().side_to_move() == Color::Black)
        });
        let mut read = PtnGame {
            game,
            tokens: Pieces::new(if keeps_text { text } else { "" }),
            nodes: Vec::with_capacity(main_moves.len()),
            main_line: Vec::with_capacity(main_moves.len()),
        };
        let (rest, lines) = match departure.filter(|_| !keeps_text) {
            None => (tokens(text), Lines::new(text, start)),
            Some(departure) => {
                main_moves[..departure.plies].iter().for_each(|&mv| read.add_main(0, mv));
                let lines = Lines::behind(text, departure, start);
                (tokens_from(text, departure.offset), lines)
            }
        };
        let reached = Reached::start(&read);
        Self {
            rest,
            lines,
            game: read,
            main_moves,
            out_of_turn,
            wrong_letters,
            reached,
            keeps_text,
        }
    }

    /// Reads all lines and tells about them, each time with the token that it is about.
    fn read(mut self, mut tell: impl FnMut(Told, Token<'a>, String)) -> PtnGame {
        let mut at = 0;
        while let Some(token) = self.rest.next() {
            // The moves outside parentheses, until there are as many as in the main line.
            let is_main = token.kind == TokenKind::Move && !self.lines.is_inside();
            match self.main_moves.get(self.game.main_line.len()).filter(|_| is_main) {
                Some(&mv) => {
                    self.game.add_main(at, mv);
                    self.take_main(token, &mut tell);
                }
                None => self.take(token, at, &mut tell),
            }
            if self.keeps_text {
                self.game.tokens.push(token);
            }
            at += 1;
        }
        self.game
    }

    /// Takes the move of the main line that was added last.
    fn take_main(&mut self, token: Token<'a>, tell: &mut impl FnMut(Told, Token<'a>, String)) {
        let node = self.game.nodes.len() - 1;
        if let Some(heading) = self.lines.take_main(node, &self.game.nodes) {
            let comment = excerpt(heading.token.text);
            tell(Told::Decided, heading.token, no_name(&comment));
        }
        if self.out_of_turn == Some(token.start) {
            let mv = excerpt(token.text);
            tell(Told::Decided, token, format!("{mv} is read as the next move, not by its number"));
        }
        if self.wrong_letters.pop_front_if(|at| *at == token.start).is_some() {
            tell(Told::Decided, token, without_letter(token.text));
        }
    }

    /// Takes any other token.
    fn take(
        &mut self,
        token: Token<'a>,
        at: usize,
        tell: &mut impl FnMut(Told, Token<'a>, String),
    ) {
        match self.lines.add(token, at, &self.game.nodes) {
            Step::None => {}
            Step::Lost { name, heading } => {
                self.name(heading);
                tell(Told::LeftOut, token, unreached(name.as_deref()));
            }
            Step::Move(place, others, doubt) => {
                let Chosen { place, mv, equal } = self.choose(place, others, token.text);
                self.name(place.heading);
                let is_clear = equal.iter().all(|other| other.heading == place.heading);
                if let Some(heading) = doubt
                    && let Some(why) = decided(heading.token.text, place.heading, is_clear)
                {
                    tell(Told::Decided, heading.token, why);
                }
                if let Some(why) = place.why.told(token.text, equal.is_empty()) {
                    tell(Told::Decided, token, why);
                }
                let mv = mv.map_err(|error| tell(Told::LeftOut, token, error.to_string())).ok();
                let parent = place.parent.map(Ply);
                let before = self.reached.go_to(&self.game, parent);
                let is_wrong =
                    with_position!(&*before, before => has_wrong_letter(before, token.text));
                if mv.is_some() && is_wrong {
                    tell(Told::Decided, token, without_letter(token.text));
                }
                let ply = mv.map(|mv| self.game.add_node(parent, at, mv));
                if let Some(ply) = ply {
                    self.reached.play(&self.game, ply);
                }
                self.lines.played(place, ply.map(|ply| ply.0), &self.game.nodes);
            }
        }
    }

    /// Chooses one of several places. In parentheses it is the one where most of the moves near it can
    /// be played, up to the next parenthesis, elsewhere the first where the move is legal; else the
    /// first of them.
    fn choose(&mut self, place: Place, others: Vec<Place>, text: &str) -> Chosen {
        let looks_ahead = self.lines.is_inside() && !others.is_empty();
        let behind = looks_ahead.then(|| self.rest.clone());
        let mut read = |place: Place| {
            let position = self.reached.go_to(&self.game, place.parent.map(Ply));
            let mv = read_move(position, text);
            let played = match (&mv, &behind) {
                (Ok(mv), Some(behind)) => 1 + playable(*position, *mv, behind.clone()),
                (mv, _) => usize::from(mv.is_ok()),
            };
            (place, mv, played)
        };
        let (mut place, mut mv, mut most) = read(place);
        let mut equal = Vec::new();
        for (other, its_mv, played) in others.into_iter().map(read) {
            if played > most {
                (place, mv, most) = (other, its_mv, played);
                equal.clear();
            } else if played == most && played > 0 {
                equal.push(other);
            }
        }
        Chosen { place, mv, equal }
    }

    /// Notes that a comment is the name of a branch.
    fn name(&mut self, heading: Option<usize>) {
        if let Some(heading) = heading.filter(|_| self.keeps_text) {
            self.game.tokens.name(heading);
        }
    }
}

/// The place of a move, and the others where it could be as well.
struct Chosen {
    place: Place,
    mv: Result<AnyMove, MoveError>,
    equal: Vec<Place>,
}

/// How many tokens are looked at to choose a place.
const LOOK_AHEAD: usize = 100;

/// How many moves up to the next parenthesis can be played behind a legal one, of those near it.
fn playable(mut position: AnyPosition, mv: AnyMove, behind: Tokens<'_>) -> usize {
    let is_within = |token: &Token<'_>| {
        !matches!(token.kind, TokenKind::VariationStart | TokenKind::VariationEnd)
    };
    let near = behind.take(LOOK_AHEAD).take_while(is_within);
    let mut moves = near.filter(|token| token.kind == TokenKind::Move);
    let mut last = Ok(mv);
    let mut played = 0;
    while last.is_ok_and(|mv| position.play(mv).is_ok())
        && let Some(token) = moves.next()
    {
        last = read_move(&position, token.text);
        played += usize::from(last.is_ok());
    }
    played
}

impl PtnGame {
    /// Adds a move to the main line.
    fn add_main(&mut self, token: usize, mv: AnyMove) {
        let ply = self.add_node(self.main_line.last().copied(), token, mv);
        self.main_line.push(ply);
    }
}

/// The positions known while a game is read: that after the last ply, and landmarks.
struct Reached {
    last: Option<Ply>,
    position: AnyPosition,
    /// The positions after every sixteenth ply of the lines that were played, so that not every
    /// variation of a long game must be played from its start.
    landmarks: HashMap<Ply, AnyPosition>,
}

/// The plies between landmarks.
const LANDMARK: usize = 16;

impl Reached {
    fn start(game: &PtnGame) -> Self {
        Self { last: None, position: game.position(None), landmarks: HashMap::new() }
    }

    /// The position after a ply, which becomes the last one.
    fn go_to(&mut self, game: &PtnGame, ply: Option<Ply>) -> &mut AnyPosition {
        let mut line = Vec::new();
        let mut known = ply;
        while known != self.last {
            let landmark = known.filter(|&ply| is_landmark(game, ply));
            match (landmark.and_then(|ply| self.landmarks.get(&ply)), known) {
                (Some(&landmark), _) => self.position = landmark,
                (None, None) => self.position = game.position(None),
                (None, Some(ply)) => {
                    line.push(ply);
                    known = game.parent(ply);
                    continue;
                }
            }
            break;
        }
        self.last = known;
        for ply in line.into_iter().rev() {
            self.play(game, ply);
        }
        &mut self.position
    }

    /// Plays a ply in the last position.
    fn play(&mut self, game: &PtnGame, ply: Ply) {
        // Only legal moves become plies.
        with_position!(&mut self.position, position => {
            position.play_unchecked(game.mv(ply).known());
        });
        if is_landmark(game, ply) {
            self.landmarks.entry(ply).or_insert(self.position);
        }
        self.last = Some(ply);
    }
}

fn is_landmark(game: &PtnGame, ply: Ply) -> bool {
    (game.nodes[ply.0].depth + 1).is_multiple_of(LANDMARK)
}

/// What was decided about a comment that may be the name of a branch, if that is worth telling:
/// PTN Ninja, which does not look at the moves, takes all of them for names.
fn decided(comment: &str, heading: Option<usize>, is_clear: bool) -> Option<String> {
    let comment = excerpt(comment);
    match heading {
        Some(_) if is_clear => None,
        Some(_) => Some(format!("{comment} is read as the name of a branch, not as a comment")),
        None => Some(no_name(&comment)),
    }
}

/// That a comment is not the name of a branch.
fn no_name(comment: &str) -> String {
    format!("{comment} is read as a comment, not as the name of a branch")
}

/// Why the first move of a branch or a variation is lost.
fn unreached(branch: Option<&str>) -> String {
    let Some(name) = branch else {
        return "the line that this variation leaves has no move with its number".to_owned();
    };
    let branch = if name.is_empty() { String::new() } else { format!("{} ", excerpt(name)) };
    format!("branch {branch}begins behind the end of the line that it leaves")
}

/// Reads a move as written, which must be legal in a game that has not ended.
pub(super) fn read_move(position: &AnyPosition, text: &str) -> Result<AnyMove, MoveError> {
    if let Some(outcome) = position.outcome() {
        return Err(MoveError::illegal(text, IllegalMove::GameOver(outcome)));
    }
    let text = with_position!(position, position => as_meant(position, text));
    position.parse_move(&text)
}
