//! Ctrl-C and other signals: half-written files are removed, and a final message says what has been
//! kept.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};

use crate::failure::Ending;
use crate::progress;

#[cfg(unix)]
mod unix;

/// What to do before the program ends.
static AT_THE_END: Mutex<AtTheEnd> =
    Mutex::new(AtTheEnd { unfinished: Vec::new(), restore: None, last_word: None });

/// Whether the command ends by itself when interrupted.
static FINISHES: AtomicBool = AtomicBool::new(false);

/// Whether such a command has been interrupted.
static RAISED: AtomicBool = AtomicBool::new(false);

/// Wakes who waits for the interrupt.
static WAKE: Condvar = Condvar::new();

struct AtTheEnd {
    /// Temporary files.
    unfinished: Vec<PathBuf>,
    /// Makes the terminal what it was.
    restore: Option<Box<dyn Fn() + Send>>,
    last_word: Option<Box<dyn Fn() -> Option<String> + Send>>,
}

/// Arranges for a temporary file to be removed when the program is interrupted. A file that has its
/// final name by then is no longer found under the temporary one.
pub(crate) fn remove_when_interrupted(path: &Path) {
    at_the_end().unfinished.push(path.to_owned());
    watch();
}

/// Arranges for the terminal to be as it is now after an interrupt: a line editor changes it.
#[cfg(feature = "line-editor")]
pub(crate) fn restore_terminal_when_interrupted() {
    #[cfg(unix)]
    if let Some(restore) = unix::restoring_terminal() {
        at_the_end().restore = Some(Box::new(restore));
    }
}

/// Lets a request to end that is no Ctrl-C, such as SIGTERM, end the program as [`leave`] does
/// whatever it is doing: nobody may be there to be asked. To be called while there is one thread.
pub fn leave_when_terminated() {
    #[cfg(unix)]
    unix::on_termination(|| leave());
}

/// Arranges for a line on standard error when the program is interrupted, if there is anything to
/// say by then, such as what has been kept.
pub fn say_when_interrupted(word: impl Fn() -> Option<String> + Send + 'static) {
    at_the_end().last_word = Some(Box::new(word));
    watch();
}

/// Lets the command end by itself when the program is interrupted: the flag is raised, so that the
/// command can save its work. A second interrupt ends it at once.
pub fn finish_when_interrupted() -> &'static AtomicBool {
    FINISHES.store(true, Ordering::Relaxed);
    watch();
    &RAISED
}

/// Whether work that ends by itself has been interrupted, and should.
pub fn is_raised() -> bool {
    RAISED.load(Ordering::Relaxed)
}

/// Does some work that looks at [`is_raised`] from time to time: an interrupt ends it early, and not
/// the program. Says whether there was one. A second one ends the program.
pub fn hold<T>(work: impl FnOnce() -> T) -> (T, bool) {
    finish_when_interrupted();
    let done = work();
    FINISHES.store(false, Ordering::Relaxed);
    (done, RAISED.swap(false, Ordering::Relaxed))
}

/// Waits until the program is interrupted, as a server does whose threads do the work. A second
/// interrupt ends it at once.
pub fn wait() {
    let raised = finish_when_interrupted();
    let mut end = at_the_end();
    while !raised.load(Ordering::Relaxed) {
        end = WAKE.wait(end).unwrap_or_else(PoisonError::into_inner);
    }
}

fn interrupt() {
    if !FINISHES.load(Ordering::Relaxed) || RAISED.swap(true, Ordering::Relaxed) {
        leave();
    }
    // Whoever is between its look at the flag and its wait holds the lock.
    drop(at_the_end());
    WAKE.notify_all();
}

fn at_the_end() -> MutexGuard<'static, AtTheEnd> {
    AT_THE_END.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the program as Ctrl-C does: removes unfinished files and prints the final message.
pub fn leave() -> ! {
    let end = at_the_end();
    for path in &end.unfinished {
        let _ = fs::remove_file(path);
    }
    progress::clear();
    if let Some(restore) = &end.restore {
        restore();
    }
    if let Some(line) = end.last_word.as_ref().and_then(|word| word()) {
        // Without standard error there is nobody to tell.
        let _ = writeln!(io::stderr(), "{line}");
    }
    std::process::exit(Ending::Interrupted as i32);
}

fn watch() {
    static WATCH: Once = Once::new();
    // Without a handler the files stay, as they would after a power failure.
    WATCH.call_once(|| drop(ctrlc::set_handler(interrupt)));
}
