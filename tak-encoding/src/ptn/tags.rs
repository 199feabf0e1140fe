//! The tags that PTN Ninja knows, in the form that it takes.

use crate::opening::Opening;
use crate::outcome::GameResult;
use crate::rules::HalfKomi;
use crate::text::number;

/// The tags that it knows.
pub(super) const TAGS: [&str; 23] = [
    "Caps",
    "Caps1",
    "Caps2",
    "Flats",
    "Flats1",
    "Flats2",
    "Clock",
    "Date",
    "Event",
    "Komi",
    "Opening",
    "Player1",
    "Player2",
    "PlayTakID",
    "Points",
    "Rating1",
    "Rating2",
    "Result",
    "Round",
    "Site",
    "Size",
    "TPS",
    "Time",
];

/// Those of them that say how a game starts.
const OF_THE_START: [&str; 10] =
    ["Caps", "Caps1", "Caps2", "Flats", "Flats1", "Flats2", "Komi", "Opening", "Size", "TPS"];

/// Whether others read a tag as it is.
pub(super) fn is_readable(name: &str, value: &str) -> bool {
    let is_of_start = |known: &&str| known.eq_ignore_ascii_case(name);
    !OF_THE_START.iter().any(is_of_start) || readable(name, value).1 == value
}

/// A tag as others read it: what tells the start in the form that PTN Ninja takes, the rest as it is.
pub(super) fn readable(name: &str, value: &str) -> (String, String) {
    match taken(name, value) {
        // The name of an opening may have capital letters.
        Some((known, usual))
            if OF_THE_START.contains(&known)
                && usual != value
                && !(known == "Opening" && usual.eq_ignore_ascii_case(value)) =>
        {
            (name.to_owned(), usual)
        }
        _ => (name.to_owned(), value.to_owned()),
    }
}

/// A tag in the form that it takes.
pub(super) fn taken(name: &str, value: &str) -> Option<(&'static str, String)> {
    let name = TAGS.into_iter().find(|known| known.eq_ignore_ascii_case(name))?;
    let value = value.trim();
    let counts = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let value = match name {
        _ if matches!(value, "" | "?") => return None,
        "Date" => date(value)?,
        "Komi" => value.parse::<HalfKomi>().ok()?.to_string(),
        "Opening" => value.parse::<Opening>().ok()?.to_string(),
        "Time" => padded(value, ':').filter(|parts| matches!(parts.len(), 2 | 3))?.join(":"),
        "Result" => result(value).filter(|&read| read != GameResult::Unfinished)?.to_string(),
        "TPS" => value.replace('s', "S").replace('c', "C").replace('X', "x"),
        "Player1" | "Player2" => value.replace('{', "(").replace('}', ")"),
        "Caps" | "Caps1" | "Caps2" | "Flats" | "Flats1" | "Flats2" | "PlayTakID" | "Points"
        | "Rating1" | "Rating2" | "Round"
            if !counts(value) =>
        {
            return None;
        }
        _ => value.to_owned(),
    };
    Some((name, value))
}

/// A value as it is written in a tag: PTN cannot represent a quote inside quotes, nor the end of a line.
pub(super) fn in_quotes(value: &str) -> String {
    value.replace('"', "'").replace(['\r', '\n'], " ")
}

/// The result in a tag, perhaps in the two columns of playtak.com, such as `R-0 --`.
pub(super) fn result(value: &str) -> Option<GameResult> {
    let text: String = value.split_whitespace().collect();
    let text = text.strip_suffix("--").unwrap_or(&text);
    GameResult::read(&text.strip_prefix("--").unwrap_or(text).to_ascii_uppercase())
}

/// A day with dots and zeros, like `2021.03.05`.
fn date(text: &str) -> Option<String> {
    let (year, rest) = text.split_at_checked(4).filter(|(year, _)| number(year).is_some())?;
    let rest = rest.replace(['-', '/'], ".");
    let day = padded(rest.strip_prefix('.')?, '.')?;
    let is_day = matches!(&day[..], [month, day] if **month <= *"12" && **day <= *"31");
    is_day.then(|| format!("{year}.{}", day.join(".")))
}

/// Numbers of one or two digits, all with two.
fn padded(text: &str, divider: char) -> Option<Vec<String>> {
    let parts = text.split(divider).map(|part| {
        let is_number = matches!(part.len(), 1 | 2) && number(part).is_some();
        is_number.then(|| format!("{part:0>2}"))
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;

    #[test]
    fn results_are_read_in_every_spacing() {
        for value in ["R-0", "R-0 ", "r-0", "R-0 --", " -- R - 0"] {
            assert_eq!(taken("Result", value), Some(("Result", "R-0".to_owned())), "{value}");
        }
        for value in ["1/2-1/2", "1/2 - 1/2", "1-2-1-2"] {
            assert_eq!(result(value), Some(Outcome::Draw.into()), "{value}");
        }
        for value in ["", "--", "won", "R-0 0-R"] {
            assert_eq!(result(value), None, "{value}");
        }
    }

    #[test]
    fn days_are_written_with_dots_or_left_out() {
        assert_eq!(taken("date", "2021-3-5"), Some(("Date", "2021.03.05".to_owned())));
        for date in ["????.??.??", "05.03.2021", "2021.13.01", "2021.3", ""] {
            assert_eq!(taken("Date", date), None, "{date}");
        }
    }
}
