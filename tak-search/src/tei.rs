//! TEI, the Tak engine interface, in both of its dialects.
//!
//! A [`Session`] is the conversation with one client: lines in, lines out. Beyond the protocol it
//! answers `d`, `eval`, `perft` and `help` for users at a terminal, and `state` and `record` in
//! JSON for web pages that draw a board.
//!
//! | | first dialect | second dialect |
//! |---|---|---|
//! | new game | `teinewgame 6` | `teinewgame size 6 halfkomi 4` |
//! | komi | `setoption name HalfKomi value 4`, kept from game to game | with the game, else 0 |
//! | piece counts | options, kept from game to game | options, reset by a new game |
//!
//! Both are accepted at any time, whatever was announced.

mod command;
mod draw;
mod eval;
mod game;
mod json;
mod options;
mod record;
mod reply;
mod session;
mod state;
mod words;

pub use options::{Announce, Profile, ScoreUnit, Trust};
pub use session::{BARE_GO, Flow, Session, not_text};
