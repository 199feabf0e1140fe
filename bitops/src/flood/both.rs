//! Slides of both players at once, in lanes that the compiler puts into wide registers.
//!
//! A board of up to 10×10 has two halves of 64 places. The lanes of one array hold the low halves
//! of both players for each stride, and those of another array hold the high halves. So a step
//! takes a few operations on whole arrays, and no word is shuffled to another lane:
//!
//! ```text
//! lane     0      1      2      3      4      5      6      7
//! player   white  black  white  black  white  black  white  black
//! stride   Right         Up            UpLeft        UpRight
//! ```

use std::array::from_fn;

use crate::Connectivity;

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f", target_feature = "avx512vbmi2"))]
mod vbmi2;

/// See [`GuardedBoard::slides_of_both`](super::GuardedBoard::slides_of_both).
#[inline(always)]
pub(super) fn slides<const N: usize>(
    pieces: [u128; 2],
    walls: [u128; 2],
    connectivity: Connectivity,
) -> [u128; 2] {
    match connectivity {
        Connectivity::Four => slide::<N, 4, Portable<4>>(pieces, walls),
        Connectivity::Eight => cfg_select! {
            all(target_arch = "x86_64", target_feature = "avx512f",
                target_feature = "avx512vbmi2") => {
                slide::<N, 8, vbmi2::Wide>(pieces, walls)
            }
            _ => { slide::<N, 8, Portable<8>>(pieces, walls) }
        },
    }
}

/// Slides by the strides of the lanes, in both directions.
#[inline(always)]
fn slide<const N: usize, const LANES: usize, L: Lanes<LANES>>(
    pieces: [u128; 2],
    walls: [u128; 2],
) -> [u128; 2] {
    let (pieces, open) = (L::new(pieces), L::new(walls.map(|walls| !walls)));
    let up = fill::<N, LANES, L>(pieces, open, L::up);
    let down = fill::<N, LANES, L>(pieces, open, L::down);
    up.join(down).players()
}

/// A [recursive gallop](super::gallop_recursive) at speeds of 1, 2 and 4. On boards larger than 8×8
/// the last step is repeated instead of doubled, so that no distance exceeds a half.
#[inline(always)]
fn fill<const N: usize, const LANES: usize, L: Lanes<LANES>>(
    pieces: L,
    open: L,
    shift: impl Fn(L, [u64; LANES]) -> L,
) -> L {
    // With its guard, a rank has N + 1 places.
    let strides = [1, N + 1, N, N + 2];
    let at = |speed| from_fn(|lane| (speed * strides[lane / 2]) as u64);
    let mut reached = pieces.join(shift(pieces, at(1)).meet(open));
    let open = open.meet(shift(open, at(1)));
    reached = reached.join(shift(reached, at(2)).meet(open));
    let open = open.meet(shift(open, at(2)));
    reached = reached.join(shift(reached, at(4)).meet(open));
    if N > 8 {
        reached = reached.join(shift(reached, at(4)).meet(open));
    }
    reached
}

/// The lanes of the module, and the operations of a fill.
trait Lanes<const LANES: usize>: Copy {
    /// The boards of both players, the same for every stride.
    fn new(boards: [u128; 2]) -> Self;

    /// The union of all strides, for each player.
    fn players(self) -> [u128; 2];

    fn join(self, other: Self) -> Self;

    fn meet(self, other: Self) -> Self;

    /// Shifts each lane toward higher places, by 1 to 63.
    fn up(self, distances: [u64; LANES]) -> Self;

    /// Shifts each lane toward lower places, by 1 to 63.
    fn down(self, distances: [u64; LANES]) -> Self;
}

/// Lanes on any CPU.
#[derive(Clone, Copy)]
struct Portable<const LANES: usize> {
    low: [u64; LANES],
    high: [u64; LANES],
}

impl<const LANES: usize> Lanes<LANES> for Portable<LANES> {
    #[inline(always)]
    fn new(boards: [u128; 2]) -> Self {
        Self {
            low: from_fn(|lane| boards[lane % 2] as u64),
            high: from_fn(|lane| (boards[lane % 2] >> 64) as u64),
        }
    }

    #[inline(always)]
    fn players(self) -> [u128; 2] {
        let all = |lanes: [u64; LANES], player| {
            let lanes = lanes.iter().skip(player).step_by(2);
            u128::from(lanes.fold(0, |all, lane| all | lane))
        };
        from_fn(|player| all(self.low, player) | all(self.high, player) << 64)
    }

    #[inline(always)]
    fn join(self, other: Self) -> Self {
        Self {
            low: from_fn(|lane| self.low[lane] | other.low[lane]),
            high: from_fn(|lane| self.high[lane] | other.high[lane]),
        }
    }

    #[inline(always)]
    fn meet(self, other: Self) -> Self {
        Self {
            low: from_fn(|lane| self.low[lane] & other.low[lane]),
            high: from_fn(|lane| self.high[lane] & other.high[lane]),
        }
    }

    #[inline(always)]
    fn up(self, distances: [u64; LANES]) -> Self {
        let Self { low, high } = self;
        let carried: [u64; LANES] = from_fn(|lane| low[lane] >> (64 - distances[lane]));
        Self {
            low: from_fn(|lane| low[lane] << distances[lane]),
            high: from_fn(|lane| high[lane] << distances[lane] | carried[lane]),
        }
    }

    #[inline(always)]
    fn down(self, distances: [u64; LANES]) -> Self {
        let Self { low, high } = self;
        let carried: [u64; LANES] = from_fn(|lane| high[lane] << (64 - distances[lane]));
        Self {
            low: from_fn(|lane| low[lane] >> distances[lane] | carried[lane]),
            high: from_fn(|lane| high[lane] >> distances[lane]),
        }
    }
}

#[cfg(test)]
mod tests;
