//! Ctrl-C and its like: what is half written goes away, and what stays is told.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use crate::progress;

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// What there is to do before the program ends.
static AT_THE_END: Mutex<AtTheEnd> = Mutex::new(AtTheEnd {
    unfinished: Vec::new(),
    last_word: None,
});

struct AtTheEnd {
    /// The files that nobody would miss.
    unfinished: Vec<PathBuf>,
    last_word: Option<Box<dyn Fn() -> Option<String> + Send>>,
}

/// Has a temporary file removed when the program is interrupted. A file that
/// has got its name by then is not found under the temporary one.
pub(crate) fn remove_when_interrupted(path: &Path) {
    at_the_end().unfinished.push(path.to_owned());
    watch();
}

/// Has a line said on standard error when the program is interrupted, where
/// there is something to say by then: of what is kept, for example.
pub fn say_when_interrupted(word: impl Fn() -> Option<String> + Send + 'static) {
    at_the_end().last_word = Some(Box::new(word));
    watch();
}

fn at_the_end() -> MutexGuard<'static, AtTheEnd> {
    AT_THE_END.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // Without a handler the files stay, as they would after a power cut.
        let _ = ctrlc::set_handler(|| {
            let end = at_the_end();
            for path in &end.unfinished {
                let _ = fs::remove_file(path);
            }
            progress::clear();
            if let Some(line) = end.last_word.as_ref().and_then(|word| word()) {
                // With standard error gone there is nobody to tell.
                let _ = writeln!(io::stderr(), "{line}");
            }
            std::process::exit(INTERRUPTED);
        });
    });
}
