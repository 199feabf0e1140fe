#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![expect(
    clippy::missing_errors_doc,
    reason = "every `Failure` means the same: something could not be read, and the line says why"
)]

pub mod beginnings;
pub mod collection;
pub mod count;
pub mod entries;
pub mod game_files;
pub mod move_list;
pub mod puzzles;
#[cfg(feature = "databases")]
pub mod records;
pub mod start;
