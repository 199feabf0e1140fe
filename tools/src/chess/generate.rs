//! All pseudo-legal moves of a position.

use bitops::Direction;

use super::attacks::{Attacks, pawn_captures};
use super::board::{Board, Color, Piece, Wing};
use super::moves::{Kind, Move};
use super::square::{Square, Squares, each};

/// What a pawn may become.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// The first and the last rank.
const LAST_RANKS: Squares = Squares::from_bits(0xff00_0000_0000_00ff);

/// Adds every pseudo-legal move to a list.
pub(super) fn generate(board: &Board, attacks: &Attacks, moves: &mut Vec<Move>) {
    let occupied = board.occupied();
    let mut generator = Generator {
        board,
        attacks,
        moves,
        occupied,
        free: !board.colors[board.turn as usize],
    };
    // Each arm is compiled for its own side: the directions are constants.
    match board.turn {
        Color::White => generator.pawns(Color::White),
        Color::Black => generator.pawns(Color::Black),
    }
    generator.pieces(Piece::Knight, |square| attacks.knight[square.index()]);
    generator.pieces(Piece::Bishop, |square| {
        attacks.bishop.attacks(square, occupied)
    });
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
    occupied: Squares,
    /// Squares without a piece of the mover.
    free: Squares,
}

impl Generator<'_> {
    /// The moves of all pieces of a kind that is no pawn.
    #[inline(always)]
    fn pieces(&mut self, piece: Piece, attacks: impl Fn(Square) -> Squares) {
        for from in each(self.board.of(self.board.turn, piece)) {
            for to in each(attacks(from) & self.free) {
                let kind = Kind::Plain;
                self.moves.push(Move {
                    piece,
                    from,
                    to,
                    kind,
                });
            }
        }
    }

    #[inline(always)]
    fn pawns(&mut self, color: Color) {
        let pawns = self.board.of(color, Piece::Pawn);
        let (forward, empty) = (color.forward(), !self.occupied);
        let pushed = pawns.shift(forward, 1) & empty;
        self.pawn_moves(pushed, &[forward], Kind::Plain);
        let third_rank = Squares::from_bits(0xff << if forward == Direction::Up { 16 } else { 40 });
        let jumped = (pushed & third_rank).shift(forward, 1) & empty;
        self.pawn_moves(jumped, &[forward, forward], Kind::Jump);
        let enemies = self.board.colors[!color as usize];
        for direction in pawn_captures(color) {
            let reached = pawns.shift(direction, 1);
            self.pawn_moves(reached & enemies, &[direction], Kind::Plain);
            if let Some(target) = self.board.en_passant {
                self.pawn_moves(reached & target.set(), &[direction], Kind::EnPassant);
            }
        }
    }

    /// The moves of pawns that have come to some squares by some steps.
    #[inline(always)]
    fn pawn_moves(&mut self, reached: Squares, steps: &[Direction], kind: Kind) {
        let piece = Piece::Pawn;
        let back = |to, step: &Direction| Square::neighbor(to, step.opposite());
        for to in each(reached - LAST_RANKS) {
            let from = steps.iter().fold(to, back);
            self.moves.push(Move {
                piece,
                from,
                to,
                kind,
            });
        }
        for to in each(reached & LAST_RANKS) {
            let from = steps.iter().fold(to, back);
            let moves = PROMOTIONS.map(Kind::Promotion).map(|kind| Move {
                piece,
                from,
                to,
                kind,
            });
            self.moves.extend(moves);
        }
    }

    /// The king may not castle out of check or through it; that he does not
    /// end there is tested for every move.
    #[inline(always)]
    fn castling(&mut self) {
        let (board, turn) = (self.board, self.board.turn);
        for wing in Wing::ALL {
            if !board.may_castle(turn, wing) || wing.between(turn).intersects(self.occupied) {
                continue;
            }
            let from = Square::from_index(turn.home_rank() * 8 + 4);
            let (direction, kind) = match wing {
                Wing::KingSide => (Direction::Right, Kind::KingSide),
                Wing::QueenSide => (Direction::Left, Kind::QueenSide),
            };
            let passed = from.neighbor(direction);
            let is_safe = |square| !board.is_attacked(square, !turn, self.attacks);
            if is_safe(from) && is_safe(passed) {
                let to = passed.neighbor(direction);
                self.moves.push(Move {
                    piece: Piece::King,
                    from,
                    to,
                    kind,
                });
            }
        }
    }
}
