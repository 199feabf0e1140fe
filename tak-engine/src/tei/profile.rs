//! What differs between clients: what they are told and what they may set.

use crate::engine::EngineOptions;

/// How many of the options a client is told. It can set the others all the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Announce {
    /// Komi and piece counts. PTN Ninja sets them by itself; any other option
    /// would cost its user a click at each connection.
    Game,
    /// Also what people set for analysis: lines, threads, memory.
    Engine,
    /// All, under all names.
    All,
}

/// How far a client is trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// It started the engine.
    Owner,
    /// It came over a network. It can have the threads and the memory that
    /// the engine starts with, not more, and names no files.
    Guest,
}

/// What a session starts with and who it is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Until the client sets something else.
    pub options: EngineOptions,
    /// The options that it is told.
    pub announce: Announce,
    /// What it may set.
    pub trust: Trust,
}

/// The client that started the engine.
impl Default for Profile {
    fn default() -> Self {
        Self {
            options: EngineOptions::default(),
            announce: Announce::All,
            trust: Trust::Owner,
        }
    }
}
