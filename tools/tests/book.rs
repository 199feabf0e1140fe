//! `tak-tools book` as a user runs it.

mod bad_input;
mod build;
mod dedup;
mod explore;
mod games;
mod keys;
