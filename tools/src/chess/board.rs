//! The position: where the pieces are, whose turn it is, and the rights that the past has left; and
//! the moves that change it.

use std::fmt::{self, Display};

use super::attacks::Attacks;
use super::piece::{Color, Piece};
use super::square::{Bitboard, Square};

/// The two ways to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wing {
    KingSide,
    QueenSide,
}

impl Wing {
    pub(super) const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// The king and the rook before they castle.
    pub(super) fn unmoved(self, color: Color) -> Bitboard {
        on_home_rank(color, if self == Self::KingSide { 0x90 } else { 0x11 })
    }

    /// The squares between king and rook.
    pub(super) fn between(self, color: Color) -> Bitboard {
        on_home_rank(color, if self == Self::KingSide { 0x60 } else { 0x0e })
    }

    /// Where the rook comes from and goes to.
    fn rook_path(self, color: Color) -> Bitboard {
        on_home_rank(color, if self == Self::KingSide { 0xa0 } else { 0x09 })
    }
}

/// Moves the bits of a rank to the home rank of a side.
const fn on_home_rank(color: Color, rank: u64) -> Bitboard {
    Bitboard::from_bits(rank << (8 * color.home_rank()))
}

/// A pseudo-legal move: as the piece moves, whether or not the king is safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    /// The moving piece; a pawn that promotes is still a pawn.
    pub(super) piece: Piece,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) kind: MoveKind,
}

/// What a move does besides moving and capturing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveKind {
    /// Nothing.
    Plain,
    /// A pawn's double step, after which it may be taken en passant.
    DoubleStep,
    /// A pawn captures another that has just made a double step.
    EnPassant,
    /// The king and a rook move at once.
    Castling(Wing),
    /// A pawn becomes another piece.
    Promotion(Piece),
}

impl Display for Move {
    /// As in UCI: `e2e4`, `e7e8q`, the king's move for castling.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.from, self.to)?;
        match self.kind {
            MoveKind::Promotion(piece) => write!(formatter, "{}", piece.letter()),
            _ => Ok(()),
        }
    }
}

/// A position, small enough to be copied for each move, so that no move has to be
/// undone.
///
/// The layout is fixed so that the eight sets are copied and cleared together,
/// as one 512-bit word where the CPU has those.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(C)]
pub(super) struct Board {
    pub(super) pieces: [Bitboard; 6],
    pub(super) colors: [Bitboard; 2],
    /// The squares of kings and rooks that no move has touched; a king and a
    /// rook on such squares may castle.
    pub(super) unmoved: Bitboard,
    pub(super) turn: Color,
    /// The square that a double step has just passed.
    pub(super) en_passant: Option<Square>,
}

impl Board {
    /// The pieces of one kind and colour.
    #[inline(always)]
    pub(super) fn of(&self, color: Color, piece: Piece) -> Bitboard {
        self.colors[color as usize] & self.pieces[piece as usize]
    }

    /// All occupied squares.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Whether a side keeps the right to castle on a wing.
    #[inline(always)]
    pub(super) fn may_castle(&self, color: Color, wing: Wing) -> bool {
        wing.unmoved(color).is_subset(self.unmoved)
    }

    /// The piece on a square.
    pub(super) fn piece_at(&self, square: Square) -> Option<(Color, Piece)> {
        let has = |set: Bitboard| set.contains(square.index());
        let color = Color::ALL.into_iter().find(|&color| has(self.colors[color as usize]))?;
        let piece = Piece::ALL.into_iter().find(|&piece| has(self.pieces[piece as usize]))?;
        Some((color, piece))
    }

    /// Puts pieces on empty squares and takes them off occupied ones.
    #[inline(always)]
    pub(super) fn toggle(&mut self, color: Color, piece: Piece, squares: Bitboard) {
        self.colors[color as usize] ^= squares;
        self.pieces[piece as usize] ^= squares;
    }

    /// Removes whatever is there.
    #[inline(always)]
    fn clear(&mut self, squares: Bitboard) {
        self.pieces = self.pieces.map(|set| set - squares);
        self.colors = self.colors.map(|set| set - squares);
    }

    /// The position after a pseudo-legal move.
    pub(super) fn after(mut self, mv: Move) -> Self {
        self.play(mv);
        self
    }

    /// Plays a pseudo-legal move.
    #[inline(always)]
    pub(super) fn play(&mut self, mv: Move) {
        let (turn, to) = (self.turn, mv.to.set());
        let touched = mv.from.set() | to;
        let back = (!turn).forward();
        self.clear(to);
        self.toggle(turn, mv.piece, touched);
        self.unmoved -= touched;
        self.turn = !turn;
        self.en_passant = None;
        match mv.kind {
            MoveKind::Plain => {}
            MoveKind::DoubleStep => self.en_passant = Some(mv.to.neighbor(back)),
            MoveKind::EnPassant => self.clear(mv.to.neighbor(back).set()),
            MoveKind::Castling(wing) => self.toggle(turn, Piece::Rook, wing.rook_path(turn)),
            MoveKind::Promotion(piece) => {
                self.pieces[Piece::Pawn as usize] ^= to;
                self.pieces[piece as usize] ^= to;
            }
        }
    }

    /// Whether a side attacks a square.
    #[inline(always)]
    pub(super) fn is_attacked(&self, square: Square, by: Color, attacks: &Attacks) -> bool {
        let occupied = self.occupied();
        let enemies = self.colors[by as usize];
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces.map(|set| set & enemies);
        // A piece attacks the square if a piece of its kind on the square would attack it.
        let near = attacks.knight[square.index()] & knights
            | attacks.king[square.index()] & kings
            | attacks.pawn[!by as usize][square.index()] & pawns;
        !near.is_empty()
            || attacks.rook.sees(square, occupied, rooks | queens)
            || attacks.bishop.sees(square, occupied, bishops | queens)
    }

    /// Whether the king of a side is attacked.
    #[inline(always)]
    pub(super) fn is_in_check(&self, color: Color, attacks: &Attacks) -> bool {
        let king = self.of(color, Piece::King).bits().trailing_zeros() as usize;
        self.is_attacked(Square::from_index(king), !color, attacks)
    }
}
