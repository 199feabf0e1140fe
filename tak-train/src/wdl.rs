//! `tak-train wdl`: fits the engine's chances of win, draw and loss to games.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use tak_encoding::{BoardSize, Playable, Size, with_size};
use tak_games::start::board_size;
use tak_search::evaluation::{FULL_PHASE, phase};
use tak_search::wdl::Curve;
use tak_terminal::failure::Failure;
use tak_terminal::output::print;

use crate::self_play::read_positions;

/// Fit the chances of win, draw and loss to positions written by datagen
///
/// Finds the curve under which the results of the games are most likely, and prints it in the form
/// of tak-search/src/wdl.rs, with what it predicts and what happened, by score.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-train datagen --size 6 --games 500 --nodes 2000 -o six.games
  tak-train wdl --size 6 six.games")]
pub(crate) struct Arguments {
    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Files written by datagen
    #[arg(required = true, value_name = "FILE")]
    input: Vec<PathBuf>,
}

/// One position, for White.
struct Sample {
    score: f64,
    /// The share of the flats still in hand.
    early: f64,
    /// Won, drawn, lost: 0, 1, 2.
    result: usize,
}

impl Arguments {
    /// Reads, fits, prints.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (samples, known) =
            with_size!(self.size, N => (samples::<N>(&self.input)?, Curve::of::<N>()));
        if samples.is_empty() {
            return Err(Failure::Input("no positions to fit".to_owned()));
        }
        let fitted = fit(&samples);
        let mut text = format!("{} positions of {}×{}\n", samples.len(), self.size, self.size);
        for (name, curve) in [("in use", &known), ("fitted", &fitted)] {
            let [[m0, m1], [w0, w1]] = [curve.margin, curve.width];
            let surprise = surprise(curve, &samples);
            let _ = writeln!(
                text,
                "{name}: curve([{m0:.1}, {m1:.1}], [{w0:.1}, {w1:.1}]), {surprise:.4} nats a position"
            );
        }
        text.push_str(&table(&fitted, &samples));
        print(&text)
    }
}

fn samples<const N: usize>(files: &[PathBuf]) -> Result<Vec<Sample>, Failure>
where
    Size<N>: Playable,
{
    let mut samples = Vec::new();
    read_positions::<N>(files, |record| {
        // With a half point of komi there are no draws, as the engine knows anyway.
        if record.position.half_komi().0 % 2 != 0 {
            return;
        }
        samples.push(Sample {
            score: record.score,
            early: f64::from(phase(&record.position)) / f64::from(FULL_PHASE),
            result: (2.0 - 2.0 * record.result.clamp(0.0, 1.0)) as usize,
        });
    })?;
    Ok(samples)
}

/// The mean negative log likelihood of what happened, in nats.
fn surprise(curve: &Curve, samples: &[Sample]) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| -curve.chances(sample.score, sample.early)[sample.result].max(1e-6).ln())
        .sum();
    sum / samples.len() as f64
}

/// The maximum-likelihood curve, by pattern search: one number after another is changed, in ever
/// smaller steps (Hooke and Jeeves, 1961).
fn fit(samples: &[Sample]) -> Curve {
    /// Keeps it a curve even if few positions say how steep it is.
    const LEAST: [f64; 4] = [1.0, 1.0, 10.0, 10.0];
    let mut best = Curve { margin: [20.0; 2], width: [150.0; 2] };
    let mut lowest = surprise(&best, samples);
    let mut step = 2.0;
    while step > 1.002 {
        let mut better = false;
        for (index, least) in LEAST.into_iter().enumerate() {
            for factor in [step, 1.0 / step] {
                let mut tried = best;
                let pair = if index < 2 { &mut tried.margin } else { &mut tried.width };
                pair[index % 2] = (pair[index % 2] * factor).clamp(least, 5000.0);
                let surprise = surprise(&tried, samples);
                if surprise < lowest {
                    (best, lowest, better) = (tried, surprise, true);
                }
            }
        }
        if !better {
            step = step.sqrt();
        }
    }
    best
}

/// What the curve predicts and what happened, in percent, by the score of the side
/// that is ahead.
fn table(curve: &Curve, samples: &[Sample]) -> String {
    const EDGES: [f64; 9] = [0.0, 25.0, 50.0, 100.0, 150.0, 200.0, 300.0, 500.0, 20_000.0];
    let mut text =
        String::from("  score  positions   said: won drawn lost   were: won drawn lost\n");
    for edges in EDGES.windows(2) {
        let (mut said, mut were, mut count) = ([0.0; 3], [0.0; 3], 0.0);
        for sample in samples {
            let score = sample.score.abs();
            if score < edges[0] || score >= edges[1] {
                continue;
            }
            let chances = curve.chances(score, sample.early);
            let result = if sample.score < 0.0 { 2 - sample.result } else { sample.result };
            for (sum, chance) in said.iter_mut().zip(chances) {
                *sum += chance;
            }
            were[result] += 1.0;
            count += 1.0;
        }
        let [said, were] =
            [said, were].map(|sums| sums.map(|sum| 100.0 * sum / f64::max(count, 1.0)));
        let _ = writeln!(
            text,
            "{:6}+ {count:10} {:11.1} {:5.1} {:4.1} {:12.1} {:5.1} {:4.1}",
            edges[0], said[0], said[1], said[2], were[0], were[1], were[2]
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results as frequent as a curve predicts.
    fn drawn_from(curve: &Curve) -> Vec<Sample> {
        let mut samples = Vec::new();
        for step in -40..=40 {
            for early in [0.1, 0.5, 0.9] {
                let score = f64::from(step) * 15.0;
                let chances = curve.chances(score, early);
                for (result, chance) in chances.into_iter().enumerate() {
                    let count = (chance * 100.0).round() as usize;
                    samples.extend((0..count).map(|_| Sample { score, early, result }));
                }
            }
        }
        samples
    }

    #[test]
    fn a_curve_is_found_again() {
        let curve = Curve { margin: [10.0, 60.0], width: [180.0, 90.0] };
        let samples = drawn_from(&curve);
        let fitted = fit(&samples);
        let near = |[a, b]: [f64; 2], [c, d]: [f64; 2]| (a - c).abs() + (b - d).abs() < 10.0;
        assert!(near(fitted.margin, curve.margin), "{fitted:?}");
        assert!(near(fitted.width, curve.width), "{fitted:?}");
        assert!(surprise(&fitted, &samples) <= surprise(&curve, &samples) + 1e-9);
    }
}
