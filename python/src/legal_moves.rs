//! `tak_toolkit.LegalMoves`.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};
use tak_encoding::{AnyMove, AnyPosition, OneHash};

use crate::mv::{Move, MoveName};

/// The legal moves of a board at the time when it was asked. They are generated only when they are
/// iterated over: ``len``, ``in`` and truth need no list. There are none once the game is over.
#[pyclass(frozen, module = "tak_toolkit")]
pub(crate) struct LegalMoves {
    /// `None` once the game is over.
    position: Option<AnyPosition<OneHash>>,
}

impl LegalMoves {
    pub(crate) fn new(position: &AnyPosition<OneHash>, is_over: bool) -> Self {
        Self { position: (!is_over).then_some(*position) }
    }

    fn moves(&self) -> Vec<AnyMove> {
        self.position.as_ref().map_or_else(Vec::new, AnyPosition::legal_moves)
    }
}

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.position.as_ref().map_or(0, |position| position.count_moves() as usize)
    }

    fn __bool__(&self) -> bool {
        self.__len__() > 0
    }

    fn __contains__(&self, mv: MoveName) -> bool {
        self.position.as_ref().is_some_and(|position| match mv {
            MoveName::Move(mv) => position.is_legal(mv.0),
            MoveName::Text(text) => position.parse_move(&text).is_ok(),
        })
    }

    /// Goes through them, placements first. A list is quicker than an iterator of our own.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let moves = self.moves().into_iter().map(|mv| Move::shared(py, mv));
        PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<Move>> {
        let moves = self.moves();
        let from_end = if index < 0 { moves.len() } else { 0 };
        let mv = from_end.checked_add_signed(index).and_then(|index| moves.get(index));
        let missing = || PyIndexError::new_err(format!("no legal move {index}"));
        Move::shared(py, *mv.ok_or_else(missing)?)
    }

    fn __repr__(&self) -> String {
        let moves: Vec<_> = self.moves().iter().map(AnyMove::to_string).collect();
        format!("<LegalMoves ({})>", moves.join(" "))
    }
}
