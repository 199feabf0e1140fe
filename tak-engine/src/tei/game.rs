//! What a client sets of the game: komi and piece counts.

use std::ops::RangeInclusive;

use tak_encoding::{BoardSize, HalfKomi, Playable, Reserve, Rules, RulesError, Size, with_size};

use super::command::CommandError;

/// The komi that is offered, in half points.
pub const HALF_KOMI: RangeInclusive<i64> = -20..=20;

/// The options of one session that concern the game, not the engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameOptions {
    pub(super) half_komi: HalfKomi,
    /// White's and Black's, `None` for the standard of the size.
    pub(super) flats: [Option<u8>; 2],
    pub(super) caps: [Option<u8>; 2],
}

impl GameOptions {
    /// A game under standard piece counts.
    ///
    /// # Errors
    ///
    /// If the komi is out of range.
    pub fn with_komi(half_komi: i64) -> Result<Self, CommandError> {
        if !HALF_KOMI.contains(&half_komi) {
            let (min, max) = (HALF_KOMI.start(), HALF_KOMI.end());
            return Err(CommandError(format!(
                "komi: found {half_komi}, expected half points from {min} to {max}"
            )));
        }
        Ok(Self {
            half_komi: HalfKomi(half_komi as i16),
            ..Self::default()
        })
    }

    /// The komi.
    pub fn half_komi(&self) -> HalfKomi {
        self.half_komi
    }

    /// The rules of a game of that size: with the standard pieces where those
    /// that were asked for do not fit the board.
    pub fn rules<const N: usize>(&self) -> Rules<N>
    where
        Size<N>: Playable,
    {
        let wanted = self.wanted::<N>();
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
            let standard = with_size!(size, N => Reserve::standard::<N>()).flats;
            CommandError(format!(
                "{error}; {size}×{size} is played with {standard} flats"
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
    fn pieces_that_do_not_fit_give_way_to_the_standard() {
        for (flats, fits) in [(31, true), (32, false), (63, false)] {
            let game = GameOptions {
                flats: [Some(flats); 2],
                ..GameOptions::default()
            };
            assert_eq!(game.check(BoardSize::Six).is_ok(), fits, "{flats}");
            assert_eq!(game.check(BoardSize::Seven), Ok(()), "{flats}");
            let used = if fits { flats } else { 30 };
            assert_eq!(game.rules::<6>().reserves()[1].flats, used);
            assert_eq!(game.rules::<8>().reserves()[1].flats, flats);
        }
    }
}
