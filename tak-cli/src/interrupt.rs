//! Ctrl-C and its like: what is half written goes away.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// The files that nobody would miss.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Has a temporary file removed when the program is interrupted. A file that
/// has got its name by then is not found under the temporary one.
pub(crate) fn remove_when_interrupted(path: &Path) {
    static WATCH: Once = Once::new();
    let files = || UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    files().push(path.to_owned());
    WATCH.call_once(|| {
        // Without a handler the file stays, as it would after a power cut.
        let _ = ctrlc::set_handler(move || {
            for path in files().iter() {
                let _ = fs::remove_file(path);
            }
            std::process::exit(INTERRUPTED);
        });
    });
}
