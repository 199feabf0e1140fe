//! What all the readers of text share.

use std::borrow::Cow;
use std::fmt;

/// A text that is not what it should be: no square, no size, no komi.
///
/// ```
/// use tak_encoding::{HalfKomi, Square};
///
/// let error = "c6".parse::<Square<5>>().unwrap_err();
/// assert_eq!(error.to_string(), "square `c6`: expected a file a–e and a rank 1–5");
/// let error = "two".parse::<HalfKomi>().unwrap_err();
/// assert_eq!(error.to_string(), "komi `two`: expected a number like `2` or `2.5`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    what: &'static str,
    found: String,
    expected: Cow<'static, str>,
}

impl ParseError {
    pub(crate) fn new(
        what: &'static str,
        found: &str,
        expected: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { what, found: excerpt(found), expected: expected.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, found, expected) = (self.what, &self.found, &self.expected);
        write!(f, "{what} {found}: expected {expected}")
    }
}

impl std::error::Error for ParseError {}

/// What someone else wrote, for an error message: in backquotes, control
/// characters escaped, and cut short so that a 10 MB line does not end up on a
/// terminal.
///
/// ```
/// assert_eq!(tak_encoding::excerpt("a1\u{1b}[0m"), "`a1\\u{1b}[0m`");
/// ```
pub fn excerpt(text: &str) -> String {
    /// In characters as they are shown.
    const LONGEST: usize = 40;
    let (mut shown, mut length) = (String::new(), 0);
    for escaped in text.chars().map(char::escape_debug) {
        length += escaped.len();
        if length > LONGEST {
            shown.push('…');
            break;
        }
        shown.extend(escaped);
    }
    format!("`{shown}`")
}

/// Reads a number that is written in ASCII digits alone: no sign, no blank,
/// nothing else that Unicode calls a digit.
pub(crate) fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{excerpt, number};

    #[test]
    fn excerpts_are_short_and_printable() {
        assert_eq!(excerpt("a1\u{1b}[0m"), "`a1\\u{1b}[0m`");
        for long in ["/", "\u{19}", "é"] {
            assert!(excerpt(&long.repeat(1 << 20)).chars().count() < 44, "{long:?}");
        }
        assert_eq!(excerpt(&"a".repeat(40)), format!("`{}`", "a".repeat(40)));
    }

    #[test]
    fn numbers_are_plain_digits() {
        assert_eq!(number("042"), Some(42));
        for bad in ["", "+1", "-1", "1.0", " 1", "٣", "4294967296"] {
            assert_eq!(number(bad), None, "{bad:?}");
        }
    }
}
