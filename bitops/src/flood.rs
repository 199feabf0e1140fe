//! Filling lines of bits from pieces until a wall, and boards made of lines.
//!
//! A piece slides along a line and stops before the first wall. Given all
//! pieces and all walls, a fill answers with every place that some piece can
//! reach, the pieces themselves included, all at once:
//!
//! ```text
//! walls     . . . . # . . . # .
//! pieces    . o . . . . o . . .
//! filled    . x x x . . x x . .      toward higher places, to the right here
//! ```
//!
//! A piece may itself stand on a wall, as an Amazon does: she is in the way of
//! others but not in her own.
//!
//! The plain way takes one step after the other: shift by one, clear the walls,
//! add what was there. *Galloping*, a method found for the Game of the Amazons,
//! takes steps of `g` places. Walls must then be smeared over `g` places lest
//! they be jumped, and `g − 1` single steps before the gallop ("accelerate") or
//! after it ("decelerate") fill the places between the hoofprints. About `√N`
//! is the best speed for a line of `N` places; accelerating and smearing by
//! galloping in turn makes the number of steps grow as the logarithm of `N`.
//! Chess programmers know that one, with a speed that doubles, as Kogge-Stone,
//! and the fill by a carry for a single piece as fill by subtraction,
//! `o ^ (o − 2r)`.
//!
//! | way | steps for `N` places | function |
//! | --- | --- | --- |
//! | one by one | `N` | [`fill_by_one`] |
//! | galloping | `N / g + g + log g`, about `2 √N` | [`gallop`] |
//! | galloping recursively | `2 log N` | [`gallop_recursive`] |
//! | by the carry of an addition | 1, toward higher places only | [`fill_up`] |
//!
//! A [`Line`] is a `u64`, a `u128`, 256 bits ([`U256`]) or a [`BitString`] of
//! any length. The stride between neighbouring places is free: the files and
//! diagonals of a board are lines too, see [`GuardedBoard`].

mod guarded;
mod line;
mod string;
mod wide;
mod word;

pub use guarded::GuardedBoard;
pub use line::{
    Line, Pace, best_speed, fill, fill_by_one, fill_down, fill_up, gallop, gallop_recursive,
};
pub use string::BitString;
pub use wide::U256;

#[cfg(test)]
mod tests;
