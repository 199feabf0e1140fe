#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![expect(
    clippy::missing_errors_doc,
    reason = "every `Failure` means the same: something could not be read or played, and the line says why"
)]

pub mod adjudication;
mod drawn;
pub mod effort;
pub mod engine;
mod game;
pub mod openings;
mod own;
mod page;
mod pgn;
pub mod plan;
mod play;
mod player;
mod ptn;
pub mod ratings;
pub mod record;
pub mod report;
pub mod results;
mod standing;
pub mod statistics;
pub mod table;
mod tei;
mod thought;
pub mod tournament;
mod verdict;
pub mod worker;
