//! Games of the engine against itself, as `datagen` stores them for `tune`, `wdl` and `train`.
//!
//! A file begins with one line of text, the [`Settings`] as JSON; then comes one [record](game) for
//! each game, appended in one write, so that even a killed run leaves whole games.

mod file;
mod game;
mod merge;
mod positions;
mod settings;

pub(crate) use file::Appender;
pub(crate) use game::{Game, Share};
pub(crate) use merge::merge;
pub(crate) use positions::{ScoredPosition, read_positions};
pub(crate) use settings::{Settings, fingerprint};
