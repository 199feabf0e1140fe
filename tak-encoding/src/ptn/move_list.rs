//! Games as lists of moves, one on each line, with or without move numbers.

use std::error::Error;
use std::fmt;

use super::game::Game;
use super::lexer::{Token, TokenKind, tokens};
use super::meant::{has_wrong_letter, without_letter};
use crate::move_text::MoveError;
use crate::opening::Opening;
use crate::position::Position;
use crate::rules::{Rules, RulesError};
use crate::size::{Playable, Size};

/// Why a list of moves is not a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveListError {
    /// There is no such opening on a board of this size.
    Rules(RulesError),
    /// A move is wrong.
    Move {
        /// Which one, 1 for the first.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

impl fmt::Display for MoveListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(error) => error.fmt(f),
            Self::Move { number, error } => write!(f, "number {number}: {error}"),
        }
    }
}

impl Error for MoveListError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Rules(error) => Some(error),
            Self::Move { error, .. } => Some(error),
        }
    }
}

/// Reads moves in PTN from an empty board, with this opening if given.
///
/// # Errors
///
/// If there is no such opening, or a move is wrong.
pub fn read_from_empty<const N: usize>(
    opening: Option<Opening>,
    text: &str,
) -> Result<Game<N>, MoveListError>
where
    Size<N>: Playable,
{
    read_by(empty(opening)?, opening, text)
}

/// Reads moves in PTN from any position. If no opening is given, the first move may show it.
///
/// # Errors
///
/// The first wrong move.
pub fn read_by<const N: usize>(
    start: Position<N>,
    opening: Option<Opening>,
    text: &str,
) -> Result<Game<N>, MoveListError>
where
    Size<N>: Playable,
{
    read(begun(start, opening, text), text)
}

/// Reads moves in PTN, skipping move numbers and comments.
///
/// ```
/// use tak_encoding::{Position, ptn::move_list};
///
/// let game = move_list::read(Position::<5>::new(), "1. a1 e5! 2. c3 {the centre}")?;
/// assert_eq!(game.moves().len(), 3);
/// # Ok::<(), tak_encoding::ptn::MoveListError>(())
/// ```
///
/// # Errors
///
/// The first wrong move.
pub fn read<const N: usize>(start: Position<N>, text: &str) -> Result<Game<N>, MoveListError>
where
    Size<N>: Playable,
{
    let mut game = Game::new(start);
    for_each(text, 0, |token| game.push_ptn(token.text))?;
    Ok(game)
}

/// What was decided about a list that was read as this game, where another reader may decide
/// otherwise: letters behind spreads that are not those of the stones on top.
///
/// ```
/// use tak_encoding::{Position, ptn::move_list};
///
/// let list = "a1 e5 c3 d4 c3>S";
/// let game = move_list::read(Position::<5>::new(), list)?;
/// assert!(move_list::decided(&game, list)[0].starts_with("number 5: `c3>S`"));
/// # Ok::<(), tak_encoding::ptn::MoveListError>(())
/// ```
pub fn decided<const N: usize>(game: &Game<N>, text: &str) -> Vec<String>
where
    Size<N>: Playable,
{
    // Most lists have no such letters, and are not played again.
    let is_behind = |pair: &[u8]| b"FSC".contains(&pair[0]) && !pair[1].is_ascii_alphabetic();
    if !text.ends_with(['F', 'S', 'C']) && !text.as_bytes().windows(2).any(is_behind) {
        return Vec::new();
    }
    let mut position = *game.start();
    let words = tokens(text).filter(|token| token.kind == TokenKind::Move);
    let mut decided = Vec::new();
    for ((number, &mv), word) in (1..).zip(game.moves()).zip(words) {
        if has_wrong_letter(&position, word.text) {
            decided.push(format!("number {number}: {}", without_letter(word.text)));
        }
        position.play_unchecked(mv);
    }
    decided
}

/// Plays one list of moves in PTN after another from an empty board. Moves that a list shares with
/// the previous one are not played again, which halves the time for sorted lists.
#[derive(Clone, Debug)]
pub struct Replay<const N: usize>
where
    Size<N>: Playable,
{
    opening: Option<Opening>,
    start: Position<N>,
    /// The previous list.
    text: String,
    plies: Vec<Ply<N>>,
}

/// A move of the previous list.
#[derive(Clone, Debug)]
struct Ply<const N: usize>
where
    Size<N>: Playable,
{
    /// The byte offset where its text ends.
    end: usize,
    after: Position<N>,
    is_over: bool,
}

impl<const N: usize> Replay<N>
where
    Size<N>: Playable,
{
    /// Plays games with this opening. If none is given, the first move of each may show it.
    ///
    /// # Errors
    ///
    /// If there is no such opening.
    pub fn new(opening: Option<Opening>) -> Result<Self, MoveListError> {
        let start = empty(opening)?;
        Ok(Self { opening, start, text: String::new(), plies: Vec::new() })
    }

    /// The position after the last move of a list.
    ///
    /// # Errors
    ///
    /// The first wrong move.
    pub fn end(&mut self, text: &str) -> Result<&Position<N>, MoveListError> {
        self.plies.truncate(self.shared_plies(text));
        text.clone_into(&mut self.text);
        if self.plies.is_empty() {
            self.start = begun(empty(self.opening)?, self.opening, text);
        }
        let played = self.plies.last().map_or(0, |ply| ply.end);
        for_each(&text[played..], self.plies.len(), |token| {
            let (mut position, is_over) = match self.plies.last() {
                Some(ply) => (ply.after, ply.is_over),
                None => (self.start, false),
            };
            if is_over {
                // This returns the error for a move after the end of the game.
                return Game::new(position).push_ptn(token.text);
            }
            let mv = position.parse_move(token.text)?;
            position.play_unchecked(mv);
            let (end, is_over) = (played + token.span().end, position.is_over_after(mv));
            self.plies.push(Ply { end, after: position, is_over });
            Ok(())
        })?;
        Ok(self.plies.last().map_or(&self.start, |ply| &ply.after))
    }

    /// The number of moves that the previous list and this one have in common at the start.
    fn shared_plies(&self, text: &str) -> usize {
        let pairs = self.text.bytes().zip(text.bytes());
        let shared = pairs.take_while(|(before, now)| before == now).count();
        // The text of a move may be the start of a longer one, like `a1` and `a1>`.
        let ends = |text: &str, end| {
            text.as_bytes().get(end).is_none_or(|byte: &u8| byte.is_ascii_whitespace())
        };
        let is_shared =
            |ply: &Ply<N>| ply.end <= shared && ends(&self.text, ply.end) && ends(text, ply.end);
        self.plies.iter().rposition(is_shared).map_or(0, |last| last + 1)
    }
}

fn empty<const N: usize>(opening: Option<Opening>) -> Result<Position<N>, MoveListError>
where
    Size<N>: Playable,
{
    let rules = Rules::default().with_opening(opening.unwrap_or_default());
    rules.map(Position::with_rules).map_err(MoveListError::Rules)
}

/// The start, with the opening that the first move shows if none is given.
fn begun<const N: usize>(start: Position<N>, opening: Option<Opening>, text: &str) -> Position<N>
where
    Size<N>: Playable,
{
    let first = || tokens(text).find(|token| token.kind == TokenKind::Move);
    match opening {
        None => first().map_or(start, |first| start.begun_by(first.text)),
        Some(_) => start,
    }
}

/// Calls `play` for each token that should be a move, after `played` moves.
fn for_each(
    text: &str,
    played: usize,
    mut play: impl FnMut(&Token<'_>) -> Result<(), MoveError>,
) -> Result<(), MoveListError> {
    let mut number = played;
    for token in tokens(text) {
        match token.kind {
            TokenKind::MoveNumber(_) | TokenKind::Marks => {}
            kind if kind.is_trivia() => {}
            _ => {
                number += 1;
                play(&token).map_err(|error| MoveListError::Move { number, error })?;
            }
        }
    }
    Ok(())
}

/// The first moves of a list, as written.
pub fn first(text: &str, plies: usize) -> &str {
    let (mut end, mut left) = (0, plies);
    for token in tokens(text) {
        match token.kind {
            TokenKind::Move if left == 0 => break,
            TokenKind::Move => (end, left) = (token.span().end, left - 1),
            TokenKind::Marks if token.start == end => end = token.span().end,
            _ => {}
        }
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_passed_over() {
        let read = |text| read(Position::<5>::new(), text).map(|game| game.moves().len());
        for text in ["a1 e5 3a1>", "a1 e5 c3", "1. a1 e5! 2. c3 {x}", "1.a1 e5\t2...  c3 "] {
            let plies = read(text);
            assert_eq!(plies.is_ok(), !text.contains('>'), "{text}: {plies:?}");
        }
        let error = read("1. a1 e5 2. e5").unwrap_err().to_string();
        let text = "number 3: move `e5`: illegal here: the square is taken";
        assert_eq!(error, text);
        assert_eq!(read(" "), Ok(0));
    }

    #[test]
    fn lists_are_cut_behind_a_move() {
        assert_eq!(first("1. a1 e5'! 2.c3 c4", 2), "1. a1 e5'!");
        assert_eq!(first("a1 e5", 3), "a1 e5");
        assert_eq!(first("a1 e5", 0), "");
    }

    proptest::proptest! {
        /// Lists with a common beginning, of whole moves or not, reach the positions of their games.
        #[test]
        fn lists_lead_where_their_games_lead(
            opening in proptest::sample::select(vec![None, Some(Opening::NoSwap)]),
            tails in proptest::collection::vec((0..40_usize, tails()), 1..20),
        ) {
            let mut replay = Replay::<4>::new(opening).unwrap();
            let mut text = String::new();
            for (kept, tail) in tails {
                text.truncate(kept);
                text += &tail;
                let end = replay.end(&text).copied();
                let game = read_from_empty::<4>(opening, &text).map(|game| *game.end());
                proptest::prop_assert_eq!(end, game, "{}", text);
            }
        }
    }

    /// Moves, some of which may be illegal, and separators.
    fn tails() -> impl proptest::strategy::Strategy<Value = String> {
        use proptest::strategy::Strategy;

        let moves = "a1 d4 2a1 c2 b3 Sb2 Cc3 c2+ c3- b3> a2 a3 a4 2a1> '!? >11 1. 3 {x y} zz";
        let pieces: Vec<_> = moves.split(' ').collect();
        let piece = proptest::sample::select(pieces);
        let gap = proptest::sample::select(vec![" ", " ", " ", "", "\t", "\n"]);
        proptest::collection::vec((piece, gap), 0..12)
            .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, gap)| [piece, gap]).collect())
    }
}
