//! The words that describe an engine: `cmd=tiltak arg=tei option.Hash=64 tc=5+0.05`.

use std::env::consts::EXE_SUFFIX;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use tak_terminal::failure::printable;

use crate::effort::Effort;

/// One side of a match, as described by the user.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EngineSpec {
    name: Option<String>,
    /// The program; `None` for this project's engine, inside this process.
    pub cmd: Option<String>,
    /// The folder it runs in; `None` for that of this program.
    pub dir: Option<PathBuf>,
    /// The program's arguments.
    pub args: Vec<String>,
    /// Names and values.
    pub options: Vec<(String, String)>,
    /// What it may use for its moves.
    pub effort: Effort,
    /// How late its answers may be, if different from the default.
    pub margin: Option<Duration>,
    /// How long it is left alone after each of its moves; its clock does not run meanwhile.
    pub delay: Duration,
}

impl EngineSpec {
    /// What the tables call it, unless the name is taken.
    pub fn name(&self) -> String {
        let program = || {
            let cmd = self.cmd.as_deref()?.trim_end_matches(".exe");
            cmd.rsplit(['/', '\\']).next().filter(|name| !name.is_empty())
        };
        self.name.as_deref().or_else(program).unwrap_or("tak-engine").to_owned()
    }

    /// Whether it knows how long to think: it has a limit, or it is this project's engine and has a
    /// level.
    pub fn is_limited(&self) -> bool {
        let is_level =
            |(name, value): &(String, String)| name.eq_ignore_ascii_case("Level") && value != "0";
        !self.effort.is_none() || self.cmd.is_none() && self.options.iter().any(is_level)
    }

    /// Gives two engines of the same name different ones.
    pub fn tell_apart(&mut self, other: &mut Self) {
        if self.name() == other.name() {
            let name = self.name();
            self.name = Some(format!("{name} 1"));
            other.name = Some(format!("{name} 2"));
        }
    }

    /// The program to start. If it is not in the folder that it runs in, the system looks for a
    /// name without a folder.
    pub fn program(&self) -> PathBuf {
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
    pub fn set_option(&mut self, name: &str, value: &str) {
        self.options.push((name.to_owned(), value.to_owned()));
    }

    /// Takes a setting.
    pub fn set(&mut self, key: &str, value: String) -> Result<(), String> {
        let number = |text: &str| {
            let number = text.parse::<u64>().ok().filter(|&number| number > 0);
            number.ok_or_else(|| {
                format!("{key}: found '{}', expected a number from 1", printable(text))
            })
        };
        match key {
            "name" if value.is_empty() => {
                return Err("name: expected a name, like name=new".to_owned());
            }
            "name" => self.name = Some(value),
            "cmd" | "path" => self.cmd = Some(value),
            "dir" => self.dir = Some(value.into()),
            "arg" | "args" => self.args.extend(value.split_whitespace().map(str::to_owned)),
            "tc" => self.effort.time = Some(value.parse().map_err(|why| format!("tc: {why}"))?),
            "movetime" => self.effort.movetime = Some(number(&value)?),
            "nodes" => self.effort.nodes = Some(number(&value)?),
            "depth" => self.effort.depth = Some(number(&value)?.min(1000) as u32),
            "delay" => self.delay = Duration::from_millis(number(&value)?),
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
    const KEYS: [&str; 12] = [
        "name", "cmd", "path", "dir", "arg", "args", "tc", "movetime", "nodes", "depth", "timemargin",
        "delay",
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
        if let Some(margin) = self.margin {
            write!(f, " timemargin={}", margin.as_millis())?;
        }
        if self.delay.is_zero() { Ok(()) } else { write!(f, " delay={}", self.delay.as_millis()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let text = "cmd=/bin/tiltak.exe arg=tei -x 3 delay=20 option.Book File=a b option.Hash=64 tc=1:05+0.5";
        let spec: EngineSpec = text.parse().unwrap();
        assert_eq!((spec.name().as_str(), spec.args.len()), ("tiltak", 3));
        let options = [("Book File", "a b"), ("Hash", "64")];
        assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(spec.effort.to_string(), "tc=65+0.5");
        assert_eq!(spec.delay, Duration::from_millis(20));
        let again: EngineSpec = spec.to_string().parse().unwrap();
        assert_eq!(again.to_string(), spec.to_string());
        assert_eq!("nodes=7".parse::<EngineSpec>().unwrap().name(), "tak-engine");
        for (wrong, told) in [
            ("tiltak tc=1", "found 'tiltak', expected words like cmd=PATH"),
            ("option.Hash", "found 'option.Hash', expected words"),
            ("tc=0", "tc: found '0', expected seconds"),
            ("tc=nan+1", "expected seconds"),
            ("nodes=0", "nodes: found '0', expected a number from 1"),
            ("name= nodes=9", "name: expected a name"),
        ] {
            let why = wrong.parse::<EngineSpec>().unwrap_err();
            assert!(why.contains(told), "{wrong}: {why}");
        }
    }
}
