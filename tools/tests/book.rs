//! `tak-tools book` as a user runs it.

mod bad_input;
mod build;
mod dataset;
mod dedup;
mod engines;
mod explore;
mod games;
mod grouped;
mod keys;
