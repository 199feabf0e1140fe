//! How the program reads what others send or keep for it: frames of a WebSocket, and the
//! lines of `analyze --resume`. They are apart from the program so that tests can give
//! them anything. To build on the engine, take the package `tak-search`.

#![forbid(unsafe_code)]

#[cfg(feature = "serve")]
pub mod frames;
pub mod resume;
