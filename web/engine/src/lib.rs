//! The engine for JavaScript: a TEI session and the rules, as WebAssembly.
//!
//! The one thread of a page's worker searches and takes messages. So a search is
//! suspended every few milliseconds, in the middle of its tree (`host.rs`). The package
//! around this crate is described in its `README.md`.

mod host;
mod rules;
mod session;

pub use rules::{Game, Position, parse_ptn};
pub use session::{Session, run_search};
