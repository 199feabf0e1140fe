//! The game as a PTN file.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use tak_cli::failure::Failure;
use tak_cli::output::Output;
use tak_encoding::{Color, with_position};

use super::game::Game;
use super::level::Level;

/// Writes the game; the file is never seen half written.
pub(super) fn save(path: &Path, game: &Game, level: Level) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    output.write(ptn(game, level, &today()).as_bytes())?;
    output.finish()
}

fn ptn(game: &Game, level: Level, date: &str) -> String {
    let engine = format!("tak-engine, level {level}");
    let names = match game.human {
        Color::White => [&game.name, &engine],
        Color::Black => [&engine, &game.name],
    };
    with_position!(game.start(), start => {
        let mut record = tak_encoding::Game::new(start.rehashed());
        for (tag, name) in ["Player1", "Player2"].into_iter().zip(names) {
            record.push_tag(tag, name);
        }
        record.push_tag("Date", date);
        record.push_tag("Size", &start.size().to_string());
        record.push_tag("Komi", &start.half_komi().to_string());
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
