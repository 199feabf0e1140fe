//! What two players agree on before the first ply: komi, reserves and opening.

use std::fmt;
use std::str::FromStr;

use crate::opening::Opening;
use crate::piece::Color;
use crate::size::{Playable, Size, stack_capacity};
use crate::text::{ParseError, number};

/// Komi in half points, added to Black's flat count; negative gives White the
/// points. `HalfKomi(4)` is a komi of 2, `HalfKomi(1)` one of ½.
///
/// As text it is in whole points, as players and PTN write it:
///
/// ```
/// use tak_encoding::HalfKomi;
///
/// assert_eq!("2.5".parse(), Ok(HalfKomi(5)));
/// assert_eq!(HalfKomi(-1).to_string(), "-0.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct HalfKomi(pub i16);

impl fmt::Display for HalfKomi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

impl FromStr for HalfKomi {
    type Err = ParseError;

    /// Parses points with an optional half: `2`, `2.5`, `.5`, `-1`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text),
        };
        let (whole, half) = match digits.split_once('.') {
            None => (digits, 0),
            Some(("", "5")) => ("0", 1),
            Some((whole, "5")) => (whole, 1),
            Some((whole, "0")) => (whole, 0),
            Some(_) => ("", 0),
        };
        number(whole)
            .and_then(|whole| i32::try_from(whole).ok()?.checked_mul(2)?.checked_add(half))
            .and_then(|half_points| i16::try_from(sign * half_points).ok().map(Self))
            .ok_or_else(|| ParseError::new("komi", text, "a number like `2` or `2.5`"))
    }
}

/// The pieces that one player has in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reserve {
    /// Flats, which are also the walls.
    pub flats: u8,
    /// Capstones.
    pub caps: u8,
}

impl Reserve {
    /// Whether nothing is left.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.flats == 0 && self.caps == 0
    }

    /// The pieces that the rules of Tak give each player on this size.
    pub const fn standard<const N: usize>() -> Self
    where
        Size<N>: Playable,
    {
        Self { flats: Size::<N>::FLATS, caps: Size::<N>::CAPS }
    }
}

/// Komi, reserves and opening of one game on an N×N board.
///
/// ```
/// use tak_encoding::{HalfKomi, Position, Reserve, Rules};
///
/// let small = Reserve { flats: 12, caps: 2 };
/// let rules = Rules::<5>::new(HalfKomi(4), small, small)?;
/// assert_eq!(Position::<5>::with_rules(rules).reserves()[0], small);
/// # Ok::<(), tak_encoding::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules<const N: usize> {
    half_komi: HalfKomi,
    reserves: [Reserve; 2],
    opening: Opening,
}

impl<const N: usize> Default for Rules<N>
where
    Size<N>: Playable,
{
    /// The standard reserves, no komi, the opening `swap`.
    fn default() -> Self {
        Self::with_komi(HalfKomi(0))
    }
}

impl<const N: usize> Rules<N>
where
    Size<N>: Playable,
{
    /// The standard reserves, this komi, the opening `swap`.
    pub const fn with_komi(half_komi: HalfKomi) -> Self {
        Self::known(half_komi, [Reserve::standard::<N>(); 2], Opening::Swap)
    }

    /// Other reserves, White's first.
    ///
    /// # Errors
    ///
    /// If a player has no flat for the opening, or all the flats and one
    /// capstone would not fit on one stack: 63 pieces up to 6×6, 127 above.
    pub fn new(half_komi: HalfKomi, white: Reserve, black: Reserve) -> Result<Self, RulesError> {
        if white.flats == 0 || black.flats == 0 {
            return Err(RulesError::NoFlats);
        }
        let tallest = usize::from(white.flats)
            + usize::from(black.flats)
            + usize::from(white.caps.max(black.caps).min(1));
        let most = stack_capacity::<N>();
        if tallest > most {
            return Err(RulesError::TooMany { tallest, most });
        }
        Ok(Self::known(half_komi, [white, black], Opening::Swap))
    }

    /// The same with another opening.
    ///
    /// # Errors
    ///
    /// If a player has fewer flats than the opening places.
    ///
    /// ```
    /// use tak_encoding::{Opening, Position, Rules};
    ///
    /// let rules = Rules::default().with_opening(Opening::DoubleBlackStack)?;
    /// let mut position = Position::<6>::with_rules(rules);
    /// position.play(position.parse_move("2a1")?)?;
    /// assert_eq!(position.to_tps(), "x6/x6/x6/x6/x6/22,x5 2 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_opening(self, opening: Opening) -> Result<Self, RulesError> {
        let is_short = |player| {
            let (color, count) = opening.flats(player);
            self.reserves[color.index()].flats < count
        };
        if Color::ALL.into_iter().any(is_short) {
            return Err(RulesError::OneFlat);
        }
        Ok(Self { opening, ..self })
    }

    /// Rules that a position was played by.
    pub(crate) const fn known(
        half_komi: HalfKomi,
        reserves: [Reserve; 2],
        opening: Opening,
    ) -> Self {
        Self { half_komi, reserves, opening }
    }

    /// The komi.
    pub const fn half_komi(&self) -> HalfKomi {
        self.half_komi
    }

    /// The pieces at the start, White's first.
    pub const fn reserves(&self) -> [Reserve; 2] {
        self.reserves
    }

    /// The opening.
    pub const fn opening(&self) -> Opening {
        self.opening
    }
}

/// [`Rules`] for a size not yet known.
///
/// ```
/// use tak_encoding::{AnyRules, HalfKomi};
///
/// let mut rules = AnyRules::with_komi(HalfKomi(4));
/// rules.caps = [Some(2); 2];
/// let five = rules.at_size::<5>()?;
/// assert_eq!((five.reserves()[0].flats, five.reserves()[0].caps), (21, 2));
/// # Ok::<(), tak_encoding::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub struct AnyRules {
    /// The komi.
    pub half_komi: HalfKomi,
    /// White's and Black's flats; `None` for the standard number of the size.
    pub flats: [Option<u8>; 2],
    /// White's and Black's capstones; `None` for the standard number of the size.
    pub caps: [Option<u8>; 2],
    /// The opening.
    pub opening: Opening,
}

impl AnyRules {
    /// The standard reserves of the size, this komi, the opening `swap`.
    pub fn with_komi(half_komi: HalfKomi) -> Self {
        Self { half_komi, ..Self::default() }
    }

    /// The rules of a game on an N×N board.
    ///
    /// # Errors
    ///
    /// If the reserves do not fit the size or the opening: see [`Rules::new`] and
    /// [`Rules::with_opening`].
    pub fn at_size<const N: usize>(self) -> Result<Rules<N>, RulesError>
    where
        Size<N>: Playable,
    {
        let standard = Reserve::standard::<N>();
        let reserve = |color: Color| Reserve {
            flats: self.flats[color.index()].unwrap_or(standard.flats),
            caps: self.caps[color.index()].unwrap_or(standard.caps),
        };
        Rules::new(self.half_komi, reserve(Color::White), reserve(Color::Black))?
            .with_opening(self.opening)
    }
}

impl<const N: usize> From<Rules<N>> for AnyRules
where
    Size<N>: Playable,
{
    /// Standard numbers become `None`.
    fn from(rules: Rules<N>) -> Self {
        let standard = Reserve::standard::<N>();
        let other = |count: u8, standard: u8| (count != standard).then_some(count);
        Self {
            half_komi: rules.half_komi,
            flats: rules.reserves.map(|reserve| other(reserve.flats, standard.flats)),
            caps: rules.reserves.map(|reserve| other(reserve.caps, standard.caps)),
            opening: rules.opening,
        }
    }
}

/// Reserves with which no game can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RulesError {
    /// Each player needs a flat for the first two plies.
    NoFlats,
    /// Black needs two flats for the first ply of a double black stack.
    OneFlat,
    /// More pieces than one stack can hold.
    TooMany {
        /// The pieces of the tallest stack that could be built.
        tallest: usize,
        /// The most that a stack of this size holds.
        most: usize,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFlats => write!(f, "reserves: expected at least one flat for each player"),
            Self::OneFlat => f.write_str(
                "reserves: expected at least two black flats for the opening `double black stack`",
            ),
            Self::TooMany { tallest, most } => write!(
                f,
                "reserves: {tallest} pieces could end up on one stack, expected at most {most} \
                 (both players' flats and one capstone)"
            ),
        }
    }
}

impl std::error::Error for RulesError {}
