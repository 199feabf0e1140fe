//! `tak-tools book random`: writes random openings, for experiments.

use std::path::PathBuf;

use clap::{Args, value_parser};
use fastrand::Rng;
use tak_encoding::{BoardSize, Game, Playable, Position, Size, with_size};
use tak_games::start::board_size;

use super::format::Format;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

/// Write openings of random legal moves, the same for the same seed
///
/// A game that ends earlier has fewer plies.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book random --size 5 --plies 4 --count 3
  tak-tools book random --size 6 --plies 12 --count 10000000 --to tps \\
      -o random.tps")]
pub(crate) struct Arguments {
    /// The size of the board
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Plies of each opening, 1 to 1000
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u16).range(1..=1000))]
    plies: u16,

    /// How many openings
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    count: u64,

    /// The seed of the random numbers
    #[arg(long, value_name = "X", default_value_t = 1)]
    seed: u64,

    /// What to write for each opening
    #[arg(long, value_enum, default_value = "moves")]
    to: Format,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,
}

impl Arguments {
    /// Writes the openings.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut output = Output::create(&self.output)?;
        with_size!(self.size, N => self.write::<N>(&mut output)?);
        output.finish()
    }

    fn write<const N: usize>(&self, output: &mut Output) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let progress = Progress::things(Some(self.count), "openings");
        let mut random = Rng::with_seed(self.seed);
        let (mut moves, mut text) = (Vec::new(), String::new());
        for done in 0..self.count {
            let mut game = Game::<N>::new(Position::new());
            for _ in 0..self.plies {
                moves.clear();
                game.end().generate(&mut moves);
                let mv = random.choice(&moves).copied();
                let played = mv.filter(|&mv| game.push(mv).is_ok());
                if played.is_none_or(|mv| game.end().is_over_after(mv)) {
                    break;
                }
            }
            text.clear();
            self.to.write(&game, &mut text);
            output.write(text.trim_end().as_bytes())?;
            output.write(self.to.separator().as_bytes())?;
            if done % 4096 == 0 {
                progress.set(done);
            }
        }
        Ok(())
    }
}
