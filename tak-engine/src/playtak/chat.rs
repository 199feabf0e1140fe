//! What players write to the bot, and its answers.

use std::time::{Duration, Instant};

use crate::strength::Strength;

/// What `!help` says.
pub(super) const HELP: &str = "!level N plays at level N from 1 (easy) up, !level full as well as I \
                               can, from my next move on; !level says which it is. Rematches are welcome.";

/// What a player asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Request {
    Help,
    /// Asks for the level.
    TellLevel,
    SetLevel(Strength),
    /// A level that does not exist.
    BadLevel,
}

impl Request {
    /// Parses a message. Only commands are answered, so that bots do not chat with each other
    /// forever.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut words = text.strip_prefix('!')?.split_ascii_whitespace();
        match (words.next()?.to_ascii_lowercase().as_str(), words.next()) {
            ("help", _) => Some(Self::Help),
            ("level", None) => Some(Self::TellLevel),
            ("level", Some(level)) => Some(level.parse().map_or(Self::BadLevel, Self::SetLevel)),
            _ => None,
        }
    }
}

/// How much the bot may still say: a few lines at once, and then one now and then.
pub(super) struct Allowance {
    lines: u32,
    since: Instant,
}

impl Allowance {
    const MOST: u32 = 5;
    const ONE_EVERY: Duration = Duration::from_secs(3);

    pub(super) fn new(now: Instant) -> Self {
        Self { lines: Self::MOST, since: now }
    }

    /// Whether another line may be said; if so, it is counted.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        while self.lines < Self::MOST && now.duration_since(self.since) >= Self::ONE_EVERY {
            self.lines += 1;
            self.since += Self::ONE_EVERY;
        }
        if self.lines == Self::MOST {
            self.since = now;
        }
        let may = self.lines > 0;
        self.lines = self.lines.saturating_sub(1);
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_commands_are_answered() {
        let level = |text: &str| text.parse().map(Request::SetLevel).ok();
        for (text, request) in [
            ("!level 5", level("5")),
            ("!Level  full please", level("full")),
            ("!level", Some(Request::TellLevel)),
            ("!level 17", Some(Request::BadLevel)),
            ("!help", Some(Request::Help)),
            ("!", None),
            ("!quit", None),
            ("level 5", None),
            ("good game", None),
        ] {
            assert_eq!(Request::read(text), request, "{text}");
        }
    }

    #[test]
    fn the_allowance_runs_dry_and_comes_back() {
        let mut now = Instant::now();
        let mut allowance = Allowance::new(now);
        let mut taken = |now| (0..100).filter(|_| allowance.take(now)).count();
        assert_eq!(taken(now), 5);
        now += Duration::from_secs(7);
        assert_eq!(taken(now), 2);
        now += Duration::from_secs(1000);
        assert_eq!(taken(now), 5);
    }
}
