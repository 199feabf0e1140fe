//! An opening as read from a file, the position that it reaches, and writing it.

use std::borrow::Cow;

use tak_encoding::{
    AnyGame, BoardSize, Game, Opening, PackedBoard, Playable, Position, Size, Symmetry, Tag,
    TpsError, tps_size, with_game, with_size,
};
use tak_games::count::COUNT_TAG;
use tak_games::move_list::{self, Replay};

use super::format::Format;

/// An opening as written in a file.
#[derive(Clone, Copy)]
pub(crate) enum Form<'a> {
    /// Moves from the empty board of this size, with this opening if given.
    Moves(BoardSize, Option<Opening>, &'a str),
    /// The position reached.
    Tps(&'a str),
    /// A game from any position.
    Game(&'a AnyGame),
}

/// The position that an opening reaches, up to symmetry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Class {
    /// The canonical board. Equal boards are one class, and no others are.
    pub(crate) board: PackedBoard,
    /// The size of the board.
    pub(crate) size: BoardSize,
    /// The symmetry that makes the opening reach the canonical board.
    pub(crate) symmetry: Symmetry,
    /// The plies played, according to the opening itself.
    pub(crate) ply: u32,
    /// The opening of the game, if the board shows it, which is only after the first ply.
    pub(crate) opening: Option<Opening>,
}

impl Class {
    fn of<const N: usize>(position: &Position<N>) -> Self
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
pub(crate) struct Classes {
    /// The size of the previous opening.
    likely: BoardSize,
    /// Plays move lists with the size and opening of the previous one.
    moves: Option<(BoardSize, Option<Opening>, MoveClasses)>,
}

/// Returns the class that a list of moves reaches.
type MoveClasses = Box<dyn FnMut(&str) -> Result<Class, String>>;

impl Classes {
    /// The first opening probably has this size.
    pub(crate) fn new(likely: BoardSize) -> Self {
        Self { likely, moves: None }
    }

    /// The class of the position reached. A TPS is first read with the likely size, because
    /// counting its rows would take a third as long as reading it.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub(crate) fn class(&mut self, form: &Form<'_>) -> Result<Class, String> {
        let class = match *form {
            Form::Moves(size, opening, text) => self.moves(size, opening)?(text),
            Form::Tps(tps) => tps_class(tps, self.likely).or_else(|_| {
                let size = tps_size(tps).map_err(|error| error.to_string())?;
                tps_class(tps, size).map_err(|error| error.to_string())
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
    ) -> Result<&mut MoveClasses, String> {
        let known = self.moves.take().filter(|known| (known.0, known.1) == (size, opening));
        let classes = match known {
            Some((.., classes)) => classes,
            None => with_size!(size, N => {
                let mut replay = Replay::<N>::new(opening)?;
                Box::new(move |text: &str| Ok(Class::of(replay.end(text)?))) as MoveClasses
            }),
        };
        Ok(&mut self.moves.insert((size, opening, classes)).2)
    }
}

impl Form<'_> {
    /// The moves as a game; `None` for a position, which has none.
    pub(crate) fn game(&self) -> Option<Cow<'_, AnyGame>> {
        match *self {
            Self::Moves(size, opening, text) => with_size!(size, N => {
                let game = move_list::read_from_empty::<N>(opening, text);
                game.ok().map(|game| Cow::Owned(game.into()))
            }),
            Self::Tps(_) => None,
            Self::Game(game) => Some(Cow::Borrowed(game)),
        }
    }

    /// Checks that it can be written in a format.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(crate) fn fits(&self, to: Format) -> Result<(), String> {
        let starts_empty = match self {
            Self::Moves(..) => true,
            Self::Tps(_) => false,
            Self::Game(game) => {
                if to == Format::Moves {
                    move_list::tell_lost_opening(game);
                }
                with_game!(game, game => {
                    game.start().ply() == 0 && game.start().occupied().is_empty()
                })
            }
        };
        if !starts_empty && to == Format::Moves {
            return Err("it starts from a position: expected --to tps or --to ptn".to_owned());
        }
        match self {
            Self::Game(game) if to == Format::Tps => self.fits_tps(game.size()),
            _ => Ok(()),
        }
    }

    /// Checks that the board has no more pieces than a game of its size with standard piece counts,
    /// because a TPS does not record other counts.
    fn fits_tps(&self, size: BoardSize) -> Result<(), String> {
        let mut tps = String::new();
        self.write(Format::Tps, Symmetry::Identity, &mut tps);
        let read = tps_class(tps.trim_end(), size);
        read.map(drop).map_err(|error| format!("as TPS: {error}; expected --to moves or --to ptn"))
    }

    /// Writes it in a format that it fits, turned by a symmetry.
    pub(crate) fn write(&self, to: Format, turn: Symmetry, out: &mut String) {
        if let Some(game) = self.game() {
            with_game!(&*game, game => {
                let mut game = game.transform(turn);
                // The count is written separately.
                game.retain_tags(|tag| !tag.name.eq_ignore_ascii_case(COUNT_TAG));
                to.write(&game, out);
            });
        } else if let Self::Tps(tps) = *self {
            let Ok(size) = tps_size(tps) else { return };
            with_size!(size, N => {
                let Ok(position) = Position::<N>::from_tps(tps) else { return };
                to.write(&Game::new(position.transform(turn)), out);
            });
        }
    }
}

fn tps_class(tps: &str, size: BoardSize) -> Result<Class, TpsError> {
    with_size!(size, N => Position::<N>::from_tps(tps).map(|position| Class::of(&position)))
}

/// The game with only its first moves, and without its result if there were more.
pub(crate) fn first_plies(game: AnyGame, plies: usize) -> AnyGame {
    fn cut<const N: usize>(game: &Game<N>, plies: usize) -> Game<N>
    where
        Size<N>: Playable,
    {
        let mut short = Game::new(*game.start());
        for Tag { name, value } in game.tags() {
            short.push_tag(name, value);
        }
        short.retain_tags(|tag| !tag.name.eq_ignore_ascii_case("Result"));
        for &mv in &game.moves()[..plies] {
            // The moves are legal in the game, so they are legal here.
            let _ = short.push(mv);
        }
        short
    }
    if game.plies() <= plies {
        return game;
    }
    with_game!(&game, game => cut(game, plies).into())
}
