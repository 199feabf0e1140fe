//! The rules for pages: legal moves, games and keys, as JSON.

use std::fmt::{Display, Write};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use tak_encoding::{
    AnyGame, AnyPosition, AnyRules, BoardSize, HalfKomi, NoHash, Opening, with_game,
};
use wasm_bindgen::prelude::*;

/// A position as a page describes it: what it starts from, and the moves after that.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Description {
    /// May be left out where there is a TPS.
    size: Option<u8>,
    /// The empty board if there is none.
    tps: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    half_komi: i16,
    opening: Option<String>,
    /// For White and for Black; those of the size where nothing is said.
    flats: Option<[u8; 2]>,
    caps: Option<[u8; 2]>,
    // A game is a position too: what else it says does not matter.
    #[serde(rename = "end")]
    _end: Option<IgnoredAny>,
    #[serde(rename = "result")]
    _result: Option<IgnoredAny>,
    #[serde(rename = "tags")]
    _tags: Option<IgnoredAny>,
}

/// A game as a page gets it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GameOut {
    size: u8,
    half_komi: i16,
    opening: String,
    flats: [u8; 2],
    caps: [u8; 2],
    tps: String,
    moves: Vec<String>,
    end: String,
    result: Option<String>,
    tags: Vec<(String, String)>,
}

/// What is wrong, in words.
type Problem = String;

fn words(error: impl Display) -> Problem {
    error.to_string()
}

impl Description {
    fn read(json: &str) -> Result<AnyPosition<NoHash>, Problem> {
        let description: Self =
            serde_json::from_str(json).map_err(|error| format!("position: {error}"))?;
        description.position()
    }

    fn rules(&self) -> Result<AnyRules, Problem> {
        let mut rules = AnyRules::with_komi(HalfKomi(self.half_komi));
        if let Some(opening) = &self.opening {
            rules.opening = opening.parse::<Opening>().map_err(words)?;
        }
        rules.flats = self.flats.map_or(rules.flats, |flats| flats.map(Some));
        rules.caps = self.caps.map_or(rules.caps, |caps| caps.map(Some));
        Ok(rules)
    }

    fn position(&self) -> Result<AnyPosition<NoHash>, Problem> {
        let rules = self.rules()?;
        let size = self.size.map(|size| size.to_string().parse::<BoardSize>());
        let size = size.transpose().map_err(words)?;
        let mut position = match (&self.tps, size) {
            (Some(tps), _) => AnyPosition::from_tps(tps, rules).map_err(words)?,
            (None, Some(size)) => AnyPosition::new(size, rules).map_err(words)?,
            (None, None) => return Err("position: expected `size` or `tps`".to_owned()),
        };
        if let Some(size) = size.filter(|&size| size != position.size()) {
            return Err(format!("position: size {size}, but the TPS is of {}", position.size()));
        }
        for (index, text) in self.moves.iter().enumerate() {
            let illegal = |error: &dyn Display| format!("move {}: {error}", index + 1);
            let mv = position.parse_move(text).map_err(|error| illegal(&error))?;
            position.play(mv).map_err(|error| illegal(&error))?;
        }
        Ok(position)
    }
}

fn legal(json: &str) -> Result<Vec<String>, Problem> {
    let position = Description::read(json)?;
    Ok(match position.outcome() {
        Some(_) => Vec::new(),
        None => position.legal_moves().iter().map(ToString::to_string).collect(),
    })
}

fn key(json: &str) -> Result<String, Problem> {
    let board = Description::read(json)?.canonical_board().into_board();
    let mut key = String::new();
    for byte in board.as_bytes() {
        let _ = write!(key, "{byte:02x}");
    }
    Ok(key)
}

fn game(text: &str) -> Result<String, Problem> {
    let game: AnyGame = text.parse().map_err(words)?;
    let out = with_game!(&game, game => {
        let start = game.start();
        let reserves = start.rules().reserves();
        GameOut {
            flats: reserves.map(|reserve| reserve.flats),
            caps: reserves.map(|reserve| reserve.caps),
            size: start.size() as u8,
            half_komi: start.half_komi().0,
            opening: start.opening().to_string(),
            tps: start.to_tps(),
            moves: game.moves().iter().map(ToString::to_string).collect(),
            end: game.end().to_tps(),
            result: game.result().map(|result| result.to_string()),
            tags: game.tags().iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        }
    });
    serde_json::to_string(&out).map_err(words)
}

fn thrown<T>(result: Result<T, Problem>) -> Result<T, JsError> {
    result.map_err(|problem| JsError::new(&problem))
}

/// Checks a position.
///
/// # Errors
///
/// What is wrong with it.
#[wasm_bindgen]
pub fn check(position: &str) -> Result<(), JsError> {
    thrown(Description::read(position).map(drop))
}

/// The legal moves of a position, in PTN; none if the game is over.
///
/// # Errors
///
/// If the position makes no sense.
#[wasm_bindgen(js_name = legalMoves)]
pub fn legal_moves(position: &str) -> Result<Vec<String>, JsError> {
    thrown(legal(position))
}

/// A text that all symmetric positions share, and no others.
///
/// # Errors
///
/// If the position makes no sense.
#[wasm_bindgen(js_name = canonicalKey)]
pub fn canonical_key(position: &str) -> Result<String, JsError> {
    thrown(key(position))
}

/// A game in PTN, as JSON.
///
/// # Errors
///
/// What is wrong, with line and column.
#[wasm_bindgen(js_name = parsePtn)]
pub fn parse_ptn(text: &str) -> Result<String, JsError> {
    thrown(game(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_keys_of_positions() {
        let opening = legal(r#"{"size": 5}"#).unwrap();
        assert_eq!(opening.len(), 25);
        let [one, other] = ["a1", "e5"].map(|mv| key(&format!(r#"{{"size":5,"moves":["{mv}"]}}"#)));
        assert!(one.is_ok() && one == other);
        let over = legal(r#"{"tps": "1,1,1/2,2,x/x3 2 4"}"#).unwrap();
        assert_eq!(over, [""; 0]);
    }

    #[test]
    fn a_game_is_a_position() {
        let text = "[Size \"5\"]\n[Komi \"2\"]\n[Flats \"20\"]\n\n1. a1 e5 2. Cc3 {!} 0-1";
        let json = game(text).unwrap();
        assert!(json.contains(r#""halfKomi":4,"opening":"swap","flats":[20,20]"#), "{json}");
        assert!(json.contains(r#""result":"0-1""#) && json.contains(r#"["Komi","2"]"#), "{json}");
        let legal = legal(&json).unwrap();
        assert!(legal.contains(&"Ca2".to_owned()) && !legal.contains(&"c3".to_owned()));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (json, problem) in [
            ("", "position: EOF"),
            ("{}", "expected `size` or `tps`"),
            (r#"{"size": 9}"#, "9"),
            (r#"{"size": 5, "komi": 2}"#, "unknown field `komi`"),
            (r#"{"size": 5, "moves": ["a1", "a1"]}"#, "move 2: "),
            (r#"{"size": 5, "tps": "x3/x3/x3 1 1"}"#, "size 5, but the TPS is of 3"),
            (r#"{"size": 3, "opening": "none"}"#, "none"),
            (r#"{"size": 8, "flats": [255, 255]}"#, "511 pieces"),
        ] {
            let told = legal(json).unwrap_err();
            assert!(told.contains(problem), "{json}: {told}");
        }
        assert!(game("[Size \"5\"]\n1. a1 e6").unwrap_err().contains('2'));
    }
}
