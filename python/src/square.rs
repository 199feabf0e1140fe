//! Squares as arguments: a name or a number.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use tak_encoding::{BoardSize, Square, with_size};

use crate::errors::unreadable;

/// A square as Python names it.
#[derive(FromPyObject)]
pub(crate) enum SquareName {
    Number(usize),
    Name(String),
}

impl SquareName {
    /// Its number on a board of this size, a1 = 0.
    pub(crate) fn on(&self, size: BoardSize) -> PyResult<usize> {
        let across = size.squares_per_side();
        match self {
            Self::Number(number) if *number < across * across => Ok(*number),
            Self::Number(number) => {
                Err(PyIndexError::new_err(format!("no square {number} on {across}×{across}")))
            }
            Self::Name(name) => with_size!(size, N => {
                name.parse::<Square<N>>().map(Square::index).map_err(unreadable)
            }),
        }
    }
}

/// The name of a square, like `c3`.
pub(crate) fn name(size: BoardSize, square: usize) -> String {
    with_size!(size, N => Square::<N>::new(square).map_or_else(String::new, |at| at.to_string()))
}

/// A board size as Python gives it.
pub(crate) fn size(squares_per_side: usize) -> PyResult<BoardSize> {
    squares_per_side.to_string().parse().map_err(unreadable)
}
