//! `tak-match openings`: a book of random openings, none of them a mistake.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::{Args, value_parser};
use tak_encoding::{BoardSize, HalfKomi, Opening};
use tak_games::beginnings::Conditions;
use tak_games::start::board_size;
use tak_match::openings::Openings;
use tak_terminal::counted::counted;
use tak_terminal::failure::Failure;
use tak_terminal::output::write;
use tak_terminal::progress::Progress;

/// Draw openings for matches: random plies, none of them a mistake
///
/// Writes the position after each opening as a TPS on a line of its own, as `play --book`
/// and OpenBench read it. No two are the same up to symmetry. A move is a mistake if a short search
/// by the engine finds it more than 0.4 flats worse than the best of those looked at. The same
/// arguments give the same openings.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-match openings --size 6 --komi 2 --count 100 -o six.tps
  tak-match openings --size 5 --plies 4 --count 20 --seed 7")]
pub(crate) struct Arguments {
    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Komi in points
    #[arg(long, value_name = "POINTS", default_value = "0", allow_negative_numbers = true)]
    komi: HalfKomi,

    /// How the first two plies are played: swap, no-swap or double-black-stack
    #[arg(long, value_name = "NAME", default_value = "swap")]
    opening: Opening,

    /// Random plies
    #[arg(long, value_name = "N", default_value = "6", value_parser = value_parser!(u32).range(1..=100))]
    plies: u32,

    /// How many openings
    #[arg(long, value_name = "N", default_value = "100")]
    #[arg(value_parser = value_parser!(u32).range(1..=10_000_000))]
    count: u32,

    /// The seed of the random plies
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Write to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Arguments {
    /// Draws and writes.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let Self { size, komi, opening, count, .. } = *self;
        let conditions = Conditions { size, komi, opening };
        let openings = Openings::random(self.seed, self.plies, 1);
        let progress = Progress::things(Some(count.into()), "openings");
        let (mut seen, mut text) = (HashSet::new(), String::new());
        for number in 0.. {
            let position = openings.position(number, (0, conditions));
            // One is repeated only when no others are found.
            if !seen.insert(position.canonical().to_string()) {
                return Err(self.too_few(seen.len()));
            }
            text.extend([position.to_string().as_str(), "\n"]);
            progress.set(seen.len() as u64);
            if seen.len() == count as usize {
                break;
            }
        }
        drop(progress);
        write(&self.output, text.as_bytes())
    }

    fn too_few(&self, found: usize) -> Failure {
        let Self { count, plies, .. } = self;
        Failure::Input(format!(
            "--count {count}: found only {} of {}; expected fewer, or more --plies",
            counted(found, "opening"),
            counted(plies, "ply"),
        ))
    }
}
