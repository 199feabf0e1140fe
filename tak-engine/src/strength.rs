//! How well the engine plays, as people say it.

use std::fmt;
use std::str::FromStr;

use tak_search::level::Level;

/// A playing strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strength {
    Level(Level),
    /// Limited only by time.
    Full,
}

impl Strength {
    /// The level, if it is not full strength.
    pub(crate) fn level(self) -> Option<Level> {
        match self {
            Self::Level(level) => Some(level),
            Self::Full => None,
        }
    }

    /// All that can be chosen, one a line.
    pub(crate) fn list() -> String {
        let levels = Level::all().map(|level| {
            format!("{:>4}  {:<10}  {}\n", level.to_string(), level.name(), level.manner())
        });
        levels.collect::<String>() + "full  full strength\n"
    }
}

impl Default for Strength {
    fn default() -> Self {
        Self::Level(Level::default())
    }
}

impl FromStr for Strength {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("full") {
            return Ok(Self::Full);
        }
        text.parse().map(Self::Level).map_err(|wrong: String| wrong + " or full")
    }
}

/// To follow “plays”.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => write!(f, "at level {level} ({})", level.name()),
            Self::Full => f.write_str("at full strength"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_is_a_number_a_name_or_full() {
        let read = |text: &str| text.parse::<Strength>().map(|strength| strength.to_string());
        for text in ["3", "path"] {
            assert_eq!(read(text).as_deref(), Ok("at level 3 (Path)"));
        }
        assert_eq!(read("Full").as_deref(), Ok("at full strength"));
        let wrong = "found `0`, expected a level from 1 to 16 or full".to_owned();
        assert_eq!(read("0"), Err(wrong));
        assert_eq!(Strength::list().lines().count(), 17);
        assert!(Strength::list().starts_with("   1  Footprint   misses"));
    }
}
