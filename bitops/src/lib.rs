#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
mod delta;
mod direction;
mod symmetry;
mod word;

pub use board::{Bitboard, Bitboard64, Squares, blocks};
pub use delta::delta_swap;
pub use direction::Direction;
pub use symmetry::Symmetry;
pub use word::Word;
