//! `tak_toolkit.LegalMoves`.

use std::vec;

use pyo3::prelude::*;
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

    fn __iter__(&self) -> MoveIterator {
        MoveIterator(self.moves().into_iter())
    }

    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let moves = self.moves();
        let from_end = if index < 0 { moves.len() } else { 0 };
        let mv = from_end.checked_add_signed(index).and_then(|index| moves.get(index));
        mv.copied().map(Move).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("no legal move {index}"))
        })
    }

    fn __repr__(&self) -> String {
        let moves: Vec<_> = self.moves().iter().map(AnyMove::to_string).collect();
        format!("<LegalMoves ({})>", moves.join(" "))
    }
}

/// Goes through the legal moves, placements first.
#[pyclass(module = "tak_toolkit")]
pub(crate) struct MoveIterator(vec::IntoIter<AnyMove>);

#[pymethods]
impl MoveIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Move> {
        self.0.next().map(Move)
    }

    fn __length_hint__(&self) -> usize {
        self.0.len()
    }
}
