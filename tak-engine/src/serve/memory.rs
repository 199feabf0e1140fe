//! Memory that goes back to the system when a client leaves.
//!
//! glibc's allocator learns from each large block that is freed: blocks up to
//! that size it keeps from then on, for each thread, and zeroes byte by byte.
//! After fifty clients with tables of 8 MiB it kept 230 MiB; with a threshold
//! that is set, and so no longer learned, it keeps 6.

/// Sets the threshold above which freed memory goes back to the system, to the
/// value that glibc begins with. Setting it is what ends the learning.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a setting of the C library")]
pub(super) fn return_to_system() {
    const BYTES: libc::c_int = 128 * 1024;
    // SAFETY: `mallopt` takes numbers only, and any value of this parameter is
    // allowed. Should it fail, everything works as before.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, BYTES);
    }
}

/// Other allocators do so anyway.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn return_to_system() {}
