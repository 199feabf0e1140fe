//! How much each term is worth, in centiflats.

use tak_encoding::{BoardSize, Playable, Size};

use super::terms::TERMS;

mod eight;
mod five;
mod four;
mod seven;
mod six;
mod three;

/// The weights of all terms: with a full hand, and with an empty one.
pub type Weights = [[i16; 2]; TERMS];

/// The weights of a board size.
pub fn of<const N: usize>() -> &'static Weights
where
    Size<N>: Playable,
{
    match Size::<N>::BOARD_SIZE {
        BoardSize::Three => &three::WEIGHTS,
        BoardSize::Four => &four::WEIGHTS,
        BoardSize::Five => &five::WEIGHTS,
        BoardSize::Six => &six::WEIGHTS,
        BoardSize::Seven => &seven::WEIGHTS,
        BoardSize::Eight => &eight::WEIGHTS,
    }
}
