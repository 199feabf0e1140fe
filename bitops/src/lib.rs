#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(clippy::undocumented_unsafe_blocks)]

mod board;
mod delta;
pub mod diag;
mod direction;
pub mod flood;
pub mod reference;
mod symmetry;
mod word;

pub use board::{Bitboard, Bitboard64, Connectivity, Squares, blocks};
pub use delta::delta_swap;
pub use direction::Direction;
pub use symmetry::Symmetry;
pub use word::Word;
