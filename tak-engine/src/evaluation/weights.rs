//! How much each term is worth, in centiflats.

use tak_encoding::{BoardSize, Playable, Size};

use super::terms::{self, TERMS};

mod five;
mod four;
mod six;

/// The weights of all terms: with a full hand, and with an empty one.
pub type Weights = [[i16; 2]; TERMS];

/// The weights of a board size.
pub fn of<const N: usize>() -> &'static Weights
where
    Size<N>: Playable,
{
    match Size::<N>::BOARD_SIZE {
        BoardSize::Three | BoardSize::Seven | BoardSize::Eight => &START,
        BoardSize::Four => &four::WEIGHTS,
        BoardSize::Five => &five::WEIGHTS,
        BoardSize::Six => &six::WEIGHTS,
    }
}

/// Where tuning starts: round numbers for all sizes.
static START: Weights = start();

const fn start() -> Weights {
    let mut weights = [[0; 2]; TERMS];
    let mut class = 0;
    while class < 10 {
        weights[terms::WALL + class] = [40; 2];
        weights[terms::CAPSTONE + class] = [70; 2];
        class += 1;
    }
    weights[terms::TEMPO] = [60; 2];
    weights[terms::LEAD] = [50; 2];
    let support = [35, 17, 35];
    let captive = [-25, -12, -25];
    let mut kind = 0;
    while kind < 3 {
        weights[terms::SUPPORT + kind] = [support[kind]; 2];
        weights[terms::CAPTIVE + kind] = [captive[kind]; 2];
        kind += 1;
    }
    let near = [0, 260, 130, 65, 30, 15, 8, 4, 0];
    let mut distance = 0;
    while distance < 9 {
        weights[terms::NEAR_ROAD + distance] = [near[distance]; 2];
        weights[terms::FAR_ROAD + distance] = [near[distance] / 4; 2];
        distance += 1;
    }
    weights
}
