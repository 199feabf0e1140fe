//! The engine over web sockets, as pages and programs reach it.

mod autobahn;
mod bad_input;
mod browser;
mod frames;
mod handshake;
mod marks;
mod pages;
#[cfg(unix)]
mod suspend;
