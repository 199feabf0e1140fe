//! The program as a user runs it.

mod analyze;
mod analyze_errors;
mod analyze_resume;
#[cfg(target_os = "linux")]
mod analyze_terminal;
mod bench;
mod play;
#[cfg(target_os = "linux")]
mod play_terminal;
#[cfg(feature = "playtak")]
mod playtak;
mod program;
mod puzzle;
mod solve;
mod stdio;
