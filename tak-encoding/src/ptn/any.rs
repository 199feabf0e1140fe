//! Games whose size is known only at run time.

use std::fmt;
use std::str::FromStr;

use super::error::PtnError;
use super::game::{Game, Tag};
use super::games::{GameText, games, only_game};
use super::lexer::Token;
use super::read::Head;
use crate::outcome::{GameResult, Outcome};
use crate::size::{BoardSize, Playable, Size};
use crate::with_size;

/// A game whose size is known only at run time.
///
/// ```
/// use tak_encoding::AnyGame;
///
/// let game: AnyGame = "[Size \"5\"]\n\n1. a1 e5 {a corner each}\n2. c3 0-1".parse()?;
/// let AnyGame::Five(game) = game else { unreachable!() };
/// assert_eq!(game.end().to_tps(), "x4,1/x5/x2,1,x2/x5/2,x4 2 2");
/// assert_eq!(game.result().unwrap().to_string(), "0-1");
///
/// let error = "[Size \"5\"]\n1. a1 e6".parse::<AnyGame>().unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 7));
/// # Ok::<(), tak_encoding::PtnError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "games are few; a box would hide the position")]
#[expect(missing_docs, reason = "the names say the size")]
pub enum AnyGame {
    Three(Game<3>),
    Four(Game<4>),
    Five(Game<5>),
    Six(Game<6>),
    Seven(Game<7>),
    Eight(Game<8>),
}

/// Runs one generic body on the [`Game`] inside an [`AnyGame`].
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:pat => $body:expr) => {
        match $any {
            $crate::AnyGame::Three($game) => $body,
            $crate::AnyGame::Four($game) => $body,
            $crate::AnyGame::Five($game) => $body,
            $crate::AnyGame::Six($game) => $body,
            $crate::AnyGame::Seven($game) => $body,
            $crate::AnyGame::Eight($game) => $body,
        }
    };
}

impl AnyGame {
    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        with_game!(self, game => game.start().size())
    }

    /// All tags in order.
    pub fn tags(&self) -> &[Tag] {
        with_game!(self, game => game.tags())
    }

    /// The result that the game claims.
    pub fn result(&self) -> Option<GameResult> {
        with_game!(self, game => game.result())
    }

    /// The position after the last move, as a TPS.
    pub fn end_tps(&self) -> String {
        with_game!(self, game => game.end().to_tps())
    }

    /// What the board says about the position after the last move.
    pub fn end_outcome(&self) -> Option<Outcome> {
        with_game!(self, game => game.end().outcome())
    }

    /// What a reader had to guess: the opening, which only the first move tells.
    /// playtak.com wrote such games for some weeks.
    pub fn remark(&self) -> Option<&'static str> {
        let lacks_tag = with_game!(self, game => game.lacks_opening_tag());
        lacks_tag.then_some(
            "a game without the tag Opening whose first move is like 2a1 is taken for a double \
             black stack",
        )
    }

    /// The number of plies.
    pub fn plies(&self) -> usize {
        with_game!(self, game => game.moves().len())
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(self, game => game.fmt(f))
    }
}

impl FromStr for AnyGame {
    type Err = PtnError;

    /// Reads a file with one game. Comments, variations and what the tags say
    /// beyond size, position, komi, reserves and result are not looked at.
    fn from_str(text: &str) -> Result<Self, PtnError> {
        only_game(text)?.read()
    }
}

impl AnyGame {
    /// Reads a file with any number of games, as [`games`] tells them apart.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong in any of them.
    pub fn read_all(text: &str) -> Result<Vec<Self>, PtnError> {
        games(text).map(GameText::read).collect()
    }
}

impl GameText<'_> {
    /// Reads the game.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where in the file.
    pub fn read(self) -> Result<AnyGame, PtnError> {
        self.read_with(|_| ())
    }

    /// Shows the moves of the main line as it reads them.
    pub(super) fn read_with(self, on_move: impl FnMut(&Token<'_>)) -> Result<AnyGame, PtnError> {
        let read = || {
            let head = Head::read(self.text);
            let header = head.header()?;
            let tells_opening = header.tells_opening;
            with_size!(header.size, N => {
                let start = head.start::<N>(&header)?;
                Ok(head.game(start, tells_opening, on_move)?.into())
            })
        };
        read().map_err(|error: PtnError| error.behind(self.line, self.column))
    }

    /// Reads a game on a board of that size.
    fn read_sized<const N: usize>(self) -> Result<Game<N>, PtnError>
    where
        Size<N>: Playable,
    {
        let read = || {
            let head = Head::read(self.text);
            let header = head.header()?;
            let tells_opening = header.tells_opening;
            let start = head.start(&header)?;
            head.game(start, tells_opening, |_| ())
        };
        read().map_err(|error| error.behind(self.line, self.column))
    }
}

impl<const N: usize> FromStr for Game<N>
where
    Size<N>: Playable,
{
    type Err = PtnError;

    /// Reads a file with one game on a board of this size, like [`AnyGame`].
    ///
    /// ```
    /// use tak_encoding::Game;
    ///
    /// let game: Game<5> = "[Size \"5\"] 1. a1 e5 2. c3".parse()?;
    /// assert_eq!(game.to_string().parse(), Ok(game));
    ///
    /// let error = "[Size \"6\"] 1. a1 e5".parse::<Game<5>>().unwrap_err();
    /// assert_eq!(error.problem(), "expected a game on 5×5, found one on 6×6");
    /// # Ok::<(), tak_encoding::PtnError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, PtnError> {
        only_game(text)?.read_sized()
    }
}

macro_rules! game_from {
    ($($variant:ident, $n:literal;)*) => {
        $(
            impl From<Game<$n>> for AnyGame {
                fn from(game: Game<$n>) -> Self {
                    Self::$variant(game)
                }
            }
        )*
    };
}

game_from! {
    Three, 3;
    Four, 4;
    Five, 5;
    Six, 6;
    Seven, 7;
    Eight, 8;
}
