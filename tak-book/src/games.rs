//! A database of games without duplicates, searchable by what is known about a game and by any
//! position that it passed through.
//!
//! ```
//! use tak_book::games::{Database, Importer, Query};
//! use tak_book::{Filter, Record};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("my.games");
//! let text = "[Size \"5\"]\n[Player1 \"Ann\"]\n\n1. a1 e5 2. c3 R-0\n";
//! let mut importer = Importer::open(&path)?;
//! for _ in 0..2 {
//!     importer.add(&Record::from_ptn(text.parse()?, Some(text)));
//! }
//! let counts = importer.commit()?;
//! assert_eq!((counts.added, counts.known), (1, 1));
//!
//! // A position from another corner finds the same game.
//! let database = Database::open(&path)?;
//! let position = Some("1,x4/x5/x5/x5/x4,2 1 2".parse()?);
//! let query = Query { position, filter: Filter::default() };
//! database.search(&query, |found| {
//!     assert_eq!(found.facts.players[0].as_deref(), Some("Ann"));
//!     assert_eq!(found.at.unwrap().next.unwrap().to_string(), "c3");
//!     true
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The file
//!
//! | table | columns |
//! |---|---|
//! | `games` | `id`, the facts as columns, `moves`; `tags` and `ptn` if there is more to a game |
//! | `players` | `id`, `name`, `is_bot` |
//! | `sites` | `id`, `name`: the sites that gave the games their `site_id` |
//! | `positions` | `id`, `entries`: which games passed through which positions |
//!
//! **Moves** take one byte for a placement and two or three for a spread: see `games/moves.rs`.
//! **Positions** are stored as 28 bits of a hash of their canonical board with the game and the
//! ply, in delta-coded lists: see `games/positions.rs`. A game found in a list is returned only if
//! its actual board matches, so positions are never confused.

mod database;
mod duplicates;
mod explore;
mod importer;
mod moves;
mod positions;
mod row;
mod schema;
mod search;

pub use database::{Database, Player, Stored};
pub use duplicates::Sameness;
pub use explore::Explored;
pub use importer::{Imported, Importer};
pub use search::{At, Found, Query};
