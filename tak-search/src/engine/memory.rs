//! The table of an engine, whose memory the system provides page by page.
//!
//! Where a virtual machine gets its memory only on first use, touching a large page for the first
//! time takes ten milliseconds that nothing can interrupt. A search against the clock therefore
//! uses only what has already been touched, while another thread touches more.

use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use crate::clock::Instant;
use crate::limits::Limits;
use crate::table::{Table, is_free};

/// The longest that a client asking whether the engine is ready has to wait for memory.
const LONGEST_PREPARATION: Duration = Duration::from_millis(1900);

/// What a table leaves free for its first thread and the network, in MiB.
const LEFT_FOR_A_SEARCH: usize = 32;

/// The table, and the size that was asked for.
pub(super) struct Memory {
    table: Arc<Table>,
    wanted: usize,
    /// Whether a thread is touching the rest.
    grows: bool,
}

impl Memory {
    /// A table of `wanted` MiB, or as large as memory allows.
    pub(super) fn allocate(wanted: usize) -> Self {
        let sizes = std::iter::successors(Some(wanted), |&size| (size > 0).then_some(size / 2));
        let table = sizes.into_iter().find_map(|size| {
            let table = Table::new(size).ok()?;
            (size == 0 || is_free(LEFT_FOR_A_SEARCH)).then_some(table)
        });
        let table = Arc::new(table.unwrap_or_else(|| unreachable!("a table of one slot")));
        Self { table, wanted, grows: false }
    }

    /// The size asked for, in MiB.
    pub(super) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Touches the table for as long as a client may wait, and leaves the rest to a thread.
    pub(super) fn prepare(&mut self) {
        let start = Instant::now();
        while start.elapsed() < LONGEST_PREPARATION {
            if !self.table.touch() {
                return;
            }
        }
        self.grow();
    }

    /// The table as a search with these limits uses it: all of it if the search must be
    /// reproducible, otherwise what has been touched.
    pub(super) fn for_search(&mut self, limits: &Limits) -> Arc<Table> {
        if limits.is_reproducible() || !self.grow() {
            self.table.use_all();
        } else {
            self.table.use_touched();
        }
        Arc::clone(&self.table)
    }

    /// Has a thread touch the rest. Returns whether the table will be touched to its end: no thread
    /// may be available.
    fn grow(&mut self) -> bool {
        if !self.grows && !self.table.is_touched() {
            let table = Arc::downgrade(&self.table);
            self.grows = thread::Builder::new().spawn(move || touch_gently(&table)).is_ok();
        }
        self.grows || self.table.is_touched()
    }
}

/// Touches a table until it is dropped, resting most of the time, since searches run meanwhile.
fn touch_gently(table: &Weak<Table>) {
    loop {
        let start = Instant::now();
        if !table.upgrade().is_some_and(|table| table.touch()) {
            return;
        }
        thread::sleep(start.elapsed() * 3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise the first search would wait for each page, after `readyok`. (A release
    /// build may drop an operation that changes nothing.)
    #[test]
    #[cfg(target_os = "linux")]
    fn pages_are_mapped_when_the_engine_is_ready() {
        const MEBIBYTES: usize = 256;
        let resident = || {
            let status = std::fs::read_to_string("/proc/self/status").unwrap();
            let mut lines = status.lines();
            let kibibytes = lines.find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
            let kibibytes = kibibytes.trim().strip_suffix(" kB").unwrap();
            kibibytes.parse::<usize>().unwrap() >> 10
        };
        let before = resident();
        let mut memory = Memory::allocate(MEBIBYTES);
        let start = Instant::now();
        memory.prepare();
        // A busy machine may not have given all of them in time.
        let touched = MEBIBYTES * memory.table.touched_slots() / memory.table.slots();
        assert!(touched == MEBIBYTES || (touched > 0 && start.elapsed() >= LONGEST_PREPARATION));
        // Other tests free memory meanwhile.
        let now = resident();
        assert!(now > before + touched / 2, "{before}, {now}, of {touched}");
    }

    #[test]
    fn a_search_against_the_clock_begins_with_what_was_touched() {
        let mut memory = Memory::allocate(256);
        let infinite = Limits { infinite: true, ..Limits::default() };
        for limits in [Limits::move_time(Duration::ZERO), infinite] {
            let table = memory.for_search(&limits);
            // Both may grow meanwhile, the reach last.
            let reach = table.reach();
            assert!(reach <= table.touched_slots() && (memory.grows || table.is_touched()));
            for limits in [Limits::nodes(1000), Limits::depth(3)] {
                let table = memory.for_search(&limits);
                assert_eq!(table.reach(), table.slots());
            }
        }
        memory.prepare();
        let table = memory.for_search(&infinite);
        assert_eq!(table.reach(), table.touched_slots());
    }

    #[test]
    fn a_table_is_touched_to_its_end_and_then_let_go() {
        let mut memory = Memory::allocate(8);
        assert!(memory.grow());
        while !memory.table.is_touched() {
            thread::yield_now();
        }
        let table = Arc::downgrade(&memory.table);
        drop(memory);
        while table.upgrade().is_some() {
            thread::yield_now();
        }
    }
}
