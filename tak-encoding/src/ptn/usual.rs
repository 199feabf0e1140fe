//! The forms of tags, moves and results that all programs know.

use super::lexer::Token;
use super::tags::is_readable;

/// Whether a tag has just its blank and, if it tells the start, the form that others take.
pub(super) fn is_usual_tag(tag: Token<'_>) -> bool {
    let Some((name, value)) = tag.tag() else { return false };
    let rest = tag.text.strip_prefix('[').and_then(|rest| rest.strip_prefix(name));
    let rest = rest.and_then(|rest| rest.strip_prefix(" \"")?.strip_prefix(value));
    rest == Some("\"]") && is_readable(name, value)
}

/// Whether all readers take a gap for blank: JavaScript does not know one of Unicode's line ends.
#[inline]
pub(super) fn is_usual_gap(gap: &str) -> bool {
    gap.len() == 1 || !gap.contains('\u{85}')
}

/// Whether all readers know the form of a move, without a letter behind a spread, small letters of
/// stones or capital letters of squares.
#[inline]
pub(super) fn is_usual_move(text: &str) -> bool {
    let text = text.strip_suffix('*').unwrap_or(text);
    let head = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let square = head.strip_prefix(['S', 'C']).unwrap_or(head);
    matches!(square.as_bytes(), [b'a'..=b'h', b'1'..=b'8', ..])
        && !text.ends_with(|c: char| c.is_alphabetic())
}

/// Whether all readers know the form of a result.
pub(super) fn is_usual_result(text: &str) -> bool {
    matches!(text, "R-0" | "0-R" | "F-0" | "0-F" | "1-0" | "0-1" | "1/2-1/2")
}
