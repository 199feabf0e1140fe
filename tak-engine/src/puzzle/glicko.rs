//! Glicko-2, after Glickman's "Example of the Glicko-2 system" (2013), as the page has it in
//! `glicko.js`: ratings that move by results.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

/// Points of the usual scale for one of Glicko-2.
const SCALE: f64 = 173.7178;
/// How much the volatility may move.
const TAU: f64 = 0.5;
const CLOSE: f64 = 1e-6;

/// How good a player is, or how hard a puzzle.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Rated {
    pub(super) rating: f64,
    /// How far off the rating may be.
    pub(super) deviation: f64,
    /// How much it tends to move.
    pub(super) volatility: f64,
}

impl Rated {
    /// Somebody of whom nothing else is known.
    pub(super) fn unknown(rating: f64, deviation: f64) -> Self {
        Self { rating, deviation, volatility: 0.06 }
    }

    /// Whether it may have come from results.
    pub(super) fn is_possible(&self) -> bool {
        let Self { rating, deviation, volatility } = *self;
        rating.abs() < 1e5
            && deviation > 0.0
            && deviation < 1e4
            && volatility > 0.0
            && volatility < 10.0
    }

    /// The rating after a period of results, each an opponent and a score from 0 to 1.
    pub(super) fn after(self, results: &[(Self, f64)]) -> Self {
        let (mu, phi) = ((self.rating - 1500.0) / SCALE, self.deviation / SCALE);
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in results {
            let g = 1.0 / (1.0 + 3.0 * (opponent.deviation / SCALE / PI).powi(2)).sqrt();
            let lead = mu - (opponent.rating - 1500.0) / SCALE;
            let expected = 1.0 / (1.0 + (-g * lead).exp());
            information += g * g * expected * (1.0 - expected);
            surprise += g * (score - expected);
        }
        let variance = 1.0 / information;
        let volatility = moved(self.volatility, phi, variance, variance * surprise);
        let after = 1.0 / (1.0 / (phi * phi + volatility * volatility) + information).sqrt();
        Self {
            rating: 1500.0 + SCALE * (mu + after * after * surprise),
            deviation: SCALE * after,
            volatility,
        }
    }
}

/// The new volatility: step 5 of the paper, by the Illinois method.
fn moved(volatility: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let a = (volatility * volatility).ln();
    let slope = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + variance + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let excess = delta * delta - phi * phi - variance;
    let (mut low, mut high) = (a, if excess > 0.0 { excess.ln() } else { a - TAU });
    while excess <= 0.0 && slope(high) < 0.0 {
        high -= TAU;
    }
    let (mut at_low, mut at_high) = (slope(low), slope(high));
    while (high - low).abs() > CLOSE {
        let x = low + (low - high) * at_low / (at_high - at_low);
        let at = slope(x);
        if at * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (x, at);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the paper.
    #[test]
    fn three_games_of_glickman() {
        let opponents = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];
        let results =
            opponents.map(|(rating, deviation, score)| (Rated::unknown(rating, deviation), score));
        let after = Rated::unknown(1500.0, 200.0).after(&results);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }
}
