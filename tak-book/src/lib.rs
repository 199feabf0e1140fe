#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod archive;
mod book;
mod builder;
mod counts;
mod date;
mod error;
mod filter;
pub mod games;
mod key;
mod merge;
mod record;
mod runs;
mod schema;
mod scores;
pub mod sqlite;
mod stats;
mod step;
mod tally;

pub use book::{Book, BookMove, BookRow};
pub use builder::{Addition, BookBuilder};
pub use counts::{Counts, CountsError};
pub use date::{Date, DateError};
pub use error::BookError;
pub use filter::{Ending, Filter};
pub use key::has_standard_pieces;
pub use record::{Facts, Origin, Record, is_bot, opening_of};
pub use scores::{EngineScore, Scorer, Unscored, Value, Wanted};
pub use stats::{PlayedOpening, SizeStats};
pub use step::Step;
pub use tally::Tally;
