//! Returns memory to the system when a client leaves.
//!
//! glibc's allocator learns from each large block that is freed: from then on it keeps blocks up to
//! that size, for each thread, and zeroes them byte by byte. After fifty clients with tables of 8
//! MiB it kept 230 MiB; with a fixed threshold it keeps 6.

/// Sets the threshold above which freed memory is returned to the system to glibc's initial value.
/// Setting it stops the learning.
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

/// Other allocators do this anyway.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn return_to_system() {}
