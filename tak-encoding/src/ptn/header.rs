//! The tags that determine how a game starts.

use super::game::{Tag, find};
use crate::position::Position;
use crate::rules::{AnyRules, HalfKomi};
use crate::size::{BoardSize, Playable, Size};
use crate::text::{excerpt, number};
use crate::tps::tps_size;

/// What the tags say about the start of a game.
pub(super) struct Header<'a> {
    pub(super) size: BoardSize,
    tps: Option<&'a str>,
    rules: AnyRules,
    /// Whether a tag gives the opening.
    pub(super) has_opening: bool,
}

/// A tag with an invalid value, and why it is invalid.
pub(super) struct HeaderError {
    pub(super) tag: &'static str,
    pub(super) problem: String,
}

fn wrong(tag: &'static str, problem: impl std::fmt::Display) -> HeaderError {
    let problem = format!("tag {tag}: {problem}");
    HeaderError { tag, problem }
}

impl<'a> Header<'a> {
    pub(super) fn read(tags: &'a [Tag]) -> Result<Self, HeaderError> {
        let value = |name| {
            let value = find(tags, name).map(|tag| tag.value.trim());
            value.filter(|value| !value.is_empty())
        };
        let tps = value("TPS");
        let size = match (value("Size"), tps) {
            (Some(size), _) => size.parse().map_err(|error| wrong("Size", error))?,
            (None, Some(tps)) => tps_size(tps).map_err(|error| wrong("TPS", error))?,
            (None, None) => return Err(wrong("Size", "expected one like `[Size \"6\"]` in front")),
        };
        let opening = value("Opening").map(str::parse).transpose();
        let opening = opening.map_err(|error| wrong("Opening", error))?;
        let count = |name| value(name).map(|text| read_count(name, text)).transpose();
        let pair = |[both, white, black]: [&'static str; 3]| {
            let both = count(both)?;
            Ok([count(white)?.or(both), count(black)?.or(both)])
        };
        let mut rules = AnyRules::with_komi(value("Komi").map_or(Ok(HalfKomi(0)), read_komi)?);
        rules.flats = pair(["Flats", "Flats1", "Flats2"])?;
        rules.caps = pair(["Caps", "Caps1", "Caps2"])?;
        rules.opening = opening.unwrap_or_default();
        Ok(Self { size, tps, rules, has_opening: opening.is_some() })
    }

    pub(super) fn start<const N: usize>(&self) -> Result<Position<N>, HeaderError>
    where
        Size<N>: Playable,
    {
        if self.size != Size::<N>::BOARD_SIZE {
            let problem = format!("expected a game on {N}×{N}, found one on {0}×{0}", self.size);
            return Err(HeaderError { tag: "Size", problem });
        }
        let rules = self.rules.at_size();
        let rules = rules.map_err(|error| wrong("Flats", error))?;
        match self.tps {
            None => Ok(Position::with_rules(rules)),
            Some(tps) => Position::from_tps_with(tps, rules).map_err(|error| wrong("TPS", error)),
        }
    }
}

fn read_count(name: &'static str, text: &str) -> Result<u8, HeaderError> {
    let count = number(text).and_then(|count| u8::try_from(count).ok());
    count.ok_or_else(|| {
        let found = excerpt(text);
        wrong(name, format!("found {found}, expected a number of pieces"))
    })
}

fn read_komi(text: &str) -> Result<HalfKomi, HeaderError> {
    text.parse().map_err(|error| wrong("Komi", error))
}
