//! The engine over WebSocket under load. Each test has the machine to itself, as far as this
//! program is concerned.

use std::sync::{Mutex, MutexGuard, PoisonError};

mod crowd;
mod latency;

static MACHINE: Mutex<()> = Mutex::new(());

/// Held while a test loads or measures the machine.
fn whole_machine() -> MutexGuard<'static, ()> {
    MACHINE.lock().unwrap_or_else(PoisonError::into_inner)
}
