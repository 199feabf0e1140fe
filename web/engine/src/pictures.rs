//! Pictures of a game, those that `tak-engine serve` draws for its page.

use tak_encoding::{AnyGame, AnyPosition, OneHash};
use tak_pictures::{Replay, Theme};
use wasm_bindgen::prelude::*;

use crate::position::{Position, Problem, thrown, words};

/// A game to be drawn.
#[wasm_bindgen]
pub struct Drawing(AnyGame);

#[wasm_bindgen]
impl Drawing {
    /// The moves of a game in PTN, its tags, names and values by turns, and the result that it claims.
    ///
    /// # Errors
    ///
    /// If a move is illegal, or the result is none.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript hands them over")]
    pub fn new(
        start: &Position,
        moves: Vec<String>,
        tags: Vec<String>,
        result: Option<String>,
    ) -> Result<Self, JsError> {
        thrown(game(&start.0, &moves, &tags, result.as_deref()).map(Self))
    }

    /// The last position, as PNG, in the theme of that name, or the light one.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn png(&self, theme: &str, is_turned: bool) -> Result<Vec<u8>, JsError> {
        thrown(self.replay(theme, is_turned).png().map_err(words))
    }

    /// All positions, as GIF, in the theme of that name, or the light one.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn gif(&self, theme: &str, is_turned: bool) -> Result<Vec<u8>, JsError> {
        thrown(self.replay(theme, is_turned).gif().map_err(words))
    }
}

impl Drawing {
    fn replay(&self, theme: &str, is_turned: bool) -> Replay<'_> {
        let theme = Theme::named(theme).unwrap_or(Theme::Light);
        Replay { game: &self.0, theme, is_turned }
    }
}

fn game(
    start: &AnyPosition<OneHash>,
    moves: &[String],
    tags: &[String],
    result: Option<&str>,
) -> Result<AnyGame, Problem> {
    let mut game = AnyGame::new(start.rehashed());
    for (index, text) in moves.iter().enumerate() {
        game.push_ptn(text).map_err(|error| format!("move {}: {error}", index + 1))?;
    }
    for tag in tags.chunks_exact(2) {
        game.push_tag(&tag[0], &tag[1]);
    }
    if let Some(result) = result {
        game.set_result(result.parse().map_err(words)?);
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use tak_encoding::AnyRules;

    use super::*;
    use crate::position;

    fn drawn(moves: &str, result: Option<&str>) -> Result<Drawing, Problem> {
        let start = position::start(Some(5), None, AnyRules::default())?;
        let moves: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
        let tags = ["Player1", "Ada"].map(str::to_owned);
        game(&start, &moves, &tags, result).map(Drawing)
    }

    #[test]
    fn pictures_are_those_of_the_same_game_in_ptn() {
        let game = "[Size \"5\"]\n[Player1 \"Ada\"]\n\n1. a1 e5 2. c3 R-0".parse().unwrap();
        let same = Replay { game: &game, theme: Theme::Wood, is_turned: true };
        let drawing = drawn("a1 e5 c3", Some("R-0")).unwrap();
        assert!(drawing.png("wood", true).is_ok_and(|png| Ok(png) == same.png()));
        assert!(drawing.gif("wood", true).is_ok_and(|gif| Ok(gif) == same.gif()));
        let other = drawn("a1 e5 c3", None).unwrap();
        assert!(other.png("wood", true).is_ok_and(|png| Ok(png) != same.png()));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let problem = |moves, result| drawn(moves, result).err().unwrap();
        assert!(problem("a1 a1", None).starts_with("move 2: "));
        assert!(problem("a1", Some("won")).contains("won"));
    }
}
