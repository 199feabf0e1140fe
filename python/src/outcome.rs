//! `tak_toolkit.Outcome`.

use pyo3::prelude::*;
use tak_encoding as tak;

use crate::names::Color;

/// How a game ended: by road, by a flat count, or as a draw. As text it is ``R-0`` and the like.
#[pyclass(frozen, eq, hash, module = "tak_toolkit")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Outcome(pub(crate) tak::Outcome);

#[pymethods]
impl Outcome {
    /// The winner; ``None`` after a draw.
    #[getter]
    fn winner(&self) -> Option<Color> {
        self.0.winner().map(Color)
    }

    /// Whether a road decided the game.
    #[getter]
    fn is_road(&self) -> bool {
        matches!(self.0, tak::Outcome::Road(_))
    }

    /// The result for a player: 1.0 if they won, 0.0 if they lost, 0.5 after a draw.
    fn score(&self, color: Color) -> f64 {
        self.0.winner().map_or(0.5, |winner| f64::from(u8::from(winner == color.0)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.0)
    }
}
