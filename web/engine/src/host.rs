//! What the program around the WebAssembly does for it: it lets a search pause, and hears
//! how far the solver is.

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Suspends the WebAssembly that runs, for about that many milliseconds.
    #[cfg(feature = "session")]
    safe fn pause(milliseconds: f64);

    /// Takes note of how many nodes have been searched.
    #[cfg(feature = "solver")]
    safe fn progress(nodes: f64);
}

/// Lets the worker take its messages.
#[cfg(feature = "session")]
pub(crate) fn pause_for(duration: std::time::Duration) {
    #[cfg(target_family = "wasm")]
    pause(duration.as_secs_f64() * 1000.0);
    #[cfg(not(target_family = "wasm"))]
    std::thread::sleep(duration);
}

/// Tells the page how many nodes have been searched.
#[cfg(feature = "solver")]
pub(crate) fn tell_nodes(nodes: u64) {
    #[cfg(target_family = "wasm")]
    progress(nodes as f64);
    #[cfg(not(target_family = "wasm"))]
    let _ = nodes;
}
