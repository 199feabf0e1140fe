//! The lines of engines in comments, which turn with the board: moves after `pv>`, or in older
//! comments of PTN Ninja after `pv` or `pv=`. What people write stays as it is.

use bitops::Symmetry;

use crate::move_text::turned;
use crate::moves::Move;
use crate::position::Position;
use crate::size::{Playable, Size};

/// A comment as it reads on the board turned by a symmetry. The position only gives the size.
pub(super) fn turned_lines<const N: usize>(
    position: &Position<N>,
    comment: &str,
    symmetry: Symmetry,
) -> String
where
    Size<N>: Playable,
{
    let mut text = String::with_capacity(comment.len());
    let (mut in_line, mut in_quotes) = (false, false);
    for part in comment.split_inclusive(|c: char| c.is_whitespace() || c == '=') {
        let word = part.trim_end_matches(|c: char| c.is_whitespace() || c == '=');
        let mv = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && !"+-<>".contains(c));
        let is_move = || mv.parse::<Move<N>>().is_ok();
        if word.is_empty() {
            // Between two blanks.
        } else if in_quotes {
            in_quotes = !word.contains('"');
        } else if in_line && is_move() {
            text.push_str(&turned(position, mv, symmetry));
            text.push_str(&part[mv.len()..]);
            continue;
        } else {
            in_line = begins_line(word);
            // `name:"…"` may hold anything.
            in_quotes = word.split_once(":\"").is_some_and(|(_, rest)| !rest.contains('"'));
        }
        text.push_str(part);
    }
    text
}

fn begins_line(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
    word.eq_ignore_ascii_case("pv>") || word.eq_ignore_ascii_case("pv")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(comment: &str) -> String {
        let there = turned_lines(&Position::<6>::new(), comment, Symmetry::Rotate90);
        let back = turned_lines(&Position::<6>::new(), &there, Symmetry::Rotate270);
        assert_eq!(back, comment);
        there
    }

    #[test]
    fn lines_turn_and_words_stay() {
        for (comment, expected) in [
            // Ours, and those of PTN Ninja.
            (
                "{name:\"tak-engine\" +0.582/8 cp:207 9 nodes pv> b4> Sf1 3c3<21 a1}",
                "{name:\"tak-engine\" +0.582/8 cp:207 9 nodes pv> d5- Sa1 3c4+21 a6}",
            ),
            ("{@1:95: +0.1/3 pv a1 b1*'? and a1}", "{@1:95: +0.1/3 pv a6 a5*'? and a1}"),
            ("{pv=a1 b1 pv> a1}", "{pv=a6 a5 pv> a6}"),
            ("; PV>\ta1  b1", "; PV>\ta6  a5"),
            // Not lines.
            ("{a1 is a corner, h8 is not; pv}", "{a1 is a corner, h8 is not; pv}"),
            ("{name:\"pv> a1 b1\" a1 pvx a1}", "{name:\"pv> a1 b1\" a1 pvx a1}"),
            ("{pv> }", "{pv> }"),
            ("{pv> h8 a1}", "{pv> h8 a1}"),
        ] {
            assert_eq!(turned(comment), expected);
        }
    }
}
