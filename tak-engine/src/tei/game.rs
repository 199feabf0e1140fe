//! What a client sets of the game: komi and piece counts.

use std::ops::RangeInclusive;

use tak_encoding::{
    BoardSize, HalfKomi, Playable, Reserve, Rules, RulesError, Size, excerpt, with_size,
};

use super::command::CommandError;
use super::options::whole_number;

/// The komi that is offered, in half points.
pub const HALF_KOMI: RangeInclusive<i64> = -20..=20;

/// The flats of each player that every board takes: twice as many and a
/// capstone make one stack up to 6×6.
pub const MOST_FLATS: u8 = 31;

/// The options of one session that concern the game, not the engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameOptions {
    pub(super) half_komi: HalfKomi,
    /// White's and Black's, `None` for the standard of the size.
    pub(super) flats: [Option<u8>; 2],
    pub(super) caps: [Option<u8>; 2],
}

impl GameOptions {
    /// A game under standard piece counts. A komi that is out of range becomes
    /// the nearest, and one that is no number none, so that there is a game of
    /// the size that was asked for; the client is to be told the second value.
    pub fn with_komi(half_komi: Option<&str>) -> (Self, Option<String>) {
        let text = half_komi.unwrap_or("0");
        let (min, max) = (*HALF_KOMI.start(), *HALF_KOMI.end());
        let wanted = whole_number(text);
        let taken = wanted.unwrap_or(0).clamp(min, max);
        let remark = (wanted != Some(taken)).then(|| {
            let found = excerpt(text);
            format!(
                "teinewgame: komi {found}, expected {min} to {max} half points; taken as {taken}"
            )
        });
        let game = Self {
            half_komi: HalfKomi(taken as i16),
            ..Self::default()
        };
        (game, remark)
    }

    /// The komi.
    pub fn half_komi(&self) -> HalfKomi {
        self.half_komi
    }

    /// The rules of a game of that size: with the flats that every board takes
    /// where those that were asked for do not fit.
    pub fn rules<const N: usize>(&self) -> Rules<N>
    where
        Size<N>: Playable,
    {
        let fewer = |flats: Option<u8>| flats.map(|flats| flats.min(MOST_FLATS));
        let fitting = Self {
            flats: self.flats.map(fewer),
            ..*self
        };
        let wanted = self.wanted::<N>().or_else(|_| fitting.wanted::<N>());
        wanted.unwrap_or_else(|_| Rules::with_komi(self.half_komi))
    }

    /// Whether a board of that size takes the pieces that were asked for.
    ///
    /// # Errors
    ///
    /// If not; what is wrong and what is done about it.
    pub fn check(&self, size: BoardSize) -> Result<(), CommandError> {
        let wanted = with_size!(size, N => self.wanted::<N>().map(drop));
        wanted.map_err(|error| {
            CommandError(format!(
                "{error}; {size}×{size} is played with {MOST_FLATS} flats each at most"
            ))
        })
    }

    fn wanted<const N: usize>(&self) -> Result<Rules<N>, RulesError>
    where
        Size<N>: Playable,
    {
        let standard = Reserve::standard::<N>();
        let reserve = |color: usize| Reserve {
            flats: self.flats[color].unwrap_or(standard.flats),
            caps: self.caps[color].unwrap_or(standard.caps),
        };
        Rules::new(self.half_komi, reserve(0), reserve(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flats_that_do_not_fit_are_as_many_as_do() {
        for (flats, fits) in [(31, true), (32, false), (63, false)] {
            let game = GameOptions {
                flats: [Some(flats); 2],
                caps: [Some(2); 2],
                ..GameOptions::default()
            };
            assert_eq!(game.check(BoardSize::Six).is_ok(), fits, "{flats}");
            assert_eq!(game.check(BoardSize::Seven), Ok(()), "{flats}");
            let used = flats.min(MOST_FLATS);
            let black = game.rules::<6>().reserves()[1];
            assert_eq!((black.flats, black.caps), (used, 2));
            assert_eq!(game.rules::<8>().reserves()[1].flats, flats);
        }
    }

    #[test]
    fn komi_out_of_range_is_the_nearest_and_told() {
        let komi = |text| {
            let (game, remark) = GameOptions::with_komi(text);
            (game.half_komi.0, remark.is_some())
        };
        assert_eq!(komi(None), (0, false));
        assert_eq!(komi(Some("-20")), (-20, false));
        for (text, taken) in [
            ("21", 20),
            ("-300", -20),
            ("99999999999999999999", 20),
            ("", 0),
            ("undefined", 0),
            ("0.5", 0),
        ] {
            assert_eq!(komi(Some(text)), (taken, true), "{text:?}");
        }
    }
}
