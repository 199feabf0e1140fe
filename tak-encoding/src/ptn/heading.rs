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
    gap.bytes().filter(|&byte| byte == b'\n').count() > 1
        && matches!(
            behind.find(|&kind| kind != TokenKind::Space),
            Some(TokenKind::MoveNumber(_) | TokenKind::BranchNumber)
        )
}

/// The name in a comment or before a number, in one form.
pub(super) fn name_of(text: &str) -> String {
    let name = text.trim_start_matches('{').trim_end_matches('}').trim();
    let parts: Vec<_> = parts(name).collect();
    if parts.is_empty() { name.to_owned() } else { parts.join("/") }
}

/// The names of the lines that a branch may leave, the nearest first, without the main line.
pub(super) fn parent_names(name: &str) -> impl Iterator<Item = String> + use<'_> {
    let parts: Vec<_> = parts(name).collect();
    (1..parts.len()).rev().map(move |length| parts[..length].join("/"))
}

fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(['/', '.']).filter(|part| !part.is_empty())
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
            ("1. a1\n\n{before a move} b1", false),
            ("1. a1\n\n{two} {comments}\n2. b1", false),
        ] {
            let comment = tokens(text).find(|token| token.kind == TokenKind::Comment).unwrap();
            assert_eq!(is_heading(text, comment), expected, "{text}");
        }
        let parents: Vec<_> = parent_names("a/b c/d").collect();
        assert_eq!(
            (name_of("{ a.b c/d}").as_str(), parents),
            ("a/b c/d", vec!["a/b c".into(), "a".into()])
        );
    }
}
