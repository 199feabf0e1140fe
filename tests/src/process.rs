//! The resources of a process, as Linux reports them.

use std::fs;
use std::path::Path;

/// Threads, open files and memory of a process at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footprint {
    /// Threads.
    pub threads: usize,
    /// Open files and sockets.
    pub files: usize,
    /// Memory in use, in KiB.
    pub memory_kib: u64,
    /// Peak memory, in KiB.
    pub peak_kib: u64,
}

impl Footprint {
    /// Looks at a process; `None` if there is no `/proc`.
    pub fn of(id: u32) -> Option<Self> {
        let process = Path::new("/proc").join(id.to_string());
        let count = |folder| Some(fs::read_dir(process.join(folder)).ok()?.count());
        let status = fs::read_to_string(process.join("status")).ok()?;
        let kib = |name| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().strip_suffix(" kB")?.parse().ok()
        };
        Some(Self {
            threads: count("task")?,
            files: count("fd")?,
            memory_kib: kib("VmRSS:")?,
            peak_kib: kib("VmHWM:")?,
        })
    }
}
