//! `tak_toolkit.Move`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use tak_encoding::{Action, AnyMove, BoardSize, with_move};

use crate::actions;
use crate::errors::{bad_move, unreadable};
use crate::names::{Direction, Kind, Symmetry};
use crate::square::{name, size};

/// One move: ``Move("3c3<21", 6)``. It says what the player does, not whether it is legal.
#[pyclass(frozen, eq, hash, ord, module = "tak_toolkit", from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Hash)]
pub(crate) struct Move(pub(crate) AnyMove);

impl Move {
    /// The move as an object, of which there is only one: a list of moves is made three times as
    /// fast when most of them exist.
    pub(crate) fn shared(py: Python<'_>, mv: AnyMove) -> PyResult<Py<Self>> {
        type Moves = Box<[PyOnceLock<Py<Move>>]>;
        static KNOWN: [PyOnceLock<Moves>; BoardSize::ALL.len()] =
            [const { PyOnceLock::new() }; BoardSize::ALL.len()];
        let moves = KNOWN[mv.size() as usize - BoardSize::Three as usize]
            .get_or_init(py, || (0..=u16::MAX).map(|_| PyOnceLock::new()).collect());
        let bits = with_move!(mv, mv => mv.bits());
        let known = moves[usize::from(bits)].get_or_try_init(py, || Py::new(py, Self(mv)))?;
        Ok(known.clone_ref(py))
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (text, size, /))]
    fn new(text: &str, size: usize) -> PyResult<Self> {
        AnyMove::parse(self::size(size)?, text).map(Self).map_err(bad_move)
    }

    /// Reads a move in the notation of playtak.com: ``Move.from_playtak("M C3 A3 2 1", 6)``.
    #[staticmethod]
    #[pyo3(signature = (text, size, /))]
    fn from_playtak(text: &str, size: usize) -> PyResult<Self> {
        AnyMove::from_playtak(self::size(size)?, text).map(Self).map_err(unreadable)
    }

    /// The size of the board.
    #[getter]
    fn size(&self) -> usize {
        self.0.size().squares_per_side()
    }

    /// The square that a placement fills or a spread leaves.
    #[getter]
    fn square(&self) -> String {
        name(self.0.size(), self.0.square())
    }

    /// The square that a placement fills, or the last one that a spread reaches.
    #[getter]
    fn target(&self) -> String {
        name(self.0.size(), self.0.target())
    }

    /// Whether the move is a spread, not a placement.
    #[getter]
    fn is_spread(&self) -> bool {
        self.0.is_spread()
    }

    /// The kind of the piece that is placed; ``None`` for a spread.
    #[getter]
    fn kind(&self) -> Option<Kind> {
        with_move!(self.0, mv => match mv.action() {
            Action::Place(kind, _) => Some(Kind(kind)),
            Action::PlaceTwo(_) => Some(Kind(tak_encoding::Kind::Flat)),
            Action::Spread(..) => None,
        })
    }

    /// The direction of a spread; ``None`` for a placement.
    #[getter]
    fn direction(&self) -> Option<Direction> {
        with_move!(self.0, mv => match mv.action() {
            Action::Spread(_, direction, _) => Some(Direction(direction)),
            _ => None,
        })
    }

    /// The pieces that a spread drops on each square, the nearest first; empty for a placement.
    #[getter]
    fn drops(&self) -> Vec<u32> {
        with_move!(self.0, mv => match mv.action() {
            Action::Spread(_, _, slide) => slide.drops().collect(),
            _ => Vec::new(),
        })
    }

    /// The number of the move in the layout of policies: see ``tak_toolkit.learn``.
    #[getter]
    fn action(&self) -> usize {
        with_move!(self.0, mv => actions::of_move(mv))
    }

    /// The move in the notation of playtak.com.
    #[getter]
    fn playtak(&self) -> String {
        self.0.to_playtak()
    }

    /// The same move on a turned board.
    #[pyo3(signature = (symmetry, /))]
    fn transform(&self, symmetry: Symmetry) -> Self {
        Self(self.0.transform(symmetry.0))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}', {})", self.0, self.size())
    }

    fn __getnewargs__(&self) -> (String, usize) {
        (self.0.to_string(), self.size())
    }
}

/// A move as an argument: a [`Move`] or its PTN.
#[derive(FromPyObject)]
pub(crate) enum MoveName {
    Move(Move),
    Text(String),
}
