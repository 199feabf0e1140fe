//! Progress bars for long work, on a terminal only.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike, WeakProgressBar};

/// How often a sign of life moves.
const BEAT: Duration = Duration::from_millis(120);

/// Whether the output also goes to the terminal, so that no bar may be drawn.
static GIVES_WAY: AtomicBool = AtomicBool::new(false);

/// The bar that was made last.
static LATEST: Mutex<Option<WeakProgressBar>> = Mutex::new(None);

/// Removes the bar from the terminal for good.
pub(crate) fn clear() {
    let latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    let bar = latest.as_ref().and_then(WeakProgressBar::upgrade);
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// From now on no bar is drawn, since it would end up in the middle of the output.
pub fn give_way() {
    GIVES_WAY.store(true, Ordering::Relaxed);
}

/// A bar on standard error that disappears when the work is done. Nothing is
/// written if standard error is not a terminal.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for `total` bytes, or just a count if the total is unknown.
    pub fn bytes(total: Option<u64>) -> Self {
        Self::new(
            total,
            "{wide_bar} {bytes} of {total_bytes}, {eta} left",
            "{spinner} {bytes} read",
        )
    }

    /// A bar for `total` things, or just a count if the total is unknown; `name` is their plural.
    pub fn things(total: Option<u64>, name: &str) -> Self {
        Self::new(
            total,
            &format!("{{wide_bar}} {{human_pos}} of {{human_len}} {name}, {{eta}} left{{msg}}"),
            &format!("{{spinner}} {{human_pos}} {name}"),
        )
    }

    /// A bar for work in parts whose number is not yet known: for [`set_part`](Self::set_part).
    pub fn parts() -> Self {
        Self::new(Some(0), "{wide_bar} {percent} %, {eta} left", "")
    }

    /// A sign of life, and for how long, where nobody knows how long it will take: for work that
    /// reports nothing before its end.
    pub fn waiting(name: &str) -> Self {
        let progress = Self::new(None, "", "{spinner} {msg}, {elapsed}");
        progress.bar.set_message(name.to_owned());
        progress.bar.enable_steady_tick(BEAT);
        progress
    }

    fn new(total: Option<u64>, with_total: &str, without: &str) -> Self {
        let (bar, template) = match total {
            _ if GIVES_WAY.load(Ordering::Relaxed) => (ProgressBar::hidden(), ""),
            total => {
                let template = if total.is_some() { with_total } else { without };
                (ProgressBar::with_draw_target(total, target()), template)
            }
        };
        // The templates are our own; with a bad one the bar would only look plain.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        *LATEST.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.downgrade());
        Self { bar }
    }

    /// Shows that `done` of `total` parts are done.
    pub fn set_part(&self, done: usize, total: usize) {
        self.bar.set_length(total as u64);
        // Threads may report out of order.
        self.set(self.bar.position().max(done as u64));
    }

    /// Hides the bar while something else is written.
    pub fn hide_while<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Shows a remark after the bar of [`things`](Self::things).
    pub fn note(&self, text: &str) {
        self.bar.set_message(format!("; {text}"));
    }

    /// Sets how much is done, in the units of the bar.
    pub fn set(&self, done: u64) {
        self.bar.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Where bars are drawn, so many times a second at most.
fn target() -> ProgressDrawTarget {
    const TIMES: u8 = 20;
    let terminal = Term::buffered_stderr();
    if !terminal.is_term() || console::is_dumb() {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::term_like_with_hz(Box::new(Narrower(terminal)), TIMES)
}

/// A terminal said to be narrower than it is by the `^C` that it writes at an interrupt. A bar fills
/// its line: what goes on to the next one would be cleared in its place.
#[derive(Debug)]
struct Narrower(Term);

impl TermLike for Narrower {
    fn width(&self) -> u16 {
        self.0.width().saturating_sub("^C".len() as u16).max(1)
    }

    fn height(&self) -> u16 {
        self.0.height()
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}
