//! All options that are numbers.

use std::ops::RangeInclusive;
use std::time::Duration;

use tak_encoding::HalfKomi;

use super::spin::{Beyond, Spin};
use crate::engine::EngineOptions;
use crate::tei::game::{GameOptions, HALF_KOMI, MOST_FLATS};
use crate::tei::profile::{Announce, Profile, Trust};

/// `-1` as a piece count: the standard of the size.
const BY_SIZE: i64 = -1;

/// Each player needs a flat for the other's first ply. The most are those of
/// the large boards. Announced are [`MOST_FLATS`], which fit every board; what
/// the board at hand does not take [`GameOptions::check`] tells.
const FLATS: RangeInclusive<i64> = 1..=63;
const CAPS: RangeInclusive<i64> = 0..=20;

fn count(value: i64) -> Option<u8> {
    u8::try_from(value).ok()
}

fn pieces(
    name: &'static str,
    range: RangeInclusive<i64>,
    effect: fn(i64, &mut EngineOptions, &mut GameOptions),
) -> Spin {
    Spin {
        name,
        since: Announce::Game,
        default: BY_SIZE,
        announced: (*range.end()).min(MOST_FLATS.into()),
        range,
        unit: ", or -1 for the standard of the size",
        beyond: Beyond::Refused,
        effect,
    }
}

/// Half of the machine's memory, as far as it can be told, in MiB; or of what a
/// container has of it.
fn largest_table() -> usize {
    const LARGEST: usize = 32_768;
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| {
        let mut lines = text.lines();
        let kibibytes = lines.find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kibibytes: usize = kibibytes.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes >> 10)
    });
    let container = read("/sys/fs/cgroup/memory.max");
    let container = container.and_then(|bytes| Some(bytes.trim().parse::<usize>().ok()? >> 20));
    let total = machine.into_iter().chain(container).min();
    total.map_or(LARGEST, |mebibytes| (mebibytes / 2).clamp(64, LARGEST))
}

/// What concerns the game. The piece counts come under the names of every
/// client; a client that shows only the last two sends -1 for them when its user
/// leaves them alone, which must not undo what came under the other names.
pub(super) fn game_spins() -> Vec<Spin> {
    vec![
        Spin {
            name: "HalfKomi",
            since: Announce::Game,
            default: 0,
            range: HALF_KOMI,
            announced: *HALF_KOMI.end(),
            unit: " half points",
            beyond: Beyond::Refused,
            effect: |value, _, game| game.half_komi = HalfKomi(value as i16),
        },
        pieces("Flats", FLATS, |value, _, game| {
            game.flats = [count(value); 2];
        }),
        pieces("Caps", CAPS, |value, _, game| {
            game.caps = [count(value); 2];
        }),
        pieces("Flats1", FLATS, |value, _, game| {
            game.flats[0] = count(value);
        }),
        pieces("Flats2", FLATS, |value, _, game| {
            game.flats[1] = count(value);
        }),
        pieces("Caps1", CAPS, |value, _, game| {
            game.caps[0] = count(value);
        }),
        pieces("Caps2", CAPS, |value, _, game| {
            game.caps[1] = count(value);
        }),
        Spin {
            since: Announce::All,
            ..pieces("Flatstones", FLATS, |value, _, game| {
                game.flats = count(value).map_or(game.flats, |count| [Some(count); 2]);
            })
        },
        Spin {
            since: Announce::All,
            ..pieces("Capstones", CAPS, |value, _, game| {
                game.caps = count(value).map_or(game.caps, |count| [Some(count); 2]);
            })
        },
    ]
}

fn engine(
    name: &'static str,
    default: usize,
    range: RangeInclusive<usize>,
    unit: &'static str,
    effect: fn(i64, &mut EngineOptions, &mut GameOptions),
) -> Spin {
    let (least, most) = (*range.start() as i64, *range.end() as i64);
    Spin {
        name,
        since: Announce::Engine,
        default: default as i64,
        range: least..=most,
        announced: most,
        unit,
        beyond: Beyond::Most,
        effect,
    }
}

/// What concerns the engine. A guest can have what it starts with at most.
pub(super) fn engine_spins(profile: &Profile) -> Vec<Spin> {
    let EngineOptions {
        hash,
        threads,
        lines,
        overhead,
    } = profile.options;
    let most = |owner: usize, guest: usize| match profile.trust {
        Trust::Owner => owner,
        Trust::Guest => guest,
    };
    let (tables, pool) = (1..=most(largest_table(), hash), 1..=most(256, threads));
    let overhead = overhead.as_millis() as usize;
    vec![
        engine("Hash", hash, tables, " MiB", |value, engine, _| {
            engine.hash = value as usize;
        }),
        engine("Threads", threads, pool, "", |value, engine, _| {
            engine.threads = value as usize;
        }),
        engine("MultiPV", lines, 1..=256, "", |value, engine, _| {
            engine.lines = value as usize;
        }),
        Spin {
            since: Announce::All,
            ..engine(
                "MoveOverhead",
                overhead,
                0..=10_000,
                " ms",
                |value, engine, _| {
                    engine.overhead = Duration::from_millis(value as u64);
                },
            )
        },
    ]
}
