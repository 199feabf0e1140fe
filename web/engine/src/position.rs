//! A position that JavaScript asks about.

use std::fmt::Display;

use tak_encoding::{AnyMove, AnyPosition, AnyRules, BoardSize, HalfKomi, OneHash, Opening};
use wasm_bindgen::prelude::*;

/// What is wrong, in words.
pub(crate) type Problem = String;

pub(crate) fn words(error: impl Display) -> Problem {
    error.to_string()
}

pub(crate) fn thrown<T>(result: Result<T, Problem>) -> Result<T, JsError> {
    result.map_err(|problem| JsError::new(&problem))
}

/// A position to ask about: of the kind that sessions have, so that the program has each
/// function once.
#[wasm_bindgen]
pub struct Position(pub(crate) AnyPosition<OneHash>);

#[wasm_bindgen]
impl Position {
    /// What a game starts from: a TPS, or the empty board. Of `flats` and `caps` both
    /// players' numbers are given; those of the size are taken where nothing is said.
    ///
    /// # Errors
    ///
    /// If it makes no sense.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript hands them over")]
    pub fn new(
        size: Option<u8>,
        tps: Option<String>,
        half_komi: i16,
        opening: Option<String>,
        flats: Option<Vec<u8>>,
        caps: Option<Vec<u8>>,
    ) -> Result<Self, JsError> {
        let [flats, caps] = [flats, caps].map(|counts| match counts.as_deref() {
            Some(&[white, black]) => [Some(white), Some(black)],
            _ => [None; 2],
        });
        let rules = rules(half_komi, opening.as_deref(), flats, caps);
        thrown(rules.and_then(|rules| start(size, tps.as_deref(), rules)).map(Self))
    }

    /// Plays moves, in PTN.
    ///
    /// # Errors
    ///
    /// If one of them is illegal; those before it have been played then.
    #[expect(clippy::needless_pass_by_value, reason = "JavaScript hands them over")]
    pub fn play(&mut self, moves: Vec<String>) -> Result<(), JsError> {
        for (index, text) in moves.iter().enumerate() {
            thrown(play(&mut self.0, index, text))?;
        }
        Ok(())
    }
}

pub(crate) fn rules(
    half_komi: i16,
    opening: Option<&str>,
    flats: [Option<u8>; 2],
    caps: [Option<u8>; 2],
) -> Result<AnyRules, Problem> {
    let mut rules = AnyRules::with_komi(HalfKomi(half_komi));
    if let Some(opening) = opening {
        rules.opening = opening.parse::<Opening>().map_err(words)?;
    }
    (rules.flats, rules.caps) = (flats, caps);
    Ok(rules)
}

pub(crate) fn start(
    size: Option<u8>,
    tps: Option<&str>,
    rules: AnyRules,
) -> Result<AnyPosition<OneHash>, Problem> {
    let size = size.map(|size| size.to_string().parse::<BoardSize>());
    let size = size.transpose().map_err(words)?;
    let position = match (tps, size) {
        (Some(tps), _) => AnyPosition::from_tps_with(tps, rules).map_err(words)?,
        (None, Some(size)) => AnyPosition::with_rules(size, rules).map_err(words)?,
        (None, None) => return Err("position: expected `size` or `tps`".to_owned()),
    };
    if let Some(size) = size.filter(|&size| size != position.size()) {
        return Err(format!("position: size {size}, but the TPS is of {}", position.size()));
    }
    Ok(position)
}

/// Plays a move, the one at that place of several.
pub(crate) fn play(
    position: &mut AnyPosition<OneHash>,
    index: usize,
    text: &str,
) -> Result<AnyMove, Problem> {
    let illegal = |error: &dyn Display| format!("move {}: {error}", index + 1);
    // What only draws has a game, which sees to that, and is smaller without.
    #[cfg(any(feature = "session", feature = "solver"))]
    if let Some(outcome) = position.outcome() {
        return Err(illegal(&tak_encoding::IllegalMove::GameOver(outcome)));
    }
    let mv = position.parse_move(text).map_err(|error| illegal(&error))?;
    position.play(mv).map_err(|error| illegal(&error))?;
    Ok(mv)
}
