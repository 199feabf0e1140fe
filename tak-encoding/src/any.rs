//! The run-time face: a position whose size is known only when the program runs.

use std::fmt;
use std::str::FromStr;

use crate::outcome::Outcome;
use crate::piece::Color;
use crate::position::Position;
use crate::ptn::MoveError;
use crate::rules::{HalfKomi, Reserve, Rules, RulesError};
use crate::size::{BoardSize, Playable, Size};
use crate::tps::{TpsError, tps_size};
use crate::with_size;
use crate::zobrist::{EightHashes, Hashing};

/// A position of any size. For more than the few calls below, enter generic
/// code once with [`with_position!`](crate::with_position).
///
/// ```
/// use tak_encoding::{AnyPosition, NoHash, perft, with_position};
///
/// let mut position: AnyPosition<NoHash> = "x5/x5/x5/x5/x5 1 1".parse()?;
/// position.play_ptn("a1")?;
/// assert_eq!(position.to_string(), "x5/x5/x5/x5/2,x4 2 1");
/// assert_eq!(with_position!(&position, position => perft(position, 1)), 24);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a plain value without pointers, like Position"
)]
#[expect(missing_docs, reason = "the names say the size")]
pub enum AnyPosition<H: Hashing = EightHashes> {
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

/// [`Rules`] for a size that is not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AnyRules {
    /// The komi.
    pub half_komi: HalfKomi,
    /// White's and Black's reserves, `None` for those of the rules of Tak.
    pub reserves: Option<[Reserve; 2]>,
}

impl AnyRules {
    /// The rules of a game on an N×N board.
    ///
    /// # Errors
    ///
    /// If the reserves do not fit the size.
    pub fn at_size<const N: usize>(self) -> Result<Rules<N>, RulesError>
    where
        Size<N>: Playable,
    {
        let [white, black] = self.reserves.unwrap_or([Reserve::standard::<N>(); 2]);
        Rules::new(self.half_komi, white, black)
    }
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

    /// Reads a TPS of any size, which its rows tell.
    ///
    /// # Errors
    ///
    /// If the text is no TPS, needs more pieces than there are, or the reserves
    /// do not fit the size.
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

    /// The result, `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        with_position!(self, position => position.outcome())
    }

    /// The legal moves in their shortest PTN form.
    pub fn legal_moves_ptn(&self) -> Vec<String> {
        with_position!(self, position => {
            position.legal_moves().iter().map(ToString::to_string).collect()
        })
    }

    /// Plays a move that is given in PTN.
    ///
    /// # Errors
    ///
    /// If it is no legal move; the position is unchanged then.
    pub fn play_ptn(&mut self, text: &str) -> Result<(), MoveError> {
        with_position!(self, position => {
            let mv = position.parse_move(text)?;
            position.play_unchecked(mv);
            Ok(())
        })
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

    /// Reads a TPS under the standard reserves and no komi.
    fn from_str(tps: &str) -> Result<Self, SetupError> {
        Self::from_tps(tps, AnyRules::default())
    }
}

/// Why a position could not be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The text is no TPS for these rules.
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

impl std::error::Error for SetupError {}

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
