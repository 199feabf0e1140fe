//! The end of the game, seen one ply ahead or reached.

use tak_encoding::{Color, Kind, Move, OneHash, Outcome, Playable, Position, Size, Square};

use crate::score::{self, Score};

/// A placement that ends the game on flats in the mover's favour: of the last
/// piece, or on the last square.
pub(super) fn last_piece<const N: usize>(position: &Position<N, OneHash>) -> Option<Move<N>>
where
    Size<N>: Playable,
{
    let mover = position.side_to_move();
    let reserve = position.reserve(mover);
    let pieces = reserve.flats + reserve.caps;
    let last_square = position.empty().count() == 1;
    if pieces == 0 || (pieces > 1 && !last_square) || position.is_opening() {
        return None;
    }
    let square = position.empty().first()?;
    let kind = if reserve.flats > 0 {
        Kind::Flat
    } else {
        Kind::Capstone
    };
    let mv = Move::place(kind, Square::new(square)?);
    let winner = position.after(mv).outcome().and_then(Outcome::winner);
    (winner == Some(mover)).then_some(mv)
}

/// The value of a finished game for the player who made the last move.
pub(super) fn final_score<const N: usize>(
    position: &Position<N, OneHash>,
    mover: Color,
    ply: usize,
) -> Score
where
    Size<N>: Playable,
{
    match position.outcome().and_then(Outcome::winner) {
        Some(winner) if winner == mover => score::win_at(ply),
        Some(_) => -score::win_at(ply),
        None => 0,
    }
}
