//! `tak-train tune`: fits the weights of the evaluation to games.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, value_parser};
use tak_encoding::{BoardSize, Playable, Size, with_size};
use tak_games::start::board_size;
use tak_search::evaluation::terms::{NAMES, TERMS};
use tak_search::evaluation::weights::{self, Weights};
use tak_search::evaluation::{FULL_PHASE, counts, phase};
use tak_terminal::failure::Failure;
use tak_terminal::output::{Output, refuse_as_output};

use crate::self_play::{ScoredPosition, read_positions};

/// Fit the weights of the evaluation to positions that datagen wrote
///
/// The value of a position should predict its result: gradient descent (Adam) minimizes the squared
/// error between a logistic function of the value and the result mixed with the score of the
/// search. Every eighth game is held out, to see how the weights do on games they were not fitted
/// to. Prints a Rust source file for tak-search/src/evaluation/weights.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-train tune --size 6 six.games -o tak-search/src/evaluation/weights/six.rs
  tak-train tune --size 5 a.games b.games --epochs 500 --result-share 0.5")]
pub(crate) struct Arguments {
    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Files written by datagen
    #[arg(required = true, value_name = "FILE")]
    input: Vec<PathBuf>,

    /// The weight of the result, 0 to 1; the rest is the weight of the search's score
    #[arg(long, value_name = "X", default_value = "0.7")]
    result_share: f64,

    /// Passes over the positions
    #[arg(long, value_name = "N", default_value = "300", value_parser = value_parser!(u32).range(1..))]
    epochs: u32,

    /// How strongly the weights are pulled to their previous values, so that rare terms do not
    /// follow noise
    #[arg(long, value_name = "X", default_value = "1e-7")]
    hold: f64,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

/// One position: its nonzero counts, and the value to predict.
struct Sample {
    counts: Vec<(u16, f32)>,
    /// How much the early weights count, 0 to 1.
    early: f32,
    /// White's expected share of the result.
    target: f32,
}

impl Arguments {
    /// Reads, fits, writes.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        refuse_as_output(&self.input, &self.output)?;
        let mut output = Output::create(&self.output)?;
        let text = with_size!(self.size, N => self.fit::<N>())?;
        output.write(text.as_bytes())?;
        output.finish()
    }

    fn fit<const N: usize>(&self) -> Result<String, Failure>
    where
        Size<N>: Playable,
    {
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        read_positions::<N>(&self.input, |record| {
            let sample = self.sample(&record);
            if record.game.is_multiple_of(8) {
                held_out.push(sample);
            } else {
                training.push(sample);
            }
        })?;
        if training.is_empty() {
            return Err(Failure::Input("no positions to fit".to_owned()));
        }
        let start = weights::of::<N>();
        let fitted = fit(start, &training, &held_out, self.epochs, self.hold);
        Ok(source_text::<N>(&fitted, training.len() + held_out.len()))
    }

    fn sample<const N: usize>(&self, record: &ScoredPosition<N>) -> Sample
    where
        Size<N>: Playable,
    {
        let expected = sigmoid(record.score);
        let target = self.result_share * record.result + (1.0 - self.result_share) * expected;
        let counts = counts(&record.position);
        let counts = counts.iter().enumerate().filter(|&(_, &count)| count != 0);
        Sample {
            counts: counts.map(|(term, &count)| (term as u16, count as f32)).collect(),
            early: phase(&record.position) as f32 / FULL_PHASE as f32,
            target: target as f32,
        }
    }
}

/// The scale of the logistic function: at this score about three in four games are won.
const SCALE: f64 = 200.0;

fn sigmoid(centiflats: f64) -> f64 {
    1.0 / (1.0 + (-centiflats / SCALE).exp())
}

fn value(weights: &[[f64; 2]], sample: &Sample) -> f64 {
    let (mut early, mut late) = (0.0, 0.0);
    for &(term, count) in &sample.counts {
        let [term_early, term_late] = weights[usize::from(term)];
        early += term_early * f64::from(count);
        late += term_late * f64::from(count);
    }
    let share = f64::from(sample.early);
    early * share + late * (1.0 - share)
}

/// The mean squared error.
fn error(weights: &[[f64; 2]], samples: &[Sample]) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| (sigmoid(value(weights, sample)) - f64::from(sample.target)).powi(2))
        .sum();
    sum / samples.len().max(1) as f64
}

/// Adam (Kingma and Ba, 2014) on batches.
fn fit(
    start: &Weights,
    training: &[Sample],
    held_out: &[Sample],
    epochs: u32,
    hold: f64,
) -> Vec<[f64; 2]> {
    const BATCH: usize = 4096;
    const FIRST_MOMENT: f64 = 0.9;
    const SECOND_MOMENT: f64 = 0.999;
    let start: Vec<[f64; 2]> = start.iter().map(|pair| pair.map(f64::from)).collect();
    let mut weights = start.clone();
    let mut first = vec![[0.0; 2]; TERMS];
    let mut second = vec![[0.0; 2]; TERMS];
    let mut step = 0;
    for epoch in 0..epochs {
        let rate = 2.0 * (1.0 - f64::from(epoch) / f64::from(epochs)) + 0.02;
        for batch in 0..training.len().div_ceil(BATCH) {
            // Strided, so that a batch has positions of many games.
            let batches = training.len().div_ceil(BATCH);
            let samples = training.iter().skip(batch).step_by(batches);
            let gradient = gradient(&weights, samples);
            step += 1;
            for term in 0..TERMS {
                for part in 0..2 {
                    let away = weights[term][part] - start[term][part];
                    let slope = gradient[term][part] + hold * away;
                    let first = &mut first[term][part];
                    let second = &mut second[term][part];
                    *first = FIRST_MOMENT * *first + (1.0 - FIRST_MOMENT) * slope;
                    *second = SECOND_MOMENT * *second + (1.0 - SECOND_MOMENT) * slope * slope;
                    let first = *first / (1.0 - FIRST_MOMENT.powi(step));
                    let second = *second / (1.0 - SECOND_MOMENT.powi(step));
                    weights[term][part] -= rate * first / (second.sqrt() + 1e-9);
                }
            }
        }
        if epoch % 20 == 0 || epoch + 1 == epochs {
            let (fitted, unseen) = (error(&weights, training), error(&weights, held_out));
            eprintln!("epoch {epoch}: error {fitted:.6}, on unseen games {unseen:.6}");
        }
    }
    weights
}

fn gradient<'a>(weights: &[[f64; 2]], samples: impl Iterator<Item = &'a Sample>) -> Vec<[f64; 2]> {
    let mut gradient = vec![[0.0; 2]; TERMS];
    let mut count = 0.0;
    for sample in samples {
        let expected = sigmoid(value(weights, sample));
        let slope = (expected - f64::from(sample.target)) * expected * (1.0 - expected);
        let share = f64::from(sample.early);
        for &(term, times) in &sample.counts {
            let term = &mut gradient[usize::from(term)];
            term[0] += slope * f64::from(times) * share;
            term[1] += slope * f64::from(times) * (1.0 - share);
        }
        count += 1.0;
    }
    for term in &mut gradient {
        *term = term.map(|part| part / f64::max(count, 1.0));
    }
    gradient
}

/// The weights as a source file.
fn source_text<const N: usize>(weights: &[[f64; 2]], positions: usize) -> String {
    let mut text = format!(
        "//! Weights of {N}×{N}, fitted by `tak-train tune` to {positions} positions of self-play.\n\n\
         use super::Weights;\n\n\
         #[rustfmt::skip]\n\
         pub(super) static WEIGHTS: Weights = [\n"
    );
    let mut place = 0;
    for &(name, length) in NAMES {
        text.push_str("   ");
        for pair in &weights[place..place + length] {
            let [early, late] = pair.map(|part| part.round().clamp(-9999.0, 9999.0) as i16);
            let _ = write!(text, " [{early}, {late}],");
        }
        let _ = writeln!(text, " // {name}");
        place += length;
    }
    text.push_str("];\n");
    text
}
