//! How a game ends: roads, flat counts, komi.

use std::fmt;

use crate::piece::Color;
use crate::position::Position;
use crate::rules::HalfKomi;
use crate::size::{Playable, Size};
use crate::zobrist::Hashing;

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// That player has a road.
    Road(Color),
    /// No road, and that player has more flats, komi included.
    Flats(Color),
    /// No road and a tie on flats.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Road(color) | Self::Flats(color) => Some(color),
            Self::Draw => None,
        }
    }

    /// The result of a flat count: `lead` is White's flats minus Black's.
    #[inline]
    pub fn of_flats(lead: i32, komi: HalfKomi) -> Self {
        match (2 * lead).cmp(&i32::from(komi.0)) {
            std::cmp::Ordering::Greater => Self::Flats(Color::White),
            std::cmp::Ordering::Less => Self::Flats(Color::Black),
            std::cmp::Ordering::Equal => Self::Draw,
        }
    }
}

/// `R-0`, `0-R`, `F-0`, `0-F` or `1/2-1/2`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Road(Color::White) => "R-0",
            Self::Road(Color::Black) => "0-R",
            Self::Flats(Color::White) => "F-0",
            Self::Flats(Color::Black) => "0-F",
            Self::Draw => "1/2-1/2",
        })
    }
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// The result of the position as it stands, `None` while the game goes on.
    ///
    /// The player who is *not* to move made the last move: where both have a
    /// road, that player wins.
    ///
    /// ```
    /// use tak_encoding::{Color, Outcome, Position};
    ///
    /// let both_roads = Position::<5>::from_tps("1,1,1,1,1/2,2,2,2,2/x5/x5/x5 2 6")?;
    /// assert_eq!(both_roads.outcome(), Some(Outcome::Road(Color::White)));
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let mover = !self.side_to_move();
        if self.has_road(mover) {
            Some(Outcome::Road(mover))
        } else if self.has_road(!mover) {
            Some(Outcome::Road(!mover))
        } else if self.is_counted() {
            Some(Outcome::of_flats(self.flat_lead(), self.half_komi()))
        } else {
            None
        }
    }

    /// White's flats on top minus Black's, without komi.
    #[inline]
    pub fn flat_lead(&self) -> i32 {
        let flats = |color| (self.tops(color) - self.blockers()).count() as i32;
        flats(Color::White) - flats(Color::Black)
    }

    /// Whether the board is full or a player has nothing left to place.
    #[inline(always)]
    pub(crate) fn is_counted(&self) -> bool {
        self.reserves().iter().any(|reserve| reserve.is_empty())
            || self.occupied() == crate::Bitboard::full()
    }
}
