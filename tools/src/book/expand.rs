//! `tak-tools book expand`: every opening of a number of plies, up to symmetry.

use std::path::PathBuf;

use clap::{Args, value_parser};
use tak_book::Expansion;
use tak_encoding::{BoardSize, Opening, Position, Rules, with_size};
use tak_games::start::board_size;

use super::format::Format;
use super::memory_size;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

/// Write one opening for each class of symmetric positions after N plies
///
/// Positions in which the game ended earlier are included. The first opening that reaches a class
/// is the one that is written.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book expand --size 5 --plies 2
  tak-tools book expand --size 6 --plies 4 --to tps -o all.tps")]
pub(crate) struct Arguments {
    /// The size of the board
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// How the first two plies are played: swap, no-swap or "double black stack"
    #[arg(long, value_name = "OPENING", default_value = "swap")]
    opening: Opening,

    /// Plies to play, 1 to 100
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = value_parser!(u8).range(1..=100))]
    plies: u8,

    /// What to write for each opening
    #[arg(long, value_enum, default_value = "moves")]
    to: Format,

    /// The most memory for the classes, at least 16MiB
    #[arg(long, value_name = "SIZE", value_parser = memory_size, default_value = "2GiB")]
    memory: u64,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,
}

impl Arguments {
    /// Writes the openings.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut output = Output::create(&self.output)?;
        with_size!(self.size, N => {
            let rules = Rules::default().with_opening(self.opening).map_err(Failure::input)?;
            let start = Position::<N>::with_rules(rules);
            let mut bar: Option<(usize, Progress)> = None;
            let openings = Expansion::grow(start, self.plies, self.memory, |at| {
                if bar.as_ref().is_none_or(|(ply, _)| *ply != at.ply) {
                    let things = format!("openings to ply {}", at.ply);
                    bar = Some((at.ply, Progress::things(Some(at.total), &things)));
                }
                if let Some((_, bar)) = &bar {
                    bar.set(at.done);
                }
            });
            let openings = openings.map_err(|why| {
                Failure::Input(format!("{why}: expected fewer --plies or more --memory"))
            })?;
            drop(bar);
            let mut text = String::new();
            for game in openings.games() {
                text.clear();
                self.to.write(&game, &mut text);
                output.write(text.trim_end().as_bytes())?;
                output.write(self.to.separator().as_bytes())?;
            }
        });
        output.finish()
    }
}
