#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]
#![warn(clippy::undocumented_unsafe_blocks)]

mod board;
pub mod cpu;
pub mod diag;
pub mod flood;
mod heading;
pub mod reference;
mod swaps;
mod symmetry;
mod word;

pub use board::{Bitboard, Bitboard64, Connectivity, Squares, blocks};
pub use heading::Heading;
pub use swaps::delta_swap;
pub use symmetry::Symmetry;
pub use word::Word;

/// The configuration of property tests. Miri, which is a thousand times slower, runs few cases, and
/// writes no file of failures, because it cannot.
#[cfg(test)]
fn property_tests() -> proptest::test_runner::Config {
    if cfg!(miri) {
        return proptest::test_runner::Config {
            cases: 2,
            failure_persistence: None,
            ..Default::default()
        };
    }
    proptest::test_runner::Config::default()
}
