//! `tak-tools book random`: openings by chance, to try things on.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use tak_encoding::{BoardSize, Move, NoHash, Playable, Position, Size, with_size};

use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::start::board_size;

/// Write openings of random legal moves, the same ones for the same seed
///
/// A game that ends before the last ply stays short.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book random --size 5 --plies 4 --count 3
  tak-tools book random --size 6 --plies 12 --count 10000000 --to tps -o random.tps")]
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

    /// Any number
    #[arg(long, value_name = "X", default_value_t = 1)]
    seed: u64,

    /// What to write for each opening
    #[arg(long, value_enum, default_value_t = LineForm::Moves)]
    to: LineForm,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,
}

/// What is written on each line.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineForm {
    /// The moves that lead there
    Moves,
    /// The position reached, as TPS
    Tps,
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
        let mut chance = Chance(self.seed);
        let (mut moves, mut line) = (Vec::new(), String::new());
        for done in 0..self.count {
            line.clear();
            self.write_opening::<N>(&mut chance, &mut moves, &mut line);
            line.push('\n');
            output.write(line.as_bytes())?;
            if done % 4096 == 0 {
                progress.set(done);
            }
        }
        Ok(())
    }

    fn write_opening<const N: usize>(
        &self,
        chance: &mut Chance,
        moves: &mut Vec<Move<N>>,
        line: &mut String,
    ) where
        Size<N>: Playable,
    {
        let mut position = Position::<N, NoHash>::new();
        for ply in 0..self.plies {
            moves.clear();
            position.generate(moves);
            let Some(&mv) = moves.get(chance.below(moves.len())) else {
                break;
            };
            position.play_unchecked(mv);
            if self.to == LineForm::Moves {
                let space = if ply > 0 { " " } else { "" };
                let _ = write!(line, "{space}{mv}");
            }
            if position.is_over_after(mv) {
                break;
            }
        }
        if self.to == LineForm::Tps {
            let _ = write!(line, "{position}");
        }
    }
}

/// `SplitMix64` (Steele, Lea and Flood, 2014): the same numbers everywhere.
struct Chance(u64);

impl Chance {
    /// A number below `count`.
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * count as u128) >> 64) as usize
    }
}
