//! What a list of moves does not say about its game.

use tak_encoding::{AnyGame, Opening};
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
