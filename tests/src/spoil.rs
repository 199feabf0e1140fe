//! Good examples, spoiled at random, for laws that hold for any input.

use std::env;
use std::time::Duration;

use fastrand::Rng;

/// How long to try each law: the seconds in `TAK_LAW_SECONDS`. Without it, each test makes a fixed
/// number of tries.
pub fn law_time() -> Option<Duration> {
    let seconds = env::var("TAK_LAW_SECONDS").ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// Up to five changes such as faulty files and connections make.
pub fn spoil(example: &[u8], other: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut text = example.to_vec();
    for _ in 0..random.usize(..6) {
        let at = random.usize(..=text.len());
        match random.u8(..7) {
            0 => text.truncate(at),
            1 => text.insert(at, random.u8(..)),
            2 => text.insert(at, b" \n[]{}()\"/,.1*>x"[random.usize(..16)]),
            3 if at < text.len() => drop(text.remove(at)),
            4 if at < text.len() => text[at] ^= 1 << random.u8(..8),
            5 => {
                let from = random.usize(..=other.len());
                text.splice(at..at, other[from..].iter().copied().take(40));
            }
            _ => {
                let end = random.usize(at..=text.len());
                let part = text[at..end].to_vec();
                text.splice(at..at, part);
            }
        }
    }
    text
}
