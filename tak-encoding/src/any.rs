//! Positions and moves whose size is known only at run time.

use std::fmt;
use std::str::FromStr;

use bitops::Symmetry;

use crate::canonical::CanonicalBoard;
use crate::move_text::MoveError;
use crate::opening::Opening;
use crate::outcome::Outcome;
use crate::packed::{PackedBoard, PackedError};
use crate::perft::perft;
use crate::piece::Color;
use crate::position::{IllegalMove, Position, Undo};
use crate::rules::{AnyRules, HalfKomi, RulesError};
use crate::size::BoardSize;
use crate::tps::{TpsError, tps_size};
use crate::with_size;
use crate::zobrist::{Hashing, NoHash, OneHash};

mod moves;

pub use moves::AnyMove;

/// A position of any size.
///
/// Everything else is reached through [`with_position!`](crate::with_position), which enters
/// generic code. Where speed matters, do so once, outside of loops.
///
/// ```
/// use tak_encoding::{AnyPosition, IllegalMove};
///
/// let mut position: AnyPosition = "x5/x5/x5/x5/x5 1 1".parse()?;
/// let corner = position.parse_move("a1")?;
/// let undo = position.play(corner)?;
/// assert_eq!(position.to_string(), "x5/x5/x5/x5/2,x4 2 1");
/// assert_eq!(position.legal_moves().len(), 24);
/// assert_eq!(position.play(corner).unwrap_err(), IllegalMove::Occupied);
/// position.undo(undo);
/// assert_eq!(position.perft(3), 43_320);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::large_enum_variant, reason = "a plain value without pointers, like Position")]
#[expect(missing_docs, reason = "the names say the size")]
pub enum AnyPosition<H: Hashing = NoHash> {
    Three(Position<3, H>),
    Four(Position<4, H>),
    Five(Position<5, H>),
    Six(Position<6, H>),
    Seven(Position<7, H>),
    Eight(Position<8, H>),
}

/// Runs one generic body on the [`Position`] inside an [`AnyPosition`].
#[macro_export]
macro_rules! with_position {
    ($any:expr, $position:pat => $body:expr) => {
        match $any {
            $crate::AnyPosition::Three($position) => $body,
            $crate::AnyPosition::Four($position) => $body,
            $crate::AnyPosition::Five($position) => $body,
            $crate::AnyPosition::Six($position) => $body,
            $crate::AnyPosition::Seven($position) => $body,
            $crate::AnyPosition::Eight($position) => $body,
        }
    };
}

impl<H: Hashing> AnyPosition<H> {
    /// The empty board.
    ///
    /// # Errors
    ///
    /// If the reserves do not fit the size.
    pub fn new(size: BoardSize, rules: AnyRules) -> Result<Self, RulesError> {
        with_size!(size, N => Ok(Position::<N, H>::with_rules(rules.at_size()?).into()))
    }

    /// Reads a TPS of any size, as given by its number of rows.
    ///
    /// # Errors
    ///
    /// If the text is not a TPS, needs more pieces than there are, or the reserves do not fit the
    /// size.
    pub fn from_tps(tps: &str, rules: AnyRules) -> Result<Self, SetupError> {
        let size = tps_size(tps).map_err(SetupError::Tps)?;
        with_size!(size, N => {
            let rules = rules.at_size().map_err(SetupError::Rules)?;
            let position = Position::<N, H>::from_tps_with(tps, rules).map_err(SetupError::Tps)?;
            Ok(position.into())
        })
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        with_position!(self, position => position.size())
    }

    /// Whose turn it is.
    pub fn side_to_move(&self) -> Color {
        with_position!(self, position => position.side_to_move())
    }

    /// Plies played, 0 at the start.
    pub fn ply(&self) -> u32 {
        with_position!(self, position => position.ply())
    }

    /// The move number of the next ply, 1 at the start.
    pub fn move_number(&self) -> u32 {
        with_position!(self, position => position.move_number())
    }

    /// Whether the next ply is one of the two that the opening decides.
    pub fn is_opening(&self) -> bool {
        with_position!(self, position => position.is_opening())
    }

    /// The opening that the game is in; [`Opening::Swap`] once that makes no difference.
    pub fn opening(&self) -> Opening {
        with_position!(self, position => position.opening())
    }

    /// The komi in half points.
    pub fn half_komi(&self) -> HalfKomi {
        with_position!(self, position => position.half_komi())
    }

    /// Sets another komi.
    pub fn set_half_komi(&mut self, half_komi: HalfKomi) {
        with_position!(self, position => position.set_half_komi(half_komi));
    }

    /// The result, `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        with_position!(self, position => position.outcome())
    }

    /// All legal moves, placements first. This does not check whether the game is over: a
    /// finished position lists the moves that the board would allow.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        with_position!(self, position => {
            position.legal_moves().into_iter().map(AnyMove::from).collect()
        })
    }

    /// This start, with the opening that the first move of the game implies: unless
    /// another was chosen, a move like `2a1` means a double black stack.
    #[must_use]
    pub fn begun_by(&self, first: &str) -> Self {
        with_position!(self, position => position.begun_by(first).into())
    }

    /// Reads a move in PTN that is legal here.
    ///
    /// # Errors
    ///
    /// If the text is not a move on this size, or the move is illegal.
    pub fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        with_position!(self, position => position.parse_move(text).map(AnyMove::from))
    }

    /// Whether the move is legal here, and if not, why.
    ///
    /// # Errors
    ///
    /// The rule that it breaks; a move for another size breaks one too.
    pub fn check_legal(&self, mv: AnyMove) -> Result<(), IllegalMove> {
        with_position!(self, position => position.check_legal(mv.try_into()?))
    }

    /// Plays a move if it is legal, and returns what [`undo`](Self::undo) needs to take
    /// it back.
    ///
    /// This does not check whether the game is over: see [`outcome`](Self::outcome).
    ///
    /// # Errors
    ///
    /// Why the move is illegal; the position is unchanged then.
    pub fn play(&mut self, mv: AnyMove) -> Result<AnyUndo<H>, IllegalMove> {
        with_position!(self, position => Ok(position.play(mv.try_into()?)?.into()))
    }

    /// Takes back the last move played. Moves must be taken back in reverse order; any
    /// other order leads to a meaningless position or a panic, nothing worse.
    ///
    /// # Panics
    ///
    /// If the move was played on a board of another size.
    pub fn undo(&mut self, undo: AnyUndo<H>) {
        match (self, undo) {
            (Self::Three(position), AnyUndo::Three(undo)) => position.undo(undo),
            (Self::Four(position), AnyUndo::Four(undo)) => position.undo(undo),
            (Self::Five(position), AnyUndo::Five(undo)) => position.undo(undo),
            (Self::Six(position), AnyUndo::Six(undo)) => position.undo(undo),
            (Self::Seven(position), AnyUndo::Seven(undo)) => position.undo(undo),
            (Self::Eight(position), AnyUndo::Eight(undo)) => position.undo(undo),
            _ => panic!("the move was played on a board of another size"),
        }
    }

    /// The number of leaves `depth` plies below: see [`perft()`].
    pub fn perft(&self, depth: u8) -> u64 {
        with_position!(self, position => perft(position, depth))
    }

    /// The same position with another number of hashes, computed afresh.
    pub fn rehashed<G: Hashing>(&self) -> AnyPosition<G> {
        with_position!(self, position => position.rehashed().into())
    }

    /// The position turned by a symmetry.
    pub fn transform(&self, symmetry: Symmetry) -> Self {
        with_position!(self, position => position.transform(symmetry).into())
    }

    /// The canonical board as bytes, and the symmetries that lead there.
    pub fn canonical_board(&self) -> CanonicalBoard {
        with_position!(self, position => position.canonical_board())
    }

    /// The position in its canonical orientation: the same for all symmetric
    /// ones of this move number, komi and pieces in hand.
    pub fn canonical(&self) -> Self {
        self.transform(self.canonical_board().symmetry())
    }

    /// The board as bytes.
    pub fn pack(&self) -> PackedBoard {
        with_position!(self, position => position.pack())
    }

    /// The position of a packed board, in the earliest move that its stones allow, without komi.
    ///
    /// # Errors
    ///
    /// If a player has more pieces than the standard rules give. This cannot happen with a board
    /// from [`PackedBoard::from_bytes`].
    pub fn unpack(board: &PackedBoard) -> Result<Self, PackedError> {
        with_size!(board.size(), N => board.unpack::<N, H>().map(Self::from))
    }
}

impl AnyPosition<OneHash> {
    /// The hash of the position.
    pub fn hash(&self) -> u64 {
        with_position!(self, position => position.hash())
    }
}

impl<H: Hashing> fmt::Display for AnyPosition<H> {
    /// The TPS.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_position!(self, position => position.fmt(f))
    }
}

impl<H: Hashing> FromStr for AnyPosition<H> {
    type Err = SetupError;

    /// Reads a TPS with the standard reserves and no komi.
    fn from_str(tps: &str) -> Result<Self, SetupError> {
        Self::from_tps(tps, AnyRules::default())
    }
}

/// Why a position could not be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// The text is not a TPS for these rules.
    Tps(TpsError),
    /// The reserves do not fit the size.
    Rules(RulesError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tps(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SetupError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Tps(error) => Some(error),
            Self::Rules(error) => Some(error),
        }
    }
}

/// What is needed to take back a move of an [`AnyPosition`]: see [`Undo`].
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the names say the size")]
pub enum AnyUndo<H: Hashing = NoHash> {
    Three(Undo<3, H>),
    Four(Undo<4, H>),
    Five(Undo<5, H>),
    Six(Undo<6, H>),
    Seven(Undo<7, H>),
    Eight(Undo<8, H>),
}

macro_rules! from_sized {
    ($($variant:ident, $n:literal;)*) => {
        $(
            impl<H: Hashing> From<Position<$n, H>> for AnyPosition<H> {
                fn from(position: Position<$n, H>) -> Self {
                    Self::$variant(position)
                }
            }

            impl<H: Hashing> From<Undo<$n, H>> for AnyUndo<H> {
                fn from(undo: Undo<$n, H>) -> Self {
                    Self::$variant(undo)
                }
            }
        )*
    };
}

from_sized! {
    Three, 3;
    Four, 4;
    Five, 5;
    Six, 6;
    Seven, 7;
    Eight, 8;
}
