//! Hints to the system and the processor about tables that are read at random,
//! so that most reads would wait: for the page, with pages of 4 KiB, and for the
//! slot itself.
//!
//! The only `unsafe` code of the engine. What it saves stands in `ELO.md`.

/// Asks the system to keep this memory in large pages. It may decline. The first
/// use of each takes longer than that of a small one: 0.3 ms, or 5 ms where a
/// virtual machine gets its memory only then.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "large pages: see the measurements in ELO.md")]
pub(crate) fn prefer_large_pages<T>(memory: &mut [T]) {
    /// The largest of the usual pages; the system takes whole ones.
    const PAGE: usize = 65_536;
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    let length = size_of_val(memory).saturating_sub(skipped) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: the range lies within `memory`, and this advice changes
        // neither what it holds nor who may use it.
        unsafe {
            libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE);
        }
    }
}

/// Other systems choose by themselves.
#[cfg(not(target_os = "linux"))]
pub(crate) fn prefer_large_pages<T>(_memory: &mut [T]) {}

/// Has the processor fetch what will be read soon.
#[inline(always)]
#[cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "slots at hand: see the measurements in ELO.md")
)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction, and it cannot fault.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
