//! PTN, Portable Tak Notation: the files that games are kept in.
//!
//! An [`AnyGame`] is the main line of a game, read at no further cost; [`games`]
//! splits a file that holds many. A [`PtnGame`] also keeps everything else that
//! stands in the text. Both are built on [`tokens`].

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
pub use record::{Notes, Ply, PtnGame};
