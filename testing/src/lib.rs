//! What the tests of several packages share: programs run in folders of their own, and examples
//! spoiled at random. Anything unexpected panics, which fails the test.
#![forbid(unsafe_code)]
#![allow(clippy::missing_panics_doc, reason = "panics are how tests fail")]

pub mod program;
pub mod python;
pub mod spoil;
