//! Statistics of a match: Elo and its interval, the sequential test, and the interval of a share.

use std::str::FromStr;

use tak_terminal::failure::printable;

/// The 97.5 % quantile of the normal distribution: intervals hold 95 %.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// How many pairs of games with colours exchanged gave the first engine 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs(pub [u64; 5]);

/// A value and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Pairs {
    /// All pairs.
    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// The Elo of the first engine over the second, using the variance of the pairs, or where they are
    /// all alike, but not all won or lost, Wilson's interval. Its ends are infinite where an engine might
    /// win every game; `None` without a pair.
    pub fn elo(self) -> Option<Estimate> {
        let total = self.count();
        if total == 0 {
            return None;
        }
        let shares = self.0.map(|pairs| pairs as f64 / total as f64);
        let mean = mean(&shares);
        let variance: f64 =
            shares.iter().zip(SCORES).map(|(p, score)| p * (score - mean).powi(2)).sum();
        let error = QUANTILE * (variance / total as f64).sqrt();
        // Pairs that are all alike have no variance, and tell no more than as many games.
        let is_alike = variance <= 0.0 && 0.0 < mean && mean < 1.0;
        let Estimate { low, high, .. } = if is_alike {
            share(mean * total as f64, total)
        } else {
            Estimate { value: mean, low: mean - error, high: mean + error }
        };
        Some(Estimate { value: elo_of(mean), low: elo_of(low), high: elo_of(high) })
    }

    /// The logarithm of how much likelier the pairs are if the first engine is better by `high` Elo
    /// than if by `low`: the generalized log-likelihood ratio with the most likely distribution for
    /// each (Van den Bergh, as in fishtest and fastchess).
    pub fn log_likelihood_ratio(self, low: f64, high: f64) -> f64 {
        // A result that never occurred is not impossible.
        let counts = self.0.map(|pairs| if pairs == 0 { 1e-3 } else { pairs as f64 });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [low, high] = [low, high].map(|elo| likeliest(&shares, score_of(elo)));
        let ratios = low.iter().zip(high).map(|(low, high)| (high / low).ln());
        total * shares.iter().zip(ratios).map(|(share, ratio)| share * ratio).sum::<f64>()
    }
}

/// The share of the points for each result of a pair.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

fn mean(shares: &[f64; 5]) -> f64 {
    shares.iter().zip(SCORES).map(|(share, score)| share * score).sum()
}

/// The distribution with mean `wanted` under which the observed one is most likely: `p / (1 +
/// x·(score − mean))`, with the only `x` for which it has this mean.
fn likeliest(observed: &[f64; 5], wanted: f64) -> [f64; 5] {
    let (mut low, mut high) = (-1.0 / (1.0 - wanted), 1.0 / wanted);
    let with = |x: f64| std::array::from_fn(|i| observed[i] / (1.0 + x * (SCORES[i] - wanted)));
    // The mean falls as x grows; bisection gives every bit.
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let lead: f64 = with(middle)
            .iter()
            .zip(SCORES)
            .map(|(p, score): (&f64, f64)| p * (score - wanted))
            .sum();
        if lead > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    with(f64::midpoint(low, high))
}

/// The expected share of the points, by the logistic curve.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// A share of the points in `games` games and its Wilson interval. With draws, the true interval is
/// narrower.
pub fn share(points: f64, games: u64) -> Estimate {
    if games == 0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let (games, square) = (games as f64, QUANTILE * QUANTILE);
    let value = points / games;
    let middle = (points + square / 2.0) / (games + square);
    let spread = (value * (1.0 - value) / games + square / (4.0 * games * games)).sqrt();
    let half = QUANTILE * spread / (1.0 + square / games);
    Estimate { value, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The two hypotheses of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo of the null hypothesis.
    pub low: f64,
    /// The Elo of the other one.
    pub high: f64,
}

impl Sprt {
    /// Both kinds of error have a probability of 5 %: |ln(0.05 / 0.95)|.
    pub const BOUND: f64 = 2.944_438_979_166_44;
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (low, high) = text.split_once(',')?;
            let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            (-2000.0 <= low && low < high && high <= 2000.0).then_some(Self { low, high })
        };
        let found = printable(text);
        read().ok_or_else(|| format!("found '{found}', expected two Elo, the lower first: 0,5"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        let precision = 0.01 * expected.abs().max(1.0);
        assert!((found - expected).abs() < precision, "{found}, not {expected}");
    }

    /// Numbers that the tests of fastchess state.
    #[test]
    fn elo_of_pairs() {
        for (pairs, elo, error) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65),
            ([332, 433, 498, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
        ] {
            let found = Pairs(pairs).elo().unwrap();
            near(found.value, elo);
            near((found.high - found.low) / 2.0, error);
        }
        assert_eq!(Pairs::default().elo(), None);
        let all = Pairs([0, 0, 0, 0, 3]).elo().unwrap();
        assert_eq!((all.value, all.low), (f64::INFINITY, f64::INFINITY));
        // One drawn pair says hardly anything.
        let drawn = Pairs([0, 0, 1, 0, 0]).elo().unwrap();
        assert!(drawn.low < -200.0 && drawn.high > 200.0, "{drawn:?}");
    }

    /// Numbers that the tests of fastchess state.
    #[test]
    fn likelihoods() {
        for (pairs, [low, high], ratio) in [
            ([223, 9863, 21279, 10037, 246], [0.5, 2.5], -3.07),
            ([871, 26175, 55983, 26678, 821], [0.0, 2.0], -4.98),
        ] {
            near(Pairs(pairs).log_likelihood_ratio(low, high), ratio);
        }
        // Both hypotheses are equally far away.
        near(Pairs([10, 20, 30, 20, 10]).log_likelihood_ratio(-5.0, 5.0), 0.0);
        near(Pairs::default().log_likelihood_ratio(0.0, 5.0), 0.0);
        for one_sided in [[9, 0, 0, 0, 0], [0, 0, 0, 0, 9]] {
            assert!(Pairs(one_sided).log_likelihood_ratio(0.0, 5.0).is_finite());
        }
    }

    /// Wilson's interval of 1 in 10 and of 15 in 148; none and all.
    #[test]
    fn shares() {
        for (points, games, low, high) in
            [(1.0, 10, 0.0179, 0.4042), (15.0, 148, 0.0624, 0.1605), (0.0, 10, 0.0, 0.2775)]
        {
            let found = share(points, games);
            assert!(
                (found.low - low).abs() < 1e-4 && (found.high - high).abs() < 1e-4,
                "{found:?}"
            );
            let other = share(games as f64 - points, games);
            assert!((other.low + found.high - 1.0).abs() < 1e-12, "{other:?}");
        }
        assert_eq!(share(0.0, 0), Estimate { value: 0.5, low: 0.0, high: 1.0 });
    }
}
