//! Games whose size is known only at run time.

use std::fmt;
use std::str::FromStr;

use bitops::Symmetry;

use super::error::PtnError;
use super::game::{Game, Tag};
use super::games::{GameText, games};
use super::read::{Head, Main};
use crate::any::{AnyMove, AnyPosition, delegate};
use crate::move_text::MoveError;
use crate::outcome::GameResult;
use crate::playtak::PlaytakError;
use crate::position::IllegalMove;
use crate::size::{BoardSize, Playable, Size};
use crate::{with_position, with_size};

/// A game whose size is known only at run time, with the methods of [`Game`].
///
/// ```
/// use tak_encoding::AnyGame;
///
/// let game: AnyGame = "[Size \"5\"]\n\n1. a1 e5 {a corner each}\n2. c3 0-1".parse()?;
/// assert_eq!(game.end().to_string(), "x4,1/x5/x2,1,x2/x5/2,x4 2 2");
/// assert_eq!(game.moves()[2].to_string(), "c3");
/// assert_eq!(game.result().unwrap().to_string(), "0-1");
///
/// let error = "[Size \"5\"]\n1. a1 e6".parse::<AnyGame>().unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 7));
/// # Ok::<(), tak_encoding::PtnError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "games are few; a box would hide the position")]
#[expect(missing_docs, reason = "the names give the size")]
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
    /// A game without tags, moves or result.
    pub fn new(start: AnyPosition) -> Self {
        with_position!(start, start => Game::new(start).into())
    }

    delegate! { with_game to Game:
        fn size(self) -> BoardSize;
        fn plies(self) -> usize;
        fn is_over(self) -> bool;
        fn tags(self) -> &[Tag];
        fn tag(self, name: &str) -> Option<&str>;
        fn result(self) -> Option<GameResult>;
        fn written_result(self) -> Option<GameResult>;
        fn transform(self, symmetry: Symmetry) -> Self;
        fn to_playtak(self) -> String;
    }

    /// The position before the first move.
    pub fn start(&self) -> AnyPosition {
        with_game!(self, game => (*game.start()).into())
    }

    /// The moves of the main line.
    pub fn moves(&self) -> Vec<AnyMove> {
        with_game!(self, game => game.moves().iter().copied().map(AnyMove::from).collect())
    }

    /// The position after the last move.
    pub fn end(&self) -> AnyPosition {
        with_game!(self, game => (*game.end()).into())
    }

    /// Plays a move at the end of the game.
    ///
    /// # Errors
    ///
    /// If it is illegal or of another size, or if the game has ended.
    pub fn push(&mut self, mv: AnyMove) -> Result<(), IllegalMove> {
        with_game!(self, game => game.push(mv.try_into()?))
    }

    /// Plays a move written in PTN at the end of the game.
    ///
    /// # Errors
    ///
    /// If it is not a move on this size or is illegal, or if the game has ended.
    pub fn push_ptn(&mut self, text: &str) -> Result<(), MoveError> {
        with_game!(self, game => game.push_ptn(text))
    }

    /// Takes the last move back, and the result with it; `None` if there is no move.
    pub fn pop(&mut self) -> Option<AnyMove> {
        with_game!(self, game => game.pop().map(AnyMove::from))
    }

    /// Appends a tag.
    pub fn push_tag(&mut self, name: &str, value: &str) {
        with_game!(self, game => game.push_tag(name, value));
    }

    /// Removes the tags for which `keep` returns false.
    pub fn retain_tags(&mut self, keep: impl FnMut(&Tag) -> bool) {
        with_game!(self, game => game.retain_tags(keep));
    }

    /// Sets the result of the game.
    pub fn set_result(&mut self, result: GameResult) {
        with_game!(self, game => game.set_result(result));
    }

    /// What the reader had to guess, if anything: an opening that only the first move shows.
    /// playtak.com wrote such games for some weeks.
    pub fn remark(&self) -> Option<&'static str> {
        let lacks_tag = with_game!(self, game => game.lacks_opening_tag());
        lacks_tag.then_some(
            "a game without an Opening tag whose first move is like 2a1 is read as a double \
             black stack",
        )
    }

    /// Reads a whole game in the notation of playtak.com: see [`Game::from_playtak`].
    ///
    /// # Errors
    ///
    /// The first move that cannot be read or played.
    pub fn from_playtak(start: AnyPosition, notation: &str) -> Result<Self, PlaytakError> {
        with_position!(start, start => Game::from_playtak(start, notation).map(Self::from))
    }
}

impl fmt::Display for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(self, game => game.fmt(f))
    }
}

impl FromStr for AnyGame {
    type Err = PtnError;

    /// Reads a file with one game. Comments and variations are skipped, and only the tags for size,
    /// position, komi, reserves, opening and result are interpreted.
    fn from_str(text: &str) -> Result<Self, PtnError> {
        GameText::only(text)?.read()
    }
}

impl AnyGame {
    /// Reads a file with any number of games, which [`games`] splits.
    ///
    /// # Errors
    ///
    /// The first error in any game.
    pub fn read_all(text: &str) -> Result<Vec<Self>, PtnError> {
        games(text).map(GameText::read).collect()
    }
}

impl GameText<'_> {
    /// Reads the game.
    ///
    /// # Errors
    ///
    /// The first error in the game, with its position in the file.
    pub fn read(self) -> Result<AnyGame, PtnError> {
        Ok(self.read_main()?.game)
    }

    /// Reads the game, and how it is written.
    pub(super) fn read_main(self) -> Result<Main<AnyGame>, PtnError> {
        let read = || {
            let head = Head::read(self.text);
            let header = head.header()?;
            let has_opening = header.has_opening;
            with_size!(header.size, N => {
                let start = head.start::<N>(&header)?;
                let main = head.game::<N>(start, has_opening)?;
                let Main { game, is_usual, out_of_turn, wrong_letters, departure } = main;
                Ok(Main { game: game.into(), is_usual, out_of_turn, wrong_letters, departure })
            })
        };
        read().map_err(|error: PtnError| error.behind(self.line, self.column))
    }

    /// Reads a game on a board of this size.
    fn read_sized<const N: usize>(self) -> Result<Game<N>, PtnError>
    where
        Size<N>: Playable,
    {
        let read = || {
            let head = Head::read(self.text);
            let header = head.header()?;
            let has_opening = header.has_opening;
            let start = head.start(&header)?;
            Ok(head.game(start, has_opening)?.game)
        };
        read().map_err(|error: PtnError| error.behind(self.line, self.column))
    }
}

impl<const N: usize> FromStr for Game<N>
where
    Size<N>: Playable,
{
    type Err = PtnError;

    /// Reads a file with one game on a board of this size, in the same way as [`AnyGame`].
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
        GameText::only(text)?.read_sized()
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
