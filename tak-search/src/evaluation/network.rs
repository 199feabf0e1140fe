//! The learned part of the evaluation: a small neural network that corrects the
//! weighted terms.
//!
//! Two layers. The first adds up one row of 64 or 128 numbers for each active input ([`inputs`]),
//! once from each player's perspective. Each sum is clipped to 0 … 1 and squared; the second layer
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
mod weigh;

/// The most sums of the first layer for each player's perspective.
pub const MOST_SUMS: usize = 128;

/// How many sums a network has; the rest of the [`MOST_SUMS`] are zero, and are not computed.
///
/// What pays depends on the games that a network learns from: with few of them a narrow one is as
/// good, and faster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// 64.
    Narrow,
    /// 128.
    Wide,
}

impl Width {
    /// All there are.
    pub const ALL: [Self; 2] = [Self::Narrow, Self::Wide];

    /// The number of sums.
    pub const fn sums(self) -> usize {
        match self {
            Self::Narrow => 64,
            Self::Wide => MOST_SUMS,
        }
    }

    /// The one with this many sums.
    pub fn new(sums: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|width| width.sums() == sums)
    }
}

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

/// One number for each sum; zeros where a network has fewer.
pub type PerSum = [i16; MOST_SUMS];

/// The numbers of a network for one board size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    size: BoardSize,
    width: Width,
    /// The biases of the sums.
    start: PerSum,
    /// As many numbers as there are sums for each input, and as many zeros at the end.
    rows: Vec<i16>,
    /// For each input its number in the other player's view, and at the end nothing's.
    swapped: Vec<u16>,
    /// The second layer: for the side to move, for the opponent.
    outputs: [[PerSum; 2]; BUCKETS],
    /// The bias of each bucket's value, in 1/255/64.
    biases: [i32; BUCKETS],
    /// A value of 1 in centiflats.
    scale: i16,
    hash: u64,
}

/// What a network is made of: see [`Network::new`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// How many numbers of each row count. The rest must be zero.
    pub width: Width,
    /// The biases of the sums, in 1/255.
    pub start: PerSum,
    /// One for each input, in 1/255.
    pub rows: Vec<PerSum>,
    /// For each bucket, the weights of the side to move and of the opponent, in 1/64.
    pub outputs: [[PerSum; 2]; BUCKETS],
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
    /// If the number of rows is not that of the inputs of the size, or a number is too large, or
    /// beyond the width.
    pub fn new(size: BoardSize, parts: Parts) -> Result<Self, NetworkError> {
        let Parts { width, start, rows, outputs, biases, scale } = parts;
        if rows.len() != input_count(size) {
            return Err(NetworkError::Length);
        }
        let fits_row = |row: &PerSum, largest: i16| {
            let (used, rest) = row.split_at(width.sums());
            used.iter().all(|number| number.unsigned_abs() <= largest.unsigned_abs())
                && rest.iter().all(|&number| number == 0)
        };
        let fits = rows.iter().chain([&start]).all(|row| fits_row(row, LARGEST_ROW))
            && outputs.as_flattened().iter().all(|row| fits_row(row, LARGEST_OUTPUT))
            && biases.iter().all(|bias| bias.unsigned_abs() < 1 << 24)
            && scale > 0;
        if !fits {
            return Err(NetworkError::Range);
        }
        let mut swapped = tak_encoding::with_size!(size, N => inputs::swapped::<N>());
        swapped.push(rows.len() as u16);
        let used = rows.iter().chain([&[0; MOST_SUMS]]).flat_map(|row| &row[..width.sums()]);
        let rows = used.copied().collect();
        let mut network =
            Self { size, width, start, rows, swapped, outputs, biases, scale, hash: 0 };
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
        let rows = self.inputs().chunks(self.width.sums()).map(|used| {
            let mut row = [0; MOST_SUMS];
            row[..used.len()].copy_from_slice(used);
            row
        });
        let rows = rows.collect();
        let Self { width, start, outputs, biases, scale, .. } = *self;
        Parts { width, start, rows, outputs, biases, scale }
    }

    /// The row of an input; the row of zeros for a number beyond the inputs.
    #[inline(always)]
    fn row<const SUMS: usize>(&self, input: usize) -> &[i16; SUMS] {
        let rows = self.rows.as_chunks().0;
        &rows[input.min(rows.len() - 1)]
    }

    /// The row of the same input from the other player's view.
    #[inline(always)]
    fn swapped_row<const SUMS: usize>(&self, input: usize) -> &[i16; SUMS] {
        self.row(self.swapped[input.min(self.swapped.len() - 1)].into())
    }

    /// The numbers of all inputs.
    fn inputs(&self) -> &[i16] {
        &self.rows[..self.rows.len() - self.width.sums()]
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
    ) -> [PerSum; 2]
    where
        Size<N>: Playable,
    {
        let mut views = [self.start; 2];
        let nothing = inputs::count::<N>() as u16;
        inputs.for_each(|input| {
            if is_wanted(input) {
                let before = views;
                self.change(&before, &mut views, [&[input as u16], &[nothing]]);
            }
        });
        views
    }

    /// The second layer, from the sums for White and for Black.
    #[inline]
    pub(super) fn output(&self, sums: &[PerSum; 2], to_move: Color, bucket: usize) -> Score {
        let [white, black] = sums;
        let views = match to_move {
            Color::White => [white, black],
            Color::Black => [black, white],
        };
        let weights = &self.outputs[bucket];
        let sum = match self.width {
            Width::Narrow => weigh::both::<{ Width::Narrow.sums() }>(views, weights),
            Width::Wide => weigh::both::<{ Width::Wide.sums() }>(views, weights),
        };
        let value = sum / i32::from(ONE) + self.biases[bucket];
        let one = i64::from(ONE) * i64::from(OUTPUT_ONE);
        (i64::from(value) * i64::from(self.scale) / one) as Score
    }
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

    /// A network of meaningless numbers: a wide one if the seed is odd.
    pub(crate) fn random_network<const N: usize>(seed: u64) -> Network
    where
        Size<N>: Playable,
    {
        let mut random = fastrand::Rng::with_seed(seed);
        let width = Width::ALL[seed as usize % 2];
        let mut row = |largest: i16| {
            let mut row = [0; MOST_SUMS];
            row[..width.sums()].fill_with(|| random.i16(-largest..=largest));
            row
        };
        let parts = Parts {
            width,
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
        let rows = network.parts().rows;
        let mut views = [network.start.map(f64::from); 2];
        Inputs::of(position).for_each(|input| {
            let inputs = [input, usize::from(swapped[input])];
            for (view, input) in views.iter_mut().zip(inputs) {
                for (sum, &number) in view.iter_mut().zip(&rows[input]) {
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
        for seed in [2, 3] {
            let network = random_network::<5>(seed);
            let mut largest: f64 = 0.0;
            for_each_of_random_games::<5>(|position| {
                let (value, plain) = (network.value(position), plain_value(&network, position));
                assert!((f64::from(value) - plain).abs() < 1.1, "{value} and {plain}: {position}");
                largest = largest.max(plain.abs());
            });
            assert!(largest > 100.0, "{largest}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let parts = random_network::<3>(4).parts();
        let mut large = parts.clone();
        large.rows[7][7] = LARGEST_ROW + 1;
        assert_eq!(Network::new(BoardSize::Three, large), Err(NetworkError::Range));
        let mut beyond = parts.clone();
        beyond.outputs[0][1][MOST_SUMS - 1] = 1;
        assert_eq!(Network::new(BoardSize::Three, beyond), Err(NetworkError::Range));
        assert_eq!(Network::new(BoardSize::Four, parts), Err(NetworkError::Length));
    }
}
