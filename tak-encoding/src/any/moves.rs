//! A move whose size is known only at run time.

use std::fmt;

use bitops::Symmetry;

use crate::move_text::MoveError;
use crate::moves::{Action, Move};
use crate::piece::Kind;
use crate::playtak::PlaytakError;
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
pub struct AnyMove {
    size: BoardSize,
    /// Of that size in truth.
    mv: Move<8>,
}

/// Runs one generic body on the [`Move`] inside an [`AnyMove`].
#[macro_export]
macro_rules! with_move {
    ($any:expr, $mv:pat => $body:expr) => {{
        let any: $crate::AnyMove = $any;
        $crate::with_size!(any.size(), SIZE_OF_MOVE => {
            let $mv = any.known::<SIZE_OF_MOVE>();
            $body
        })
    }};
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
        self.mv.bits()
    }

    /// The size of the board that the move is for.
    pub fn size(self) -> BoardSize {
        self.size
    }

    /// The move on a board that is known to be of its size.
    #[doc(hidden)]
    pub fn known<const N: usize>(self) -> Move<N> {
        debug_assert_eq!(self.size.squares_per_side(), N);
        self.mv.resized()
    }

    /// The square that a placement fills or a spread leaves, a1 = 0.
    pub fn square(self) -> usize {
        with_move!(self, mv => mv.square().index())
    }

    /// The square that a placement fills, or the last one that a spread reaches, a1 = 0.
    pub fn target(self) -> usize {
        with_move!(self, mv => mv.target().index())
    }

    /// Whether the move is a spread.
    pub fn is_spread(self) -> bool {
        self.mv.is_spread()
    }

    /// Whether the move places two flats at once, as a double black stack begins.
    pub fn places_two(self) -> bool {
        matches!(self.mv.action(), Action::PlaceTwo(_))
    }

    /// The kind of the pieces that the move places; `None` for a spread.
    pub fn places(self) -> Option<Kind> {
        match self.mv.action() {
            Action::Place(kind, _) => Some(kind),
            Action::PlaceTwo(_) => Some(Kind::Flat),
            Action::Spread(..) => None,
        }
    }

    /// The same move on the board turned by a symmetry.
    pub fn transform(self, symmetry: Symmetry) -> Self {
        with_move!(self, mv => mv.transform(symmetry).into())
    }

    /// Reads a move in the notation of playtak.com, for a board of this size.
    ///
    /// # Errors
    ///
    /// If the text is not a move on this size.
    pub fn from_playtak(size: BoardSize, text: &str) -> Result<Self, PlaytakError> {
        with_size!(size, N => Move::<N>::from_playtak(text).map(Self::from))
    }

    /// The move in the notation of playtak.com.
    pub fn to_playtak(self) -> String {
        with_move!(self, mv => mv.to_playtak().to_string())
    }
}

/// The shortest standard form, like that of [`Move`].
impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_move!(*self, mv => mv.fmt(f))
    }
}

impl fmt::Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> From<Move<N>> for AnyMove
where
    Size<N>: Playable,
{
    fn from(mv: Move<N>) -> Self {
        Self { size: Size::<N>::BOARD_SIZE, mv: mv.resized() }
    }
}

impl<const N: usize> TryFrom<AnyMove> for Move<N>
where
    Size<N>: Playable,
{
    type Error = IllegalMove;

    /// Fails with [`IllegalMove::OtherSize`] and nothing else.
    fn try_from(mv: AnyMove) -> Result<Self, IllegalMove> {
        if mv.size == Size::<N>::BOARD_SIZE { Ok(mv.known()) } else { Err(IllegalMove::OtherSize) }
    }
}
