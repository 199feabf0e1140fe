//! The words that describe an engine: `cmd=tiltak arg=tei option.Hash=64 tc=5+0.05`.

use std::env::consts::EXE_SUFFIX;
use std::fmt;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use tak_search::limits::{Clock, Limits};

use crate::failure::printable;

/// The limits of an engine. All of them apply together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Effort {
    pub(crate) time: Option<TimeControl>,
    /// Milliseconds.
    pub(crate) movetime: Option<u64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
}

/// Time for a whole game, or for a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeControl {
    pub(crate) base: Duration,
    /// The increment for each move.
    pub(crate) increment: Duration,
    /// After this many moves the base is added again.
    pub(crate) moves: Option<NonZeroU32>,
}

impl TimeControl {
    /// How many moves the time must last for after `moves_made`; `None` for all.
    pub(crate) fn moves_to_go(self, moves_made: u32) -> Option<u32> {
        self.moves.map(|moves| moves.get() - moves_made % moves)
    }

    /// The time left after a move, which is number `moves_made`.
    pub(crate) fn after_move(self, left: Duration, moves_made: u32) -> Duration {
        let begins_again = self.moves.is_some_and(|moves| moves_made % moves == 0);
        left + self.increment + if begins_again { self.base } else { Duration::ZERO }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Seconds, with minutes before a colon, the increment after a plus, and the number of moves
    /// before a slash: `5+0.05`, `10:00+5`, `40/60`.
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (moves, time) = match text.split_once('/') {
                Some((moves, time)) => (Some(moves.parse().ok()?), time),
                None => (None, text),
            };
            let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
            let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
            let base = Duration::from_mins(minutes.parse().ok()?) + read_seconds(seconds)?;
            let increment = read_seconds(increment)?;
            (!base.is_zero()).then_some(Self { base, increment, moves })
        };
        let found = printable(text);
        read().ok_or_else(|| format!("found '{found}', expected seconds like 5+0.05 or 10:00+5"))
    }
}

pub(crate) fn read_seconds(text: &str) -> Option<Duration> {
    const LONGEST: f64 = 1e6;
    let seconds: f64 = text.parse().ok()?;
    (0.0..=LONGEST).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl Effort {
    /// Whether no limit is given.
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The limits of a search in this process, with this time left after `moves_made` moves.
    pub(crate) fn limits(&self, left: Duration, moves_made: u32) -> Limits {
        let mut limits = Limits::default();
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        limits.move_time = self.movetime.map(Duration::from_millis);
        limits.clock = self.time.map(|time| {
            let mut clock = Clock::new(left, time.increment);
            clock.moves_to_go = time.moves_to_go(moves_made);
            clock
        });
        limits
    }

    /// The time that an answer may take; `None` for any.
    pub(crate) fn patience(&self, left: Duration) -> Option<Duration> {
        let movetime = self.movetime.map(Duration::from_millis);
        self.time.map(|_| left).into_iter().chain(movetime).min()
    }
}

/// `tc=5+0.05 nodes=4000`.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.time.map(|time| format!("tc={time}")),
            self.movetime.map(|milliseconds| format!("movetime={milliseconds}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// One side of a match, as described by the user.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct EngineSpec {
    name: Option<String>,
    /// The program; `None` for this project's engine, inside this process.
    pub(crate) cmd: Option<String>,
    /// The folder it runs in; `None` for that of this program.
    pub(crate) dir: Option<PathBuf>,
    pub(crate) args: Vec<String>,
    /// Names and values.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) effort: Effort,
    /// How late its answers may be, if different from the default.
    pub(crate) margin: Option<Duration>,
}

impl EngineSpec {
    /// What the tables call it, unless the name is taken.
    pub(crate) fn name(&self) -> String {
        let program = || {
            let cmd = self.cmd.as_deref()?.trim_end_matches(".exe");
            cmd.rsplit(['/', '\\']).next().filter(|name| !name.is_empty())
        };
        self.name.as_deref().or_else(program).unwrap_or("tak-engine").to_owned()
    }

    /// Gives two engines of the same name different ones.
    pub(crate) fn tell_apart(&mut self, other: &mut Self) {
        if self.name() == other.name() {
            let name = self.name();
            self.name = Some(format!("{name} 1"));
            other.name = Some(format!("{name} 2"));
        }
    }

    /// The program to start. If it is not in the folder that it runs in, the system looks for a
    /// name without a folder.
    pub(crate) fn program(&self) -> PathBuf {
        let cmd = Path::new(self.cmd.as_deref().unwrap_or_default());
        let Some(dir) = &self.dir else { return cmd.to_owned() };
        let mut there = std::path::absolute(dir.join(cmd)).unwrap_or_else(|_| dir.join(cmd));
        if !there.is_file() && !EXE_SUFFIX.is_empty() {
            there.as_mut_os_string().push(EXE_SUFFIX);
        }
        let has_folder = cmd.components().count() > 1;
        if has_folder || there.is_file() { there } else { cmd.to_owned() }
    }

    /// Sets one of its options.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) {
        self.options.push((name.to_owned(), value.to_owned()));
    }

    /// Takes a setting.
    pub(crate) fn set(&mut self, key: &str, value: String) -> Result<(), String> {
        let number = |text: &str| {
            let number = text.parse::<u64>().ok().filter(|&number| number > 0);
            number.ok_or_else(|| format!("{key}: found '{}', expected a number", printable(text)))
        };
        match key {
            "name" => self.name = Some(value),
            "cmd" | "path" => self.cmd = Some(value),
            "dir" => self.dir = Some(value.into()),
            "arg" | "args" => self.args.extend(value.split_whitespace().map(str::to_owned)),
            "tc" => self.effort.time = Some(value.parse().map_err(|why| format!("tc: {why}"))?),
            "movetime" => self.effort.movetime = Some(number(&value)?),
            "nodes" => self.effort.nodes = Some(number(&value)?),
            "depth" => self.effort.depth = Some(number(&value)?.min(1000) as u32),
            "timemargin" if value == "0" => self.margin = Some(Duration::ZERO),
            "timemargin" => self.margin = Some(Duration::from_millis(number(&value)?)),
            option => {
                let option = option.strip_prefix("option.").unwrap_or(option);
                self.set_option(option, &value);
            }
        }
        Ok(())
    }
}

/// Whether a word begins a new setting; any other continues the one before it.
fn begins_setting(word: &str) -> bool {
    #[rustfmt::skip]
    const KEYS: [&str; 11] = [
        "name", "cmd", "path", "dir", "arg", "args", "tc", "movetime", "nodes", "depth", "timemargin",
    ];
    let key = word.split_once('=').map(|(key, _)| key);
    word.starts_with("option.") || key.is_some_and(|key| KEYS.contains(&key))
}

impl FromStr for EngineSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut settings: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match settings.last_mut() {
                Some(last) if !begins_setting(word) => *last = format!("{last} {word}"),
                _ => settings.push(word.to_owned()),
            }
        }
        let mut spec = Self::default();
        for setting in settings {
            let (key, value) = setting.split_once('=').filter(|_| begins_setting(&setting)).ok_or_else(|| {
                let found = printable(&setting);
                format!("found '{found}', expected words like cmd=PATH, option.NAME=VALUE or nodes=4000")
            })?;
            spec.set(key, value.to_owned())?;
        }
        Ok(spec)
    }
}

/// Everything that must be the same for a match to continue.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name={}", self.name())?;
        if let Some(cmd) = &self.cmd {
            write!(f, " cmd={cmd}")?;
        }
        if let Some(dir) = &self.dir {
            write!(f, " dir={}", dir.display())?;
        }
        if !self.args.is_empty() {
            write!(f, " arg={}", self.args.join(" "))?;
        }
        for (name, value) in &self.options {
            write!(f, " option.{name}={value}")?;
        }
        write!(f, " {}", self.effort)?;
        match self.margin {
            Some(margin) => write!(f, " timemargin={}", margin.as_millis()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let text =
            "cmd=/bin/tiltak.exe arg=tei -x 3 option.Book File=a b option.Hash=64 tc=1:05+0.5";
        let spec: EngineSpec = text.parse().unwrap();
        assert_eq!((spec.name().as_str(), spec.args.len()), ("tiltak", 3));
        let options = [("Book File", "a b"), ("Hash", "64")];
        assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(spec.effort.to_string(), "tc=65+0.5");
        let again: EngineSpec = spec.to_string().parse().unwrap();
        assert_eq!(again.to_string(), spec.to_string());
        assert_eq!("nodes=7".parse::<EngineSpec>().unwrap().name(), "tak-engine");
        for (wrong, told) in [
            ("tiltak tc=1", "found 'tiltak', expected words like cmd=PATH"),
            ("option.Hash", "found 'option.Hash', expected words"),
            ("tc=0", "tc: found '0', expected seconds"),
            ("tc=nan+1", "expected seconds"),
            ("nodes=-1", "nodes: found '-1', expected a number"),
        ] {
            let why = wrong.parse::<EngineSpec>().unwrap_err();
            assert!(why.contains(told), "{wrong}: {why}");
        }
    }
}
