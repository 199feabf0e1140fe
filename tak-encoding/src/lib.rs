//! Tak.
