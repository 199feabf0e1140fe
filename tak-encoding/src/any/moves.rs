//! A move whose size is known only at run time.

use std::fmt;

use bitops::Symmetry;

use crate::move_text::MoveError;
use crate::moves::Move;
use crate::position::IllegalMove;
use crate::size::{BoardSize, Playable, Size};
use crate::with_size;

/// A move of any size.
///
/// ```
/// use tak_encoding::{AnyMove, BoardSize, Move};
///
/// let spread = AnyMove::parse(BoardSize::Six, "3c3>12")?;
/// assert_eq!(spread.to_string(), "3c3>12");
/// assert_eq!(AnyMove::from_bits(BoardSize::Six, spread.bits()), Some(spread));
///
/// let sized: Move<6> = "3c3>12".parse()?;
/// assert_eq!(AnyMove::from(sized), spread);
/// assert_eq!(Move::<6>::try_from(spread), Ok(sized));
/// assert!(Move::<5>::try_from(spread).is_err());
/// # Ok::<(), tak_encoding::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say the size")]
pub enum AnyMove {
    Three(Move<3>),
    Four(Move<4>),
    Five(Move<5>),
    Six(Move<6>),
    Seven(Move<7>),
    Eight(Move<8>),
}

/// Runs one generic body on the [`Move`] inside an [`AnyMove`].
#[macro_export]
macro_rules! with_move {
    ($any:expr, $mv:pat => $body:expr) => {
        match $any {
            $crate::AnyMove::Three($mv) => $body,
            $crate::AnyMove::Four($mv) => $body,
            $crate::AnyMove::Five($mv) => $body,
            $crate::AnyMove::Six($mv) => $body,
            $crate::AnyMove::Seven($mv) => $body,
            $crate::AnyMove::Eight($mv) => $body,
        }
    };
}

impl AnyMove {
    /// Reads a move in PTN, for a board of this size.
    ///
    /// # Errors
    ///
    /// If the text is not a move on this size. Only a position knows whether the move is legal:
    /// [`AnyPosition::parse_move`](crate::AnyPosition::parse_move).
    pub fn parse(size: BoardSize, text: &str) -> Result<Self, MoveError> {
        with_size!(size, N => text.parse::<Move<N>>().map(Self::from))
    }

    /// The move with these [`bits`](Self::bits) on this size, if there is one.
    pub fn from_bits(size: BoardSize, bits: u16) -> Option<Self> {
        with_size!(size, N => Move::<N>::from_bits(bits).map(Self::from))
    }

    /// The 16 bits of [`Move`], which do not include the size.
    pub fn bits(self) -> u16 {
        with_move!(self, mv => mv.bits())
    }

    /// The size of the board that the move is for.
    pub fn size(self) -> BoardSize {
        match self {
            Self::Three(_) => BoardSize::Three,
            Self::Four(_) => BoardSize::Four,
            Self::Five(_) => BoardSize::Five,
            Self::Six(_) => BoardSize::Six,
            Self::Seven(_) => BoardSize::Seven,
            Self::Eight(_) => BoardSize::Eight,
        }
    }

    /// The same move on the board turned by a symmetry.
    pub fn transform(self, symmetry: Symmetry) -> Self {
        with_move!(self, mv => mv.transform(symmetry).into())
    }
}

/// The shortest standard form, like that of [`Move`].
impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_move!(self, mv => mv.fmt(f))
    }
}

impl fmt::Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_move!(self, mv => fmt::Debug::fmt(mv, f))
    }
}

impl<const N: usize> From<Move<N>> for AnyMove
where
    Size<N>: Playable,
{
    fn from(mv: Move<N>) -> Self {
        match Size::<N>::BOARD_SIZE {
            BoardSize::Three => Self::Three(mv.resized()),
            BoardSize::Four => Self::Four(mv.resized()),
            BoardSize::Five => Self::Five(mv.resized()),
            BoardSize::Six => Self::Six(mv.resized()),
            BoardSize::Seven => Self::Seven(mv.resized()),
            BoardSize::Eight => Self::Eight(mv.resized()),
        }
    }
}

impl<const N: usize> TryFrom<AnyMove> for Move<N>
where
    Size<N>: Playable,
{
    type Error = IllegalMove;

    /// Fails with [`IllegalMove::OtherSize`] and nothing else.
    fn try_from(mv: AnyMove) -> Result<Self, IllegalMove> {
        if mv.size() == Size::<N>::BOARD_SIZE {
            Ok(with_move!(mv, mv => mv.resized()))
        } else {
            Err(IllegalMove::OtherSize)
        }
    }
}
