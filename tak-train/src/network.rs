//! `tak-train network`: a network for the evaluation, from games of `datagen`.

mod adam;
mod model;
mod samples;
mod state;

use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use fastrand::Rng;
use serde_json::json;
use tak_encoding::{BoardSize, Playable, Size, with_size};
use tak_games::start::board_size;
use tak_search::evaluation::network::{Width, inputs};
use tak_terminal::failure::Failure;
use tak_terminal::interrupt::say_when_interrupted;
use tak_terminal::output::{self, refuse_as_output};
use tak_terminal::progress::Progress;

use crate::plot;
use adam::cosine;
use model::{Loss, Parameters, Views};
use samples::Samples;
use state::State;

/// Train a network that corrects the evaluation, from games that datagen wrote
///
/// The value of a position (weighted terms and network) should predict the result of its game,
/// mixed with the score of the search. Each sample is turned by one of the eight symmetries, drawn
/// anew in each epoch. Every sixteenth game is held out. The state is saved beside the output after
/// each epoch, so that the same command continues after Ctrl-C. With one thread, the same command
/// gives the same network.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-train network --size 6 --threads 8 six-*.games -o six.net --plot six.svg
  tak-match play --size 6 --nodes 4000 --games 400 \\
    --engine 'name=new option.EvalFile=six.net' --engine 'name=old'")]
pub(crate) struct Arguments {
    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Files written by datagen
    #[arg(required = true, value_name = "FILE")]
    input: Vec<PathBuf>,

    /// Sums of the first layer: 128 learn more from many millions of positions, and make the engine
    /// slower
    #[arg(long, value_name = "N", default_value = "128", value_parser = width())]
    width: Width,

    /// Passes over the samples
    #[arg(long, value_name = "N", default_value = "10", value_parser = value_parser!(u32).range(1..))]
    epochs: u32,

    /// Samples between two steps
    #[arg(long, value_name = "N", default_value = "8192", value_parser = value_parser!(u32).range(1..))]
    batch: u32,

    /// The initial learning rate; the final one is 150 times smaller
    #[arg(long, value_name = "X", default_value = "0.0015")]
    rate: f32,

    /// The weight of the result, 0 to 1; the rest is the weight of the search's score
    #[arg(long, value_name = "X", default_value = "0.4")]
    result_share: f32,

    /// Centiflats at which the side ahead wins about three games in four
    #[arg(long, value_name = "N", default_value = "200", value_parser = value_parser!(i16).range(1..))]
    scale: i16,

    /// Threads, which share each batch
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// The seed of initial numbers, orders and symmetries
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Draw the errors after each epoch, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Print what it has learned from and its error on unseen games as JSON
    #[arg(long)]
    json: bool,

    /// The network to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Reads `--width`.
fn width() -> impl TypedValueParser<Value = Width> {
    PossibleValuesParser::new(["64", "128"])
        .try_map(|sums| sums.parse().ok().and_then(Width::new).ok_or("expected a width"))
}

/// What a network learns from, and what it is tested with.
struct Data {
    training: Samples,
    held_out: Samples,
    views: Views,
}

impl Arguments {
    /// Reads, trains, writes.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        refuse_as_output(&self.input, &self.output)?;
        with_size!(self.size, N => self.train::<N>())
    }

    fn train<const N: usize>(&self) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let [training, held_out] = Samples::read::<N>(&self.input, self.result_share, self.scale)?;
        if training.len() == 0 || held_out.len() == 0 {
            let why = "too few positions: expected more games (every sixteenth is held out)";
            return Err(Failure::Input(why.to_owned()));
        }
        eprintln!("{} positions, and {} held out", training.len(), held_out.len());
        let data = Data { training, held_out, views: Views::new::<N>() };
        let inputs = inputs::count::<N>();
        match self.width {
            Width::Narrow => self.fit::<{ Width::Narrow.sums() }>(&data, inputs),
            Width::Wide => self.fit::<{ Width::Wide.sums() }>(&data, inputs),
        }
    }

    /// Trains a network with so many sums, and writes it.
    fn fit<const SUMS: usize>(&self, data: &Data, inputs: usize) -> Result<(), Failure> {
        let parameters = Parameters::<SUMS>::random(inputs, self.seed);
        let mut state = State::open(&self.output, &self.settings(data), parameters)?;
        let path = state.path().to_owned();
        say_when_interrupted(move || {
            let is_kept = path.exists(); // not before the first epoch is done
            is_kept.then(|| format!("the same command continues from {}", path.display()))
        });
        while state.epoch < self.epochs {
            let start = Instant::now();
            let trained = self.epoch(&mut state, data);
            let rate = data.training.len() as f64 / start.elapsed().as_secs_f64();
            let unseen = self.unseen(&state.parameters, data);
            state.errors.push([trained, unseen]);
            state.epoch += 1;
            eprintln!(
                "epoch {} of {}: error {trained:.5}, on unseen games {unseen:.5}, {:.0} samples/s",
                state.epoch, self.epochs, rate
            );
            state.keep()?;
            if let Some(plot) = &self.plot {
                let caption = format!("epochs 1 to {}, mean squared error", state.epoch);
                let names = ["training", "unseen games"];
                let drawn = plot::lines(&state.errors, names, &caption, 4);
                output::write(plot, drawn.as_bytes())?;
            }
        }
        let network = state.parameters.to_network(self.size, self.width, self.scale);
        let network = network.map_err(|error| Failure::Failed(format!("the network: {error}")))?;
        let rounded = Parameters::<SUMS>::of_network(&network);
        let error = self.unseen(&rounded, data);
        eprintln!("rounded to integers: on unseen games {error:.5}");
        output::write(&self.output, &network.to_bytes())?;
        state.remove();
        if self.json {
            return output::print_json(&json!({
                "positions": data.training.len(),
                "held_out": data.held_out.len(),
                "width": SUMS,
                "epochs": self.epochs,
                "error": error,
            }));
        }
        Ok(())
    }

    /// Everything that the outcome depends on.
    fn settings(&self, data: &Data) -> String {
        let Self { size, width, epochs, batch, rate, result_share, scale, seed, .. } = self;
        let counts = [&data.training, &data.held_out].map(Samples::len);
        let sums = width.sums();
        format!(
            "size {size}, width {sums}, epochs {epochs}, batch {batch}, rate {rate}, \
             result share {result_share}, scale {scale}, seed {seed}, positions {counts:?}"
        )
    }

    /// One pass over the samples; the mean error of its batches.
    fn epoch<const SUMS: usize>(&self, state: &mut State<SUMS>, data: &Data) -> f64 {
        let Data { training: samples, views, .. } = data;
        let mut random = Rng::with_seed(self.seed << 32 ^ u64::from(state.epoch));
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        random.shuffle(&mut order);
        let batches = order.len().div_ceil(self.batch as usize);
        let progress = Progress::things(Some(batches as u64), "batches");
        let threads = usize::from(self.threads);
        let mut gradients = vec![state.parameters.blank(); threads];
        let mut error = 0.0;
        for (number, batch) in order.chunks(self.batch as usize).enumerate() {
            let seeds: Vec<_> = gradients.iter().map(|_| random.u64(..)).collect();
            let parts = batch.chunks(batch.len().div_ceil(threads));
            let parameters = &state.parameters;
            thread::scope(|scope| {
                let parts = parts.zip(seeds).zip(&mut gradients);
                let jobs = parts.map(|((part, seed), gradient)| {
                    let job = move || {
                        gradient.clear();
                        let mut random = Rng::with_seed(seed);
                        let mut loss = Loss::new(parameters, views);
                        samples.for_each(part.iter().map(|&sample| sample as usize), |sample| {
                            loss.learn(sample, random.usize(..8), gradient);
                        });
                        loss.sum()
                    };
                    scope.spawn(job)
                });
                let jobs: Vec<_> = jobs.collect();
                error += jobs.into_iter().map(|job| job.join().unwrap_or(f64::NAN)).sum::<f64>();
            });
            let used = batch.len().div_ceil(batch.len().div_ceil(threads));
            let (first, others) = gradients[..used].split_at_mut(1);
            for other in others {
                first[0].add(other);
            }
            let done = (state.epoch as f32 + number as f32 / batches as f32) / self.epochs as f32;
            let rate = cosine(self.rate, done);
            state.adam.step(&mut state.parameters, &first[0], rate, 1.0 / batch.len() as f32);
            progress.set(number as u64 + 1);
        }
        error / order.len() as f64
    }

    /// The mean error on the samples held out.
    fn unseen<const SUMS: usize>(&self, parameters: &Parameters<SUMS>, data: &Data) -> f64 {
        let Data { held_out: samples, views, .. } = data;
        let part = samples.len().div_ceil(usize::from(self.threads));
        let errors = thread::scope(|scope| {
            let jobs = (0..samples.len()).step_by(part).map(|start| {
                scope.spawn(move || {
                    let mut loss = Loss::new(parameters, views);
                    samples.for_each(start..(start + part).min(samples.len()), |sample| {
                        loss.look(sample, 0);
                    });
                    loss.sum()
                })
            });
            let jobs: Vec<_> = jobs.collect();
            jobs.into_iter().map(|job| job.join().unwrap_or(f64::NAN)).sum::<f64>()
        });
        errors / samples.len() as f64
    }
}
