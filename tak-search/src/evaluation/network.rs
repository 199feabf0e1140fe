//! The learned part of the evaluation: a small neural network that corrects the
//! weighted terms.
//!
//! Two layers. The first adds up one row of 64 numbers for each active input ([`inputs`]), once
//! from each player's perspective. Each sum is clipped to 0 … 1 and squared; the second layer
//! weighs the results, those of the side to move first, by one of four sets of weights, chosen by
//! the pieces left in hand ([`bucket`]).
//!
//! All numbers are integers: sums are in 1/255, weights of the second layer in 1/64. So the value
//! is the same on every machine, however the position was reached. The idea of a first layer that
//! is updated by differences is Yu Nasu's ("Efficiently updatable neural networks", 2018).

use tak_encoding::{BoardSize, Color, Hashing, Playable, Position, Size};

use super::{FULL_PHASE, phase};
use crate::score::Score;
pub use bytes::NetworkError;
pub(super) use bytes::fnv;
pub use choice::{NetworkChoice, OpenError};
use inputs::{Inputs, Part};
pub(super) use sums::Sums;

mod bytes;
mod choice;
pub mod inputs;
mod sums;

/// Sums of the first layer for each player's perspective.
pub const WIDTH: usize = 64;

/// Sets of weights of the second layer.
pub const BUCKETS: usize = 4;

/// What 1 is represented by in the sums of the first layer.
pub const ONE: i16 = 255;

/// What 1 is represented by in the weights of the second layer.
pub const OUTPUT_ONE: i16 = 64;

/// The largest weight of the second layer, so that no product overflows 16 bits.
pub const LARGEST_OUTPUT: i16 = 127;

/// The largest number of a row.
pub const LARGEST_ROW: i16 = 504;

/// One number for each sum.
pub type Row = [i16; WIDTH];

/// The numbers of a network for one board size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    size: BoardSize,
    /// The biases of the sums.
    start: Row,
    /// One for each input, and a row of zeros at the end.
    rows: Vec<Row>,
    /// For each input its number in the other player's view, and at the end nothing's.
    swapped: Vec<u16>,
    /// The second layer: for the side to move, for the opponent.
    outputs: [[Row; 2]; BUCKETS],
    /// The bias of each bucket's value, in 1/255/64.
    biases: [i32; BUCKETS],
    /// A value of 1 in centiflats.
    scale: i16,
    hash: u64,
}

/// What a network is made of: see [`Network::new`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The biases of the sums, in 1/255.
    pub start: Row,
    /// One for each input, in 1/255.
    pub rows: Vec<Row>,
    /// For each bucket, the weights of the side to move and of the opponent, in 1/64.
    pub outputs: [[Row; 2]; BUCKETS],
    /// The bias of each bucket's value, in 1/255/64.
    pub biases: [i32; BUCKETS],
    /// A value of 1 in centiflats.
    pub scale: i16,
}

impl Network {
    /// A network from its parts.
    ///
    /// # Errors
    ///
    /// If the number of rows is not that of the inputs of the size, or a number is too large.
    pub fn new(size: BoardSize, parts: Parts) -> Result<Self, NetworkError> {
        let Parts { start, mut rows, outputs, biases, scale } = parts;
        if rows.len() != input_count(size) {
            return Err(NetworkError::Length);
        }
        let all = rows.as_flattened().iter().chain(&start);
        let mut weights = outputs.as_flattened().as_flattened().iter();
        let fits =
            all.into_iter().all(|number| number.unsigned_abs() <= LARGEST_ROW.unsigned_abs())
                && weights.all(|weight| weight.unsigned_abs() <= LARGEST_OUTPUT.unsigned_abs())
                && biases.iter().all(|bias| bias.unsigned_abs() < 1 << 24)
                && scale > 0;
        if !fits {
            return Err(NetworkError::Range);
        }
        let mut swapped = tak_encoding::with_size!(size, N => inputs::swapped::<N>());
        swapped.push(rows.len() as u16);
        rows.push([0; WIDTH]);
        let mut network = Self { size, start, rows, swapped, outputs, biases, scale, hash: 0 };
        network.hash = fnv(&network.numbers());
        Ok(network)
    }

    /// The board size it is for.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// A hash that identifies the network.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// What it is made of.
    pub fn parts(&self) -> Parts {
        let rows = self.inputs().to_vec();
        let Self { start, outputs, biases, scale, .. } = *self;
        Parts { start, rows, outputs, biases, scale }
    }

    /// The row of an input; the row of zeros for a number beyond the inputs.
    #[inline(always)]
    fn row(&self, input: usize) -> &Row {
        &self.rows[input.min(self.rows.len() - 1)]
    }

    /// The row of the same input from the other player's view.
    #[inline(always)]
    fn swapped_row(&self, input: usize) -> &Row {
        self.row(self.swapped[input.min(self.swapped.len() - 1)].into())
    }

    /// One row for each input.
    fn inputs(&self) -> &[Row] {
        &self.rows[..self.rows.len() - 1]
    }

    /// What it adds to the weighted terms of a position, for the side to move, in
    /// centiflats.
    pub fn value<const N: usize, H: Hashing>(&self, position: &Position<N, H>) -> Score
    where
        Size<N>: Playable,
    {
        let views = self.views(&Inputs::of(position), |_| true);
        self.output(&views, position.side_to_move(), bucket(position))
    }

    /// The value if a part of the position had no inputs.
    pub fn value_without<const N: usize, H: Hashing>(
        &self,
        position: &Position<N, H>,
        part: Part<N>,
    ) -> Score
    where
        Size<N>: Playable,
    {
        let views = self.views(&Inputs::of(position), |input| !part.has(input));
        self.output(&views, position.side_to_move(), bucket(position))
    }

    /// The sums of the wanted inputs, for White and for Black.
    fn views<const N: usize>(
        &self,
        inputs: &Inputs<N>,
        is_wanted: impl Fn(usize) -> bool,
    ) -> [Row; 2]
    where
        Size<N>: Playable,
    {
        let [mut white, mut black] = [self.start; 2];
        inputs.for_each(|input| {
            if is_wanted(input) {
                sums::change(&mut white, self.row(input), &[0; WIDTH]);
                sums::change(&mut black, self.swapped_row(input), &[0; WIDTH]);
            }
        });
        [white, black]
    }

    /// The second layer, from the sums for White and for Black.
    #[inline]
    pub(super) fn output(&self, sums: &[Row; 2], to_move: Color, bucket: usize) -> Score {
        let [white, black] = sums;
        let views = match to_move {
            Color::White => [white, black],
            Color::Black => [black, white],
        };
        let weights = &self.outputs[bucket];
        let sum = weigh(views[0], &weights[0]) + weigh(views[1], &weights[1]);
        let value = sum / i32::from(ONE) + self.biases[bucket];
        let one = i64::from(ONE) * i64::from(OUTPUT_ONE);
        (i64::from(value) * i64::from(self.scale) / one) as Score
    }
}

/// The squares of the clipped sums, weighed, in 1/255/255/64.
#[inline]
fn weigh(sums: &Row, weights: &Row) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let clipped = sum.clamp(0, ONE);
        // At most 255 · 127, which fits 16 bits; so pairs of products are added in one instruction.
        let weighed = clipped.wrapping_mul(weight);
        total += i32::from(weighed) * i32::from(clipped);
    }
    total
}

fn input_count(size: BoardSize) -> usize {
    tak_encoding::with_size!(size, N => inputs::count::<N>())
}

/// Which weights of the second layer a position uses: by what is left of the smaller reserve of
/// flats, 0 for the most.
pub fn bucket<const N: usize, H: Hashing>(position: &Position<N, H>) -> usize
where
    Size<N>: Playable,
{
    let left = phase(position) * BUCKETS as i32 / (FULL_PHASE + 1);
    BUCKETS - 1 - left as usize
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::evaluation::terms::tests::for_each_of_random_games;

    /// A network of meaningless numbers.
    pub(crate) fn random_network<const N: usize>(seed: u64) -> Network
    where
        Size<N>: Playable,
    {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut row =
            |largest: i16| -> Row { std::array::from_fn(|_| random.i16(-largest..=largest)) };
        let parts = Parts {
            start: row(ONE),
            rows: (0..inputs::count::<N>()).map(|_| row(ONE)).collect(),
            outputs: std::array::from_fn(|_| std::array::from_fn(|_| row(LARGEST_OUTPUT))),
            biases: std::array::from_fn(|bucket| bucket as i32 * 1000),
            scale: 200,
        };
        Network::new(Size::<N>::BOARD_SIZE, parts).unwrap()
    }

    /// The same in floating point, without any tricks.
    fn plain_value(network: &Network, position: &Position<5, tak_encoding::OneHash>) -> f64 {
        let swapped = inputs::swapped::<5>();
        let mut views = [network.start.map(f64::from); 2];
        Inputs::of(position).for_each(|input| {
            let inputs = [input, usize::from(swapped[input])];
            for (view, input) in views.iter_mut().zip(inputs) {
                for (sum, &number) in view.iter_mut().zip(&network.rows[input]) {
                    *sum += f64::from(number);
                }
            }
        });
        if position.side_to_move() == Color::Black {
            views.reverse();
        }
        let bucket = bucket(position);
        let weights = network.outputs[bucket].as_flattened();
        let one = f64::from(ONE);
        let squares = views.as_flattened().iter().map(|sum| (sum / one).clamp(0.0, 1.0).powi(2));
        let sum: f64 = squares
            .zip(weights)
            .map(|(square, &weight)| square * f64::from(weight) / f64::from(OUTPUT_ONE))
            .sum();
        let bias = f64::from(network.biases[bucket]) / one / f64::from(OUTPUT_ONE);
        (sum + bias) * f64::from(network.scale)
    }

    #[test]
    fn integers_give_what_the_plain_formula_gives() {
        let network = random_network::<5>(2);
        let mut largest: f64 = 0.0;
        for_each_of_random_games::<5>(|position| {
            let (value, plain) = (network.value(position), plain_value(&network, position));
            assert!((f64::from(value) - plain).abs() < 1.1, "{value} and {plain}: {position}");
            largest = largest.max(plain.abs());
        });
        assert!(largest > 100.0, "{largest}");
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let parts = random_network::<3>(4).parts();
        let mut large = parts.clone();
        large.rows[7][7] = LARGEST_ROW + 1;
        assert_eq!(Network::new(BoardSize::Three, large), Err(NetworkError::Range));
        assert_eq!(Network::new(BoardSize::Four, parts), Err(NetworkError::Length));
    }
}
