//! `tak_toolkit.learn`: many boards at once, as arrays of numbers.

use std::num::{NonZeroU32, NonZeroUsize};

use fastrand::Rng;
use numpy::{Element, PyReadonlyArray1, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use tak_encoding::{AnyPosition, BoardSize, OneHash};

use crate::actions;
use crate::board::Board;
use crate::errors::{IllegalMoveError, refused};
use crate::rules::{Pieces, rules};
use crate::square::size;

/// The elements of an array of the caller, which has this shape or is flat; none if there is no
/// array.
fn elements<'a, T: Element>(
    array: Option<&'a mut PyReadwriteArrayDyn<'_, T>>,
    name: &str,
    shape: &[usize],
) -> PyResult<&'a mut [T]> {
    let Some(array) = array else { return Ok(&mut []) };
    let (found, flat) = (array.shape(), shape.iter().product::<usize>());
    if !array.is_c_contiguous() || (found != shape && found != [flat].as_slice()) {
        let problem = format!("{name}: expected a contiguous array of shape {shape:?}");
        return Err(PyValueError::new_err(problem));
    }
    array.as_slice_mut().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

mod batch;
pub(crate) mod observe;
mod planes;
pub(crate) mod symmetries;

use batch::{BadAction, Batch, Masks, Views, mask_bytes};

/// Many boards that take one step together: ``VecEnv(1024, 6, threads=2)``.
///
/// Everything is written into arrays of the caller, which must be contiguous; ``tak_toolkit.learn``
/// says what they hold. Other Python threads run meanwhile.
#[pyclass(module = "tak_toolkit.learn")]
pub(crate) struct VecEnv {
    size: BoardSize,
    boards: usize,
    threads: usize,
    batch: Box<dyn Batch>,
    random: Rng,
}

/// An array for masks: of bool, or of bytes with eight actions each.
#[derive(FromPyObject)]
pub(crate) enum MaskArray<'py> {
    Bools(PyReadwriteArrayDyn<'py, bool>),
    Bits(PyReadwriteArrayDyn<'py, u8>),
}

pub(crate) type Floats<'py> = PyReadwriteArrayDyn<'py, f32>;
type Bytes<'py> = PyReadwriteArrayDyn<'py, u8>;

/// The masks of the caller, of so many boards, or of one if `boards` is empty.
fn masks<'a>(
    array: &'a mut Option<MaskArray<'_>>,
    boards: &[usize],
    size: usize,
) -> PyResult<Masks<'a>> {
    let shape = |last| [boards, &[last]].concat();
    Ok(match array {
        None => Masks::Nothing,
        Some(MaskArray::Bools(array)) => {
            Masks::Bools(elements(Some(array), "masks", &shape(actions::count(size)))?)
        }
        Some(MaskArray::Bits(array)) => {
            Masks::Bits(elements(Some(array), "masks", &shape(mask_bytes(size)))?)
        }
    })
}

impl VecEnv {
    /// The shape of the planes of all boards.
    fn plane_shapes(&self) -> [usize; 4] {
        let side = self.size.squares_per_side();
        [self.boards, planes::count(side), side, side]
    }

    /// Writes planes and masks as they are.
    fn write(
        &mut self,
        py: Python<'_>,
        mut planes: Option<Floats<'_>>,
        mut masks: Option<MaskArray<'_>>,
    ) -> PyResult<()> {
        let planes = elements(planes.as_mut(), "planes", &self.plane_shapes())?;
        let masks = self::masks(&mut masks, &[self.boards], self.size())?;
        let views = Views { planes, masks, rewards: &mut [], ends: &mut [] };
        py.detach(|| self.batch.look(self.threads, views));
        Ok(())
    }
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (
        n, size = 6, *, komi = 0.0, opening = "swap", flats = None, caps = None,
        max_plies = None, threads = 1, seed = None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        n: NonZeroUsize,
        size: usize,
        komi: f64,
        opening: &str,
        flats: Option<Pieces>,
        caps: Option<Pieces>,
        max_plies: Option<NonZeroU32>,
        threads: usize,
        seed: Option<u64>,
    ) -> PyResult<Self> {
        let size = self::size(size)?;
        let rules = rules(komi, opening, flats, caps)?;
        let start = AnyPosition::with_rules(size, rules).map_err(refused)?;
        let max_plies = max_plies.map_or(u32::MAX, NonZeroU32::get);
        Ok(Self {
            size,
            boards: n.get(),
            threads,
            batch: batch::batch(&start, n.get(), max_plies),
            random: seed.map_or_else(Rng::new, Rng::with_seed),
        })
    }

    /// Squares on a side.
    #[getter]
    fn size(&self) -> usize {
        self.size.squares_per_side()
    }

    /// The number of actions: N²·(3 + 4·(2^N − 2)).
    #[getter]
    fn action_count(&self) -> usize {
        actions::count(self.size())
    }

    /// The shape of the planes of one board.
    #[getter]
    fn plane_shape(&self) -> (usize, usize, usize) {
        (planes::count(self.size()), self.size(), self.size())
    }

    fn __len__(&self) -> usize {
        self.boards
    }

    /// Begins all games anew.
    #[pyo3(signature = (*, planes = None, masks = None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        planes: Option<Floats<'_>>,
        masks: Option<MaskArray<'_>>,
    ) -> PyResult<()> {
        self.batch.reset();
        self.write(py, planes, masks)
    }

    /// Writes planes and masks of the boards as they are.
    #[pyo3(signature = (*, planes = None, masks = None))]
    fn observe(
        &mut self,
        py: Python<'_>,
        planes: Option<Floats<'_>>,
        masks: Option<MaskArray<'_>>,
    ) -> PyResult<()> {
        self.write(py, planes, masks)
    }

    /// Plays one action on each board. If any is illegal, ``IllegalMoveError`` says which, and
    /// nothing is played.
    #[pyo3(signature = (actions, *, rewards, ends, planes = None, masks = None))]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut rewards: Floats<'_>,
        mut ends: Bytes<'_>,
        mut planes: Option<Floats<'_>>,
        mut masks: Option<MaskArray<'_>>,
    ) -> PyResult<()> {
        let actions =
            actions.as_slice().map_err(|error| PyValueError::new_err(error.to_string()))?;
        if actions.len() != self.boards {
            let problem = format!("actions: found {}, expected {}", actions.len(), self.boards);
            return Err(PyValueError::new_err(problem));
        }
        let views = Views {
            planes: elements(planes.as_mut(), "planes", &self.plane_shapes())?,
            masks: self::masks(&mut masks, &[self.boards], self.size())?,
            rewards: elements(Some(&mut rewards), "rewards", &[self.boards])?,
            ends: elements(Some(&mut ends), "ends", &[self.boards])?,
        };
        py.detach(|| self.batch.step(actions, self.threads, views)).map_err(told)
    }

    /// Writes a random legal action of each board.
    #[pyo3(signature = (actions, /))]
    fn random_actions(&mut self, mut actions: PyReadwriteArrayDyn<'_, i64>) -> PyResult<()> {
        let actions = elements(Some(&mut actions), "actions", &[self.boards])?;
        self.batch.random_actions(&mut self.random, actions);
        Ok(())
    }

    /// A copy of one board, without the moves that led to it.
    #[pyo3(signature = (index, /))]
    fn board(&self, index: usize) -> PyResult<Board> {
        let position = self.batch.get(index).ok_or_else(|| no_board(index))?;
        Ok(Board::at(&position.rehashed()))
    }

    /// Puts a position on one board; its game must not be over.
    #[pyo3(signature = (index, board, /))]
    fn set_board(&mut self, index: usize, board: Board) -> PyResult<()> {
        if board.is_over() {
            return Err(PyValueError::new_err("the game is over"));
        }
        if board.size() != self.size() {
            let (found, expected) = (board.size(), self.size());
            let problem = format!("found a board of size {found}, expected {expected}");
            return Err(PyValueError::new_err(problem));
        }
        let position: AnyPosition<OneHash> = board.position;
        let is_set = self.batch.set(index, &position.rehashed());
        if is_set { Ok(()) } else { Err(no_board(index)) }
    }
}

fn no_board(index: usize) -> PyErr {
    PyIndexError::new_err(format!("no board {index}"))
}

fn told(bad: BadAction) -> PyErr {
    let BadAction { board, action, why } = bad;
    let why = why.map_or_else(|| "no such move".to_owned(), |why| why.to_string());
    IllegalMoveError::new_err(format!("board {board}, action {action}: {why}"))
}
