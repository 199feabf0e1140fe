//! Bitboards.
