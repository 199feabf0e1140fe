//! What a client can set: one table of names, ranges and effects.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use tak_encoding::{HalfKomi, excerpt};

use super::command::CommandError;
use super::game::{GameOptions, HALF_KOMI};
use super::profile::{Announce, Profile, Trust};
use crate::engine::EngineOptions;

/// The option that names the opening book: the only one that is no number.
pub const BOOK_FILE: &str = "BookFile";

/// What TEI writes for an empty text, and some clients send back.
const EMPTY: &str = "<empty>";

/// `-1` as a piece count: the standard of the size.
const BY_SIZE: i64 = -1;

/// Each player needs a flat for the other's first ply. The most are those of
/// the large boards: up to 6×6 both players have 62 together, see
/// [`GameOptions::check`].
const FLATS: RangeInclusive<i64> = 1..=63;
const CAPS: RangeInclusive<i64> = 0..=20;

/// A whole number that can be set.
struct Spin {
    name: &'static str,
    /// The shortest announcement that names it.
    since: Announce,
    /// Always allowed, also where the range does not hold it.
    default: i64,
    range: RangeInclusive<i64>,
    effect: fn(i64, &mut EngineOptions, &mut GameOptions),
}

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
        range,
        effect,
    }
}

/// Half of the machine's memory, as far as it can be told, in MiB.
fn largest_table() -> usize {
    const LARGEST: usize = 32_768;
    let total = std::fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| {
            let kibibytes = text
                .lines()
                .find_map(|line| line.strip_prefix("MemTotal:"))?;
            kibibytes.trim().strip_suffix(" kB")?.parse::<usize>().ok()
        });
    total.map_or(LARGEST, |kibibytes| (kibibytes / 2048).clamp(64, LARGEST))
}

/// What concerns the game. The piece counts come under the names of every
/// client; a client that shows only the last two sends -1 for them when its user
/// leaves them alone, which must not undo what came under the other names.
fn game_spins() -> Vec<Spin> {
    vec![
        Spin {
            name: "HalfKomi",
            since: Announce::Game,
            default: 0,
            range: HALF_KOMI,
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

/// What concerns the engine. A guest can have what it starts with at most.
fn engine_spins(profile: &Profile) -> Vec<Spin> {
    let EngineOptions {
        hash,
        threads,
        lines,
        overhead,
    } = profile.options;
    let most = |owner: usize, guest: usize| match profile.trust {
        Trust::Owner => owner as i64,
        Trust::Guest => guest as i64,
    };
    vec![
        Spin {
            name: "Hash",
            since: Announce::Engine,
            default: hash as i64,
            range: 1..=most(largest_table(), hash),
            effect: |value, engine, _| engine.hash = value as usize,
        },
        Spin {
            name: "Threads",
            since: Announce::Engine,
            default: threads as i64,
            range: 1..=most(256, threads),
            effect: |value, engine, _| engine.threads = value as usize,
        },
        Spin {
            name: "MultiPV",
            since: Announce::Engine,
            default: lines as i64,
            range: 1..=256,
            effect: |value, engine, _| engine.lines = value as usize,
        },
        Spin {
            name: "MoveOverhead",
            since: Announce::All,
            default: overhead.as_millis() as i64,
            range: 0..=10_000,
            effect: |value, engine, _| engine.overhead = Duration::from_millis(value as u64),
        },
    ]
}

impl Spin {
    fn set(
        &self,
        value: i64,
        engine: &mut EngineOptions,
        game: &mut GameOptions,
    ) -> Result<(), CommandError> {
        if value != self.default && !self.range.contains(&value) {
            return Err(self.error(&value.to_string()));
        }
        (self.effect)(value, engine, game);
        Ok(())
    }

    fn error(&self, value: &str) -> CommandError {
        let (name, default) = (self.name, self.default);
        let (min, max) = (self.range.start(), self.range.end());
        let found = excerpt(value);
        CommandError(format!(
            "option {name}: found {found}, expected {default} or a number from {min} to {max}"
        ))
    }
}

/// The line that announces the option.
impl fmt::Display for Spin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, default) = (self.name, self.default);
        let (min, max) = (default.min(*self.range.start()), self.range.end());
        write!(
            f,
            "option name {name} type spin default {default} min {min} max {max}"
        )
    }
}

/// The path that a value means, `None` for the empty one.
pub fn path(value: &str) -> Option<&Path> {
    (!value.is_empty() && value != EMPTY).then(|| Path::new(value))
}

/// All that one client can set: any option but [`BOOK_FILE`].
pub struct Options {
    profile: Profile,
    spins: Vec<Spin>,
}

impl Options {
    /// The options of a client, as its profile has them.
    pub fn new(profile: Profile) -> Self {
        let mut spins = game_spins();
        spins.append(&mut engine_spins(&profile));
        Self { profile, spins }
    }

    /// The lines that announce them.
    pub fn announcements(&self) -> impl Iterator<Item = String> {
        let announce = self.profile.announce;
        let spins = self.spins.iter().filter(move |spin| spin.since <= announce);
        let book_file = (announce == Announce::All)
            .then(|| format!("option name {BOOK_FILE} type string default {EMPTY}"));
        spins.map(ToString::to_string).chain(book_file)
    }

    /// Sets an option by its name, case ignored, whether it was announced or
    /// not. A guest that asks for too much of the engine gets what there is:
    /// some clients send values that were chosen for another engine.
    ///
    /// # Errors
    ///
    /// If there is no such option or the value is not in its range; nothing is
    /// changed then.
    pub fn set(
        &self,
        name: &str,
        value: &str,
        engine: &mut EngineOptions,
        game: &mut GameOptions,
    ) -> Result<(), CommandError> {
        let mut spins = self.spins.iter();
        let spin = spins.find(|spin| spin.name.eq_ignore_ascii_case(name));
        let spin = spin.ok_or_else(|| CommandError(format!("unknown option {}", excerpt(name))))?;
        let mut number: i64 = value.parse().map_err(|_| spin.error(value))?;
        if self.profile.trust == Trust::Guest && spin.since == Announce::Engine {
            number = number.clamp(*spin.range.start(), *spin.range.end());
        }
        spin.set(number, engine, game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_in_the_table_are_the_defaults() {
        let (mut engine, mut game) = (EngineOptions::default(), GameOptions::default());
        for spin in Options::new(Profile::default()).spins {
            spin.set(spin.default, &mut engine, &mut game).unwrap();
        }
        assert_eq!(
            (engine, game),
            (EngineOptions::default(), GameOptions::default())
        );
    }

    #[test]
    fn ranges_hold() {
        let (mut engine, mut game) = (EngineOptions::default(), GameOptions::default());
        let options = Options::new(Profile::default());
        let mut set = |name, value| options.set(name, value, &mut engine, &mut game);
        set("halfkomi", "-4").unwrap();
        set("Flats1", "25").unwrap();
        for (name, value) in [
            ("HalfKomi", "1000"),
            ("HalfKomi", "300"),
            ("HalfKomi", ""),
            ("HalfKomi", "null"),
            ("Flats", "0"),
            ("Hash", "-1"),
            ("Hash", "0"),
            ("Hash", "99999999"),
            ("Hash", "99999999999999999999"),
            ("NoSuchOption", "1"),
            ("\0", "1"),
        ] {
            assert!(set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(engine, EngineOptions::default());
        let rules = game.rules::<6>();
        assert_eq!(rules.half_komi(), HalfKomi(-4));
        let [white, black] = rules.reserves();
        assert_eq!((white.flats, black.flats, white.caps), (25, 30, 1));
    }

    #[test]
    fn guests_get_no_more_than_there_is() {
        let profile = Profile {
            options: EngineOptions {
                hash: 32,
                threads: 2,
                ..EngineOptions::default()
            },
            announce: Announce::Engine,
            trust: Trust::Guest,
        };
        let options = Options::new(profile);
        let (mut engine, mut game) = (profile.options, GameOptions::default());
        let mut set = |name, value| options.set(name, value, &mut engine, &mut game);
        set("Hash", "4096").unwrap();
        set("Threads", "64").unwrap();
        set("MultiPV", "0").unwrap();
        assert!(set("HalfKomi", "1000").is_err() && set("Hash", "").is_err());
        assert_eq!(engine, profile.options);
        options.set("Threads", "1", &mut engine, &mut game).unwrap();
        assert_eq!(engine.threads, 1);
        let announced: Vec<_> = options.announcements().collect();
        assert!(announced.contains(&"option name Hash type spin default 32 min 1 max 32".into()));
    }
}
