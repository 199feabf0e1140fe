//! Limits on the work for a question.

use std::time::Duration;

use web_time::Instant;

/// The limits of a search. The first one reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Effort {
    /// Nodes, that is positions whose moves are generated.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Plies: only wins of at most this length are searched for.
    pub plies: Option<u32>,
    /// Whether to search for the shortest win once one is found.
    pub shortest: bool,
}

impl Default for Effort {
    /// No limits, and the shortest win.
    fn default() -> Self {
        Self { nodes: None, time: None, plies: None, shortest: true }
    }
}

impl Effort {
    /// A limit of nodes and no other.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }
}

/// Counts the nodes of a search and watches its limits.
pub(super) struct Watch<'a> {
    pub(super) nodes: u64,
    most: u64,
    deadline: Option<Instant>,
    must_stop: &'a dyn Fn() -> bool,
    is_over: bool,
}

impl<'a> Watch<'a> {
    /// Starts the clock.
    pub(super) fn new(effort: &Effort, must_stop: &'a dyn Fn() -> bool) -> Self {
        let mut watch = Self {
            nodes: 0,
            most: effort.nodes.unwrap_or(u64::MAX),
            deadline: effort.time.and_then(|time| Instant::now().checked_add(time)),
            must_stop,
            is_over: false,
        };
        watch.is_over = watch.is_asked_to_stop();
        watch
    }

    /// Counts a node, and returns whether the search may go on.
    #[inline]
    pub(super) fn count(&mut self) -> bool {
        if self.nodes >= self.most {
            self.is_over = true;
        }
        self.nodes += u64::from(!self.is_over);
        if self.nodes.is_multiple_of(64) {
            let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            self.is_over |= late || self.is_asked_to_stop();
        }
        !self.is_over
    }

    /// The only call of `must_stop`. It is never inlined, because tools that make WebAssembly
    /// suspendable look for the callers of this function.
    #[inline(never)]
    fn is_asked_to_stop(&self) -> bool {
        (self.must_stop)()
    }

    /// Whether a limit was reached.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }
}
