#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![expect(
    clippy::missing_errors_doc,
    reason = "every `Failure` is the same: it could not be read or written, and the line says why"
)]

pub mod color;
pub mod diagram;
pub mod failure;
pub mod input;
pub mod interrupt;
pub mod move_name;
pub mod output;
pub mod progress;
mod road;
pub mod text_board;
pub mod xml;
