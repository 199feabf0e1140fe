//! Galloping fills of lines of bits, and boards made of lines.
//!
//! A piece slides along a line and stops before the first wall. Given all pieces and all walls, a
//! fill finds all places that any piece can reach at once, including the pieces themselves:
//!
//! ```text
//! walls     . . . . # . . . # .
//! pieces    . o . . . . o . . .
//! filled    . x x x . . x x . .      toward higher places, to the right here
//! ```
//!
//! A piece may itself stand on a wall: an Amazon blocks others, but not herself.
//!
//! The simplest fill takes single steps: shift by one, clear the walls, and add the result.
//! *Galloping*, invented for the Game of the Amazons, takes steps of `g` places. Walls are first
//! smeared over `g` places so that none is jumped over, and `g − 1` single steps before the gallop
//! ("accelerate") or after it ("decelerate") fill the places between the hoofprints. The best speed
//! for a line of `N` places is about `√N`. If accelerating and smearing are themselves done by
//! gallops, the number of steps is logarithmic in `N`; with a speed that doubles, chess programmers
//! know this as the Kogge-Stone fill. They know the fill by a carry, for a single piece, as fill by
//! subtraction, `o ^ (o − 2r)`.
//!
//! | method | steps for `N` places | function |
//! | --- | --- | --- |
//! | one by one | `N` | [`fill_by_one`] |
//! | galloping | `N / g + g + log g`, about `2 √N` | [`gallop`] |
//! | galloping recursively | `2 log N` | [`gallop_recursive`] |
//! | by the carry of an addition | 1, on a line of neighbouring places | [`fill_up`], [`fill_down`] |
//!
//! A [`Line`] is a `u64`, a `u128`, 256 bits ([`U256`]) or a [`BitString`] of any length.
//! Neighbouring places may be any stride apart, so the files and diagonals of a board are lines
//! too; see [`GuardedBoard`].

mod both;
mod guarded;
mod line;
mod string;
mod words;

pub use guarded::GuardedBoard;
pub use line::{
    Line, Pace, best_speed, fill, fill_by_one, fill_down, fill_up, gallop, gallop_recursive,
};
pub use string::BitString;
pub use words::U256;

#[cfg(test)]
mod tests;
