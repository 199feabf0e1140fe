//! The date of a game.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The milliseconds in a day.
const DAY: i64 = 86_400_000;

/// A moment in UTC, to the millisecond, in the years 1 to 9999.
///
/// It is displayed as the day, as in the PTN tag `Date`. Parsing accepts hyphens or slashes for dots,
/// and days and months without zeros before them, as playtak.com writes them.
///
/// ```
/// use tak_book::Date;
///
/// let date = Date::from_millis(1_461_430_800_000).unwrap();
/// assert_eq!((date.to_string(), date.time()), ("2016.04.23".to_owned(), "17:00:00".to_owned()));
/// assert_eq!("2016-04-23".parse::<Date>().unwrap().day(), date.day());
/// assert_eq!("2016.4.23".parse::<Date>().unwrap().day(), date.day());
/// assert!("2016.02.30".parse::<Date>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date(i64);

/// The error for a text that is not a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DateError;

impl fmt::Display for DateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a day like 2024.05.31")
    }
}

impl std::error::Error for DateError {}

impl Date {
    /// From milliseconds since the beginning of 1970; `None` outside the years 1 to 9999.
    pub fn from_millis(millis: i64) -> Option<Self> {
        let (year, ..) = civil(millis.div_euclid(DAY));
        (1..=9999).contains(&year).then_some(Self(millis))
    }

    /// Milliseconds since the beginning of 1970.
    pub fn millis(self) -> i64 {
        self.0
    }

    /// Days since the beginning of 1970.
    pub fn day(self) -> i64 {
        self.0.div_euclid(DAY)
    }

    /// The time of the day, like `17:05:09`.
    pub fn time(self) -> String {
        let seconds = self.0.rem_euclid(DAY) / 1000;
        format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }

    /// The same day at a time like `17:05:09` or `17:05`; `None` if the text is not a time.
    pub fn at(self, time: &str) -> Option<Self> {
        let parts: Vec<_> = time.split(':').map(str::parse::<i64>).collect();
        let (hours, minutes, seconds) = match parts[..] {
            [Ok(hours @ 0..24), Ok(minutes @ 0..60)] => (hours, minutes, 0),
            [Ok(hours @ 0..24), Ok(minutes @ 0..60), Ok(seconds @ 0..60)] => {
                (hours, minutes, seconds)
            }
            _ => return None,
        };
        Some(Self(self.day() * DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil(self.day());
        f.pad(&format!("{year:04}.{month:02}.{day:02}"))
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let parts: Vec<_> = text.trim().split(['.', '-', '/']).collect();
        let number = |text: &str, digits: RangeInclusive<usize>| {
            let good =
                digits.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            good.then(|| text.parse::<i64>().ok()).flatten().ok_or(DateError)
        };
        let [year, month, day] = parts[..] else { return Err(DateError) };
        let (year, month, day) = (number(year, 4..=4)?, number(month, 1..=2)?, number(day, 1..=2)?);
        let days = days(year, month, day);
        // A day like the 30th of February would come out as another one.
        let is_one = year > 0 && civil(days) == (year, month, day);
        is_one.then_some(Self(days * DAY)).ok_or(DateError)
    }
}

/// The days in 400 years, after which the calendar repeats.
const ERA: i64 = 146_097;

/// Days from the first of March of the year 0 to the beginning of 1970.
const EPOCH: i64 = 719_468;

/// The day of a date in the Gregorian calendar, 0 for the first of 1970. Years begin in March here,
/// so that a leap day is the last of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month > 2 { year } else { year - 1 };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let month = (month + 9).rem_euclid(12);
    let in_year = (153 * month + 2) / 5 + day - 1;
    era * ERA + year * 365 + year / 4 - year / 100 + in_year - EPOCH
}

/// Year, month and day, the inverse of [`days`].
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + EPOCH;
    let (era, rest) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365;
    let in_year = rest - (365 * year + year / 4 - year / 100);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    let year = era * 400 + year + i64::from(month >= 10);
    (year, (month + 2) % 12 + 1, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_has_its_name() {
        let first: Date = "0001.01.01".parse().unwrap();
        let last: Date = "9999.12.31".parse().unwrap();
        let mut before = (0, 12, 31);
        for day in first.day()..=last.day() {
            let (year, month, day_of_month) = civil(day);
            let next = match before {
                (year, 12, 31) => (year + 1, 1, 1),
                (year, month, day) if days(year, month + 1, 1) == days(year, month, day) + 1 => {
                    (year, month + 1, 1)
                }
                (year, month, day) => (year, month, day + 1),
            };
            assert_eq!((year, month, day_of_month), next);
            assert_eq!(days(year, month, day_of_month), day);
            before = next;
        }
        assert_eq!(days(1970, 1, 1), 0);
        assert_eq!(days(2024, 2, 29), 19_782);
    }

    #[test]
    fn playtak_writes_no_leading_zeros() {
        assert_eq!("2021.3.5".parse::<Date>().unwrap().to_string(), "2021.03.05");
        let day: Date = "2021.3.5".parse().unwrap();
        assert_eq!(day.at("9:5").unwrap().time(), "09:05:00");
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in ["", "2024", "2024.13.01", "2023.02.29", "24.01.01", "2024.001.1", "0000.01.01"]
        {
            assert_eq!(text.parse::<Date>(), Err(DateError), "{text}");
        }
        assert_eq!(Date::from_millis(i64::MAX), None);
        assert_eq!(Date::from_millis(i64::MIN), None);
        let day: Date = "2024.02.29".parse().unwrap();
        assert_eq!(day.at("23:59:58").unwrap().time(), "23:59:58");
        assert!(["24:00:00", "1", "a:b:c", "1:2:-3"].iter().all(|time| day.at(time).is_none()));
    }
}
