#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod bot;
mod command;
mod draw;
mod eval;
mod explore;
mod game;
mod handicap;
mod json;
mod mate;
mod options;
mod record;
mod reply;
#[cfg(feature = "review")]
mod review;
mod session;
#[cfg(feature = "review")]
mod solve;
mod state;
#[cfg(feature = "review")]
mod tinues;
mod words;

pub use options::{Announce, Profile, ScoreUnit, Trust};
pub use session::{BARE_GO, Flow, Session, not_text};
