//! Limits on the work for a question.

use std::time::Duration;

use crate::clock::Instant;

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

/// The limits of each search, and of all.
pub(super) struct Budget<'a> {
    effort: Effort,
    deadline: Option<Instant>,
    pub(super) must_stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Budget<'a> {
    /// Starts the clock.
    pub(super) fn new(
        effort: &Effort,
        total: Option<Duration>,
        must_stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let deadline = total.and_then(|total| Instant::now().checked_add(total));
        Self { effort: *effort, deadline, must_stop }
    }

    /// The limits of the next search, the first of so many that share what time is left.
    pub(super) fn effort(&self, parts: usize) -> Effort {
        let mut effort = self.effort;
        if let Some(deadline) = self.deadline {
            let parts = u32::try_from(parts).unwrap_or(u32::MAX).max(1);
            let share = deadline.saturating_duration_since(Instant::now()) / parts;
            effort.time = Some(effort.time.map_or(share, |time| time.min(share)));
        }
        effort
    }
}

/// After how many nodes a search that may be stopped asks whether to.
pub const NODES_BETWEEN_ASKS: u64 = 64;

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

    /// The limits of a first search: half of what is left.
    pub(super) fn half(&self) -> Self {
        let now = Instant::now();
        let half = |end: Instant| now + end.saturating_duration_since(now) / 2;
        Self {
            nodes: 0,
            most: if self.most == u64::MAX { self.most } else { (self.most - self.nodes) / 2 },
            deadline: self.deadline.map(half),
            ..*self
        }
    }

    /// Counts the nodes of a search that had limits of its own.
    pub(super) fn add(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
        self.is_over |= self.is_asked_to_stop();
    }

    /// Counts a node, and returns whether the search may go on.
    #[inline]
    pub(super) fn count(&mut self) -> bool {
        if self.nodes >= self.most {
            self.is_over = true;
        }
        self.nodes += u64::from(!self.is_over);
        if self.nodes.is_multiple_of(NODES_BETWEEN_ASKS) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_time_is_no_more_than_each_search_may_take() {
        let time = |effort: &Effort, total, parts| {
            Budget::new(effort, total, &|| false).effort(parts).time
        };
        let second = Duration::from_secs(1);
        let (free, limited) =
            (Effort::default(), Effort { time: Some(second), ..Effort::default() });
        assert_eq!(time(&free, None, 2), None);
        let half = time(&free, Some(1000 * second), 2).unwrap();
        assert!(half > 400 * second && half <= 500 * second, "{half:?}");
        assert!(time(&free, Some(1000 * second), 0).unwrap() > half);
        assert_eq!(time(&limited, None, 2), Some(second));
        assert_eq!(time(&limited, Some(1000 * second), 2), Some(second));
        assert!(time(&limited, Some(1000 * second), 10_000).unwrap() < second);
        assert_eq!(time(&free, Some(Duration::ZERO), 1), Some(Duration::ZERO));
    }
}
