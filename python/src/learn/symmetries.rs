//! Boards and policies turned by the symmetries, as tables of numbers.

use numpy::PyArray1;
use pyo3::prelude::*;
use tak_encoding::{Direction, Kind, Square, Symmetry, with_size};

use crate::actions;
use crate::square::size;

type Tables<'py> = Vec<Bound<'py, PyArray1<i64>>>;

/// For each symmetry a list of action numbers: ``policy[..., table[s]]`` is the policy of the board
/// that ``Symmetry(s)`` turns.
#[pyfunction]
#[pyo3(signature = (size, /))]
pub(crate) fn action_symmetries(py: Python<'_>, size: usize) -> PyResult<Tables<'_>> {
    let size = self::size(size)?;
    Ok(with_size!(size, N => tables(py, actions::count(N), |action, symmetry| {
        let (plane, square) = (action / (N * N), action % (N * N));
        turned_plane::<N>(plane, symmetry) * N * N + turned_square::<N>(square, symmetry)
    })))
}

/// For each symmetry a list of square numbers: ``planes.reshape(-1, N * N)[:, table[s]]`` are the
/// planes of the board that ``Symmetry(s)`` turns.
#[pyfunction]
#[pyo3(signature = (size, /))]
pub(crate) fn square_symmetries(py: Python<'_>, size: usize) -> PyResult<Tables<'_>> {
    let size = self::size(size)?;
    Ok(with_size!(size, N => tables(py, N * N, turned_square::<N>)))
}

/// For each symmetry which number each comes from, given where each goes.
fn tables(py: Python<'_>, count: usize, image: impl Fn(usize, Symmetry) -> usize) -> Tables<'_> {
    let table = |symmetry| {
        let mut sources = vec![0; count];
        for number in 0..count {
            sources[image(number, symmetry)] = number as i64;
        }
        PyArray1::from_vec(py, sources)
    };
    Symmetry::ALL.into_iter().map(table).collect()
}

fn turned_square<const N: usize>(square: usize, symmetry: Symmetry) -> usize {
    Square::<N>::new(square).map_or(square, |at| at.transform(symmetry).index())
}

/// The plane of the turned actions of a plane: only directions change.
fn turned_plane<const N: usize>(plane: usize, symmetry: Symmetry) -> usize {
    let Some(spread) = plane.checked_sub(Kind::ALL.len()) else { return plane };
    let (direction, slide) = (spread / actions::slides(N), spread % actions::slides(N));
    let direction = Direction::ALL[direction].transform(symmetry);
    Kind::ALL.len() + direction as usize * actions::slides(N) + slide
}
