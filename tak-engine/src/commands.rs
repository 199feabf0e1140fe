//! What the program does, a file for each command.

pub(crate) mod bench;
pub(crate) mod serve;
pub(crate) mod stdio;

/// What a command ends with: nothing, or a problem told in one line.
pub(crate) type Outcome = Result<(), Box<dyn std::error::Error>>;
