//! `tak_toolkit.Limit`.

use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tak_search::limits::Limits;
use tak_search::solve::Effort;

/// When a search ends, ``time`` in seconds: ``Limit(time=1)``. The first one reached ends it.
#[pyclass(frozen, get_all, module = "tak_toolkit", from_py_object)]
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

#[pymethods]
impl Limit {
    #[new]
    #[pyo3(signature = (time = None, *, nodes = None, depth = None))]
    fn new(time: Option<f64>, nodes: Option<u64>, depth: Option<u32>) -> PyResult<Self> {
        if time.is_some_and(|time| Duration::try_from_secs_f64(time).is_err()) {
            return Err(PyValueError::new_err("time: expected a number of seconds"));
        }
        if time.is_none() && nodes.is_none() && depth.is_none() {
            return Err(PyValueError::new_err("a limit: expected time, nodes or depth"));
        }
        Ok(Self { time, nodes, depth })
    }

    fn __repr__(&self) -> String {
        let named = |name, value: Option<String>| value.map(|value| format!("{name}={value}"));
        let parts = [
            named("time", self.time.map(|time| time.to_string())),
            named("nodes", self.nodes.map(|nodes| nodes.to_string())),
            named("depth", self.depth.map(|depth| depth.to_string())),
        ];
        format!("Limit({})", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

impl Limit {
    fn duration(self) -> Option<Duration> {
        self.time.and_then(|time| Duration::try_from_secs_f64(time).ok())
    }

    /// For a search.
    pub(crate) fn limits(self) -> Limits {
        let mut limits = Limits::default();
        limits.move_time = self.duration();
        limits.nodes = self.nodes;
        limits.depth = self.depth;
        limits
    }

    /// For the solver, which counts plies where a search has its depth.
    pub(crate) fn effort(self) -> Effort {
        let mut effort = Effort::default();
        effort.time = self.duration();
        effort.nodes = self.nodes;
        effort.plies = self.depth;
        effort
    }
}
