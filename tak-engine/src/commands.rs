//! What the program does, a file for each command.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod play;
pub(crate) mod serve;
pub(crate) mod stdio;
mod think;

/// What a command ends with: nothing, or a problem told in one line. Where it is
/// a [`Failure`](tak_cli::failure::Failure), it also knows the exit code.
pub(crate) type Outcome = Result<(), Box<dyn std::error::Error>>;
