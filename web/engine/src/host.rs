//! What the program around the WebAssembly does for it: it lets a search pause, and hears
//! that the solver goes on.

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Suspends the WebAssembly that runs, for about that many milliseconds.
    #[cfg(feature = "session")]
    safe fn pause(milliseconds: f64);

    /// Takes note that the solver goes on.
    #[cfg(feature = "solver")]
    safe fn progress();
}

/// Lets the worker take its messages.
#[cfg(feature = "session")]
pub(crate) fn pause_for(duration: std::time::Duration) {
    #[cfg(target_family = "wasm")]
    pause(duration.as_secs_f64() * 1000.0);
    #[cfg(not(target_family = "wasm"))]
    std::thread::sleep(duration);
}

/// Tells the page that the solver goes on.
#[cfg(feature = "solver")]
pub(crate) fn tell_progress() {
    #[cfg(target_family = "wasm")]
    progress();
}
