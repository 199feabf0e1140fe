//! The position: who stands where, whose turn it is, and what the past allows.

use std::ops::Not;

use bitops::Direction;

use super::attacks::Attacks;
use super::moves::{Kind, Move};
use super::square::{Square, Squares};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Color {
    White,
    Black,
}

impl Color {
    pub(super) const ALL: [Self; 2] = [Self::White, Self::Black];

    /// What the side is called.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// Where the pawns go.
    pub(super) const fn forward(self) -> Direction {
        match self {
            Self::White => Direction::Up,
            Self::Black => Direction::Down,
        }
    }

    /// The first rank as the side sees it, counted from 0.
    pub(super) const fn home_rank(self) -> usize {
        match self {
            Self::White => 0,
            Self::Black => 7,
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Piece {
    pub(super) const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// The letter of a black piece in a FEN, and of a promotion.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }
}

/// The two ways to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wing {
    KingSide,
    QueenSide,
}

impl Wing {
    pub(super) const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// The king and the rook before they castle.
    pub(super) fn unmoved(self, color: Color) -> Squares {
        on_home_rank(color, if self == Self::KingSide { 0x90 } else { 0x11 })
    }

    /// The squares between king and rook.
    pub(super) fn between(self, color: Color) -> Squares {
        on_home_rank(color, if self == Self::KingSide { 0x60 } else { 0x0e })
    }

    /// Where the rook comes from and goes to.
    fn rook_path(self, color: Color) -> Squares {
        on_home_rank(color, if self == Self::KingSide { 0xa0 } else { 0x09 })
    }
}

/// The squares of a rank on the home rank of a side.
const fn on_home_rank(color: Color, rank: u64) -> Squares {
    Squares::from_bits(rank << (8 * color.home_rank()))
}

/// A position, small enough that a move makes a new one: the old one stays as
/// it was, and that takes the move back.
///
/// The order of the fields is kept: the eight sets are copied and cleared
/// together, as one 512-bit word where the CPU has such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(super) struct Board {
    pub(super) pieces: [Squares; 6],
    pub(super) colors: [Squares; 2],
    /// Kings and rooks that castle if both stand here: no move has touched
    /// these squares yet.
    pub(super) unmoved: Squares,
    pub(super) turn: Color,
    /// The square that a pawn has just jumped over.
    pub(super) en_passant: Option<Square>,
}

impl Board {
    /// The board with nothing on it.
    pub(super) fn empty() -> Self {
        Self {
            pieces: [Squares::empty(); 6],
            colors: [Squares::empty(); 2],
            unmoved: Squares::empty(),
            turn: Color::White,
            en_passant: None,
        }
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub(super) fn of(&self, color: Color, piece: Piece) -> Squares {
        self.colors[color as usize] & self.pieces[piece as usize]
    }

    /// All squares where something stands.
    #[inline(always)]
    pub(super) fn occupied(&self) -> Squares {
        self.colors[0] | self.colors[1]
    }

    /// Whether a side may still castle to a wing, if nothing is in the way.
    #[inline(always)]
    pub(super) fn may_castle(&self, color: Color, wing: Wing) -> bool {
        self.unmoved.contains(wing.unmoved(color))
    }

    /// What stands on a square.
    pub(super) fn piece_at(&self, square: Square) -> Option<(Color, Piece)> {
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.colors[color as usize].get(square.index()))?;
        let piece = Piece::ALL
            .into_iter()
            .find(|&piece| self.pieces[piece as usize].get(square.index()))?;
        Some((color, piece))
    }

    /// Puts pieces on squares that are empty, and takes them from others.
    #[inline(always)]
    pub(super) fn toggle(&mut self, color: Color, piece: Piece, squares: Squares) {
        self.colors[color as usize] ^= squares;
        self.pieces[piece as usize] ^= squares;
    }

    /// Takes away whatever stands there.
    #[inline(always)]
    fn clear(&mut self, squares: Squares) {
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
            Kind::Plain => {}
            Kind::Jump => self.en_passant = Some(mv.to.neighbor(back)),
            Kind::EnPassant => self.clear(mv.to.neighbor(back).set()),
            Kind::KingSide => self.toggle(turn, Piece::Rook, Wing::KingSide.rook_path(turn)),
            Kind::QueenSide => self.toggle(turn, Piece::Rook, Wing::QueenSide.rook_path(turn)),
            Kind::Promotion(piece) => {
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
        // Who stands on the square would meet the attacker by the same move.
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
