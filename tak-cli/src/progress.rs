//! How far long work is, on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on standard error, gone when the work is done. Where standard error is
/// no terminal nothing is written.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for that many bytes; a mere count where nobody knows how many.
    pub fn bytes(total: Option<u64>) -> Self {
        Self::new(
            total,
            "{wide_bar} {bytes} of {total_bytes}, {eta} left",
            "{spinner} {bytes} read",
        )
    }

    /// A bar for that many things; a mere count where nobody knows how many.
    pub fn things(total: Option<u64>, name: &str) -> Self {
        Self::new(
            total,
            &format!("{{wide_bar}} {{human_pos}} of {{human_len}} {name}, {{eta}} left"),
            &format!("{{spinner}} {{human_pos}} {name}"),
        )
    }

    fn new(total: Option<u64>, with_total: &str, without: &str) -> Self {
        let (bar, template) = match total {
            Some(total) => (ProgressBar::new(total), with_total),
            None => (ProgressBar::new_spinner(), without),
        };
        // The templates stand above: a bad one would only look plain.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// So much is done.
    pub fn set(&self, done: u64) {
        self.bar.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
