#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod book;
pub mod clock;
mod drawn;
pub mod endgame;
pub mod engine;
pub mod evaluation;
#[cfg(feature = "json")]
pub mod json;
pub mod level;
pub mod limits;
pub mod mark;
pub mod perft;
pub mod review;
pub mod score;
pub mod search;
pub mod self_play;
pub mod solve;
pub mod table;
pub mod tinue;
pub mod turns;
pub mod wdl;

pub use engine::best_move;
