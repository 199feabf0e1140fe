//! `tak_toolkit.networks`: what corrects the engine's evaluation, as arrays of numbers.

use std::sync::Arc;

use numpy::ndarray::{Array1, Array2, Array3, ArrayView1, Axis};
use numpy::{
    PyArray1, PyArray2, PyArray3, PyReadonlyArray1, PyReadonlyArray2, PyReadonlyArray3, ToPyArray,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tak_encoding::{Color, Symmetry, with_position, with_size};
use tak_search::evaluation::evaluate;
use tak_search::evaluation::network::inputs::{self, Inputs};
use tak_search::evaluation::network::{
    self, BUCKETS, MOST_SUMS, NetworkChoice, ONE, OUTPUT_ONE, Parts, PerSum, Width, bucket,
};

use crate::board::Board;
use crate::errors::refused;
use crate::square;

/// What corrects the engine's evaluation on boards of one size, from arrays of ``float32``: each number
/// becomes the nearest that the engine knows. ``tak_toolkit.networks`` says what they are.
#[pyclass(frozen, eq, module = "tak_toolkit.networks", from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Network(pub(crate) Arc<network::Network>);

/// What 1 is in the biases of the values.
const VALUE_ONE: f32 = ONE as f32 * OUTPUT_ONE as f32;

#[pymethods]
impl Network {
    #[new]
    #[pyo3(signature = (size, *, start, rows, outputs, biases, scale = 200))]
    fn new(
        size: usize,
        start: PyReadonlyArray1<'_, f32>,
        rows: PyReadonlyArray2<'_, f32>,
        outputs: PyReadonlyArray3<'_, f32>,
        biases: PyReadonlyArray1<'_, f32>,
        scale: i16,
    ) -> PyResult<Self> {
        let size = square::size(size)?;
        let (start, rows, outputs, biases) =
            (start.as_array(), rows.as_array(), outputs.as_array(), biases.as_array());
        let inputs = with_size!(size, N => inputs::count::<N>());
        let width = Width::new(start.len()).ok_or_else(|| {
            let problem = format!("start: found {} numbers, expected 64 or 128", start.len());
            PyValueError::new_err(problem)
        })?;
        expect_shape("rows", rows.shape(), &[inputs, width.sums()])?;
        expect_shape("outputs", outputs.shape(), &[BUCKETS, 2, width.sums()])?;
        expect_shape("biases", biases.shape(), &[BUCKETS])?;
        let parts = Parts {
            width,
            start: nearest(start, ONE),
            rows: rows.rows().into_iter().map(|row| nearest(row, ONE)).collect(),
            outputs: std::array::from_fn(|bucket| {
                let views = outputs.index_axis(Axis(0), bucket);
                std::array::from_fn(|view| nearest(views.row(view), OUTPUT_ONE))
            }),
            biases: std::array::from_fn(|bucket| rounded(biases[bucket], VALUE_ONE)),
            scale,
        };
        network::Network::new(size, parts).map(|network| Self(Arc::new(network))).map_err(refused)
    }

    /// The one that the engine uses on boards of this size.
    #[staticmethod]
    #[pyo3(signature = (size, /))]
    fn built_in(size: usize) -> PyResult<Self> {
        let network = NetworkChoice::BuiltIn.of(square::size(size)?);
        network.map(Self).ok_or_else(|| PyValueError::new_err("none is built in for this size"))
    }

    /// Reads the bytes of a file of ``tak-train network``, or of ``to_bytes``.
    #[staticmethod]
    #[pyo3(signature = (data, /))]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        let network = network::Network::from_bytes(data).map_err(refused)?;
        Ok(Self(Arc::new(network)))
    }

    /// The bytes of a file that every program here reads.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The size of the board.
    #[getter]
    fn size(&self) -> usize {
        self.0.size().squares_per_side()
    }

    /// A value of 1 in hundredths of a flat.
    #[getter]
    fn scale(&self) -> i16 {
        self.0.parts().scale
    }

    /// The sums before any input.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let Parts { width, start, .. } = self.0.parts();
        let numbers: Array1<f32> = (0..width.sums()).map(|sum| share(start[sum], ONE)).collect();
        numbers.to_pyarray(py)
    }

    /// What each input adds to the sums: (inputs, sums).
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        let Parts { width, rows, .. } = self.0.parts();
        let number = |(input, sum): (usize, usize)| share(rows[input][sum], ONE);
        Array2::from_shape_fn((rows.len(), width.sums()), number).to_pyarray(py)
    }

    /// What the sums weigh: (buckets, mover and opponent, sums).
    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<f32>> {
        let Parts { width, outputs, .. } = self.0.parts();
        let number = |(bucket, view, sum): (usize, usize, usize)| {
            share(outputs[bucket][view][sum], OUTPUT_ONE)
        };
        Array3::from_shape_fn((BUCKETS, 2, width.sums()), number).to_pyarray(py)
    }

    /// What is added to the value: (buckets,).
    #[getter]
    fn biases<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_iter(py, self.0.parts().biases.map(|bias| bias as f32 / VALUE_ONE))
    }

    /// What it adds to ``weigh(board)``.
    #[pyo3(signature = (board, /))]
    fn value(&self, board: PyRef<'_, Board>) -> PyResult<i32> {
        if board.size() != self.size() {
            let (found, expected) = (board.size(), self.size());
            let problem = format!("found a board of size {found}, expected {expected}");
            return Err(PyValueError::new_err(problem));
        }
        Ok(with_position!(&board.position, position => self.0.value(position)))
    }

    fn __repr__(&self) -> String {
        let (size, sums) = (self.0.size(), self.0.parts().width.sums());
        format!("<Network {size}: {sums} sums, {:016x}>", self.0.hash())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }
}

fn expect_shape(name: &str, found: &[usize], expected: &[usize]) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    let problem = format!("{name}: found the shape {found:?}, expected {expected:?}");
    Err(PyValueError::new_err(problem))
}

/// The nearest integer; what is no number is as wrong as what is too large.
fn rounded(number: f32, one: f32) -> i32 {
    if number.is_nan() { i32::MAX } else { (number * one).round() as i32 }
}

fn nearest(numbers: ArrayView1<'_, f32>, one: i16) -> PerSum {
    let mut row = [0; MOST_SUMS];
    for (to, &number) in row.iter_mut().zip(numbers) {
        let rounded = rounded(number, one.into());
        *to = rounded.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    }
    row
}

fn share(number: i16, one: i16) -> f32 {
    f32::from(number) / f32::from(one)
}

/// The inputs of a board, seen by the player to move, in ascending order.
#[pyfunction(name = "inputs")]
#[pyo3(signature = (board, /))]
pub(crate) fn inputs_of<'py>(
    py: Python<'py>,
    board: PyRef<'_, Board>,
) -> Bound<'py, PyArray1<i64>> {
    let mut active = Vec::with_capacity(64);
    with_position!(&board.position, position => {
        Inputs::of(position).for_each(|input| active.push(input as i64));
    });
    if board.position.side_to_move() == Color::Black {
        let swapped = with_size!(board.position.size(), N => inputs::swapped::<N>());
        for input in &mut active {
            *input = swapped[*input as usize].into();
        }
        active.sort_unstable();
    }
    PyArray1::from_vec(py, active)
}

type Table<'py> = Bound<'py, PyArray1<i64>>;

fn table(py: Python<'_>, numbers: Vec<u16>) -> Table<'_> {
    PyArray1::from_iter(py, numbers.into_iter().map(i64::from))
}

/// The number of each input as the opponent sees it: ``swapped_inputs(size)[inputs(board)]``.
#[pyfunction]
#[pyo3(signature = (size, /))]
pub(crate) fn swapped_inputs(py: Python<'_>, size: usize) -> PyResult<Table<'_>> {
    Ok(table(py, with_size!(square::size(size)?, N => inputs::swapped::<N>())))
}

/// For each symmetry the number of each input on the board that it turns:
/// ``input_symmetries(size)[symmetry][inputs(board)]``.
#[pyfunction]
#[pyo3(signature = (size, /))]
pub(crate) fn input_symmetries(py: Python<'_>, size: usize) -> PyResult<Vec<Table<'_>>> {
    let size = square::size(size)?;
    let turned = |symmetry| with_size!(size, N => inputs::turned::<N>(symmetry));
    Ok(Symmetry::ALL.into_iter().map(|symmetry| table(py, turned(symmetry))).collect())
}

/// Which of the sets of weights of the second layer a board uses, by the pieces in hand.
#[pyfunction(name = "bucket")]
#[pyo3(signature = (board, /))]
pub(crate) fn bucket_of(board: PyRef<'_, Board>) -> usize {
    with_position!(&board.position, position => bucket(position))
}

/// What the engine thinks a board is worth to the player to move without a network, in hundredths of
/// a flat.
#[pyfunction]
#[pyo3(signature = (board, /))]
pub(crate) fn weigh(board: PyRef<'_, Board>) -> i32 {
    with_position!(&board.position, position => evaluate(position))
}
