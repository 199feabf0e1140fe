//! Games as a list of moves on one line, with or without move numbers.

use tak_encoding::ptn::{TokenKind, tokens};
use tak_encoding::{Game, Opening, Playable, Position, Rules, Size};

/// Reads moves in PTN from an empty board by that opening.
pub(crate) fn read_from_empty<const N: usize>(
    opening: Option<Opening>,
    text: &str,
) -> Result<Game<N>, String>
where
    Size<N>: Playable,
{
    let rules = Rules::default().with_opening(opening.unwrap_or_default());
    let rules = rules.map_err(|error| error.to_string())?;
    read_by(Position::with_rules(rules), opening, text)
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
    let first = tokens(text).find(|token| token.kind == TokenKind::Move);
    let start = match (opening, first) {
        (None, Some(first)) => start.begun_by(first.text),
        _ => start,
    };
    read(start, text)
}

/// Reads moves in PTN; numbers like `12.` and comments are passed over. An error
/// names the number of the move.
pub(crate) fn read<const N: usize>(start: Position<N>, text: &str) -> Result<Game<N>, String>
where
    Size<N>: Playable,
{
    let mut game = Game::new(start);
    for token in tokens(text) {
        match token.kind {
            TokenKind::MoveNumber(_) | TokenKind::Marks => {}
            kind if kind.is_trivia() => {}
            _ => game.push_ptn(token.text).map_err(|error| {
                let number = game.moves().len() + 1;
                format!("number {number}: {error}")
            })?,
        }
    }
    Ok(game)
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
