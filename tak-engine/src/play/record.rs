//! The game as a PTN file.

use std::path::Path;

use tak_encoding::{AnyGame, Color, Tag};
use tak_terminal::failure::Failure;
use tak_terminal::output::Output;

use super::game::{EarlyEnd, Game, name as color_name};
use crate::day;
use crate::strength::Strength;

/// The tags that name White and Black.
pub(super) const PLAYERS: [&str; 2] = ["Player1", "Player2"];

/// Who plays against the engine, if nobody said a name.
pub(super) const SOMEBODY: &str = "Player";

/// The tag that says how a game ended whose result is not that of the board.
const TERMINATION: &str = "Termination";

/// The engine's name up to its strength.
const ENGINE: &str = "tak-engine, ";
const LEVEL: &str = "level ";
const FULL: &str = "full strength";

/// The name under which the engine is on record.
fn engine_name(strength: Strength) -> String {
    match strength {
        Strength::Level(level) => format!("{ENGINE}{LEVEL}{level}"),
        Strength::Full => format!("{ENGINE}{FULL}"),
    }
}

/// How well a player of this name plays, if it is the engine.
pub(super) fn strength_of(name: &str) -> Option<Strength> {
    match name.strip_prefix(ENGINE)? {
        FULL => Some(Strength::Full),
        level => level.strip_prefix(LEVEL)?.parse().ok().map(Strength::Level),
    }
}

/// Whether a tag has one of these names.
pub(super) fn is_one_of(tag: &Tag, names: &[&str]) -> bool {
    names.iter().any(|name| tag.name.eq_ignore_ascii_case(name))
}

/// Writes the game; the file is never half written.
pub(super) fn save(path: &Path, game: &Game, strength: Strength) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    output.write(text(game, strength).as_bytes())?;
    output.finish()
}

/// The game in PTN, played today.
pub(super) fn text(game: &Game, strength: Strength) -> String {
    ptn(game, strength, &day::date(day::today()))
}

fn ptn(game: &Game, strength: Strength, date: &str) -> String {
    let engine = engine_name(strength);
    let name = |side: Color| match (game.names[side.index()].as_deref(), game.engine) {
        (_, Some(engines)) if engines == side => &engine,
        (Some(name), _) => name,
        (None, Some(_)) => SOMEBODY,
        (None, None) => color_name(side),
    };
    let start = game.start();
    let mut record = AnyGame::new(start);
    for (tag, side) in PLAYERS.into_iter().zip(Color::ALL) {
        record.push_tag(tag, name(side));
    }
    let is_ours = |tag: &&Tag| is_one_of(tag, &PLAYERS) || is_one_of(tag, &["Result", TERMINATION]);
    for tag in game.tags().iter().filter(|tag| !is_ours(tag)) {
        record.push_tag(&tag.name, &tag.value);
    }
    let defaults = [
        ("Date", date.to_owned()),
        ("Size", start.size().to_string()),
        ("Komi", start.half_komi().to_string()),
    ];
    for (tag, value) in defaults {
        if record.tag(tag).is_none() {
            record.push_tag(tag, &value);
        }
    }
    for mv in game.moves() {
        // The moves were legal when they were played.
        let _ = record.push(mv);
    }
    if let Some(result) = game.result() {
        record.push_tag("Result", &result.to_string());
        if let Some(how) = game.early.and_then(EarlyEnd::termination) {
            record.push_tag(TERMINATION, how);
        }
        record.set_result(result);
    }
    record.to_string()
}
