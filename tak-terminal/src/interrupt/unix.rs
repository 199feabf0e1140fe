//! What Unix has besides Ctrl-C: other requests to end, and terminals that line editors change.

#[cfg(feature = "line-editor")]
use std::io::{self, IsTerminal, Write};
use std::thread;

use nix::sys::signal::{SigSet, Signal};
#[cfg(feature = "line-editor")]
use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};

/// Calls `act` when the program is asked to end or its terminal has gone. These signals come to the
/// one thread that waits for them, if no other thread is there yet; programs that are started later
/// do not hear them either.
pub(super) fn on_termination(act: fn()) {
    let signals: SigSet = [Signal::SIGTERM, Signal::SIGHUP].into_iter().collect();
    let wait = move || {
        if signals.wait().is_ok() {
            act();
        }
    };
    if signals.thread_block().is_ok() && thread::Builder::new().spawn(wait).is_err() {
        let _ = signals.thread_unblock();
    }
}

/// What makes the terminal what it is now; nothing where standard input is none.
#[cfg(feature = "line-editor")]
pub(super) fn restoring_terminal() -> Option<impl Fn() + Send> {
    let terminal = tcgetattr(io::stdin()).ok()?;
    Some(move || {
        // In the background it would be stopped.
        let _ = SigSet::from(Signal::SIGTTOU).thread_block();
        // A terminal that has gone needs nothing.
        let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, &terminal);
        if io::stdout().is_terminal() {
            // What is pasted is no longer marked.
            let _ = write!(io::stdout(), "\x1b[?2004l");
            let _ = io::stdout().flush();
        }
    })
}
