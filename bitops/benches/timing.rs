//! Time per operation, and what is measured.

use std::time::{Duration, Instant};

/// The fastest of some runs, in nanoseconds per operation: all others were
/// disturbed. A run that takes long is not repeated.
#[inline(always)]
pub(crate) fn nanoseconds(operations: usize, mut run: impl FnMut()) -> f64 {
    const ENOUGH: Duration = Duration::from_millis(120);
    let (start, mut best) = (Instant::now(), Duration::MAX);
    while start.elapsed() < ENOUGH {
        let one = Instant::now();
        run();
        best = best.min(one.elapsed());
    }
    best.as_secs_f64() * 1e9 / operations as f64
}

/// Random numbers, the same in every run.
pub(crate) fn random_words(count: usize) -> Vec<u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let words = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    });
    words.take(count).collect()
}

/// What the CPU calls itself, where that can be read. A virtual machine may hide
/// the model in the name; the numbers tell the generation.
pub(crate) fn cpu_name() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once(':'));
        lines
            .find(|(name, _)| name.trim_end() == key)
            .map(|(_, value)| value.trim())
    };
    match (value("model name"), value("cpu family"), value("model")) {
        (Some(name), Some(family), Some(model)) => {
            format!("{name} (family {family}, model {model})")
        }
        _ => std::env::consts::ARCH.to_owned(),
    }
}
