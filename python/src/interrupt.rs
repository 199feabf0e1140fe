//! Ctrl-C during long work that has let go of the interpreter.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How often work, or who waits for it, looks for Ctrl-C.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

/// Watches for the signals of the thread that made it, which is the only one that Python tells.
pub(crate) struct Interrupt {
    watcher: ThreadId,
    asked: Mutex<(Instant, Option<PyErr>)>,
    is_raised: AtomicBool,
}

impl Interrupt {
    pub(crate) fn new() -> Self {
        Self {
            watcher: thread::current().id(),
            asked: Mutex::new((Instant::now(), None)),
            is_raised: AtomicBool::new(false),
        }
    }

    /// Whether the work is to end: for its inner loop, on any thread.
    pub(crate) fn is_raised(&self) -> bool {
        if thread::current().id() == self.watcher
            && let Ok(mut asked) = self.asked.lock()
            && asked.0.elapsed() >= PAUSE
        {
            #[expect(clippy::redundant_closure_for_method_calls, reason = "of any lifetime")]
            let checked = Python::attach(|py| py.check_signals());
            if let Err(error) = checked {
                asked.1 = Some(error);
                self.is_raised.store(true, Ordering::Relaxed);
            }
            asked.0 = Instant::now();
        }
        self.is_raised.load(Ordering::Relaxed)
    }

    /// The exception, if the work was interrupted.
    pub(crate) fn check(self) -> PyResult<()> {
        let asked = self.asked.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        asked.1.map_or(Ok(()), Err)
    }
}
