//! The names of branches, as PTN Ninja writes them.
//!
//! A branch begins with its name in a comment, by itself after an empty line and before a move
//! number:
//!
//! ```text
//! 3. a3
//!
//! {better plan}
//! 3. c1 b3
//! ```
//!
//! Names are made from where the branch leaves its line (`{3w1}`, and `{3w1/4b1}` for a branch of
//! that branch) or, in older files, `{1-1}`; people rename them to any text. A `/` or `.` divides
//! the names of a branch and of those that it leaves.

use super::lexer::{Token, TokenKind, tokens};
use crate::text::number;

/// Whether a comment is a name that PTN Ninja made, like `3-1/4w2`. Such a comment is a name
/// wherever it stands.
pub(super) fn is_line_name(comment: &str) -> bool {
    comment.trim_matches(['{', '}']).split(['/', '.']).all(|part| {
        let divided = part.split_once(['-', 'w', 'b']);
        divided.is_some_and(|(at, index)| number(at).is_some() && number(index).is_some())
    })
}

/// Whether a comment stands where the name of a branch does: after an empty line and before a
/// number. It may be a comment all the same.
pub(super) fn is_heading(text: &str, comment: Token<'_>) -> bool {
    let before = &text[..comment.start];
    let gap = &before[before.trim_end().len()..];
    let mut behind = tokens(&text[comment.span().end..]).map(|token| token.kind);
    (is_apart(gap) || gap.bytes().filter(|&byte| byte == b'\n').count() > 1)
        && matches!(
            behind.find(|&kind| kind != TokenKind::Space),
            Some(TokenKind::MoveNumber(_) | TokenKind::BranchNumber)
        )
}

/// Whether PTN Ninja sees an empty line in a gap: an empty line holds not even a blank, but each
/// `\r\n` is one, since it takes either letter for a line end.
pub(super) fn is_apart(gap: &str) -> bool {
    let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
    gap.as_bytes().windows(2).any(|pair| pair.iter().all(is_end))
}

/// The name in a comment or before a number, in the form in which PTN Ninja compares them.
pub(super) fn name_of(text: &str) -> String {
    let name = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    joined(&parts(name))
}

/// How many lines outside a branch are looked for. Each name holds all that are outside it, so that to
/// look for all would take the square of its length.
const MOST_PARENTS: usize = 100;

/// The names of the lines that a branch may leave, the nearest first, without the main line.
pub(super) fn parent_names(name: &str) -> impl Iterator<Item = String> + use<'_> {
    let parts = parts(name);
    (1..parts.len()).rev().take(MOST_PARENTS).map(move |length| joined(&parts[..length]))
}

/// The parts of a name: a `/` or `.` divides it, unless another one follows.
fn parts(name: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, _) in name.match_indices(['/', '.']) {
        if !name[at + 1..].starts_with(['/', '.']) {
            parts.push(&name[start..at]);
            start = at + 1;
        }
    }
    parts.push(&name[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}

fn joined(parts: &[&str]) -> String {
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_alone_before_a_number() {
        for (text, expected) in [
            ("1. a1\n\n{better plan}\n1. b1", true),
            ("1. a1\r\n \r\n{x}1-1.1. b1", true),
            ("1. a1\n{one line}\n1. b1", false),
            ("1. a1\r\n{one line}\r\n1. b1", true),
            ("1. a1\n\n{before a move} b1", false),
            ("1. a1\n\n{two} {comments}\n2. b1", false),
        ] {
            let comment = tokens(text).find(|token| token.kind == TokenKind::Comment).unwrap();
            assert_eq!(is_heading(text, comment), expected, "{text}");
        }
        let parents: Vec<_> = parent_names("a/b c/d").collect();
        assert_eq!(parents, ["a/b c", "a"]);
    }

    #[test]
    fn names_are_divided_as_ptn_ninja_divides_them() {
        for (comment, name) in [
            ("{a.b c/d}", "a/b c/d"),
            ("{ plan }", " plan "),
            ("{A.}", "A"),
            ("{A..}", "A."),
            ("{a..b}", "a./b"),
            ("{/a}", "a"),
            ("{1. }", "1/ "),
            ("{é.ü}", "é/ü"),
            ("{.}", ""),
            ("{}", ""),
            ("1-1", "1-1"),
        ] {
            assert_eq!(name_of(comment), name, "{comment}");
        }
    }
}
