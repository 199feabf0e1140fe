//! An option that is a whole number.

use std::fmt;
use std::ops::RangeInclusive;

use tak_encoding::excerpt;

use crate::engine::EngineOptions;
use crate::tei::command::CommandError;
use crate::tei::game::GameOptions;
use crate::tei::profile::Announce;

/// What becomes of a number above the range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beyond {
    /// It means the most that there is: some clients send what their user chose
    /// for another engine.
    Most,
    /// It is refused: a game under other rules would be another game.
    Refused,
}

/// A whole number that can be set.
pub(super) struct Spin {
    pub(super) name: &'static str,
    /// The shortest announcement that names it.
    pub(super) since: Announce,
    /// Always allowed, also where the range does not hold it.
    pub(super) default: i64,
    pub(super) range: RangeInclusive<i64>,
    /// The largest value that is announced.
    pub(super) announced: i64,
    /// What the numbers are, for messages.
    pub(super) unit: &'static str,
    pub(super) beyond: Beyond,
    pub(super) effect: fn(i64, &mut EngineOptions, &mut GameOptions),
}

impl Spin {
    /// Sets it, and returns what the client is to be told: that another value
    /// was taken than the one that it sent.
    pub(super) fn set(
        &self,
        value: &str,
        engine: &mut EngineOptions,
        game: &mut GameOptions,
    ) -> Result<Option<String>, CommandError> {
        let most = *self.range.end();
        let wanted = whole_number(value).ok_or_else(|| self.error(value))?;
        let fits = wanted == self.default || self.range.contains(&wanted);
        if !fits && (self.beyond == Beyond::Refused || wanted < most) {
            return Err(self.error(value));
        }
        let taken = if fits { wanted } else { most };
        (self.effect)(taken, engine, game);
        Ok((!fits).then(|| format!("{}; taken as {most}", self.error(value))))
    }

    fn error(&self, value: &str) -> CommandError {
        let (name, unit) = (self.name, self.unit);
        let (min, max) = (self.range.start(), self.range.end());
        let found = excerpt(value);
        CommandError(format!(
            "option {name}: found {found}, expected {min} to {max}{unit}"
        ))
    }
}

/// A whole number, the nearest that there is if it has too many digits.
pub(in crate::tei) fn whole_number(text: &str) -> Option<i64> {
    let (digits, nearest) = match text.strip_prefix('-') {
        Some(digits) => (digits, i64::MIN),
        None => (text, i64::MAX),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(nearest))
}

/// The line that announces the option.
impl fmt::Display for Spin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, default) = (self.name, self.default);
        let (min, max) = (default.min(*self.range.start()), self.announced);
        write!(
            f,
            "option name {name} type spin default {default} min {min} max {max}"
        )
    }
}
