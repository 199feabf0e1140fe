//! The positions to learn from, in a few bytes each.

use std::ops::Range;
use std::path::PathBuf;

use tak_encoding::{Color, Playable, Size};
use tak_search::evaluation::evaluate;
use tak_search::evaluation::network::{bucket, inputs::Inputs};
use tak_terminal::failure::Failure;

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
    heads: Vec<Head>,
}

/// How many samples are copied at a time.
const TOGETHER: usize = 32;

/// A sample without its inputs.
#[derive(Clone, Copy)]
struct Head {
    /// Where its inputs begin among all.
    start: usize,
    base: f32,
    target: f32,
    inputs: u16,
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
        let start = self.inputs.len();
        Inputs::of(position).for_each(|input| self.inputs.push(input as u16));
        self.heads.push(Head {
            start,
            base: evaluate(position) as f32 / scale,
            target: if black_to_move { 1.0 - white } else { white },
            inputs: (self.inputs.len() - start) as u16,
            bucket: bucket(position) as u8,
            black_to_move,
        });
    }

    pub(super) fn len(&self) -> usize {
        self.heads.len()
    }

    /// Calls a function with each of some samples.
    ///
    /// They lie far apart: a few at a time are copied side by side, so that the waits for memory
    /// overlap.
    pub(super) fn for_each(
        &self,
        mut samples: impl ExactSizeIterator<Item = usize>,
        mut with: impl FnMut(&Sample<'_>),
    ) {
        let (mut heads, mut inputs) = (Vec::with_capacity(TOGETHER), Vec::new());
        while samples.len() > 0 {
            heads.clear();
            heads.extend(samples.by_ref().take(TOGETHER).map(|sample| self.heads[sample]));
            inputs.clear();
            for head in &heads {
                inputs.extend_from_slice(&self.inputs[head.range()]);
            }
            let mut rest = inputs.as_slice();
            for head in &heads {
                let (inputs, others) = rest.split_at(head.inputs.into());
                rest = others;
                with(&Sample {
                    inputs,
                    base: head.base,
                    target: head.target,
                    bucket: head.bucket.into(),
                    black_to_move: head.black_to_move,
                });
            }
        }
    }
}

impl Head {
    /// Where its inputs lie.
    fn range(&self) -> Range<usize> {
        self.start..self.start + usize::from(self.inputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sample_is_its_own() {
        let mut samples = Samples::default();
        let mut known = Vec::new();
        for number in 0..2 * TOGETHER + 7 {
            let inputs: Vec<u16> =
                (0..number % 11).map(|input| (100 * number + input) as u16).collect();
            let (start, bucket, black_to_move) =
                (samples.inputs.len(), number % 4, number % 3 == 0);
            let (base, target) = (number as f32, 1.0 / number as f32);
            samples.heads.push(Head {
                start,
                base,
                target,
                inputs: inputs.len() as u16,
                bucket: bucket as u8,
                black_to_move,
            });
            samples.inputs.extend_from_slice(&inputs);
            known.push((inputs, base, target, bucket, black_to_move));
        }
        for count in [0, 1, TOGETHER, TOGETHER + 1, 3 * known.len()] {
            // Out of order, some of them twice.
            let wanted: Vec<_> = (0..count).map(|index| (13 * index + 5) % known.len()).collect();
            let mut found = Vec::new();
            samples.for_each(wanted.iter().copied(), |sample| {
                let Sample { inputs, base, target, bucket, black_to_move } = *sample;
                found.push((inputs.to_vec(), base, target, bucket, black_to_move));
            });
            let wanted: Vec<_> = wanted.iter().map(|&index| known[index].clone()).collect();
            assert_eq!(found, wanted);
        }
    }
}
