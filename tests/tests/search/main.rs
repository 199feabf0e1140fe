//! The search, called as a library.

mod host;
mod tactics;
mod whole;
