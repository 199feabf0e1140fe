//! The words and numbers of a line, and errors about them.

use std::fmt;
use std::str::FromStr;

use tak_encoding::excerpt;

/// What is wrong with a line from the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CommandError(pub(super) String);

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The first word, and the rest.
pub(super) fn split_first(line: &str) -> (&str, &str) {
    let line = line.trim_ascii();
    line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""))
}

/// The text before and after the first occurrence of a word; all of it and nothing if the word does
/// not occur.
pub(super) fn split_at<'a>(text: &'a str, word: &str) -> (&'a str, &'a str) {
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
pub(super) fn number<T: FromStr>(
    command: &str,
    name: &str,
    word: Option<&str>,
) -> Result<T, CommandError> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| not_a_number(command, name, word))
}

pub(super) fn not_a_number(command: &str, name: &str, word: Option<&str>) -> CommandError {
    let found = excerpt(word.unwrap_or_default());
    CommandError(format!("{command}: found {found}, expected a number after `{name}`"))
}

/// An integer; one with too many digits saturates.
pub(super) fn integer(text: &str) -> Option<i64> {
    let (digits, saturated) = match text.strip_prefix('-') {
        Some(digits) => (digits, i64::MIN),
        None => (text, i64::MAX),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(saturated))
}
