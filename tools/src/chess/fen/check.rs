//! Positions that cannot be played from.

use bitops::Direction;

use super::{FenError, RIGHTS};
use crate::chess::attacks::{knight_moves, pawn_captures, steps};
use crate::chess::board::{Board, Color, Piece};
use crate::chess::rays::Slider;
use crate::chess::square::{Squares, each};

/// Refuses what the rules of chess give no answer to.
pub(super) fn check(board: &Board) -> Result<(), FenError> {
    for color in Color::ALL {
        let count = board.of(color, Piece::King).count();
        if count != 1 {
            return Err(FenError::Kings { color, count });
        }
    }
    let last_ranks = Squares::rank(0) | Squares::rank(7);
    if let Some(square) = each(board.pieces[Piece::Pawn as usize] & last_ranks).next() {
        return Err(FenError::PawnOnLastRank(square));
    }
    check_castling(board)?;
    check_en_passant(board)?;
    check_kings(board)
}

fn check_castling(board: &Board) -> Result<(), FenError> {
    for (right, color, wing) in RIGHTS {
        let pieces = board.of(color, Piece::King) | board.of(color, Piece::Rook);
        if board.may_castle(color, wing) && !pieces.contains(wing.unmoved(color)) {
            return Err(FenError::CastlingWithoutPieces { right });
        }
    }
    Ok(())
}

fn check_en_passant(board: &Board) -> Result<(), FenError> {
    let Some(target) = board.en_passant else {
        return Ok(());
    };
    let (jumper, forward) = (!board.turn, (!board.turn).forward());
    let has_right_rank = target.rank().abs_diff(jumper.home_rank()) == 2;
    let comes_from = target.set().shift(forward.opposite(), 1);
    let pawn = target.set().shift(forward, 1);
    let is_free = !board.occupied().intersects(target.set() | comes_from);
    let has_pawn = board.of(jumper, Piece::Pawn).contains(pawn);
    if has_right_rank && is_free && has_pawn {
        Ok(())
    } else {
        Err(FenError::NoJump(target))
    }
}

/// Who moves must not be able to take the king. Once, so without tables.
fn check_kings(board: &Board) -> Result<(), FenError> {
    let turn = board.turn;
    let king = board.of(!turn, Piece::King);
    let walk = |slider: Slider| {
        let walks = each(king).map(|square| slider.walk(square, board.occupied()));
        walks.fold(Squares::empty(), |all, walk| all | walk)
    };
    let (along, across) = (walk(Slider::Rook), walk(Slider::Bishop));
    let attackers = [
        (Piece::Rook, along),
        (Piece::Bishop, across),
        (Piece::Queen, along | across),
        (Piece::Knight, knight_moves(king)),
        (Piece::King, steps(king, &Direction::ALL)),
        (Piece::Pawn, steps(king, &pawn_captures(!turn))),
    ];
    let can_take = |&(piece, squares)| board.of(turn, piece).intersects(squares);
    if attackers.iter().any(can_take) {
        return Err(FenError::CanTakeKing { turn });
    }
    Ok(())
}
