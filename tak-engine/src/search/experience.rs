//! What outlives a search.

use super::correction::Corrections;
use super::history::History;
use super::remembered::Remembered;

/// What one thread has learned in a game: which moves refute, where the
/// evaluation errs, and what it has said. The next search of the same game, by
/// the same evaluation, begins with it; a new game begins with
/// [`Experience::default`].
#[derive(Default)]
pub struct Experience {
    pub(super) history: History,
    pub(super) corrections: Corrections,
    pub(super) remembered: Remembered,
}

impl Experience {
    /// None yet, for so many threads.
    pub fn of_threads(threads: usize) -> Vec<Self> {
        std::iter::repeat_with(Self::default)
            .take(threads)
            .collect()
    }
}
