#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod archive;
mod book;
mod builder;
mod error;
mod key;
mod schema;
pub mod sqlite;
mod stats;
mod tally;

pub use book::{Book, BookMove};
pub use builder::{Addition, BookBuilder};
pub use error::BookError;
pub use key::has_standard_pieces;
pub use stats::{Opening, SizeStats};
pub use tally::Tally;
