//! The words and numbers of a line, and errors about them.

use std::fmt;
use std::str::FromStr;

use tak_encoding::excerpt;

/// What is wrong with a line from the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CommandError(pub(crate) String);

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The first word, and the rest.
pub(crate) fn split_first(line: &str) -> (&str, &str) {
    let line = line.trim_ascii();
    line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""))
}

/// The text before and after the first occurrence of a word; all of it and nothing if the word does
/// not occur.
pub(crate) fn split_at<'a>(text: &'a str, word: &str) -> (&'a str, &'a str) {
    let mut at = 0;
    for part in text.split_inclusive(|c: char| c.is_ascii_whitespace()) {
        if part.trim_ascii() == word {
            return (&text[..at], &text[at + part.len()..]);
        }
        at += part.len();
    }
    (text, "")
}

/// The number that follows `name` in a command.
pub(crate) fn number<T: FromStr>(
    command: &str,
    name: &str,
    word: Option<&str>,
) -> Result<T, CommandError> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| not_a_number(command, name, word))
}

pub(crate) fn not_a_number(command: &str, name: &str, word: Option<&str>) -> CommandError {
    let found = excerpt(word.unwrap_or_default());
    CommandError(format!("{command}: found {found}, expected a number after `{name}`"))
}

/// An integer; one with too many digits saturates.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let (digits, saturated) = match text.strip_prefix('-') {
        Some(digits) => (digits, i64::MIN),
        None => (text, i64::MAX),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(saturated))
}

/// A number as web pages write them, such as `2000.5`, `1e6` and `-Infinity`, in
/// thousandths; one with too many digits saturates. Floating point would bring tables
/// along that compression leaves as they are.
pub(crate) fn thousandths(text: &str) -> Option<i64> {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if ["inf", "infinity"].iter().any(|word| size.eq_ignore_ascii_case(word)) {
        return Some(sign * i64::MAX);
    }
    let (decimal, exponent) = size.split_once(['e', 'E']).unwrap_or((size, "0"));
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let digits = || whole.bytes().chain(fraction.bytes());
    if digits().next().is_none() || !digits().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    // How many digits stand before the point of the thousandths; twenty zeros more than there
    // are digits saturate anything else.
    let most = digits().count() as i64 + 20;
    let places = (whole.len() as i64 + 3).saturating_add(exponent.parse().ok()?).clamp(0, most);
    let digits = digits().chain(std::iter::repeat(b'0')).take(places as usize);
    let size = digits
        .fold(0_i64, |size, digit| size.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    Some(sign * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_web_pages() {
        for (text, expected) in [
            ("0", 0),
            ("2000.5", 2_000_500),
            ("-100", -100_000),
            ("+7", 7_000),
            (".5", 500),
            ("5.", 5_000),
            ("1.23456", 1_234),
            ("1e6", 1_000_000_000),
            ("2.5E-2", 25),
            ("1e-9", 0),
            ("1e+21", i64::MAX),
            ("0e99999999999", 0),
            ("9999999999999999999999999999999999999999999999999", i64::MAX),
            ("00000000000000000000000000000000000000000000000500", 500_000),
            ("0.00000000000000000000000000000000000000000000000005e50", 5_000),
            ("-Infinity", -i64::MAX),
            ("inf", i64::MAX),
        ] {
            assert_eq!(thousandths(text), Some(expected), "{text}");
        }
        for bad in ["", "-", ".", "e5", "1e", "1e5.5", "1.2.3", "0x10", "nan", "--1", "1 ", "१"] {
            assert_eq!(thousandths(bad), None, "{bad:?}");
        }
    }
}
