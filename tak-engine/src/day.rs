//! Days, by UTC.

use std::time::{SystemTime, UNIX_EPOCH};

/// The days since 1 January 1970.
pub(crate) fn today() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() / 86_400)
}

/// The date this many days after 1 January 1970 as PTN writes it, by Howard Hinnant's algorithm: years begin in
/// March, so that the leap day is last, and repeat after 400.
pub(crate) fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let months_since_march = (5 * day + 2) / 153;
    let day = day - (153 * months_since_march + 2) / 5 + 1;
    let month = (months_since_march + 2) % 12 + 1;
    let year = 400 * era + year + u64::from(month <= 2);
    format!("{year}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
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
