//! The readers of what others send or store: frames of a WebSocket, and the lines of `analyze
//! --resume`. They are separate from the program so that tests can feed them anything. To build on
//! the engine, use the package `tak-search`.

#![forbid(unsafe_code)]

#[cfg(feature = "serve")]
pub mod frames;
pub mod resume;
