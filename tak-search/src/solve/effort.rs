//! How much work a question may take.

use std::time::Duration;

use web_time::Instant;

/// What solving may use. Whichever limit is reached first ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Effort {
    /// Nodes: positions whose moves are looked at.
    pub nodes: Option<u64>,
    /// Time for the question.
    pub time: Option<Duration>,
    /// Only wins of at most that many plies are looked for.
    pub plies: Option<u32>,
    /// Whether to look for a shorter win when one is found.
    pub shortest: bool,
}

impl Default for Effort {
    /// No limit; the shortest win.
    fn default() -> Self {
        Self { nodes: None, time: None, plies: None, shortest: true }
    }
}

impl Effort {
    /// That many nodes and no other limit.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }
}

/// Counts the nodes of a question and says when to stop.
pub(super) struct Watch<'a> {
    pub(super) nodes: u64,
    most: u64,
    deadline: Option<Instant>,
    must_stop: &'a dyn Fn() -> bool,
    is_over: bool,
}

impl<'a> Watch<'a> {
    /// Begins now.
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

    /// Counts a node; false when it is time to stop.
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

    /// All that asks, never inlined: tools that make WebAssembly suspendable follow its callers.
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
