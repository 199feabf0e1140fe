//! Games of the engine against itself, as `datagen` stores them for `tune`, `wdl` and `train`.
//!
//! A file begins with one line of text, the [`Settings`] as JSON; then comes one [record](tak_search::self_play) for
//! each game, appended in one write, so that even a killed run leaves whole games.

mod file;
mod merge;
mod positions;
mod settings;

pub(crate) use file::Appender;
pub(crate) use merge::merge;
pub(crate) use positions::{ScoredPosition, read_positions};
pub(crate) use settings::{Settings, fingerprint};
pub(crate) use tak_search::self_play::{Game, Share};
