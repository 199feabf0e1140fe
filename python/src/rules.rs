//! Komi, reserves and opening as arguments.

use pyo3::prelude::*;
use tak_encoding::{AnyRules, HalfKomi, Opening};

use crate::errors::unreadable;

/// A number of pieces for both players, or White's and Black's.
#[derive(FromPyObject)]
pub(crate) enum Pieces {
    Both(u8),
    Each(u8, u8),
}

impl Pieces {
    fn counts(self) -> [Option<u8>; 2] {
        match self {
            Self::Both(count) => [Some(count); 2],
            Self::Each(white, black) => [Some(white), Some(black)],
        }
    }
}

/// What two players agree on.
pub(crate) fn rules(
    komi: f64,
    opening: &str,
    flats: Option<Pieces>,
    caps: Option<Pieces>,
) -> PyResult<AnyRules> {
    let mut rules = AnyRules::with_komi(half_komi(komi)?);
    rules.opening = opening.parse::<Opening>().map_err(unreadable)?;
    rules.flats = flats.map_or([None; 2], Pieces::counts);
    rules.caps = caps.map_or([None; 2], Pieces::counts);
    Ok(rules)
}

/// A komi in points.
pub(crate) fn half_komi(komi: f64) -> PyResult<HalfKomi> {
    komi.to_string().parse().map_err(unreadable)
}

/// The komi in whole points.
pub(crate) fn points(komi: HalfKomi) -> f64 {
    f64::from(komi.0) / 2.0
}
