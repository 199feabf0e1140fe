//! The positions to learn from, in a few bytes each.

use std::path::PathBuf;

use tak_encoding::{Color, Playable, Size};
use tak_search::evaluation::evaluate;
use tak_search::evaluation::network::{bucket, inputs::Inputs};

use crate::failure::Failure;
use crate::self_play::{ScoredPosition, read_positions};

/// The expected share of the point for a value.
pub(super) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Many positions, in two vectors: millions of small ones would take twice the memory.
#[derive(Default)]
pub(super) struct Samples {
    /// The inputs of all samples, one after the other.
    inputs: Vec<u16>,
    /// Where the inputs of each sample end.
    ends: Vec<u64>,
    rest: Vec<Rest>,
}

#[derive(Clone, Copy)]
struct Rest {
    base: f32,
    target: f32,
    bucket: u8,
    black_to_move: bool,
}

/// One position.
pub(super) struct Sample<'a> {
    /// From White's perspective.
    pub(super) inputs: &'a [u16],
    /// The value of the weighted terms for the side to move, in units of the scale.
    pub(super) base: f32,
    /// The share of the result that it should predict for the side to move.
    pub(super) target: f32,
    pub(super) bucket: usize,
    pub(super) black_to_move: bool,
}

impl Samples {
    /// Reads files: the positions to train with, and those of every sixteenth game.
    pub(super) fn read<const N: usize>(
        files: &[PathBuf],
        result_share: f32,
        scale: i16,
    ) -> Result<[Self; 2], Failure>
    where
        Size<N>: Playable,
    {
        let (mut training, mut held_out) = (Self::default(), Self::default());
        read_positions::<N>(files, |record| {
            let samples =
                if record.game.is_multiple_of(16) { &mut held_out } else { &mut training };
            samples.push(&record, result_share, scale);
        })?;
        Ok([training, held_out])
    }

    fn push<const N: usize>(&mut self, record: &ScoredPosition<N>, result_share: f32, scale: i16)
    where
        Size<N>: Playable,
    {
        let position = &record.position;
        let scale = f32::from(scale);
        let expected = sigmoid(record.score as f32 / scale);
        let white = result_share * record.result as f32 + (1.0 - result_share) * expected;
        let black_to_move = position.side_to_move() == Color::Black;
        Inputs::of(position).for_each(|input| self.inputs.push(input as u16));
        self.ends.push(self.inputs.len() as u64);
        self.rest.push(Rest {
            base: evaluate(position) as f32 / scale,
            target: if black_to_move { 1.0 - white } else { white },
            bucket: bucket(position) as u8,
            black_to_move,
        });
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, index: usize) -> Sample<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        let Rest { base, target, bucket, black_to_move } = self.rest[index];
        Sample {
            inputs: &self.inputs[start as usize..self.ends[index] as usize],
            base,
            target,
            bucket: bucket.into(),
            black_to_move,
        }
    }
}
