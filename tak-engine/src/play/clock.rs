//! The clocks of both players.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use tak_encoding::Color;
use tak_search::limits;

/// How much time a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Control {
    /// For the whole game.
    base: Duration,
    /// Added after each move.
    increment: Duration,
}

impl FromStr for Control {
    type Err = String;

    /// Minutes, and seconds for each move: `10+5`, or `10` without.
    fn from_str(text: &str) -> Result<Self, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str, most: u64| {
            let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|&number: &u64| is_plain && number <= most)
        };
        let read = number(minutes, 600).filter(|&minutes| minutes > 0).zip(number(seconds, 600));
        let (minutes, seconds) = read.ok_or_else(|| {
            format!(
                "found `{text}`, expected minutes and the seconds for each move, like 10+5: \
                 1 to 600 minutes, 0 to 600 seconds"
            )
        })?;
        Ok(Self { base: Duration::from_mins(minutes), increment: Duration::from_secs(seconds) })
    }
}

/// The clocks of a game.
pub(super) struct Clocks {
    control: Control,
    /// What each had when their clock was last stopped.
    left: [Duration; 2],
    /// Whose clock runs, and since when.
    running: Option<(Color, Instant)>,
}

impl Clocks {
    pub(super) fn new(control: Control) -> Self {
        Self { control, left: [control.base; 2], running: None }
    }

    /// Both as they were before the first move.
    pub(super) fn again(&self) -> Self {
        Self::new(self.control)
    }

    /// What a player has now.
    pub(super) fn left(&self, color: Color) -> Duration {
        let spent = self.running.filter(|&(runs, _)| runs == color);
        let spent = spent.map_or(Duration::ZERO, |(_, since)| since.elapsed());
        self.left[color.index()].saturating_sub(spent)
    }

    /// What the search is told about a player.
    pub(super) fn limits(&self, color: Color) -> limits::Clock {
        limits::Clock::new(self.left(color), self.control.increment)
    }

    /// Lets this player's clock run, and no other.
    pub(super) fn start(&mut self, color: Color) {
        if self.running.is_none_or(|(runs, _)| runs != color) {
            self.stop();
            self.running = Some((color, Instant::now()));
        }
    }

    pub(super) fn stop(&mut self) {
        if let Some((color, _)) = self.running {
            self.left[color.index()] = self.left(color);
        }
        self.running = None;
    }

    /// A player has moved, and gets the increment, unless their clock did not run yet.
    pub(super) fn moved(&mut self, color: Color) {
        if self.running.is_some_and(|(runs, _)| runs == color) {
            self.stop();
            self.left[color.index()] += self.control.increment;
        }
    }

    /// As if so much time were left.
    #[cfg(test)]
    pub(super) fn leave(&mut self, color: Color, left: Duration) {
        self.left[color.index()] = left;
    }

    /// Whose time is up.
    pub(super) fn fallen(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.left(color).is_zero())
    }
}

/// Time as a clock shows it: minutes and seconds, with tenths at the end.
pub(super) struct Shown(pub(super) Duration);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < Duration::from_secs(10) {
            return write!(f, "{:.1}", self.0.as_secs_f64());
        }
        let seconds = self.0.as_millis().div_ceil(1000);
        write!(f, "{}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds() {
        let read = |text: &str| text.parse::<Control>().map(|it| (it.base, it.increment));
        let seconds = Duration::from_secs;
        assert_eq!(read("10+5"), Ok((seconds(600), seconds(5))));
        assert_eq!(read("3"), Ok((seconds(180), seconds(0))));
        for wrong in ["", "+", "0+5", "5+", "-5", "+5", "5+5+5", "five", "601", "1e3", "5 + 5"] {
            let why = read(wrong).unwrap_err();
            assert!(why.starts_with(&format!("found `{wrong}`, expected minutes")), "{why}");
        }
    }

    #[test]
    fn the_clock_of_who_is_to_move_runs() {
        let mut clocks = Clocks::new("1+2".parse().unwrap());
        let minute = Duration::from_mins(1);
        // Before the first move none runs, so nobody gets an increment.
        clocks.moved(Color::White);
        assert_eq!(Color::ALL.map(|color| clocks.left(color)), [minute; 2]);
        clocks.start(Color::Black);
        clocks.start(Color::Black);
        std::thread::sleep(Duration::from_millis(5));
        assert!(clocks.left(Color::Black) < minute);
        assert_eq!(clocks.left(Color::White), minute);
        clocks.moved(Color::Black);
        let left = clocks.left(Color::Black);
        assert!(left > minute && left < minute + Duration::from_secs(2));
        assert_eq!(clocks.left(Color::Black), left, "it stands");
        assert_eq!(clocks.fallen(), None);
        clocks.leave(Color::White, Duration::from_millis(1));
        clocks.start(Color::White);
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(clocks.fallen(), Some(Color::White));
        assert_eq!(clocks.again().left, [minute; 2]);
    }

    #[test]
    fn time_is_shown_as_on_the_page() {
        for (milliseconds, shown) in
            [(0, "0.0"), (9_940, "9.9"), (10_000, "0:10"), (59_001, "1:00"), (600_000, "10:00")]
        {
            assert_eq!(Shown(Duration::from_millis(milliseconds)).to_string(), shown);
        }
    }
}
