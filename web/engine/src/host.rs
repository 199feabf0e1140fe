//! What the program around the engine does for it: it lets a search pause.

use std::time::Duration;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Suspends the WebAssembly that runs, for about that many milliseconds.
    safe fn pause(milliseconds: f64);
}

/// Lets the worker take its messages.
pub(crate) fn pause_for(duration: Duration) {
    #[cfg(target_family = "wasm")]
    pause(duration.as_secs_f64() * 1000.0);
    #[cfg(not(target_family = "wasm"))]
    std::thread::sleep(duration);
}
