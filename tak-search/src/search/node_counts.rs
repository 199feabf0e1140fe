//! How many nodes the threads of a search have visited, and how many they may visit.

use std::sync::atomic::{AtomicU64, Ordering};

/// A node limit shared by several threads. Part of it is reserved for the first: the others must
/// not leave it without an answer.
pub(super) struct SharedNodes {
    left: AtomicU64,
    /// Reserved for the first thread.
    first: u64,
    /// How many a thread takes at a time.
    portion: u64,
}

/// The share of one thread.
pub(super) struct Quota<'a> {
    nodes: &'a SharedNodes,
    /// How many nodes it has been granted so far.
    granted: u64,
}

impl SharedNodes {
    pub(super) fn new(nodes: u64, threads: u64) -> Self {
        let first = nodes.div_ceil(threads);
        let portion = (first / 8).clamp(1, 256);
        Self { left: AtomicU64::new(nodes - first), first, portion }
    }

    pub(super) fn first(&self) -> Quota<'_> {
        Quota { nodes: self, granted: self.first }
    }

    pub(super) fn helper(&self) -> Quota<'_> {
        Quota { nodes: self, granted: 0 }
    }
}

impl Quota<'_> {
    /// Whether a thread that has searched `nodes` nodes may search no more.
    #[inline]
    fn is_used_up(&mut self, nodes: u64) -> bool {
        nodes >= self.granted && !self.extend()
    }

    /// Takes another portion of what is left; false if nothing is.
    fn extend(&mut self) -> bool {
        let portion = |left: u64| left.min(self.nodes.portion);
        let (left, order) = (&self.nodes.left, Ordering::Relaxed);
        let before = left.try_update(order, order, |left| (left > 0).then(|| left - portion(left)));
        self.granted += before.map_or(0, portion);
        before.is_ok()
    }
}

/// The nodes of one thread: by default, of one that works alone and without a limit.
#[derive(Default)]
pub(super) struct Nodes<'a> {
    /// Those that it has searched.
    pub(super) own: u64,
    /// Those that it may search, if they are limited.
    pub(super) quota: Option<Quota<'a>>,
    /// Where it tells another thread how many it has searched.
    pub(super) published: Option<&'a NodeCount>,
    /// The counts of the threads that help it.
    pub(super) helpers: &'a [NodeCount],
}

impl Nodes<'_> {
    /// The nodes so far, of all threads.
    pub(super) fn all(&self) -> u64 {
        self.own + self.helpers.iter().map(NodeCount::get).sum::<u64>()
    }

    /// Whether the thread may search no more.
    #[inline]
    pub(super) fn are_used_up(&mut self) -> bool {
        let own = self.own;
        self.quota.as_mut().is_some_and(|quota| quota.is_used_up(own))
    }

    /// How many more it may search of what it was granted, if they are limited.
    pub(super) fn left(&self) -> Option<u64> {
        self.quota.as_ref().map(|quota| quota.granted.saturating_sub(self.own))
    }

    pub(super) fn publish(&self) {
        if let Some(count) = self.published {
            count.0.store(self.own, Ordering::Relaxed);
        }
    }
}

/// The node count of one thread, on a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct NodeCount(AtomicU64);

impl NodeCount {
    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
