//! TEI, the Tak engine interface, in both of its dialects.
//!
//! [`command`] turns a line into a value, [`go`] its limits, [`options`] knows
//! what can be set, [`game`] what of it concerns the game, [`reply`] writes
//! answers, [`profile`] tells clients apart, and [`session`] holds one
//! conversation. [`draw`], [`eval`] and [`people`] are for who types commands
//! by hand.
//!
//! | | first dialect | second dialect |
//! |---|---|---|
//! | new game | `teinewgame 6` | `teinewgame size 6 halfkomi 4` |
//! | komi | `setoption name HalfKomi value 4`, kept over games | with the game, else 0 |
//! | piece counts | options, kept over games | options, set back by a new game |
//!
//! Both are understood at any time, whatever was announced.

pub mod command;
pub mod draw;
pub mod eval;
pub mod game;
pub mod go;
pub mod options;
pub mod people;
pub mod profile;
pub mod reply;
pub mod session;
