//! Positions and moves whose size is known only at run time.
//!
//! An `Any…` type has the methods of the type of one size that need no speed; what has a size in
//! their arguments and results has none here.

use std::fmt;
use std::str::FromStr;

use bitops::Symmetry;

use crate::canonical::CanonicalBoard;
use crate::move_text::MoveError;
use crate::opening::Opening;
use crate::outcome::Outcome;
use crate::packed::{PackedBoard, PackedError};
use crate::perft::perft;
use crate::piece::{Color, Kind};
use crate::position::{IllegalMove, Position, Undo};
use crate::rules::{AnyRules, HalfKomi, Reserve, RulesError};
use crate::size::{BoardSize, Playable, Size};
use crate::square::Square;
use crate::tps::{TpsError, tps_size};
use crate::with_size;
use crate::zobrist::{Hashing, NoHash, OneHash};

mod delegate;
mod moves;

pub(crate) use delegate::delegate;
pub use moves::AnyMove;

/// A position of any size, with the methods of [`Position`].
///
/// A square is a number here, a1 = 0 and on rank by rank. What a search needs, like sets of squares
/// and unchecked moves, is reached through [`with_position!`](crate::with_position), which enters
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
    /// The empty board with the reserves of the rules and no komi.
    pub fn new(size: BoardSize) -> Self {
        with_size!(size, N => Position::<N, H>::new().into())
    }

    /// The empty board.
    ///
    /// # Errors
    ///
    /// If the reserves do not fit the size.
    pub fn with_rules(size: BoardSize, rules: AnyRules) -> Result<Self, RulesError> {
        with_size!(size, N => Ok(Position::<N, H>::with_rules(rules.at_size()?).into()))
    }

    /// Reads a TPS with the standard reserves and no komi. The number of its rows is the size.
    ///
    /// # Errors
    ///
    /// If the text is not a TPS, or needs more pieces than the players have.
    pub fn from_tps(tps: &str) -> Result<Self, TpsError> {
        with_size!(tps_size(tps)?, N => Position::<N, H>::from_tps(tps).map(Self::from))
    }

    /// Reads a TPS with other rules.
    ///
    /// # Errors
    ///
    /// Those of [`from_tps`](Self::from_tps), and if the reserves do not fit the size.
    pub fn from_tps_with(tps: &str, rules: AnyRules) -> Result<Self, SetupError> {
        let size = tps_size(tps).map_err(SetupError::Tps)?;
        with_size!(size, N => {
            let rules = rules.at_size().map_err(SetupError::Rules)?;
            let position = Position::<N, H>::from_tps_with(tps, rules).map_err(SetupError::Tps)?;
            Ok(position.into())
        })
    }

    delegate! { with_position to Position:
        fn to_tps(self) -> String;
        fn size(self) -> BoardSize;
        fn ply(self) -> u32;
        fn move_number(self) -> u32;
        fn side_to_move(self) -> Color;
        fn is_opening(self) -> bool;
        fn opening(self) -> Opening;
        fn color_to_place(self) -> Color;
        fn half_komi(self) -> HalfKomi;
        fn rules(self) -> AnyRules;
        fn reserves(self) -> [Reserve; 2];
        fn reserve(self, color: Color) -> Reserve;
        fn pieces_on_board(self, color: Color) -> (usize, usize);
        fn outcome(self) -> Option<Outcome>;
        fn has_road(self, color: Color) -> bool;
        fn flat_lead(self) -> i32;
        fn count_moves(self) -> u64;
        #[must_use]
        fn begun_by(self, first: &str) -> Self;
        fn transform(self, symmetry: Symmetry) -> Self;
        fn canonical(self) -> Self;
        fn canonical_board(self) -> CanonicalBoard;
        fn canonical_symmetry(self) -> Symmetry;
        fn pack(self) -> PackedBoard;
        fn pack_turned(self, symmetry: Symmetry) -> PackedBoard;
        fn pack_canonical(self) -> PackedBoard;
        fn hashes(self) -> &H;
    }

    /// Sets another komi.
    pub fn set_half_komi(&mut self, half_komi: HalfKomi) {
        with_position!(self, position => position.set_half_komi(half_komi));
    }

    /// The colours of the pieces on a square, a1 = 0, from the top down: none where there is no
    /// piece or no such square.
    pub fn stack(&self, square: usize) -> Vec<Color> {
        // One loop for all sizes, for browsers to load.
        let (height, bits) = with_position!(self, position => {
            let stack = Square::new(square).map(|at| position.stack(at));
            stack.map_or((0, 0), |stack| (stack.height(), stack.bits()))
        });
        let color = |depth| if bits >> depth & 1 == 0 { Color::White } else { Color::Black };
        (0..height).map(color).collect()
    }

    /// Colour and kind of the top piece of a square, a1 = 0, if there is one.
    pub fn top(&self, square: usize) -> Option<(Color, Kind)> {
        with_position!(self, position => position.top(Square::new(square)?))
    }

    /// All legal moves, placements first. This does not check whether the game is over: a
    /// finished position lists the moves that the board would allow.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        with_position!(self, position => {
            position.legal_moves().into_iter().map(AnyMove::from).collect()
        })
    }

    /// A move of the side to move that completes a road, if there is one.
    pub fn road_move(&self) -> Option<AnyMove> {
        with_position!(self, position => position.road_move().map(AnyMove::from))
    }

    /// Reads a move in PTN that is legal here.
    ///
    /// # Errors
    ///
    /// If the text is not a move on this size, or the move is illegal.
    pub fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        with_position!(self, position => position.parse_move(text).map(AnyMove::from))
    }

    /// Whether the move is legal here; one for another size never is.
    pub fn is_legal(&self, mv: AnyMove) -> bool {
        self.check_legal(mv).is_ok()
    }

    /// Whether the move is legal here, and if not, why.
    ///
    /// # Errors
    ///
    /// The rule that it breaks; a move for another size breaks one too.
    pub fn check_legal(&self, mv: AnyMove) -> Result<(), IllegalMove> {
        with_position!(self, position => position.check_legal(mv.try_into()?))
    }

    /// Plays a move if it is legal, and returns what [`undo`](Self::undo) needs to take it back.
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
        assert_eq!(self.size(), undo.size, "the move was played on a board of another size");
        with_position!(self, position => position.undo(undo.undo.resized()));
    }

    /// The number of leaves `depth` plies below: see [`perft()`].
    pub fn perft(&self, depth: u8) -> u64 {
        with_position!(self, position => perft(position, depth))
    }

    /// The same position with another number of hashes, computed afresh.
    pub fn rehashed<G: Hashing>(&self) -> AnyPosition<G> {
        with_position!(self, position => position.rehashed().into())
    }

    /// Whether two positions are the same up to move number, komi and pieces in hand: see
    /// [`Position::is_same_board`].
    pub fn is_same_board(&self, other: &Self) -> bool {
        self.size() == other.size() && self.pack() == other.pack()
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
    type Err = TpsError;

    /// Reads a TPS with the standard reserves and no komi.
    fn from_str(tps: &str) -> Result<Self, TpsError> {
        Self::from_tps(tps)
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
pub struct AnyUndo<H: Hashing = NoHash> {
    size: BoardSize,
    undo: Undo<8, H>,
}

impl<const N: usize, H: Hashing> From<Undo<N, H>> for AnyUndo<H>
where
    Size<N>: Playable,
{
    fn from(undo: Undo<N, H>) -> Self {
        Self { size: Size::<N>::BOARD_SIZE, undo: undo.resized::<8>() }
    }
}

macro_rules! position_from {
    ($($variant:ident, $n:literal;)*) => {
        $(
            impl<H: Hashing> From<Position<$n, H>> for AnyPosition<H> {
                fn from(position: Position<$n, H>) -> Self {
                    Self::$variant(position)
                }
            }
        )*
    };
}

position_from! {
    Three, 3;
    Four, 4;
    Five, 5;
    Six, 6;
    Seven, 7;
    Eight, 8;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveError, OneHash};

    #[test]
    fn games_of_all_sizes_go_forth_and_back() {
        let mut random = fastrand::Rng::with_seed(3);
        for size in BoardSize::ALL {
            let mut position = AnyPosition::<OneHash>::new(size);
            let mut played = Vec::new();
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                assert_eq!(moves.len() as u64, position.count_moves());
                let mv = moves[random.usize(..moves.len())];
                assert!(position.is_legal(mv));
                played.push((position, position.play(mv).unwrap()));
            }
            for (before, undo) in played.into_iter().rev() {
                position.undo(undo);
                assert_eq!(position, before);
            }
        }
    }

    #[test]
    fn squares_and_moves_of_another_board_are_none() -> Result<(), Box<dyn std::error::Error>> {
        let position: AnyPosition = "x3/x,212S,x/x3 1 5".parse()?;
        assert_eq!(position.stack(4), [Color::Black, Color::White, Color::Black]);
        assert_eq!(position.top(4), Some((Color::Black, Kind::Wall)));
        assert_eq!((position.stack(9), position.top(9)), (Vec::new(), None));
        let other = AnyMove::parse(BoardSize::Five, "a1")?;
        assert_eq!(position.check_legal(other), Err(IllegalMove::OtherSize));
        assert!(!position.is_same_board(&AnyPosition::new(BoardSize::Five)));
        assert!(
            position.parse_move("d1").is_err_and(|error: MoveError| !error.to_string().is_empty())
        );
        Ok(())
    }
}
