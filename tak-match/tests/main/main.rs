//! `tak-match` and `tak-fastchess` as their users run them.

mod commands;
mod fake;
#[cfg(unix)]
mod openbench;
mod openings;
#[cfg(unix)]
mod play;
mod tournament;

use tak_testing::program::Program;

const MATCH: Program = Program(env!("CARGO_BIN_EXE_tak-match"));
