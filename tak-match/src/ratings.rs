//! Ratings of many engines from their duels.
//!
//! By the model of Bradley and Terry (1952) an engine's share of the points against another is the
//! logistic curve of the difference of their Elo; a draw is half a win. The likeliest ratings are
//! found by the iteration of Hunter ("MM algorithms for generalized Bradley–Terry models", 2004).
//! A drawn pair is added to every duel, so that one who wins all has a number too. Intervals are
//! those of a thousand lists from as many pairs, drawn anew from those that were played.

use fastrand::Rng;

use crate::statistics::{Estimate, Pairs, SCORES};

/// The pairs of games between two of the engines, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duel {
    /// The first engine and the second.
    pub engines: [usize; 2],
    /// As the first has it.
    pub pairs: Pairs,
}

/// The Elo of each of `engines`, with a mean of 0, and its 95 % interval. The same duels give the
/// same list.
pub fn ratings(engines: usize, duels: &[Duel]) -> Vec<Estimate> {
    const LISTS: usize = 1000;
    let played = duels.iter().map(|&Duel { engines, mut pairs }| {
        pairs.0[pairs.0.len() / 2] += 1;
        Duel { engines, pairs }
    });
    let played: Vec<_> = played.collect();
    let mut random = Rng::with_seed(1);
    let mut lists: Vec<Vec<f64>> = vec![Vec::with_capacity(LISTS); engines];
    for _ in 0..LISTS {
        let drawn: Vec<_> = played.iter().map(|duel| redrawn(duel, &mut random)).collect();
        for (list, elo) in lists.iter_mut().zip(likeliest(engines, &drawn)) {
            list.push(elo);
        }
    }
    let end = |list: &[f64], share: usize| list[share * (LISTS - 1) / 1000];
    let with_interval = |(value, mut list): (f64, Vec<f64>)| {
        list.sort_by(f64::total_cmp);
        Estimate { value, low: end(&list, 25).min(value), high: end(&list, 975).max(value) }
    };
    likeliest(engines, &played).into_iter().zip(lists).map(with_interval).collect()
}

/// As many pairs, each one of those that were played.
fn redrawn(duel: &Duel, random: &mut Rng) -> Duel {
    let mut pairs = Pairs::default();
    let total = duel.pairs.count();
    for _ in 0..total {
        let mut number = random.u64(..total);
        let drawn = duel.pairs.0.iter().position(|&count| {
            let is_here = number < count;
            number = number.saturating_sub(count);
            is_here
        });
        pairs.0[drawn.unwrap_or_default()] += 1;
    }
    Duel { pairs, ..*duel }
}

/// The likeliest Elo of each engine.
fn likeliest(engines: usize, duels: &[Duel]) -> Vec<f64> {
    /// Where lists of any size no longer change by a hundredth of an Elo.
    const STEPS: usize = 2000;
    /// The least share of a duel: where all drawn pairs are lost, its Elo would be infinite.
    const LEAST: f64 = 1e-3;
    // Pairs, and points in them.
    let shares: Vec<_> = duels
        .iter()
        .map(|duel| {
            let total = duel.pairs.count() as f64;
            let points = |(&count, score): (&u64, f64)| count as f64 * score;
            let points: f64 = duel.pairs.0.iter().zip(SCORES).map(points).sum();
            (duel.engines, total, (points / total).clamp(LEAST, 1.0 - LEAST) * total)
        })
        .collect();
    let mut strength = vec![1.0_f64; engines];
    for _ in 0..STEPS {
        let (mut points, mut weight) = (vec![0.0; engines], vec![0.0; engines]);
        for &([one, two], total, share) in &shares {
            let expected = total / (strength[one] + strength[two]);
            for (engine, share) in [(one, share), (two, total - share)] {
                points[engine] += share;
                weight[engine] += expected;
            }
        }
        let mut change = 0.0_f64;
        for engine in (0..engines).filter(|&engine| weight[engine] > 0.0) {
            let next = points[engine] / weight[engine];
            change = change.max((next / strength[engine]).ln().abs());
            strength[engine] = next;
        }
        if change < 1e-7 {
            break;
        }
    }
    let elo: Vec<_> = strength.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = elo.iter().sum::<f64>() / engines.max(1) as f64;
    elo.into_iter().map(|elo| elo - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(one: usize, two: usize, pairs: [u64; 5]) -> Duel {
        Duel { engines: [one, two], pairs: Pairs(pairs) }
    }

    /// Pairs with the share of the points that belongs to an Elo, all won or lost.
    fn expected(elo: f64, pairs: f64) -> [u64; 5] {
        let share = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let won = (pairs * share).round() as u64;
        [pairs as u64 - won, 0, 0, 0, won]
    }

    #[test]
    fn two_engines_have_the_elo_of_their_duel() {
        let pairs = [40, 60, 99, 120, 81];
        let list = ratings(2, &[duel(0, 1, pairs)]);
        let mut with_draw = pairs;
        with_draw[2] += 1;
        let known = Pairs(with_draw).elo().unwrap();
        let difference = list[0].value - list[1].value;
        assert!((difference - known.value).abs() < 0.01, "{difference}, not {known:?}");
        let width = list[0].high - list[0].low;
        assert!((2.0 * width / (known.high - known.low) - 1.0).abs() < 0.1, "{list:?} {known:?}");
        assert!((list[0].value + list[1].value).abs() < 1e-9);
    }

    #[test]
    fn a_chain_of_duels_adds_up() {
        let (steps, pairs) = ([0.0, 80.0, 230.0, 300.0], 400.0);
        let mut duels = Vec::new();
        for one in 0..steps.len() {
            for two in one + 1..steps.len() {
                duels.push(duel(one, two, expected(steps[one] - steps[two], pairs)));
            }
        }
        // Without the first's duels but one, as in a gauntlet.
        for duels in [&duels[..], &duels[..3]] {
            let list = ratings(steps.len(), duels);
            for (engine, step) in list.iter().zip(steps) {
                let found = engine.value - list[0].value;
                assert!((found - step).abs() < 3.0, "{found}, not {step}");
                assert!(engine.low < engine.value && engine.value < engine.high, "{list:?}");
            }
        }
    }

    #[test]
    fn who_wins_all_has_a_number() {
        let list = ratings(3, &[duel(0, 1, [0, 0, 0, 0, 10]), duel(1, 2, [0, 0, 0, 0, 10])]);
        assert!(list.iter().all(|elo| elo.low.is_finite() && elo.high.is_finite()), "{list:?}");
        assert!(list[0].value > 200.0 && list[1].value.abs() < 1e-3, "{list:?}");
        assert!(list[0].high - list[0].low > 50.0, "{list:?}");
        // Nobody has played yet.
        assert!(ratings(2, &[duel(0, 1, [0; 5])]).iter().all(|elo| elo.value == 0.0));
        assert!(ratings(2, &[]).iter().all(|elo| elo.value == 0.0));
    }
}
