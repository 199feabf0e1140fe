//! `tak_toolkit.Engine`: the search in this process.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use fastrand::Rng;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tak_search::engine::{Event, Setup};
use tak_search::evaluation::network::NetworkChoice;
use tak_search::level::{BestLines, Level};
use tak_search::limits::Limits;

use crate::board::Board;
use crate::errors::illegal;
use crate::info::Info;
use crate::interrupt::PAUSE;
use crate::limit::Limit;
use crate::mv::Move;
use crate::networks::Network;

/// An engine that plays and analyses in this process: ``Engine(threads=2, hash=256)``, ``hash`` in
/// MiB. ``network`` takes the place of that built in for its size: a ``Network``, a file of ``tak-train
/// network``, or ``"none"``. What it learns in one search it uses in the next. A new search ends the one
/// before.
#[pyclass(frozen, module = "tak_toolkit")]
pub(crate) struct Engine(Shared);

/// The engine may be asked to stop while somebody waits for it.
type Shared = Arc<Mutex<Searcher>>;

/// What takes the place of the networks that are built in.
#[derive(FromPyObject)]
enum NetworkName {
    Network(Network),
    Path(PathBuf),
}

impl NetworkName {
    fn open(self) -> PyResult<NetworkChoice> {
        match self {
            Self::Network(Network(network)) => Ok(NetworkChoice::Given(network)),
            Self::Path(path) => NetworkChoice::open(&path.to_string_lossy())
                .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display()))),
        }
    }
}

#[derive(Default)]
struct Searcher {
    engine: tak_search::engine::Engine,
    /// The searches so far, by which each knows whether it is the last.
    searches: u64,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, threads = 1, hash = 64, network = None))]
    fn new(threads: usize, hash: usize, network: Option<NetworkName>) -> PyResult<Self> {
        let mut searcher = Searcher::default();
        searcher.engine.options.threads = threads.max(1);
        searcher.engine.options.hash = hash;
        if let Some(network) = network {
            searcher.engine.set_network(network.open()?);
        }
        Ok(Self(Arc::new(Mutex::new(searcher))))
    }

    /// Starts an engine that speaks TEI as another process, and waits for it: see
    /// ``tak_toolkit.tei.TeiEngine``.
    #[staticmethod]
    #[pyo3(signature = (command, *, patience = 30.0, **options))]
    fn popen<'py>(
        py: Python<'py>,
        command: Bound<'py, PyAny>,
        patience: f64,
        options: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = options.unwrap_or_else(|| PyDict::new(py));
        options.set_item("patience", patience)?;
        let class = py.import("tak_toolkit.tei")?.getattr("TeiEngine")?;
        class.call((command,), Some(&options))
    }

    /// The names of its levels, the first of which is level 1.
    #[staticmethod]
    fn levels() -> Vec<&'static str> {
        Level::all().map(Level::name).collect()
    }

    /// The move that it plays within the limit, or at a level from 1 up, as many as ``levels()``
    /// names; ``None`` if the game is over. Levels vary: ``seed`` makes them play the same again.
    #[pyo3(signature = (board, limit = None, *, level = None, seed = None))]
    fn play(
        &self,
        py: Python<'_>,
        board: Board,
        limit: Option<Limit>,
        level: Option<u8>,
        seed: Option<u64>,
    ) -> PyResult<Option<Move>> {
        let limits = limit.map(Limit::limits);
        let level = level.map(|number| {
            let most = Level::HIGHEST;
            let wrong =
                || PyValueError::new_err(format!("level: expected a number from 1 to {most}"));
            Level::new(number).ok_or_else(wrong)
        });
        let level = level.transpose()?;
        let limits = match (limits, level) {
            (Some(limits), Some(level)) => level.within(limits),
            (Some(limits), None) => limits,
            (None, Some(level)) => level.limits(),
            (None, None) => return Err(PyValueError::new_err("expected a limit or a level")),
        };
        if board.is_over() {
            return Ok(None);
        }
        let search = self.go(&board, limits)?;
        let mut lines = BestLines::default();
        loop {
            match search.wait(py)? {
                Step::Info(info) => lines.add(info),
                Step::Answered => break,
                Step::Replaced => {
                    let problem = "another search of this engine ended this one";
                    return Err(PyRuntimeError::new_err(problem));
                }
            }
        }
        let lines = lines.finish();
        let mut random = seed.map_or_else(Rng::new, Rng::with_seed);
        let chosen = match level {
            Some(level) => level.choose(&lines, random.u64(..)),
            None => lines.first(),
        };
        Ok(chosen.and_then(|info| info.line.first().copied()).map(Move))
    }

    /// Goes through what a search finds, ``multipv`` lines at a time. Without a limit it ends only
    /// when it is told to, or when nobody goes on listening.
    #[pyo3(signature = (board, limit = None, *, multipv = 1))]
    fn analyse(&self, board: Board, limit: Option<Limit>, multipv: usize) -> PyResult<Analysis> {
        let mut limits = limit.map_or_else(Limits::default, Limit::limits);
        limits.infinite = limit.is_none();
        limits.lines = multipv.max(1);
        if board.is_over() {
            // Of a search that was never begun.
            let (_, events) = mpsc::channel();
            return Ok(Analysis {
                searcher: Arc::clone(&self.0),
                number: 0,
                events: Mutex::new(events),
            });
        }
        self.go(&board, limits)
    }

    /// Forgets what it has learned: another game begins.
    fn new_game(&self) {
        lock(&self.0).engine.new_game();
    }
}

impl Engine {
    fn go(&self, board: &Board, limits: Limits) -> PyResult<Analysis> {
        let (start, moves) = board.history();
        let mut setup = Setup::new(start);
        for mv in moves {
            setup.play(mv).map_err(illegal)?;
        }
        let (sender, events) = mpsc::channel();
        let mut searcher = lock(&self.0);
        searcher.engine.go(setup, limits, Instant::now(), move |event| {
            // Who listens no more has stopped the search.
            let _ = sender.send(event);
        });
        searcher.searches += 1;
        let number = searcher.searches;
        Ok(Analysis { searcher: Arc::clone(&self.0), number, events: Mutex::new(events) })
    }
}

fn lock(searcher: &Shared) -> MutexGuard<'_, Searcher> {
    searcher.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search that is running: an iterator of what it finds.
#[pyclass(frozen, module = "tak_toolkit")]
pub(crate) struct Analysis {
    searcher: Shared,
    number: u64,
    events: Mutex<Receiver<Event>>,
}

/// What comes next of a search.
enum Step {
    Info(tak_search::engine::Info),
    /// It has found its move.
    Answered,
    /// Another search took its place, or there was none.
    Replaced,
}

impl Analysis {
    /// Waits for what comes next.
    fn wait(&self, py: Python<'_>) -> PyResult<Step> {
        loop {
            let event = py.detach(|| {
                self.events.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PAUSE)
            });
            match event {
                Ok(Event::Info(info)) => return Ok(Step::Info(info)),
                Ok(Event::Complaint(problem)) => return Err(PyRuntimeError::new_err(problem)),
                Ok(Event::BestMove(_)) => return Ok(Step::Answered),
                Err(RecvTimeoutError::Disconnected) => return Ok(Step::Replaced),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(interrupt) = py.check_signals() {
                self.stop();
                return Err(interrupt);
            }
        }
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        Ok(match self.wait(py)? {
            Step::Info(info) => Some(info.into()),
            Step::Answered | Step::Replaced => None,
        })
    }

    /// Ends the search; what it has found by then still comes.
    fn stop(&self) {
        let mut searcher = lock(&self.searcher);
        if searcher.searches == self.number {
            searcher.engine.stop();
        }
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop();
    }
}
