//! PTN, Portable Tak Notation: the files that games are kept in.
//!
//! Who wants the main line of a game reads it as an [`AnyGame`](crate::AnyGame)
//! and pays for no more; of a file with many, [`games`] tells where each begins.
//! A [`PtnGame`] keeps everything else that its text holds; [`tokens`] are below
//! them all.

mod any;
mod error;
mod game;
mod games;
mod header;
mod lexer;
mod lines;
mod read;
mod record;

pub use any::AnyGame;
pub use error::PtnError;
pub use game::{Game, Tag};
pub use games::{GameText, Games, Splitter, games};
pub use lexer::{Token, TokenKind, Tokens, tokens};
pub use record::{Ply, PtnGame};
