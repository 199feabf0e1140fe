//! `tak_toolkit.self_play`: games of the engine against itself, as numbers.

use numpy::PyArray1;
use pyo3::prelude::*;
use tak_encoding::{Playable, Size, with_size};
use tak_search::self_play::Game;

use crate::actions;
use crate::errors::TakError;
use crate::rules;
use crate::square;

/// Number, komi, opening, White's share, actions, scores, and where the next game begins.
type Numbers<'py> =
    (u32, f64, String, f64, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i16>>, usize);

/// The game that begins at a byte of a file; ``None`` if the bytes end before it does.
#[pyfunction]
#[pyo3(signature = (data, at, size, /))]
pub(crate) fn self_play_game<'py>(
    py: Python<'py>,
    data: &[u8],
    at: usize,
    size: usize,
) -> PyResult<Option<Numbers<'py>>> {
    let bytes = data.get(at..).unwrap_or_default();
    let found = with_size!(square::size(size)?, N => numbers::<N>(py, bytes, at));
    found.transpose().map_err(|why| TakError::new_err(format!("byte {at}: {why}")))
}

fn numbers<'py, const N: usize>(
    py: Python<'py>,
    bytes: &[u8],
    at: usize,
) -> Option<Result<Numbers<'py>, &'static str>>
where
    Size<N>: Playable,
{
    let (game, length) = match Game::<N>::from_bytes(bytes)? {
        Ok(read) => read,
        Err(why) => return Some(Err(why)),
    };
    let actions = game.plies.iter().map(|&(mv, _)| actions::of_move(mv) as i64);
    let scores = game.plies.iter().map(|&(_, score)| score.unwrap_or(i16::MIN));
    Some(Ok((
        game.number,
        rules::points(game.rules.half_komi()),
        game.rules.opening().to_string(),
        game.share.value(),
        PyArray1::from_iter(py, actions),
        PyArray1::from_iter(py, scores),
        at + length,
    )))
}
