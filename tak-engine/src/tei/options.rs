//! What a client can set: one table of names, ranges and effects.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use tak_encoding::{
    BoardSize, HalfKomi, Playable, Reserve, Rules, RulesError, Size, excerpt, with_size,
};

use super::command::CommandError;
use crate::engine::EngineOptions;

/// The komi that is offered, in half points.
pub const HALF_KOMI: RangeInclusive<i64> = -20..=20;

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

/// The options of one session that concern the game, not the engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameOptions {
    half_komi: HalfKomi,
    /// White's and Black's, `None` for the standard of the size.
    flats: [Option<u8>; 2],
    caps: [Option<u8>; 2],
}

impl GameOptions {
    /// A game under standard piece counts.
    ///
    /// # Errors
    ///
    /// If the komi is out of range.
    pub fn with_komi(half_komi: i64) -> Result<Self, CommandError> {
        if !HALF_KOMI.contains(&half_komi) {
            let (min, max) = (HALF_KOMI.start(), HALF_KOMI.end());
            return Err(CommandError(format!(
                "komi: found {half_komi}, expected half points from {min} to {max}"
            )));
        }
        Ok(Self {
            half_komi: HalfKomi(half_komi as i16),
            ..Self::default()
        })
    }

    /// The komi.
    pub fn half_komi(&self) -> HalfKomi {
        self.half_komi
    }

    /// The rules of a game of that size: with the standard pieces where those
    /// that were asked for do not fit the board.
    pub fn rules<const N: usize>(&self) -> Rules<N>
    where
        Size<N>: Playable,
    {
        let wanted = self.wanted::<N>();
        wanted.unwrap_or_else(|_| Rules::with_komi(self.half_komi))
    }

    /// Whether a board of that size takes the pieces that were asked for.
    ///
    /// # Errors
    ///
    /// If not; what is wrong and what is done about it.
    pub fn check(&self, size: BoardSize) -> Result<(), CommandError> {
        let wanted = with_size!(size, N => self.wanted::<N>().map(drop));
        wanted.map_err(|error| {
            let standard = with_size!(size, N => Reserve::standard::<N>()).flats;
            CommandError(format!(
                "{error}; {size}×{size} is played with {standard} flats"
            ))
        })
    }

    fn wanted<const N: usize>(&self) -> Result<Rules<N>, RulesError>
    where
        Size<N>: Playable,
    {
        let standard = Reserve::standard::<N>();
        let reserve = |color: usize| Reserve {
            flats: self.flats[color].unwrap_or(standard.flats),
            caps: self.caps[color].unwrap_or(standard.caps),
        };
        Rules::new(self.half_komi, reserve(0), reserve(1))
    }
}

/// A whole number that can be set.
struct Spin {
    name: &'static str,
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
        default: BY_SIZE,
        range,
        effect,
    }
}

/// Half of the machine's memory, as far as it can be told, in MiB.
fn largest_table() -> i64 {
    const LARGEST: i64 = 32_768;
    let total = std::fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| {
            let kibibytes = text
                .lines()
                .find_map(|line| line.strip_prefix("MemTotal:"))?;
            kibibytes.trim().strip_suffix(" kB")?.parse::<i64>().ok()
        });
    total.map_or(LARGEST, |kibibytes| (kibibytes / 2048).clamp(64, LARGEST))
}

/// All options. The piece counts come under the names of every client; a client
/// that shows only the last two sends -1 for them when its user leaves them
/// alone, which must not undo what came under the other names.
static SPINS: LazyLock<Vec<Spin>> = LazyLock::new(|| {
    vec![
        Spin {
            name: "HalfKomi",
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
        pieces("Flatstones", FLATS, |value, _, game| {
            game.flats = count(value).map_or(game.flats, |count| [Some(count); 2]);
        }),
        pieces("Capstones", CAPS, |value, _, game| {
            game.caps = count(value).map_or(game.caps, |count| [Some(count); 2]);
        }),
        Spin {
            name: "Hash",
            default: 64,
            range: 1..=largest_table(),
            effect: |value, engine, _| engine.hash = value as usize,
        },
        Spin {
            name: "Threads",
            default: 1,
            range: 1..=256,
            effect: |value, engine, _| engine.threads = value as usize,
        },
        Spin {
            name: "MultiPV",
            default: 1,
            range: 1..=256,
            effect: |value, engine, _| engine.lines = value as usize,
        },
        Spin {
            name: "MoveOverhead",
            default: 10,
            range: 0..=10_000,
            effect: |value, engine, _| engine.overhead = Duration::from_millis(value as u64),
        },
    ]
});

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

/// The lines that announce all options.
pub fn announcements() -> impl Iterator<Item = String> {
    let book_file = format!("option name {BOOK_FILE} type string default {EMPTY}");
    SPINS.iter().map(ToString::to_string).chain([book_file])
}

/// The path that a value means, `None` for the empty one.
pub fn path(value: &str) -> Option<&Path> {
    (!value.is_empty() && value != EMPTY).then(|| Path::new(value))
}

/// Sets an option by its name, case ignored: any but [`BOOK_FILE`].
///
/// # Errors
///
/// If there is no such option or the value is not in its range; nothing is
/// changed then.
pub fn set(
    name: &str,
    value: &str,
    engine: &mut EngineOptions,
    game: &mut GameOptions,
) -> Result<(), CommandError> {
    let spin = SPINS
        .iter()
        .find(|spin| spin.name.eq_ignore_ascii_case(name));
    let spin = spin.ok_or_else(|| CommandError(format!("unknown option {}", excerpt(name))))?;
    let number = value.parse().map_err(|_| spin.error(value))?;
    spin.set(number, engine, game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_in_the_table_are_the_defaults() {
        let (mut engine, mut game) = (EngineOptions::default(), GameOptions::default());
        for spin in SPINS.iter() {
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
        set("halfkomi", "-4", &mut engine, &mut game).unwrap();
        set("Flats1", "25", &mut engine, &mut game).unwrap();
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
            assert!(
                set(name, value, &mut engine, &mut game).is_err(),
                "{name} {value}"
            );
        }
        assert_eq!(engine, EngineOptions::default());
        let rules = game.rules::<6>();
        assert_eq!(rules.half_komi(), HalfKomi(-4));
        let [white, black] = rules.reserves();
        assert_eq!((white.flats, black.flats, white.caps), (25, 30, 1));
    }

    #[test]
    fn pieces_that_do_not_fit_give_way_to_the_standard() {
        let (mut engine, mut game) = (EngineOptions::default(), GameOptions::default());
        for (flats, fits) in [("31", true), ("32", false), ("63", false)] {
            set("Flats", flats, &mut engine, &mut game).unwrap();
            assert_eq!(game.check(BoardSize::Six).is_ok(), fits, "{flats}");
            assert_eq!(game.check(BoardSize::Seven), Ok(()), "{flats}");
            let used = if fits { flats } else { "30" };
            assert_eq!(game.rules::<6>().reserves()[1].flats.to_string(), used);
            assert_eq!(game.rules::<8>().reserves()[1].flats.to_string(), flats);
        }
    }
}
