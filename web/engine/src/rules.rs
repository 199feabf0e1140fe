//! The rules for pages: legal moves, games and keys.
//!
//! TEI's `state` and `record` tell them too. Here they are told at once, on the thread of a page that
//! may have no engine; a page that a program serves has no WebAssembly, and asks there.

use std::fmt::Write;

use tak_encoding::{AnyGame, with_game};
use wasm_bindgen::prelude::*;

use crate::position::{Position, Problem, thrown, words};

#[wasm_bindgen]
impl Position {
    /// The legal moves, in PTN; none if the game is over.
    #[wasm_bindgen(js_name = legalMoves)]
    pub fn legal_moves(&self) -> Vec<String> {
        match self.0.outcome() {
            Some(_) => Vec::new(),
            None => self.0.legal_moves().iter().map(ToString::to_string).collect(),
        }
    }

    /// A text that all symmetric positions share, and no others: the board, whose turn it is, and in
    /// the opening which one it is. Komi and the pieces in hand are no part of it.
    #[wasm_bindgen(js_name = canonicalKey)]
    pub fn canonical_key(&self) -> String {
        let board = self.0.canonical_board().into_board();
        let mut key = String::new();
        for byte in board.as_bytes() {
            let _ = write!(key, "{byte:02x}");
        }
        key
    }
}

/// The main line of a game.
#[wasm_bindgen(getter_with_clone)]
pub struct Game {
    /// The size of the board.
    #[wasm_bindgen(readonly)]
    pub size: u8,
    /// In half points.
    #[wasm_bindgen(readonly, js_name = halfKomi)]
    pub half_komi: i16,
    /// By its name.
    #[wasm_bindgen(readonly)]
    pub opening: String,
    /// White's and Black's.
    #[wasm_bindgen(readonly)]
    pub flats: Vec<u8>,
    /// White's and Black's capstones.
    #[wasm_bindgen(readonly)]
    pub caps: Vec<u8>,
    /// Where it starts.
    #[wasm_bindgen(readonly)]
    pub tps: String,
    /// In PTN.
    #[wasm_bindgen(readonly)]
    pub moves: Vec<String>,
    /// The TPS after the last move.
    #[wasm_bindgen(readonly)]
    pub end: String,
    /// As the game claims it.
    #[wasm_bindgen(readonly)]
    pub result: Option<String>,
    /// Names and values, by turns.
    #[wasm_bindgen(readonly)]
    pub tags: Vec<String>,
}

/// Reads a game in PTN.
///
/// # Errors
///
/// What is wrong, with line and column.
#[wasm_bindgen(js_name = parsePtn)]
pub fn parse_ptn(text: &str) -> Result<Game, JsError> {
    thrown(game(text))
}

fn game(text: &str) -> Result<Game, Problem> {
    let game: AnyGame = text.parse().map_err(words)?;
    Ok(with_game!(&game, game => {
        let start = game.start();
        let reserves = start.rules().reserves();
        let tags = game.tags().iter();
        Game {
            flats: reserves.map(|reserve| reserve.flats).to_vec(),
            caps: reserves.map(|reserve| reserve.caps).to_vec(),
            size: start.size() as u8,
            half_komi: start.half_komi().0,
            opening: start.opening().to_string(),
            tps: start.to_tps(),
            moves: game.moves().iter().map(ToString::to_string).collect(),
            end: game.end().to_tps(),
            result: game.result().map(|result| result.to_string()),
            tags: tags.flat_map(|tag| [tag.name.clone(), tag.value.clone()]).collect(),
        }
    }))
}

#[cfg(test)]
mod tests {
    use tak_encoding::AnyRules;

    use super::*;
    use crate::position::{play, rules, start};

    const NOTHING: [Option<u8>; 2] = [None; 2];

    fn position(size: u8, moves: &[&str]) -> Result<Position, Problem> {
        let mut position = start(Some(size), None, rules(0, None, NOTHING, NOTHING)?)?;
        for (index, text) in moves.iter().enumerate() {
            play(&mut position, index, text)?;
        }
        Ok(Position(position))
    }

    #[test]
    fn moves_and_keys_of_positions() {
        assert_eq!(position(5, &[]).unwrap().legal_moves().len(), 25);
        let [one, other] = ["a1", "e5"].map(|mv| position(5, &[mv]).unwrap().canonical_key());
        assert!(!one.is_empty() && one == other);
        let over = start(None, Some("1,1,1/2,2,x/x3 2 4"), AnyRules::default()).unwrap();
        assert_eq!(Position(over).legal_moves(), [""; 0]);
    }

    #[test]
    fn a_game_is_told() {
        let text = "[Size \"5\"]\n[Komi \"2\"]\n[Flats \"20\"]\n\n1. a1 e5 2. Cc3 {!} 0-1";
        let game = game(text).unwrap();
        assert_eq!((game.size, game.half_komi, &*game.opening), (5, 4, "swap"));
        assert_eq!((&*game.flats, &*game.caps), (&[20, 20][..], &[1, 1][..]));
        assert_eq!(game.moves, ["a1", "e5", "Cc3"]);
        assert_eq!(game.result.as_deref(), Some("0-1"));
        assert!(game.tags.windows(2).any(|pair| pair == ["Komi", "2"]));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let problem = |result: Result<Position, Problem>| result.err().unwrap_or_default();
        assert!(problem(position(9, &[])).contains('9'));
        assert!(problem(position(5, &["a1", "a1"])).starts_with("move 2: "));
        let of = |size, tps, rules: Result<AnyRules, Problem>| {
            problem(rules.and_then(|rules| start(size, tps, rules)).map(Position))
        };
        let rules_of = |opening, flats| rules(0, opening, flats, NOTHING);
        let plain = || rules_of(None, NOTHING);
        assert!(of(None, None, plain()).contains("expected `size` or `tps`"));
        let small = Some("x3/x3/x3 1 1");
        assert!(of(Some(5), small, plain()).contains("size 5, but the TPS is of 3"));
        assert!(of(Some(3), None, rules_of(Some("none"), NOTHING)).contains("none"));
        let many = rules_of(None, [Some(255); 2]);
        assert!(of(Some(8), None, many).contains("511 pieces"));
        assert!(game("[Size \"5\"]\n1. a1 e6").err().unwrap().contains('2'));
    }
}
