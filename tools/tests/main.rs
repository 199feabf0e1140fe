//! `tak-tools` as a user runs it.

mod amazons;
mod animation;
mod book;
mod canon;
mod chess;
mod cli;
mod commands;
mod convert;
mod explorer;
mod games;
#[cfg(unix)]
mod interrupt;
mod openings;
mod program;
mod proofs;
mod puzzles;
mod reader_left;
mod render;
mod slides;
mod zobrist;
