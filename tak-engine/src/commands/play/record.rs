//! The game as a PTN file.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use tak_cli::failure::Failure;
use tak_cli::output::Output;
use tak_encoding::{Color, Tag, with_position};

use super::game::Game;
use super::level::Level;

/// The tags that name White and Black.
pub(super) const PLAYERS: [&str; 2] = ["Player1", "Player2"];

/// What stands before the level in the engine's name.
pub(super) const ENGINE: &str = "tak-engine, level ";

/// Whether a tag has one of these names.
pub(super) fn is_one_of(tag: &Tag, names: &[&str]) -> bool {
    names.iter().any(|name| tag.name.eq_ignore_ascii_case(name))
}

/// Writes the game; the file is never seen half written.
pub(super) fn save(path: &Path, game: &Game, level: Level) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    output.write(ptn(game, level, &today()).as_bytes())?;
    output.finish()
}

fn ptn(game: &Game, level: Level, date: &str) -> String {
    let engine = format!("{ENGINE}{level}");
    let names = match game.human {
        Color::White => [&game.name, &engine],
        Color::Black => [&engine, &game.name],
    };
    with_position!(game.start(), start => {
        let mut record = tak_encoding::Game::new(start.rehashed());
        for (tag, name) in PLAYERS.into_iter().zip(names) {
            record.push_tag(tag, name);
        }
        let is_ours = |tag: &&Tag| is_one_of(tag, &PLAYERS) || is_one_of(tag, &["Result"]);
        for tag in game.tags.iter().filter(|tag| !is_ours(tag)) {
            record.push_tag(&tag.name, &tag.value);
        }
        let facts = [
            ("Date", date.to_owned()),
            ("Size", start.size().to_string()),
            ("Komi", start.half_komi().to_string()),
        ];
        for (tag, value) in facts {
            if record.tag(tag).is_none() {
                record.push_tag(tag, &value);
            }
        }
        for mv in game.moves() {
            // The moves were legal when they were played.
            if let Ok(mv) = record.end().parse_move(mv) {
                let _ = record.push(mv);
            }
        }
        if let Some(result) = game.result() {
            record.push_tag("Result", &result.to_string());
            record.set_result(result);
        }
        record.to_string()
    })
}

/// The date in Greenwich, as PTN writes it.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    date(since.map_or(0, |since| since.as_secs() / 86_400))
}

/// The date so many days after 1970 began.
fn date(days: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut left) = (1970, days);
    let mut length = 365;
    while left >= length {
        left -= length;
        year += 1;
        length = if is_leap(year) { 366 } else { 365 };
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in months {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, expected) in [
            (0, "1970.01.01"),
            (364, "1970.12.31"),
            (365, "1971.01.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_454, "2026.01.01"),
        ] {
            assert_eq!(date(days), expected);
        }
    }
}
