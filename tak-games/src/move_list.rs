//! What a list of moves does not say about its game, or says otherwise than it is read.

use std::fmt::Display;

use tak_encoding::ptn::move_list::decided;
use tak_encoding::{AnyGame, Game, Opening, Playable, Size};
use tak_terminal::remark;

/// Remarks that a list of its moves does not record the opening of a game.
pub fn tell_lost_opening(game: &AnyGame) {
    let opening = game.start().opening();
    // A first move like 2a1 shows a double black stack.
    if opening == Opening::NoSwap {
        remark::once(&format!(
            "a move list does not record the opening {opening}: read it with --opening {opening}"
        ));
    }
}

/// Remarks what was decided about a list of moves at this place that was read as this game.
pub fn tell_decided<const N: usize>(place: impl Display, game: &Game<N>, text: &str)
where
    Size<N>: Playable,
{
    if let Some(what) = decided(game, text).first() {
        remark::once(&format!("{place}, {what}"));
    }
}
