//! The formats of openings.

use std::fmt::Write as _;

use clap::ValueEnum;
use tak_book::{Classes, Form};
use tak_encoding::{
    AnyGame, BoardSize, Game, Notation, Playable, Position, Size, Symmetry, Tag, tps_size,
    with_game, with_size,
};
use tak_games::count::COUNT_TAG;
use tak_games::move_list;

/// How the openings of one file are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// One move list on each line, like `a1 f6 c3`
    Moves,
    /// One position on each line, as TPS
    Tps,
    /// Games with tags
    Ptn,
}

impl Format {
    /// The format in which entries of a notation are written; links are read as the PTN in them.
    pub(crate) fn of(notation: Notation) -> Self {
        match notation {
            Notation::Ptn | Notation::Link => Self::Ptn,
            Notation::Tps => Self::Tps,
            Notation::Moves | Notation::Playtak => Self::Moves,
        }
    }

    /// Appends a game.
    pub(crate) fn write<const N: usize>(self, game: &Game<N>, text: &mut String)
    where
        Size<N>: Playable,
    {
        // Writing to a string cannot fail.
        let _ = match self {
            Self::Tps => write!(text, "{}", game.end()),
            Self::Moves => game.moves().iter().enumerate().try_for_each(|(index, mv)| {
                let space = if index > 0 { " " } else { "" };
                write!(text, "{space}{mv}")
            }),
            Self::Ptn => write!(text, "{game}"),
        };
    }

    /// What separates one opening from the next.
    pub(crate) fn separator(self) -> &'static str {
        match self {
            Self::Moves | Self::Tps => "\n",
            Self::Ptn => "\n\n",
        }
    }
}

/// Checks that an opening can be written in a format.
///
/// # Errors
///
/// Why it cannot.
pub(crate) fn fits(form: &Form<'_>, to: Format) -> Result<(), String> {
    let starts_empty = match form {
        Form::Moves(..) => true,
        Form::Tps(_) => false,
        Form::Game(game) => {
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
    match form {
        Form::Game(game) if to == Format::Tps => fits_tps(form, game.size()),
        _ => Ok(()),
    }
}

/// Checks that the board has no more pieces than a game of its size with standard piece counts,
/// because a TPS does not record other counts.
fn fits_tps(form: &Form<'_>, size: BoardSize) -> Result<(), String> {
    let mut tps = String::new();
    write(form, Format::Tps, Symmetry::Identity, &mut tps);
    let read = Classes::new(size).class(&Form::Tps(tps.trim_end()));
    read.map(drop).map_err(|error| format!("as TPS: {error}; expected --to moves or --to ptn"))
}

/// Writes an opening in a format that it fits, turned by a symmetry.
pub(crate) fn write(form: &Form<'_>, to: Format, turn: Symmetry, out: &mut String) {
    if let Some(game) = form.game() {
        with_game!(&*game, game => {
            let mut game = game.transform(turn);
            // The count is written separately.
            game.retain_tags(|tag| !tag.name.eq_ignore_ascii_case(COUNT_TAG));
            to.write(&game, out);
        });
    } else if let Form::Tps(tps) = *form {
        let Ok(size) = tps_size(tps) else { return };
        with_size!(size, N => {
            let Ok(position) = Position::<N>::from_tps(tps) else { return };
            to.write(&Game::new(position.transform(turn)), out);
        });
    }
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
