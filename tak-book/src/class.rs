//! The class of symmetric positions that an opening reaches.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use tak_encoding::ptn::MoveListError;
use tak_encoding::ptn::move_list::{self, Replay};
use tak_encoding::{
    AnyGame, BoardSize, Opening, PackedBoard, Playable, Position, Size, Symmetry, TpsError,
    tps_size, with_game, with_size,
};

/// Why an opening reaches no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassError {
    /// The moves are wrong.
    Moves(MoveListError),
    /// The TPS is wrong.
    Tps(TpsError),
}

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(error) => error.fmt(f),
            Self::Tps(error) => error.fmt(f),
        }
    }
}

impl Error for ClassError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Moves(error) => Some(error),
            Self::Tps(error) => Some(error),
        }
    }
}

/// An opening as written in a file.
#[derive(Clone, Copy)]
pub enum Form<'a> {
    /// Moves from the empty board of this size, with this opening if given.
    Moves(BoardSize, Option<Opening>, &'a str),
    /// The position reached.
    Tps(&'a str),
    /// A game from any position.
    Game(&'a AnyGame),
}

/// The position that an opening reaches, up to symmetry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The canonical board. Equal boards are one class, and no others are.
    pub board: PackedBoard,
    /// The size of the board.
    pub size: BoardSize,
    /// The symmetry that makes the opening reach the canonical board.
    pub symmetry: Symmetry,
    /// The plies played, according to the opening itself.
    pub ply: u32,
    /// The opening of the game, if the board shows it, which is only after the first ply.
    pub opening: Option<Opening>,
}

impl Class {
    /// The class of a position.
    pub fn of<const N: usize>(position: &Position<N>) -> Self
    where
        Size<N>: Playable,
    {
        let canonical = position.canonical_board();
        Self {
            size: position.size(),
            symmetry: canonical.symmetry(),
            ply: position.ply(),
            opening: (position.ply() == 1 && position.is_opening()).then(|| position.opening()),
            board: canonical.into_board(),
        }
    }
}

/// Determines the classes of openings one by one.
///
/// ```
/// use tak_book::{Classes, Form};
/// use tak_encoding::BoardSize;
///
/// let mut classes = Classes::new(BoardSize::Five);
/// let one = classes.class(&Form::Moves(BoardSize::Five, None, "a1 e5"))?;
/// let other = classes.class(&Form::Tps("2,x4/x5/x5/x5/x4,1 1 2"))?;
/// assert_eq!(one.board, other.board);
/// # Ok::<(), tak_book::ClassError>(())
/// ```
pub struct Classes {
    /// The size of the previous opening.
    likely: BoardSize,
    /// Plays move lists with the size and opening of the previous one.
    moves: Option<(BoardSize, Option<Opening>, MoveClasses)>,
}

/// Returns the class that a list of moves reaches.
type MoveClasses = Box<dyn FnMut(&str) -> Result<Class, ClassError> + Send>;

impl Classes {
    /// The first opening probably has this size.
    pub fn new(likely: BoardSize) -> Self {
        Self { likely, moves: None }
    }

    /// The class of the position reached. A TPS is first read with the likely size, because
    /// counting its rows would take a third as long as reading it.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn class(&mut self, form: &Form<'_>) -> Result<Class, ClassError> {
        let class = match *form {
            Form::Moves(size, opening, text) => self.moves(size, opening)?(text),
            Form::Tps(tps) => tps_class(tps, self.likely).or_else(|_| {
                let size = tps_size(tps).map_err(ClassError::Tps)?;
                tps_class(tps, size).map_err(ClassError::Tps)
            }),
            Form::Game(game) => with_game!(game, game => Ok(Class::of(game.end()))),
        }?;
        self.likely = class.size;
        Ok(class)
    }

    fn moves(
        &mut self,
        size: BoardSize,
        opening: Option<Opening>,
    ) -> Result<&mut MoveClasses, ClassError> {
        let known = self.moves.take().filter(|known| (known.0, known.1) == (size, opening));
        let classes = match known {
            Some((.., classes)) => classes,
            None => with_size!(size, N => {
                let mut replay = Replay::<N>::new(opening).map_err(ClassError::Moves)?;
                Box::new(move |text: &str| match replay.end(text) {
                    Ok(end) => Ok(Class::of(end)),
                    Err(error) => Err(ClassError::Moves(error)),
                }) as MoveClasses
            }),
        };
        Ok(&mut self.moves.insert((size, opening, classes)).2)
    }
}

impl Form<'_> {
    /// The moves as a game; `None` for a position, which has none.
    pub fn game(&self) -> Option<Cow<'_, AnyGame>> {
        match *self {
            Self::Moves(size, opening, text) => with_size!(size, N => {
                let game = move_list::read_from_empty::<N>(opening, text);
                game.ok().map(|game| Cow::Owned(game.into()))
            }),
            Self::Tps(_) => None,
            Self::Game(game) => Some(Cow::Borrowed(game)),
        }
    }
}

fn tps_class(tps: &str, size: BoardSize) -> Result<Class, TpsError> {
    with_size!(size, N => Position::<N>::from_tps(tps).map(|position| Class::of(&position)))
}
