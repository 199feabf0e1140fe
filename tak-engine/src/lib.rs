//! A Tak engine that speaks TEI.
#![forbid(unsafe_code)]

pub mod engine;
pub mod evaluation;
pub mod limits;
pub mod score;
pub mod search;
pub mod table;
pub mod tei;
