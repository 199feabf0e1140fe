//! Games that the engine played against itself, as `datagen` keeps them for `tune`,
//! `wdl` and `train`.
//!
//! A file begins with one line of text, the [`Settings`] as JSON; after it comes one
//! [record](game) a game, appended in one piece, so that even a killed run leaves
//! whole games.

mod file;
mod game;
mod merge;
mod positions;
mod settings;

pub(crate) use file::Appender;
pub(crate) use game::{Game, Share};
pub(crate) use merge::merge;
pub(crate) use positions::{ScoredPosition, read_positions};
pub(crate) use settings::Settings;
