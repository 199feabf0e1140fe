//! TEI, spoken with a running engine as by its clients.

mod bad_input;
mod beyond;
mod book;
mod bots;
mod game;
mod go;
mod info;
mod last_info;
#[cfg(target_os = "linux")]
mod memory;
mod network;
mod noise;
mod openings;
mod proofs;
mod search;
mod session;
mod state;
mod transcripts;
