//! The weights of the terms, in centiflats.

use tak_encoding::{BoardSize, Playable, Size};

use super::terms::TERMS;

mod eight;
mod five;
mod four;
mod seven;
mod six;
mod three;

/// The weights of all terms: with full reserves, and with empty ones.
pub type Weights = [[i16; 2]; TERMS];

/// The weights of a board size.
pub fn of<const N: usize>() -> &'static Weights
where
    Size<N>: Playable,
{
    BY_SIZE[index::<N>()]
}

/// Both weights of each term packed into one integer, so that one multiplication
/// applies both.
pub(super) type Pairs = [i64; TERMS];

/// A sum of counts times pairs, unpacked: for full reserves, and for empty ones.
pub(super) fn unpack(sum: i64) -> [i32; 2] {
    let empty = sum as i32;
    let full = (sum - i64::from(empty)) >> 32;
    [full as i32, empty]
}

/// The weights of a board size, packed.
pub(super) fn pairs_of<const N: usize>() -> &'static Pairs
where
    Size<N>: Playable,
{
    &PAIRS[index::<N>()]
}

const BY_SIZE: [&Weights; 6] = [
    &three::WEIGHTS,
    &four::WEIGHTS,
    &five::WEIGHTS,
    &six::WEIGHTS,
    &seven::WEIGHTS,
    &eight::WEIGHTS,
];

fn index<const N: usize>() -> usize
where
    Size<N>: Playable,
{
    Size::<N>::BOARD_SIZE as usize - BoardSize::Three as usize
}

static PAIRS: [Pairs; BY_SIZE.len()] = {
    let mut all = [[0; TERMS]; BY_SIZE.len()];
    let mut size = 0;
    while size < BY_SIZE.len() {
        let mut term = 0;
        while term < TERMS {
            let [full, empty] = BY_SIZE[size][term];
            all[size][term] = ((full as i64) << 32) + empty as i64;
            term += 1;
        }
        size += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_weigh_as_both_weights_do() {
        let (weights, pairs) = (of::<6>(), pairs_of::<6>());
        for term in 0..TERMS {
            for count in [-400, -1, 0, 1, 7, 400] {
                let both = weights[term].map(|weight| count * i32::from(weight));
                assert_eq!(unpack(i64::from(count) * pairs[term]), both);
            }
        }
    }
}
