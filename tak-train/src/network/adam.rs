//! Adam (Kingma and Ba, 2014): gradient steps, scaled by how certain the mean of the gradient is.

use super::model::Parameters;

const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;
const TINY: f32 = 1e-8;

/// The running means of the gradient and of its square.
pub(super) struct Adam<const SUMS: usize> {
    pub(super) first: Parameters<SUMS>,
    pub(super) second: Parameters<SUMS>,
    pub(super) steps: u32,
}

impl<const SUMS: usize> Adam<SUMS> {
    pub(super) fn new(parameters: &Parameters<SUMS>) -> Self {
        Self { first: parameters.blank(), second: parameters.blank(), steps: 0 }
    }

    /// One step against the gradient, times a factor.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters<SUMS>,
        slope: &Parameters<SUMS>,
        rate: f32,
        factor: f32,
    ) {
        self.steps += 1;
        let correction = |moment: f32| 1.0 / (1.0 - moment.powi(self.steps as i32));
        let scale = Scale {
            rate: rate * correction(FIRST_MOMENT),
            second: correction(SECOND_MOMENT),
            factor,
        };
        scale.step(
            parameters.rows.as_flattened_mut(),
            slope.rows.as_flattened(),
            self.first.rows.as_flattened_mut(),
            self.second.rows.as_flattened_mut(),
        );
        scale.step(
            &mut parameters.biases,
            &slope.biases,
            &mut self.first.biases,
            &mut self.second.biases,
        );
        parameters.clip();
    }
}

/// The learning rate when a share `done` of the training is done, 0 to 1: a cosine that ends at
/// 1/150 (Loshchilov and Hutter, 2016).
pub(super) fn cosine(rate: f32, done: f32) -> f32 {
    const LAST: f32 = 1.0 / 150.0;
    let share = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
    rate * (LAST + (1.0 - LAST) * share)
}

/// The factors common to all numbers of a step.
struct Scale {
    rate: f32,
    second: f32,
    factor: f32,
}

impl Scale {
    fn step(&self, numbers: &mut [f32], slopes: &[f32], first: &mut [f32], second: &mut [f32]) {
        let moments = first.iter_mut().zip(second);
        for ((number, slope), (first, second)) in numbers.iter_mut().zip(slopes).zip(moments) {
            let slope = slope * self.factor;
            *first = FIRST_MOMENT * *first + (1.0 - FIRST_MOMENT) * slope;
            *second = SECOND_MOMENT * *second + (1.0 - SECOND_MOMENT) * slope * slope;
            *number -= self.rate * *first / ((*second * self.second).sqrt() + TINY);
        }
    }
}

#[cfg(test)]
mod tests {
    use tak_search::evaluation::network::MOST_SUMS;

    use super::*;

    #[test]
    fn steps_become_shorter() {
        assert!((cosine(3.0, 0.0) - 3.0).abs() < 1e-6);
        assert!((cosine(3.0, 1.0) - 0.02).abs() < 1e-6);
        assert!(cosine(1.0, 0.3) > cosine(1.0, 0.4));
    }

    #[test]
    fn the_lowest_place_is_found() {
        let mut parameters = Parameters::<MOST_SUMS>::random(3, 1);
        let mut adam = Adam::new(&parameters);
        for step in 0..400 {
            // The gradient of (x − 0.5)².
            let mut slope = parameters.clone();
            for number in slope.rows.as_flattened_mut() {
                *number = 2.0 * (*number - 0.5);
            }
            adam.step(&mut parameters, &slope, cosine(0.05, step as f32 / 400.0), 1.0);
        }
        let off = |number: &f32| (number - 0.5).abs();
        assert!(parameters.rows.as_flattened().iter().all(|number| off(number) < 0.01));
    }
}
