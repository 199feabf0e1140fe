//! The network in floating point, and the gradient of its error.

use fastrand::Rng;
use tak_encoding::{BoardSize, Playable, Size, Symmetry};
use tak_search::evaluation::network::{
    BUCKETS, LARGEST_OUTPUT, LARGEST_ROW, MOST_SUMS, Network, NetworkError, ONE, OUTPUT_ONE, Parts,
    Width, inputs,
};

use super::samples::{Sample, sigmoid};

/// The numbers of a network with so many sums in its first layer, or the gradient of the error with
/// respect to them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Parameters<const SUMS: usize> {
    /// The biases of the sums, a row for each input, and for each bucket the weights of the side to
    /// move and of the opponent.
    pub(super) rows: Vec<[f32; SUMS]>,
    pub(super) biases: [f32; BUCKETS],
}

/// Rows before those of the inputs, and after them.
const START: usize = 1;
const OUTPUTS: usize = 2 * BUCKETS;

impl<const SUMS: usize> Parameters<SUMS> {
    /// Small random initial numbers.
    pub(super) fn random(inputs: usize, seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let mut row = |most: f32| std::array::from_fn(|_| most * (2.0 * random.f32() - 1.0));
        let mut rows = vec![row(0.1)];
        rows.extend((0..inputs).map(|_| row(0.1)));
        rows.extend((0..OUTPUTS).map(|_| row(0.05)));
        Self { rows, biases: [0.0; BUCKETS] }
    }

    /// The same shape with zeros.
    pub(super) fn blank(&self) -> Self {
        Self { rows: vec![[0.0; SUMS]; self.rows.len()], biases: [0.0; BUCKETS] }
    }

    pub(super) fn clear(&mut self) {
        self.rows.as_flattened_mut().fill(0.0);
        self.biases = [0.0; BUCKETS];
    }

    pub(super) fn add(&mut self, other: &Self) {
        for (own, other) in self.rows.as_flattened_mut().iter_mut().zip(other.rows.as_flattened()) {
            *own += other;
        }
        for (own, other) in self.biases.iter_mut().zip(other.biases) {
            *own += other;
        }
    }

    /// The first of the rows of the second layer.
    fn first_output(&self) -> usize {
        self.rows.len() - OUTPUTS
    }

    /// Keeps all numbers in the range of the integers.
    pub(super) fn clip(&mut self) {
        let first_output = self.first_output();
        let (rows, outputs) = self.rows.split_at_mut(first_output);
        let largest = f32::from(LARGEST_ROW) / f32::from(ONE);
        for number in rows.as_flattened_mut() {
            *number = number.clamp(-largest, largest);
        }
        let largest = f32::from(LARGEST_OUTPUT) / f32::from(OUTPUT_ONE);
        for number in outputs.as_flattened_mut() {
            *number = number.clamp(-largest, largest);
        }
    }

    /// The network with the nearest integers.
    pub(super) fn to_network(
        &self,
        size: BoardSize,
        width: Width,
        scale: i16,
    ) -> Result<Network, NetworkError> {
        let rounded = |row: &[f32; SUMS], one: i16| {
            let number = |sum| row.get(sum).map_or(0.0, |number| number * f32::from(one));
            std::array::from_fn(|sum| number(sum).round() as i16)
        };
        let (rows, outputs) = self.rows.split_at(self.first_output());
        let one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        let parts = Parts {
            width,
            start: rounded(&rows[0], ONE),
            rows: rows[START..].iter().map(|row| rounded(row, ONE)).collect(),
            outputs: std::array::from_fn(|bucket| {
                std::array::from_fn(|view| rounded(&outputs[2 * bucket + view], OUTPUT_ONE))
            }),
            biases: self.biases.map(|bias| (bias * one).round() as i32),
            scale,
        };
        Network::new(size, parts)
    }

    /// The numbers of a network.
    pub(super) fn of_network(network: &Network) -> Self {
        let parts = network.parts();
        let plain = |row: &[i16; MOST_SUMS], one: i16| {
            std::array::from_fn(|sum| f32::from(row[sum]) / f32::from(one))
        };
        let rows = std::iter::once(&parts.start).chain(&parts.rows).map(|row| plain(row, ONE));
        let outputs = parts.outputs.as_flattened().iter().map(|row| plain(row, OUTPUT_ONE));
        let one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        Self {
            rows: rows.chain(outputs).collect(),
            biases: parts.biases.map(|bias| bias as f32 / one),
        }
    }
}

/// The number of each input from both players' perspectives, on the board turned by each symmetry.
pub(super) struct Views([[Vec<u16>; 2]; 8]);

impl Views {
    pub(super) fn new<const N: usize>() -> Self
    where
        Size<N>: Playable,
    {
        let swapped = inputs::swapped::<N>();
        Self(Symmetry::ALL.map(|symmetry| {
            let white = inputs::turned::<N>(symmetry);
            let black = white.iter().map(|&input| swapped[usize::from(input)]).collect();
            [white, black]
        }))
    }
}

/// The error of many samples.
pub(super) struct Loss<'a, const SUMS: usize> {
    parameters: &'a Parameters<SUMS>,
    views: &'a Views,
    sum: f64,
    /// The sums of the first layer, of the side to move and of the opponent.
    sums: [[f32; SUMS]; 2],
}

impl<'a, const SUMS: usize> Loss<'a, SUMS> {
    pub(super) fn new(parameters: &'a Parameters<SUMS>, views: &'a Views) -> Self {
        Self { parameters, views, sum: 0.0, sums: [[0.0; SUMS]; 2] }
    }

    /// The sum of the squared errors.
    pub(super) fn sum(&self) -> f64 {
        self.sum
    }

    /// The maps for the inputs of a sample: for the side to move, and for the opponent.
    fn maps(&self, sample: &Sample<'_>, symmetry: usize) -> [&'a [u16]; 2] {
        let [white, black] = &self.views.0[symmetry];
        if sample.black_to_move { [black, white] } else { [white, black] }
    }

    /// Adds the error of a sample, and returns it with the prediction.
    pub(super) fn look(&mut self, sample: &Sample<'_>, symmetry: usize) -> (f32, f32) {
        let maps = self.maps(sample, symmetry);
        let rows = &self.parameters.rows;
        let first = self.parameters.first_output() + 2 * sample.bucket;
        let mut value = sample.base + self.parameters.biases[sample.bucket];
        for (view, map) in maps.into_iter().enumerate() {
            add_up(&mut self.sums[view], rows, sample.inputs, map);
            value += weigh(&self.sums[view], &rows[first + view]);
        }
        let prediction = sigmoid(value);
        let error = prediction - sample.target;
        self.sum += f64::from(error * error);
        (error, prediction)
    }

    /// The same, and adds the gradient of the error.
    pub(super) fn learn(
        &mut self,
        sample: &Sample<'_>,
        symmetry: usize,
        slope: &mut Parameters<SUMS>,
    ) {
        let (error, prediction) = self.look(sample, symmetry);
        let by_value = 2.0 * error * prediction * (1.0 - prediction);
        slope.biases[sample.bucket] += by_value;
        let maps = self.maps(sample, symmetry);
        let first = self.parameters.first_output() + 2 * sample.bucket;
        for (view, map) in maps.into_iter().enumerate() {
            let (sums, weights) = (&self.sums[view], &self.parameters.rows[first + view]);
            let mut by_sum = [0.0; SUMS];
            for index in 0..SUMS {
                let clipped = sums[index].clamp(0.0, 1.0);
                slope.rows[first + view][index] += by_value * clipped * clipped;
                let inside = f32::from(u8::from(sums[index] > 0.0 && sums[index] < 1.0));
                by_sum[index] = by_value * weights[index] * 2.0 * clipped * inside;
            }
            add_row(&mut slope.rows[0], &by_sum);
            for &input in sample.inputs {
                let row = START + usize::from(map[usize::from(input)]);
                add_row(&mut slope.rows[row], &by_sum);
            }
        }
    }
}

fn add_up<const SUMS: usize>(
    sums: &mut [f32; SUMS],
    rows: &[[f32; SUMS]],
    inputs: &[u16],
    map: &[u16],
) {
    // A copy, so that it stays in registers.
    let mut sum = rows[0];
    for &input in inputs {
        add_row(&mut sum, &rows[START + usize::from(map[usize::from(input)])]);
    }
    *sums = sum;
}

fn weigh<const SUMS: usize>(sums: &[f32; SUMS], weights: &[f32; SUMS]) -> f32 {
    /// Independent sums, which do not wait for each other.
    const LANES: usize = 16;
    let mut total = [0.0; LANES];
    for (sums, weights) in sums.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            let clipped = sums[lane].clamp(0.0, 1.0);
            total[lane] += clipped * clipped * weights[lane];
        }
    }
    total.iter().sum()
}

#[inline(always)]
fn add_row<const SUMS: usize>(to: &mut [f32; SUMS], row: &[f32; SUMS]) {
    for (to, number) in to.iter_mut().zip(row) {
        *to += number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The gradient must be the change of the error when a number changes a little.
    #[test]
    fn slopes_are_those_of_the_error() {
        let inputs: Vec<u16> = vec![3, 50, 77, 120, 280];
        let views = Views::new::<3>();
        let mut parameters = Parameters::<MOST_SUMS>::random(inputs::count::<3>(), 5);
        for number in parameters.rows.as_flattened_mut() {
            *number *= 4.0;
        }
        let sample =
            Sample { inputs: &inputs, base: 0.3, target: 0.2, bucket: 1, black_to_move: true };
        let mut slope = parameters.blank();
        Loss::new(&parameters, &views).learn(&sample, 3, &mut slope);
        let error = |parameters: &Parameters<MOST_SUMS>| {
            let mut loss = Loss::new(parameters, &views);
            loss.look(&sample, 3);
            loss.sum()
        };
        let mut moving = 0;
        for row in 0..parameters.rows.len() {
            for index in [0, 17, MOST_SUMS - 1] {
                const STEP: f32 = 1e-3;
                let (mut up, mut down) = (parameters.clone(), parameters.clone());
                up.rows[row][index] += STEP;
                down.rows[row][index] -= STEP;
                let expected = (error(&up) - error(&down)) / f64::from(2.0 * STEP);
                let found = f64::from(slope.rows[row][index]);
                assert!((expected - found).abs() < 2e-3, "{row} {index}: {expected} and {found}");
                moving += usize::from(found.abs() > 1e-3);
            }
        }
        assert!(moving > 5, "{moving}");
    }

    fn check_rounding<const SUMS: usize>(width: Width) {
        let parameters = Parameters::<SUMS>::random(inputs::count::<4>(), 6);
        let network = parameters.to_network(BoardSize::Four, width, 200).unwrap();
        let again = Parameters::<SUMS>::of_network(&network);
        let pairs = parameters.rows.as_flattened().iter().zip(again.rows.as_flattened());
        assert!(pairs.into_iter().all(|(one, other)| (one - other).abs() < 0.01));
    }

    #[test]
    fn rounding_changes_little() {
        for width in Width::ALL {
            match width {
                Width::Narrow => check_rounding::<{ Width::Narrow.sums() }>(width),
                Width::Wide => check_rounding::<{ Width::Wide.sums() }>(width),
            }
        }
    }
}
