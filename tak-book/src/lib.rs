#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod book;
mod error;
mod key;
mod schema;
pub mod sqlite;
mod stats;
mod tally;

#[cfg(feature = "write")]
pub mod archive;
#[cfg(feature = "write")]
mod builder;
#[cfg(feature = "write")]
mod class;
#[cfg(feature = "write")]
mod counts;
#[cfg(feature = "write")]
mod date;
#[cfg(feature = "write")]
mod expand;
#[cfg(feature = "write")]
mod filter;
#[cfg(feature = "write")]
pub mod games;
#[cfg(feature = "write")]
mod merge;
#[cfg(feature = "parquet")]
pub mod parquet;
#[cfg(feature = "write")]
mod played;
#[cfg(feature = "write")]
mod record;
#[cfg(feature = "write")]
mod runs;
#[cfg(feature = "write")]
mod scores;
#[cfg(feature = "write")]
mod seen;
#[cfg(feature = "write")]
mod step;
#[cfg(feature = "write")]
mod tree;

pub use book::{Book, BookMove, BookRow};
pub use error::BookError;
pub use key::has_standard_pieces;
pub use stats::{PlayedOpening, SizeStats};
pub use tally::Tally;

#[cfg(feature = "write")]
pub use builder::{Addition, BookBuilder};
#[cfg(feature = "write")]
pub use class::{Class, ClassError, Classes, Form};
#[cfg(feature = "write")]
pub use counts::{Counts, CountsError};
#[cfg(feature = "write")]
pub use date::{Date, DateError};
#[cfg(feature = "write")]
pub use expand::{Expanded, Expansion, TooManyOpenings};
#[cfg(feature = "write")]
pub use filter::{Ending, Filter};
#[cfg(feature = "write")]
pub use played::Played;
#[cfg(feature = "write")]
pub use record::{Facts, Origin, Record, is_bot, opening_of};
#[cfg(feature = "write")]
pub use scores::{EngineScore, Scorer, Unscored, Value, Wanted};
#[cfg(feature = "write")]
pub use seen::Seen;
#[cfg(feature = "write")]
pub use step::Step;
#[cfg(feature = "write")]
pub use tree::{After, Bounds, Branch, tree};
