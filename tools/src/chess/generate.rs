//! All pseudo-legal moves of a position.

use bitops::Heading;

use super::attacks::Attacks;
use super::board::{Board, Move, MoveKind, Wing};
use super::piece::{Color, Piece};
use super::square::{Bitboard, Square, each};

/// What a pawn may promote to.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// The first and the last rank.
const LAST_RANKS: Bitboard = Bitboard::from_bits(0xff00_0000_0000_00ff);

/// Adds every pseudo-legal move to a list.
pub(super) fn generate(board: &Board, attacks: &Attacks, moves: &mut Vec<Move>) {
    let occupied = board.occupied();
    let mut generator =
        Generator { board, attacks, moves, occupied, free: !board.colors[board.turn as usize] };
    // Each arm is compiled for one side, with constant directions.
    match board.turn {
        Color::White => generator.pawns(Color::White),
        Color::Black => generator.pawns(Color::Black),
    }
    generator.pieces(Piece::Knight, |square| attacks.knight[square.index()]);
    generator.pieces(Piece::Bishop, |square| attacks.bishop.attacks(square, occupied));
    generator.pieces(Piece::Rook, |square| attacks.rook.attacks(square, occupied));
    generator.pieces(Piece::Queen, |square| {
        attacks.bishop.attacks(square, occupied) | attacks.rook.attacks(square, occupied)
    });
    generator.pieces(Piece::King, |square| attacks.king[square.index()]);
    generator.castling();
}

struct Generator<'a> {
    board: &'a Board,
    attacks: &'a Attacks,
    moves: &'a mut Vec<Move>,
    occupied: Bitboard,
    /// The squares without a piece of the side to move.
    free: Bitboard,
}

impl Generator<'_> {
    #[inline(always)]
    fn push(&mut self, piece: Piece, from: Square, to: Square, kind: MoveKind) {
        self.moves.push(Move { piece, from, to, kind });
    }

    /// The moves of all pieces of one kind, pawns excepted.
    #[inline(always)]
    fn pieces(&mut self, piece: Piece, attacks: impl Fn(Square) -> Bitboard) {
        for from in each(self.board.of(self.board.turn, piece)) {
            for to in each(attacks(from) & self.free) {
                self.push(piece, from, to, MoveKind::Plain);
            }
        }
    }

    #[inline(always)]
    fn pawns(&mut self, color: Color) {
        let pawns = self.board.of(color, Piece::Pawn);
        let (forward, empty) = (color.forward(), !self.occupied);
        let pushed = pawns.shift(forward, 1) & empty;
        self.pawn_moves(pushed, &[forward], MoveKind::Plain);
        let third_rank = Bitboard::from_bits(0xff << if forward == Heading::Up { 16 } else { 40 });
        let double = (pushed & third_rank).shift(forward, 1) & empty;
        self.pawn_moves(double, &[forward, forward], MoveKind::DoubleStep);
        let enemies = self.board.colors[!color as usize];
        for heading in color.pawn_captures() {
            let reached = pawns.shift(heading, 1);
            self.pawn_moves(reached & enemies, &[heading], MoveKind::Plain);
            if let Some(target) = self.board.en_passant {
                self.pawn_moves(reached & target.set(), &[heading], MoveKind::EnPassant);
            }
        }
    }

    /// The moves of the pawns that reach some squares by some steps.
    #[inline(always)]
    fn pawn_moves(&mut self, reached: Bitboard, steps: &[Heading], kind: MoveKind) {
        let back = |to, step: &Heading| Square::neighbor(to, step.opposite());
        for to in each(reached - LAST_RANKS) {
            let from = steps.iter().fold(to, back);
            self.push(Piece::Pawn, from, to, kind);
        }
        for to in each(reached & LAST_RANKS) {
            let from = steps.iter().fold(to, back);
            for promoted in PROMOTIONS {
                self.push(Piece::Pawn, from, to, MoveKind::Promotion(promoted));
            }
        }
    }

    /// The king may not castle out of check or through check. Whether it ends up in check is tested
    /// for every move.
    #[inline(always)]
    fn castling(&mut self) {
        let (board, turn) = (self.board, self.board.turn);
        for wing in Wing::ALL {
            if !board.may_castle(turn, wing) || wing.between(turn).intersects(self.occupied) {
                continue;
            }
            let from = Square::from_index(turn.home_rank() * 8 + 4);
            let heading = match wing {
                Wing::KingSide => Heading::Right,
                Wing::QueenSide => Heading::Left,
            };
            let passed = from.neighbor(heading);
            let is_safe = |square| !board.is_attacked(square, !turn, self.attacks);
            if is_safe(from) && is_safe(passed) {
                let to = passed.neighbor(heading);
                self.push(Piece::King, from, to, MoveKind::Castling(wing));
            }
        }
    }
}
