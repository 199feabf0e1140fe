//! What a client can set, and which of it is announced.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use tak_encoding::{AnyRules, HalfKomi, Opening, excerpt};
use tak_search::book::OpenBook;
use tak_search::engine::EngineOptions;
use tak_search::level::Level;
use tak_search::score::Score;
use tak_search::turns::Turns;

use crate::game::{HALF_KOMI, MOST_FLATS};
use crate::words::{CommandError, integer};

/// Which options are announced. The client can set the others all the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Announce {
    /// Komi and piece counts. PTN Ninja sets them by itself; any other option would cost its user a
    /// click for each connection.
    Game,
    /// Those and what analysis needs: lines, threads, memory.
    Engine,
    /// All, under all their names.
    All,
}

/// How far a client is trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// It started the engine.
    Owner,
    /// It came over a network: it gets no more threads and memory than the session starts with, and
    /// may not name files.
    Guest,
}

/// The unit of the number after `score cp`, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreUnit {
    /// Centiflats; a certain win is 10 000 minus the plies to it.
    Flats,
    /// Hundredths of the expected result, from −100 for a loss to 100 for a win. PTN
    /// Ninja marks a move that loses 10 of them `?`, and one that loses 25 `??`.
    Result,
}

impl FromStr for ScoreUnit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = [(Self::Flats, FLATS), (Self::Result, RESULT)].into_iter();
        let found = known.into_iter().find(|(_, name)| text.eq_ignore_ascii_case(name));
        found.map(|(unit, _)| unit).ok_or_else(|| {
            let found = excerpt(text);
            format!("found {found}, expected {FLATS} or {RESULT}")
        })
    }
}

impl fmt::Display for ScoreUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flats => FLATS,
            Self::Result => RESULT,
        })
    }
}

/// The option that chooses a [`ScoreUnit`], and their names.
pub(crate) const SCORE: &str = "Score";
const FLATS: &str = "flats";
const RESULT: &str = "result";

/// The settings that a session starts with, and what its client may do.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Profile {
    /// The settings until the client changes them.
    pub options: EngineOptions,
    /// The most that an owner can set as `Hash`, in MiB.
    pub largest_hash: usize,
    /// The most that an owner can set as `Threads`.
    pub most_threads: usize,
    /// The options that are announced.
    pub announce: Announce,
    /// The unit of scores until the client changes it.
    pub score: ScoreUnit,
    /// What the client may set.
    pub trust: Trust,
    /// Opens the book that the client names; `None` if there are no books.
    pub open_book: Option<OpenBook>,
    /// Shared by the sessions of a program that has many.
    pub turns: Option<&'static Turns>,
}

/// The client that started the engine.
impl Default for Profile {
    fn default() -> Self {
        Self {
            options: EngineOptions::default(),
            largest_hash: 32_768,
            most_threads: 256,
            announce: Announce::All,
            score: ScoreUnit::Flats,
            trust: Trust::Owner,
            open_book: None,
            turns: None,
        }
    }
}

/// The option that names the opening book.
pub(crate) const BOOK_FILE: &str = "BookFile";

/// The option that names a network for the evaluation.
pub(crate) const EVAL_FILE: &str = "EvalFile";

/// The button that makes the engine forget what it has learned. It is accepted but
/// not announced: PTN Ninja would show a button that breaks when it is clicked.
pub(crate) const CLEAR_HASH: &str = "Clear Hash";

/// The option that names the [`Opening`].
pub(crate) const OPENING: &str = "Opening";

/// The option that makes the engine play worse: a [`Level`], or 0 for none.
pub(crate) const LEVEL: &str = "Level";

/// Parses the value of [`LEVEL`].
pub(crate) fn read_level(value: &str) -> Result<Option<Level>, CommandError> {
    if value == "0" {
        return Ok(None);
    }
    value
        .parse()
        .map(Some)
        .map_err(|error| CommandError(format!("option {LEVEL}: {error}, or 0 for the best play")))
}

/// What TEI writes for an empty string; some clients send it back.
const EMPTY: &str = "<empty>";

/// The file that a value names, `None` for the empty one.
pub(crate) fn file_name(value: &str) -> Option<&str> {
    (!value.is_empty() && value != EMPTY).then_some(value)
}

/// All options of one client except [`BOOK_FILE`], [`EVAL_FILE`], [`CLEAR_HASH`],
/// [`SCORE`] and [`LEVEL`].
pub(crate) struct Options {
    announce: Announce,
    score: ScoreUnit,
    spins: Vec<Spin>,
}

impl Options {
    pub(crate) fn new(profile: &Profile) -> Self {
        let mut spins = game_spins();
        spins.append(&mut engine_spins(profile));
        Self { announce: profile.announce, score: profile.score, spins }
    }

    /// The lines that announce the options.
    pub(crate) fn announcements(&self) -> impl Iterator<Item = String> {
        let announce = self.announce;
        let spins = self.spins.iter().filter(move |spin| spin.since <= announce);
        let openings = Opening::ALL.map(|opening| format!(" var {opening}")).concat();
        let texts = [
            format!("option name {OPENING} type combo default {}{openings}", Opening::default()),
            format!("option name {BOOK_FILE} type string default {EMPTY}"),
            format!("option name {EVAL_FILE} type string default {EMPTY}"),
            format!(
                "option name {SCORE} type combo default {} var {FLATS} var {RESULT}",
                self.score
            ),
            format!("option name {LEVEL} type spin default 0 min 0 max {}", Level::HIGHEST),
        ];
        let texts = texts.into_iter().filter(move |_| announce == Announce::All);
        spins.map(ToString::to_string).chain(texts)
    }

    /// Sets an option by its name, in upper or lower case, announced or not. The remark, if any,
    /// says that the value used is not the one sent; after an error nothing has changed.
    pub(crate) fn set(
        &self,
        name: &str,
        value: &str,
        engine: &mut EngineOptions,
        rules: &mut AnyRules,
    ) -> Result<Option<String>, CommandError> {
        if name.eq_ignore_ascii_case(OPENING) {
            let opening = value.parse();
            rules.opening = opening.map_err(|error| CommandError(format!("option {error}")))?;
            return Ok(None);
        }
        let spin = self.spin(name);
        let spin = spin.ok_or_else(|| CommandError(format!("unknown option {}", excerpt(name))))?;
        spin.set(value, engine, rules)
    }

    /// The rule of the game that an option sets, `None` if it sets something else.
    pub(crate) fn rule(&self, name: &str) -> Option<Rule> {
        if name.eq_ignore_ascii_case(OPENING) {
            return Some(Rule::Opening);
        }
        self.spin(name).and_then(|spin| spin.setting.rule())
    }

    fn spin(&self, name: &str) -> Option<&Spin> {
        self.spins.iter().find(|spin| spin.name.eq_ignore_ascii_case(name))
    }
}

/// What happens to a number above the range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TooLarge {
    /// The largest is used: some clients send what their user chose for another engine.
    Clamped,
    /// It is an error: other rules would make another game.
    Refused,
}

/// A rule of the game; piece counts for these players.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    HalfKomi,
    Flats(&'static [usize]),
    Caps(&'static [usize]),
    Opening,
}

impl Rule {
    /// Whether setting this rule also sets everything that the other one covers.
    pub(crate) fn covers(self, other: Self) -> bool {
        match (self, other) {
            (Self::Flats(own), Self::Flats(players)) | (Self::Caps(own), Self::Caps(players)) => {
                players.iter().all(|player| own.contains(player))
            }
            _ => self == other,
        }
    }
}

/// What an integer option sets; piece counts for these players.
#[derive(Clone, Copy)]
enum Setting {
    HalfKomi,
    Flats(&'static [usize]),
    Caps(&'static [usize]),
    Hash,
    Threads,
    Lines,
    Overhead,
    Contempt,
}

impl Setting {
    /// The rule that it sets, `None` if it is about the engine.
    fn rule(self) -> Option<Rule> {
        match self {
            Self::HalfKomi => Some(Rule::HalfKomi),
            Self::Flats(players) => Some(Rule::Flats(players)),
            Self::Caps(players) => Some(Rule::Caps(players)),
            Self::Hash | Self::Threads | Self::Lines | Self::Overhead | Self::Contempt => None,
        }
    }
}

/// An integer option.
struct Spin {
    name: &'static str,
    /// The smallest announcement that lists it.
    since: Announce,
    /// Always allowed, even outside the range.
    default: i64,
    range: RangeInclusive<i64>,
    /// The largest value that is announced.
    announced: i64,
    /// What the numbers are, for messages.
    unit: &'static str,
    too_large: TooLarge,
    setting: Setting,
}

impl Spin {
    fn set(
        &self,
        value: &str,
        engine: &mut EngineOptions,
        rules: &mut AnyRules,
    ) -> Result<Option<String>, CommandError> {
        let most = *self.range.end();
        let wanted = integer(value).ok_or_else(|| self.error(value))?;
        let fits = wanted == self.default || self.range.contains(&wanted);
        if !fits && (self.too_large == TooLarge::Refused || wanted < most) {
            return Err(self.error(value));
        }
        let taken = if fits { wanted } else { most };
        self.apply(taken, engine, rules);
        Ok((!fits).then(|| format!("{}; taken as {most}", self.error(value))))
    }

    fn apply(&self, value: i64, engine: &mut EngineOptions, rules: &mut AnyRules) {
        let (counts, players) = match self.setting {
            Setting::HalfKomi => return rules.half_komi = HalfKomi(value as i16),
            Setting::Hash => return engine.hash = value as usize,
            Setting::Threads => return engine.threads = value as usize,
            Setting::Lines => return engine.lines = value as usize,
            Setting::Overhead => return engine.overhead = Duration::from_millis(value as u64),
            Setting::Contempt => return engine.contempt = value as Score,
            Setting::Flats(players) => (&mut rules.flats, players),
            Setting::Caps(players) => (&mut rules.caps, players),
        };
        // A client that knows only the names announced with `All` sends -1 for those that its user
        // leaves alone: that must not undo what the other names have set.
        if value != STANDARD || self.since != Announce::All {
            for &player in players {
                counts[player] = u8::try_from(value).ok();
            }
        }
    }

    fn error(&self, value: &str) -> CommandError {
        let (name, unit) = (self.name, self.unit);
        let (min, max) = (self.range.start(), self.range.end());
        let found = excerpt(value);
        CommandError(format!("option {name}: found {found}, expected {min} to {max}{unit}"))
    }
}

/// The line that announces the option.
impl fmt::Display for Spin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, default) = (self.name, self.default);
        let (min, max) = (default.min(*self.range.start()), self.announced);
        write!(f, "option name {name} type spin default {default} min {min} max {max}")
    }
}

/// `-1` as a piece count: the standard number of the size.
const STANDARD: i64 = -1;

/// Komi and piece counts, the latter under every name that clients use.
fn game_spins() -> Vec<Spin> {
    let komi = Spin {
        name: "HalfKomi",
        since: Announce::Game,
        default: 0,
        range: HALF_KOMI,
        announced: *HALF_KOMI.end(),
        unit: " half points",
        too_large: TooLarge::Refused,
        setting: Setting::HalfKomi,
    };
    let pieces = [
        ("Flats", Announce::Game, Setting::Flats(&[0, 1])),
        ("Caps", Announce::Game, Setting::Caps(&[0, 1])),
        ("Flats1", Announce::Game, Setting::Flats(&[0])),
        ("Flats2", Announce::Game, Setting::Flats(&[1])),
        ("Caps1", Announce::Game, Setting::Caps(&[0])),
        ("Caps2", Announce::Game, Setting::Caps(&[1])),
        ("Flatstones", Announce::All, Setting::Flats(&[0, 1])),
        ("Capstones", Announce::All, Setting::Caps(&[0, 1])),
    ];
    let pieces = pieces.map(|(name, since, setting)| {
        // Each player needs a flat for the opponent's first ply. The flats announced
        // fit every board; larger boards take more.
        let (range, announced) = match setting {
            Setting::Caps(_) => (0..=20, 20),
            _ => (1..=63, MOST_FLATS.into()),
        };
        Spin {
            name,
            since,
            default: STANDARD,
            range,
            announced,
            unit: ", or -1 for the standard of the size",
            too_large: TooLarge::Refused,
            setting,
        }
    });
    std::iter::once(komi).chain(pieces).collect()
}

/// The settings of the engine.
fn engine_spins(profile: &Profile) -> Vec<Spin> {
    let EngineOptions { hash, threads, lines, overhead, contempt, .. } = profile.options;
    let (most_hash, most_threads) = match profile.trust {
        Trust::Owner => (profile.largest_hash, profile.most_threads),
        Trust::Guest => (hash, threads),
    };
    let spin = |name, setting, default, range: RangeInclusive<i64>, unit| Spin {
        name,
        since: Announce::Engine,
        default,
        announced: *range.end(),
        range,
        unit,
        too_large: TooLarge::Clamped,
        setting,
    };
    let overhead = overhead.as_millis() as i64;
    vec![
        spin("Hash", Setting::Hash, hash as i64, 1..=most_hash as i64, " MiB"),
        spin("Threads", Setting::Threads, threads as i64, 1..=most_threads as i64, ""),
        spin("MultiPV", Setting::Lines, lines as i64, 1..=256, ""),
        Spin {
            since: Announce::All,
            ..spin("MoveOverhead", Setting::Overhead, overhead, 0..=10_000, " ms")
        },
        Spin {
            since: Announce::All,
            ..spin("Contempt", Setting::Contempt, contempt.into(), -1000..=1000, " centiflats")
        },
    ]
}

#[cfg(test)]
mod tests {
    use tak_encoding::BoardSize;

    use super::*;
    use crate::game::{check_rules, rules_at};

    fn defaults() -> (Options, EngineOptions, AnyRules) {
        let profile = Profile::default();
        (Options::new(&profile), profile.options, AnyRules::default())
    }

    #[test]
    fn defaults_in_the_table_are_the_defaults() {
        let (options, mut engine, mut rules) = defaults();
        for spin in options.spins {
            let default = spin.default.to_string();
            assert_eq!(spin.set(&default, &mut engine, &mut rules), Ok(None));
        }
        assert_eq!((engine, rules), (EngineOptions::default(), AnyRules::default()));
    }

    #[test]
    fn ranges_hold() {
        let (options, mut engine, mut rules) = defaults();
        let mut set = |name, value| options.set(name, value, &mut engine, &mut rules);
        set("halfkomi", "-4").unwrap();
        set("Flats1", "25").unwrap();
        set("opening", "Double Black Stack").unwrap();
        for (name, value) in [
            ("HalfKomi", "1000"),
            ("HalfKomi", "300"),
            ("HalfKomi", ""),
            ("HalfKomi", "null"),
            ("Flats", "0"),
            ("Hash", "-1"),
            ("Hash", "0"),
            ("Hash", "+1"),
            ("MultiPV", "0"),
            ("Capstones", "21"),
            ("Opening", "none"),
            ("NoSuchOption", "1"),
            ("\0", "1"),
        ] {
            assert!(set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(engine, EngineOptions::default());
        let rules = rules_at::<6>(rules);
        assert_eq!(rules.half_komi(), HalfKomi(-4));
        assert_eq!(rules.opening(), Opening::DoubleBlackStack);
        let [white, black] = rules.reserves();
        assert_eq!((white.flats, black.flats, white.caps), (25, 30, 1));
    }

    #[test]
    fn guests_get_no_more_than_the_session_has() {
        let mut profile = Profile::default();
        profile.options.hash = 32;
        profile.options.threads = 2;
        profile.trust = Trust::Guest;
        let options = Options::new(&profile);
        let (mut engine, mut rules) = (profile.options, AnyRules::default());
        let mut set = |name, value| options.set(name, value, &mut engine, &mut rules);
        let told = set("Hash", "4096").unwrap().unwrap();
        assert_eq!(told, "option Hash: found `4096`, expected 1 to 32 MiB; taken as 32");
        assert!(set("Threads", "64").unwrap().is_some());
        assert!(set("HalfKomi", "1000").is_err() && set("Hash", "").is_err());
        assert_eq!(engine, profile.options);
        options.set("Threads", "1", &mut engine, &mut rules).unwrap();
        assert_eq!(engine.threads, 1);
        let announced: Vec<_> = options.announcements().collect();
        assert!(announced.contains(&"option name Hash type spin default 32 min 1 max 32".into()));
    }

    #[test]
    fn settings_of_the_engine_are_clamped() {
        let (options, mut engine, mut rules) = defaults();
        for (name, value) in [
            ("MultiPV", "257"),
            ("Threads", "99999999999999999999"),
            ("MoveOverhead", "10001"),
            ("Contempt", "1001"),
        ] {
            let told = options.set(name, value, &mut engine, &mut rules);
            assert!(told.unwrap().is_some(), "{name} {value}");
        }
        assert_eq!((engine.lines, engine.threads), (256, 256));
        assert_eq!((engine.overhead, engine.contempt), (Duration::from_secs(10), 1000));
    }

    #[test]
    fn every_announced_count_fits_every_board() {
        let (options, mut engine, _) = defaults();
        for spin in options.spins.iter().filter(|spin| spin.default == STANDARD) {
            let mut rules = AnyRules::default();
            spin.apply(spin.announced, &mut engine, &mut rules);
            for size in BoardSize::ALL {
                assert_eq!(check_rules(rules, size), Ok(()), "{spin}");
            }
        }
    }
}
