//! Memory that goes back to the system when a client leaves.
//!
//! The allocator of glibc learns from each large block that is freed: blocks up
//! to that size it keeps from then on, for each thread, and zeroes them byte by
//! byte. Fifty clients with tables of 8 MiB used 900 MiB in that way and left
//! 230; with a fixed threshold it was 430 and 9, and since all of each table is
//! used ahead it is 600 and 6. The threshold is read from the environment before
//! `main` begins, hence this.

/// Starts the program once more in its own place, with a fixed threshold. Where
/// that fails or the user has set one, it goes on as it is.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn give_back() {
    use std::os::unix::process::CommandExt;
    use std::{env, process};

    const THRESHOLD: &str = "MALLOC_TRIM_THRESHOLD_";
    /// glibc's own, in bytes, but for the learning.
    const USUAL: &str = "131072";
    if env::var_os(THRESHOLD).is_some() {
        return;
    }
    if let Ok(program) = env::current_exe() {
        let mut again = process::Command::new(program);
        // Returns only if it fails.
        let _ = again
            .args(env::args_os().skip(1))
            .env(THRESHOLD, USUAL)
            .exec();
    }
}

/// Other allocators do so anyway.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn give_back() {}
