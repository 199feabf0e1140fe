//! The engine for JavaScript, as WebAssembly: a TEI session with the rules, and apart from it
//! the solver and what draws pictures, which are loaded when they are asked for. Each is a
//! feature of this crate.
//!
//! The one thread of a page's worker searches and takes messages. So a search is
//! suspended every few milliseconds, in the middle of its tree (`host.rs`). The solver has
//! a worker to itself, which is ended when nobody waits for it any more. The package
//! around this crate is described in its `README.md`.

mod host;
#[cfg(feature = "pictures")]
mod pictures;
mod position;
#[cfg(feature = "session")]
mod rules;
#[cfg(feature = "session")]
mod session;
#[cfg(feature = "solver")]
mod solver;

#[cfg(feature = "pictures")]
pub use pictures::Drawing;
pub use position::Position;
#[cfg(feature = "session")]
pub use rules::{Game, parse_ptn};
#[cfg(feature = "session")]
pub use session::{Session, run_search};
#[cfg(feature = "solver")]
pub use solver::{Tinues, review, solve};
