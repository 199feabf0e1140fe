//! What the tests in `tests/` share: clients of the engine, readers of the data files, random
//! games, laws that hold for any input, and glue to `fast-tak`, an independent implementation of
//! Tak. Anything unexpected panics, which fails the test.
#![forbid(unsafe_code)]
#![allow(clippy::missing_panics_doc, reason = "panics are how tests fail")]

pub mod browser;
pub mod client;
pub mod colors;
pub mod corpus;
pub mod engine;
pub mod escapes;
pub mod frames;
pub mod games;
pub mod laws;
pub mod oracle;
pub mod process;
pub mod programs;
pub mod spoil;

/// The example in the workspace's README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct ReadmeExamples;
