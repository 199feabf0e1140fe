//! The errors of the crates as exceptions, with their messages.

use std::error::Error;

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use tak_encoding::{IllegalMove, MoveError};

create_exception!(
    tak_toolkit,
    TakError,
    PyValueError,
    "What the rules or a notation do not allow."
);
create_exception!(tak_toolkit, IllegalMoveError, TakError, "A move that the rules do not allow.");
create_exception!(
    tak_toolkit,
    NotationError,
    TakError,
    "A text that is no TPS, PTN, move, or whatever else was expected."
);

/// What the rules forbid, other than a move.
pub(crate) fn refused(error: impl Error) -> PyErr {
    TakError::new_err(error.to_string())
}

/// A text that cannot be read.
pub(crate) fn unreadable(error: impl Error) -> PyErr {
    NotationError::new_err(error.to_string())
}

/// A move that cannot be played.
pub(crate) fn illegal(why: IllegalMove) -> PyErr {
    IllegalMoveError::new_err(why.to_string())
}

/// A text that is no move, or one of an illegal move.
pub(crate) fn bad_move(error: MoveError) -> PyErr {
    match error.source() {
        Some(why) if why.is::<IllegalMove>() => IllegalMoveError::new_err(error.to_string()),
        _ => unreadable(error),
    }
}
