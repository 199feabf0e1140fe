//! `tak-tools` as a user runs it.

mod amazons;
mod book;
mod canon;
mod chess;
mod cli;
mod commands;
mod convert;
mod datagen;
#[cfg(unix)]
mod examples;
mod explorer;
mod games;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod matches;
#[cfg(unix)]
mod openbench;
mod openings;
mod program;
mod proofs;
mod python;
mod reader_left;
mod render;
mod slides;
mod zobrist;
