//! Games as a list of moves on one line, with or without move numbers.

use tak_encoding::ptn::{TokenKind, tokens};
use tak_encoding::{AnyGame, Game, MoveError, Opening, Playable, Position, Rules, Size, with_game};

use crate::remark;

/// Says that a list of its moves does not tell the opening of a game.
pub(crate) fn tell_lost_opening(game: &AnyGame) {
    let opening = with_game!(game, game => game.start().opening());
    // A first move like 2a1 tells the double black stack.
    if opening == Opening::NoSwap {
        remark::once(&format!(
            "a list of moves does not tell the opening {opening}: read it with --opening {opening}"
        ));
    }
}

/// Reads moves in PTN from an empty board by that opening.
pub(crate) fn read_from_empty<const N: usize>(
    opening: Option<Opening>,
    text: &str,
) -> Result<Game<N>, String>
where
    Size<N>: Playable,
{
    read_by(empty(opening)?, opening, text)
}

/// The same from any position. Where no opening is told, the first move may tell it.
pub(crate) fn read_by<const N: usize>(
    start: Position<N>,
    opening: Option<Opening>,
    text: &str,
) -> Result<Game<N>, String>
where
    Size<N>: Playable,
{
    read(begun(start, opening, text), text)
}

/// Reads moves in PTN, skipping numbers like `12.` and comments. An error gives the
/// number of the move.
pub(crate) fn read<const N: usize>(start: Position<N>, text: &str) -> Result<Game<N>, String>
where
    Size<N>: Playable,
{
    let mut game = Game::new(start);
    for_each(text, |mv| game.push_ptn(mv))?;
    Ok(game)
}

/// Where moves in PTN lead from an empty board: faster than the game.
#[cfg(feature = "book")]
pub(crate) fn end<const N: usize>(
    opening: Option<Opening>,
    text: &str,
) -> Result<Position<N>, String>
where
    Size<N>: Playable,
{
    let mut position = begun(empty(opening)?, opening, text);
    let mut is_over = false;
    for_each(text, |text| {
        if is_over {
            // The game has the words for it.
            return Game::new(position).push_ptn(text);
        }
        let mv = position.parse_move(text)?;
        position.play_unchecked(mv);
        is_over = position.is_over_after(mv);
        Ok(())
    })?;
    Ok(position)
}

fn empty<const N: usize>(opening: Option<Opening>) -> Result<Position<N>, String>
where
    Size<N>: Playable,
{
    let rules = Rules::default().with_opening(opening.unwrap_or_default());
    Ok(Position::with_rules(rules.map_err(|error| error.to_string())?))
}

/// The start with the opening that the first move tells, where none is told.
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

fn for_each(text: &str, mut play: impl FnMut(&str) -> Result<(), MoveError>) -> Result<(), String> {
    let mut number = 0;
    for token in tokens(text) {
        match token.kind {
            TokenKind::MoveNumber(_) | TokenKind::Marks => {}
            kind if kind.is_trivia() => {}
            _ => {
                number += 1;
                play(token.text).map_err(|error| format!("number {number}: {error}"))?;
            }
        }
    }
    Ok(())
}

/// The first moves of a list, as they are written.
#[cfg(any(feature = "book", test))]
pub(crate) fn first(text: &str, plies: usize) -> &str {
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
        let error = read("1. a1 e5 2. e5").unwrap_err();
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
}
