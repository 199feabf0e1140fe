//! Games as lists of moves, one on each line, with or without move numbers.

use tak_encoding::ptn::move_list::{self, MoveListError};
use tak_encoding::{AnyGame, Game, Opening, Playable, Position, Size};
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

/// Reads moves in PTN from a position, as [`move_list::read`] does, with words for what is wrong.
///
/// # Errors
///
/// The number of the first wrong move, and what is wrong with it.
pub fn read<const N: usize>(start: Position<N>, text: &str) -> Result<Game<N>, String>
where
    Size<N>: Playable,
{
    move_list::read(start, text).map_err(|error: MoveListError| error.to_string())
}
