//! What is written otherwise than it is meant.

use std::borrow::Cow;

use crate::moves::{Action, Move};
use crate::opening::Opening;
use crate::piece::Kind;
use crate::position::Position;
use crate::size::{Playable, Size};
use crate::text::excerpt;

/// A move as it is meant in a file. For a month in 2026, PTN Ninja wrote the first move of a double
/// black stack as `a1`: under its own `Opening` tag this can only be `2a1`.
#[inline]
pub(super) fn as_meant<'a, const N: usize>(position: &Position<N>, text: &'a str) -> Cow<'a, str>
where
    Size<N>: Playable,
{
    let is_first = position.ply() == 0 && position.opening() == Opening::DoubleBlackStack;
    let mv = text.parse::<Move<N>>().ok().filter(|_| is_first);
    match mv.map(|mv| (mv.action(), mv.square())) {
        Some((Action::Place(Kind::Flat, _), square)) => Cow::Owned(format!("2{square}")),
        _ => Cow::Borrowed(text),
    }
}

/// Whether the letter of a stone stands behind a spread, but not that of the stone on top.
pub(super) fn has_wrong_letter<const N: usize>(position: &Position<N>, text: &str) -> bool
where
    Size<N>: Playable,
{
    let kind = match text.trim_end_matches('*').as_bytes() {
        [.., b'F'] => Kind::Flat,
        [.., b'S'] => Kind::Wall,
        [.., b'C'] => Kind::Capstone,
        _ => return false,
    };
    let is_wrong = |mv: Move<N>| position.top(mv.square()).is_some_and(|(_, top)| top != kind);
    text.parse().is_ok_and(is_wrong)
}

/// That the letter behind a spread is passed over.
pub(super) fn without_letter(mv: &str) -> String {
    let mv = excerpt(mv);
    format!("{mv} is read without its last letter, which is not that of the stone on top")
}
