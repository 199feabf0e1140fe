//! What the tests in `tests/` share: readers of the data files, games made of
//! random numbers, and glue to `fast-tak`, an independent implementation of Tak.
#![forbid(unsafe_code)]

pub mod client;
pub mod colors;
pub mod corpus;
pub mod escapes;
pub mod games;
pub mod oracle;
