//! How much memory a command may take.

use super::runs::Limits;

const MIB: u64 = 1 << 20;

/// The least that makes sense: the program itself, and something to sort.
const LEAST: u64 = 16 * MIB;

/// A number of bytes, [`LEAST`] or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Memory(u64);

impl Memory {
    /// The number of bytes.
    pub(crate) fn bytes(self) -> u64 {
        self.0
    }

    /// What of it sorting may take: the rest is for the program, its buffers and
    /// the longest line.
    pub(crate) fn limits(self) -> Limits {
        Limits {
            sorted: usize::try_from(self.0 / 8 * 7 - 6 * MIB).unwrap_or(usize::MAX),
            runs: 32,
            read_ahead: 1 << 16,
        }
    }
}

/// Reads a size like `256MiB`.
pub(crate) fn memory_size(text: &str) -> Result<Memory, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => Some(1),
        "kib" => Some(1 << 10),
        "mib" => Some(MIB),
        "gib" => Some(1 << 30),
        _ => None,
    };
    let number = digits.parse::<u64>().ok();
    let bytes = number
        .zip(unit)
        .and_then(|(number, unit)| number.checked_mul(unit));
    match bytes {
        None => Err("expected a number of bytes, or one of KiB, MiB or GiB like 256MiB".to_owned()),
        Some(bytes) if bytes < LEAST => Err("expected at least 16MiB".to_owned()),
        Some(bytes) => Ok(Memory(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_binary_units() {
        assert_eq!(memory_size("256MiB"), Ok(Memory(256 << 20)));
        assert_eq!(memory_size("1gib"), Ok(Memory(1 << 30)));
        assert_eq!(memory_size("20000000"), Ok(Memory(20_000_000)));
        for bad in [
            "",
            "MiB",
            "-1GiB",
            "1.5GiB",
            "256MB",
            "16777215",
            "15MiB",
            "99999999999GiB",
            "é",
        ] {
            assert!(memory_size(bad).is_err(), "{bad}");
        }
    }
}
