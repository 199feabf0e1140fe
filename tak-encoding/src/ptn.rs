//! Portable Tak Notation (PTN), the file format for games.
//!
//! An [`AnyGame`] holds the tags and the main line of a game, and nothing more. A [`PtnGame`] keeps
//! the whole text. [`games`] splits a file with several games. All of them are built on [`tokens`].

mod any;
mod clock;
mod error;
mod game;
mod games;
mod header;
mod heading;
mod lexer;
mod lines;
mod meant;
pub mod move_list;
mod ninja;
mod playtak;
mod read;
mod record;
mod tags;
mod usual;

pub use any::AnyGame;
pub use error::PtnError;
pub use game::{Game, Tag};
pub use games::{GameText, Games, Splitter, games};
pub use lexer::{Token, TokenKind, Tokens, tokens};
pub use move_list::MoveListError;
pub use ninja::for_others;
pub use record::{Notes, Ply, PtnGame, ReadGame, Remarks};
