//! The search, called as a library.

mod tactics;
mod whole;
