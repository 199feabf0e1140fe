//! Games as a list of moves on one line, with or without move numbers.

use tak_encoding::{Game, MoveError, Playable, Position, Size, excerpt};

/// Reads moves in PTN, divided by blanks; numbers like `12.` are passed over.
/// An error names the number of the move.
pub(crate) fn read<const N: usize>(start: Position<N>, text: &str) -> Result<Game<N>, String>
where
    Size<N>: Playable,
{
    let mut game = Game::new(start);
    for word in text.split_ascii_whitespace() {
        let word = after_number(word);
        if word.is_empty() {
            continue;
        }
        let number = game.moves().len() + 1;
        push(&mut game, word).map_err(|why| format!("number {number}: {why}"))?;
    }
    Ok(game)
}

/// Plays one move, which the library would also do after the end of the game.
fn push<const N: usize>(game: &mut Game<N>, word: &str) -> Result<(), String>
where
    Size<N>: Playable,
{
    if let Some(outcome) = game.end().outcome() {
        let word = excerpt(word);
        return Err(format!(
            "move {word}: the game has ended before it with {outcome}"
        ));
    }
    let mv = game.end().parse_move(word);
    let mv = mv.map_err(|error: MoveError| error.to_string())?;
    game.push(mv).map_err(|error| error.to_string())
}

/// What follows a move number: all of a word that has none.
fn after_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let moves = rest.trim_start_matches('.');
    let numbered = rest.len() < word.len() && moves.len() < rest.len();
    if numbered { moves } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_passed_over() {
        let read = |text| read(Position::<5>::new(), text).map(|game| game.moves().len());
        for text in [
            "a1 e5 3a1>",
            "a1 e5 c3",
            "1. a1 e5 2. c3",
            "1.a1 e5\t2...  c3 ",
        ] {
            let plies = read(text);
            assert_eq!(plies.is_ok(), !text.contains('>'), "{text}: {plies:?}");
        }
        let error = read("1. a1 e5 2. e5").unwrap_err();
        let text = "number 3: move `e5`: illegal here: the square is occupied";
        assert_eq!(error, text);
        assert_eq!(read(" "), Ok(0));
    }
}
