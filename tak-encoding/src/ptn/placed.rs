//! Where the moves of a game stand in its file.

use std::ops::Range;

use super::any::AnyGame;
use super::error::PtnError;
use super::read::Reader;
use super::tokens::Tokens;

/// A game and where it stands in the text that it was read from, in bytes: for
/// whoever writes something beside its moves and leaves the rest as it is.
///
/// ```
/// use tak_encoding::PlacedGame;
///
/// let text = "[Size \"5\"]\n\n1. a1! {a corner} e5\n";
/// let games = PlacedGame::read_all(text)?;
/// let places = games[0].moves.iter().map(|place| &text[place.clone()]);
/// assert_eq!(places.collect::<Vec<_>>(), ["a1!", "e5"]);
///
/// let comments = games[0].comments_behind(games[0].moves[0].end);
/// assert_eq!(&text[comments[0].clone()], "{a corner}");
/// # Ok::<(), tak_encoding::PtnError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedGame<'a> {
    /// The game.
    pub game: AnyGame,
    /// The end of its last tag.
    pub tags_end: usize,
    /// The moves of the main line, with the marks behind them.
    pub moves: Vec<Range<usize>>,
    text: &'a str,
}

impl<'a> PlacedGame<'a> {
    /// Reads a file with any number of games, as [`AnyGame::read_all`] does.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong in any of them.
    pub fn read_all(text: &'a str) -> Result<Vec<Self>, PtnError> {
        let mut reader = Reader::new(text)?;
        let mut games = Vec::new();
        while reader.token.is_some() {
            games.push(Self {
                game: reader.game()?,
                tags_end: reader.tags_end,
                moves: reader.moves.clone(),
                text,
            });
        }
        Ok(games)
    }

    /// The comments in braces behind that place, up to the next word.
    pub fn comments_behind(&self, offset: usize) -> Vec<Range<usize>> {
        let mut tokens = Tokens::from(self.text, offset);
        // The text was read before: it holds no brackets without a partner.
        std::iter::from_fn(|| tokens.comment().ok().flatten())
            .filter(|place| self.text[place.clone()].starts_with('{'))
            .collect()
    }

    /// Where the next word begins behind that place, or the end of the text.
    pub fn next_word(&self, offset: usize) -> usize {
        let mut tokens = Tokens::from(self.text, offset);
        while let Ok(Some(_)) = tokens.comment() {}
        tokens.offset()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_own_places() {
        let text = "[Size \"5\"]\n{start} 1.a1 $3 {one} ; two\n{three} (1. b1 {no}) f1 e5\n\
            1. c1\n[Size \"3\"]";
        let wrong = PlacedGame::read_all(text).unwrap_err();
        assert_eq!((wrong.line(), wrong.column()), (3, 22));
        let text = text.replace("f1 ", "");
        let games = PlacedGame::read_all(&text).unwrap();
        let words = |game: &PlacedGame| -> Vec<_> {
            let moves = game.moves.iter();
            moves.map(|place| text[place.clone()].to_owned()).collect()
        };
        assert_eq!(words(&games[0]), ["a1", "e5"]);
        assert_eq!(words(&games[1]), [""; 0]);
        let comments = |offset: usize| -> Vec<_> {
            let places = games[0].comments_behind(offset).into_iter();
            places.map(|place| text[place].to_owned()).collect()
        };
        assert_eq!(comments(games[0].tags_end), ["{start}"]);
        assert_eq!(comments(games[0].moves[0].end), ["{one}", "{three}"]);
        assert_eq!(&text[games[0].next_word(games[0].tags_end)..][..4], "1.a1");
        assert_eq!(games[1].next_word(games[1].tags_end), text.len());
    }
}
