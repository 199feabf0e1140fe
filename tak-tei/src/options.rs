//! What a client can set: a table of the options, and the settings that hold their values.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use tak_encoding::{AnyRules, HalfKomi, Opening, ParseError, excerpt};
use tak_search::book::OpenBook;
use tak_search::engine::EngineOptions;
use tak_search::level::Level;
use tak_search::limits::{CONTEMPT, Clock};
use tak_search::score::Score;
use tak_search::turns::Turns;

use crate::command::OPTION_SYNTAX;
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

/// The names of the units.
const FLATS: &str = "flats";
const RESULT: &str = "result";

/// The settings that a session starts with, and what its client may do.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Profile {
    /// Memory and threads until the client changes them.
    pub options: EngineOptions,
    /// The number of lines that a search reports until the client changes it.
    pub lines: usize,
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
    /// The file of the book that `explore` reads where the client has named none. Nothing is played
    /// from it.
    pub library: Option<&'static str>,
    /// Shared by the sessions of a program that has many.
    pub turns: Option<&'static Turns>,
}

/// The client that started the engine.
impl Default for Profile {
    fn default() -> Self {
        Self {
            options: EngineOptions::default(),
            lines: 1,
            largest_hash: 32_768,
            most_threads: 256,
            announce: Announce::All,
            score: ScoreUnit::Flats,
            trust: Trust::Owner,
            open_book: None,
            library: None,
            turns: None,
        }
    }
}

/// The values of the options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// Komi, pieces and the opening.
    pub(crate) rules: AnyRules,
    /// The opening of this game, if `teinewgame` has named one since the option was set.
    pub(crate) named_opening: Option<Opening>,
    /// Memory and threads.
    pub(crate) engine: EngineOptions,
    /// How many lines a search reports.
    pub(crate) lines: usize,
    /// The time lost with each move between the engine and the clock.
    pub(crate) overhead: Duration,
    /// How much worse a draw is than an even game for who plays by a clock, in centiflats.
    pub(crate) contempt: Score,
    /// How well the engine plays; `None` for its best.
    pub(crate) level: Option<Level>,
    pub(crate) score: ScoreUnit,
}

impl Settings {
    pub(crate) fn new(profile: &Profile) -> Self {
        Self {
            rules: AnyRules::default(),
            named_opening: None,
            engine: profile.options,
            lines: profile.lines,
            overhead: Clock::new(Duration::ZERO, Duration::ZERO).overhead,
            contempt: CONTEMPT,
            level: None,
            score: profile.score,
        }
    }

    /// The opening of the game.
    pub(crate) fn opening(&self) -> Opening {
        self.named_opening.unwrap_or(self.rules.opening)
    }
}

/// What is left to do once an option is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ToDo<'a> {
    Nothing,
    /// To say that the value used is not the one sent.
    Remark(String),
    /// To play from this opening book; from none if the name is empty.
    OpenBook(&'a str),
    /// To evaluate with this network; with the built-in one if the name is empty.
    OpenNetwork(&'a str),
    /// To forget what the engine has learned.
    Forget,
}

/// All options of one client.
pub(crate) struct Options {
    announce: Announce,
    table: Vec<Row>,
}

/// An option.
struct Row {
    name: &'static str,
    /// The smallest announcement that lists it, if any does.
    since: Option<Announce>,
    /// Whether it sets a rule of the game.
    is_rule: bool,
    kind: Kind,
}

/// What values an option takes, and what it does with one.
enum Kind {
    Spin(Spin),
    Combo {
        default: String,
        choices: Vec<String>,
        set: fn(&mut Settings, &str) -> Result<(), String>,
    },
    /// The name of a file.
    File(fn(&str) -> ToDo<'_>),
    /// It takes no value.
    Button(ToDo<'static>),
}

/// An option that takes an integer.
struct Spin {
    /// Always allowed, even outside the range.
    default: i64,
    range: RangeInclusive<i64>,
    /// The largest value that is announced.
    announced: i64,
    /// What the numbers are, for messages.
    unit: &'static str,
    set: Box<SetNumber>,
}

/// Puts a number where it belongs.
type SetNumber = dyn Fn(&mut Settings, i64) + Send;

/// What TEI writes for an empty string; some clients send it back.
const EMPTY: &str = "<empty>";

/// `-1` as a piece count: the standard number of the size.
const STANDARD: i64 = -1;

/// The rules of the game; piece counts under every name that clients use.
fn rules() -> Vec<Row> {
    use Announce::{All, Game};
    // Each player needs a flat for the opponent's first ply.
    let (flats, caps) = (1..=63, 0..=20);
    let komi = Row::spin("HalfKomi", Game, 0, HALF_KOMI, " half points", |settings, komi| {
        settings.rules.half_komi = HalfKomi(komi as i16);
    });
    let opening = Kind::Combo {
        default: Opening::default().to_string(),
        choices: Opening::ALL.map(|opening| opening.to_string()).to_vec(),
        set: |settings, value| {
            let opening = value.parse().map_err(|error: ParseError| error.to_string())?;
            (settings.rules.opening, settings.named_opening) = (opening, None);
            Ok(())
        },
    };
    vec![
        Row { is_rule: true, ..komi },
        Row::pieces("Flats", Game, flats.clone(), |rules| &mut rules.flats),
        Row::pieces("Caps", Game, caps.clone(), |rules| &mut rules.caps),
        Row::pieces("Flats1", Game, flats.clone(), |rules| &mut rules.flats[..1]),
        Row::pieces("Flats2", Game, flats.clone(), |rules| &mut rules.flats[1..]),
        Row::pieces("Caps1", Game, caps.clone(), |rules| &mut rules.caps[..1]),
        Row::pieces("Caps2", Game, caps.clone(), |rules| &mut rules.caps[1..]),
        Row::pieces("Flatstones", All, flats, |rules| &mut rules.flats),
        Row::pieces("Capstones", All, caps, |rules| &mut rules.caps),
        Row { is_rule: true, ..Row::new("Opening", Some(All), opening) },
    ]
}

/// The settings of the engine.
fn of_the_engine(profile: &Profile) -> Vec<Row> {
    use Announce::{All, Engine};
    let start = Settings::new(profile);
    let EngineOptions { hash, threads, .. } = start.engine;
    let (most_hash, most_threads) = match profile.trust {
        Trust::Owner => (profile.largest_hash, profile.most_threads),
        Trust::Guest => (hash, threads),
    };
    let (hashes, numbers) = (1..=most_hash as i64, 1..=most_threads as i64);
    let (overhead, contempt) = (start.overhead.as_millis() as i64, start.contempt.into());
    let score = Kind::Combo {
        default: start.score.to_string(),
        choices: vec![FLATS.to_owned(), RESULT.to_owned()],
        set: |settings, value| {
            settings.score = value.parse()?;
            Ok(())
        },
    };
    let levels = 0..=Level::HIGHEST.number().into();
    vec![
        Row::spin("Hash", Engine, hash as i64, hashes, " MiB", |settings, mebibytes| {
            settings.engine.hash = mebibytes as usize;
        }),
        Row::spin("Threads", Engine, threads as i64, numbers, "", |settings, threads| {
            settings.engine.threads = threads as usize;
        }),
        Row::spin("MultiPV", Engine, start.lines as i64, 1..=256, "", |settings, lines| {
            settings.lines = lines as usize;
        }),
        Row::spin("MoveOverhead", All, overhead, 0..=10_000, " ms", |settings, milliseconds| {
            settings.overhead = Duration::from_millis(milliseconds as u64);
        }),
        Row::spin("Contempt", All, contempt, -1000..=1000, " centiflats", |settings, contempt| {
            settings.contempt = contempt as Score;
        }),
        Row::new("BookFile", Some(All), Kind::File(|name| ToDo::OpenBook(name))),
        Row::new("EvalFile", Some(All), Kind::File(|name| ToDo::OpenNetwork(name))),
        Row::new("Score", Some(All), score),
        Row::spin("Level", All, 0, levels, "", |settings, level| {
            settings.level = Level::new(level as u8);
        }),
        // Not announced: PTN Ninja would show a button that breaks when it is clicked.
        Row::new("Clear Hash", None, Kind::Button(ToDo::Forget)),
    ]
}

impl Row {
    fn new(name: &'static str, since: Option<Announce>, kind: Kind) -> Self {
        Self { name, since, is_rule: false, kind }
    }

    /// A number about the engine.
    fn spin(
        name: &'static str,
        since: Announce,
        default: i64,
        range: RangeInclusive<i64>,
        unit: &'static str,
        set: fn(&mut Settings, i64),
    ) -> Self {
        let announced = *range.end();
        let spin = Spin { default, range, announced, unit, set: Box::new(set) };
        Self::new(name, Some(since), Kind::Spin(spin))
    }

    /// A piece count of one player or both.
    fn pieces(
        name: &'static str,
        since: Announce,
        range: RangeInclusive<i64>,
        counts: fn(&mut AnyRules) -> &mut [Option<u8>],
    ) -> Self {
        let set = move |settings: &mut Settings, count| {
            // A client that knows only the names announced with `All` sends -1 for those that its
            // user leaves alone: that must not undo what the other names have set.
            if count != STANDARD || since != Announce::All {
                counts(&mut settings.rules).fill(u8::try_from(count).ok());
            }
        };
        let spin = Spin {
            default: STANDARD,
            // What is announced fits every board; larger boards take more flats.
            announced: (*range.end()).min(MOST_FLATS.into()),
            range,
            unit: ", or -1 for the standard of the size",
            set: Box::new(set),
        };
        Self { is_rule: true, ..Self::new(name, Some(since), Kind::Spin(spin)) }
    }

    fn set<'a>(&self, value: &'a str, settings: &mut Settings) -> Result<ToDo<'a>, CommandError> {
        let told = |text: String| format!("option {}: {text}", self.name);
        match &self.kind {
            Kind::Spin(spin) => {
                // Some clients send what their user chose for another engine: of a number too large
                // the largest is made. Other rules, though, would make another game.
                let fits = |number| spin.fits(number) || (!self.is_rule && number > spin.most());
                let misfit = || told(spin.misfit(value));
                let wanted = integer(value).filter(|&number| fits(number));
                let wanted = wanted.ok_or_else(|| CommandError(misfit()))?;
                let taken = if spin.fits(wanted) { wanted } else { spin.most() };
                (spin.set)(settings, taken);
                let remark = (taken != wanted).then(|| format!("{}; taken as {taken}", misfit()));
                Ok(remark.map_or(ToDo::Nothing, ToDo::Remark))
            }
            Kind::Combo { set, .. } => {
                set(settings, value).map_err(|problem| CommandError(told(problem)))?;
                Ok(ToDo::Nothing)
            }
            Kind::File(todo) => Ok(todo(if value == EMPTY { "" } else { value })),
            Kind::Button(todo) => Ok(todo.clone()),
        }
    }
}

impl Spin {
    fn most(&self) -> i64 {
        *self.range.end()
    }

    fn fits(&self, number: i64) -> bool {
        number == self.default || self.range.contains(&number)
    }

    /// What is wrong with a value that does not fit.
    fn misfit(&self, value: &str) -> String {
        let (found, min, max) = (excerpt(value), self.range.start(), self.range.end());
        format!("found {found}, expected {min} to {max}{}", self.unit)
    }
}

/// The line that announces the option. The type comes before the numbers: PTN Ninja takes those
/// before it for text.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Spin(Spin { default, range, announced, .. }) => {
                let min = range.start().min(default);
                write!(f, "spin default {default} min {min} max {announced}")
            }
            Kind::Combo { default, choices, .. } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::File(_) => write!(f, "string default {EMPTY}"),
            Kind::Button(_) => f.write_str("button"),
        }
    }
}

impl Options {
    pub(crate) fn new(profile: &Profile) -> Self {
        let table = [rules(), of_the_engine(profile)].into_iter().flatten().collect();
        Self { announce: profile.announce, table }
    }

    /// The lines that announce the options.
    pub(crate) fn announcements(&self) -> impl Iterator<Item = String> {
        let is_listed = |row: &&Row| row.since.is_some_and(|since| since <= self.announce);
        self.table.iter().filter(is_listed).map(ToString::to_string)
    }

    /// Sets an option by its name, in upper or lower case, announced or not; after an error nothing
    /// has changed.
    pub(crate) fn set<'a>(
        &self,
        name: &str,
        value: Option<&'a str>,
        settings: &mut Settings,
    ) -> Result<ToDo<'a>, CommandError> {
        let row = self.row(name);
        let row = row.ok_or_else(|| CommandError(format!("unknown option {}", excerpt(name))))?;
        match (&row.kind, value) {
            (Kind::Button(todo), _) => Ok(todo.clone()),
            (_, Some(value)) => row.set(value, settings),
            (_, None) => Err(CommandError(OPTION_SYNTAX.to_owned())),
        }
    }

    /// The name of an option as the table has it, if it sets a rule of the game.
    pub(crate) fn rule(&self, name: &str) -> Option<&'static str> {
        self.row(name).filter(|row| row.is_rule).map(|row| row.name)
    }

    fn row(&self, name: &str) -> Option<&Row> {
        self.table.iter().find(|row| row.name.eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use tak_encoding::BoardSize;

    use super::*;
    use crate::game::{check_rules, rules_at};

    fn defaults() -> (Options, Settings) {
        let profile = Profile::default();
        (Options::new(&profile), Settings::new(&profile))
    }

    #[test]
    fn defaults_that_are_announced_change_nothing() {
        let (options, mut settings) = defaults();
        for line in options.announcements() {
            let (name, rest) = line["option name ".len()..].split_once(" type ").unwrap();
            let (_, value) = rest.split_once(" default ").unwrap();
            let value = value.split([' ']).next();
            let todo = options.set(name, value, &mut settings).unwrap();
            let is_file = [ToDo::OpenBook(""), ToDo::OpenNetwork("")].contains(&todo);
            assert!(is_file || todo == ToDo::Nothing, "{line}");
        }
        assert_eq!(settings, Settings::new(&Profile::default()));
    }

    #[test]
    fn ranges_hold() {
        let (options, mut settings) = defaults();
        let engine = settings.engine;
        let mut set = |name, value| options.set(name, Some(value), &mut settings);
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
            ("Score", "cp"),
            ("Level", "-1"),
            ("NoSuchOption", "1"),
            ("\0", "1"),
        ] {
            assert!(set(name, value).is_err(), "{name} {value}");
        }
        assert!(options.set("Hash", None, &mut settings).is_err());
        assert_eq!(settings.engine, engine);
        let rules = rules_at::<6>(settings.rules);
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
        let (options, mut settings) = (Options::new(&profile), Settings::new(&profile));
        let mut set = |name, value| options.set(name, Some(value), &mut settings);
        let remark = "option Hash: found `4096`, expected 1 to 32 MiB; taken as 32".to_owned();
        assert_eq!(set("Hash", "4096"), Ok(ToDo::Remark(remark)));
        assert!(matches!(set("Threads", "64"), Ok(ToDo::Remark(_))));
        assert!(set("HalfKomi", "1000").is_err() && set("Hash", "").is_err());
        assert_eq!(settings.engine, profile.options);
        options.set("Threads", Some("1"), &mut settings).unwrap();
        assert_eq!(settings.engine.threads, 1);
        let announced: Vec<_> = options.announcements().collect();
        assert!(announced.contains(&"option name Hash type spin default 32 min 1 max 32".into()));
    }

    #[test]
    fn settings_of_the_engine_are_reduced() {
        let (options, mut settings) = defaults();
        for (name, value) in [
            ("MultiPV", "257"),
            ("Threads", "99999999999999999999"),
            ("MoveOverhead", "10001"),
            ("Contempt", "1001"),
            ("Level", "17"),
        ] {
            let todo = options.set(name, Some(value), &mut settings);
            assert!(matches!(todo, Ok(ToDo::Remark(_))), "{name} {value}");
        }
        assert_eq!((settings.lines, settings.engine.threads), (256, 256));
        assert_eq!((settings.overhead, settings.contempt), (Duration::from_secs(10), 1000));
        assert_eq!(settings.level, Some(Level::HIGHEST));
        options.set("Level", Some("0"), &mut settings).unwrap();
        assert_eq!(settings.level, None);
    }

    #[test]
    fn every_announced_count_fits_every_board() {
        let (options, settings) = defaults();
        let pieces = options.announcements().filter(|line| line.contains(" default -1 "));
        for line in pieces {
            let words: Vec<&str> = line.split(' ').collect();
            let mut settings = settings;
            options.set(words[2], words.last().copied(), &mut settings).unwrap();
            for size in BoardSize::ALL {
                assert_eq!(check_rules(settings.rules, size), Ok(()), "{line}");
            }
        }
    }
}
