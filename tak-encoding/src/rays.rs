//! How far a stack can slide: rays from every square, computed at compile time.

use crate::square::{Direction, Square};

/// The rays of one board size.
pub(crate) struct Rays<const N: usize>;

impl<const N: usize> Rays<N> {
    /// The squares beyond each square, by [`Direction`].
    const TABLE: &'static [[[u64; 4]; N]; N] = &Self::table();

    const fn table() -> [[[u64; 4]; N]; N] {
        let mut table = [[[0; 4]; N]; N];
        let mut index = 0;
        while index < N * N {
            let mut direction = 0;
            while direction < 4 {
                let mut square = Square::<N>::from_index(index);
                while let Some(next) = square.step(Direction::ALL[direction]) {
                    table[index / N][index % N][direction] |= next.bit();
                    square = next;
                }
                direction += 1;
            }
            index += 1;
        }
        table
    }

    /// The squares that a hand can pass before the first blocker.
    #[inline(always)]
    pub(crate) fn free(square: Square<N>, direction: Direction, blockers: u64) -> u64 {
        let ray = Self::TABLE.as_flattened()[square.index()][direction as usize];
        let hits = ray & blockers;
        match direction {
            // Below the lowest blocker; all of the ray if there is none.
            Direction::Up | Direction::Right => ray & !hits & hits.wrapping_sub(1),
            // Above the highest blocker. Bit 63 is the last square of 8×8: no downward ray reaches
            // it, so the shift is less than 64.
            Direction::Down | Direction::Left => ray & u64::MAX << (64 - hits.leading_zeros()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk<const N: usize>(square: Square<N>, direction: Direction, blockers: u64) -> u64 {
        let mut free = 0;
        let mut next = square.step(direction);
        while let Some(square) = next.filter(|square| square.bit() & blockers == 0) {
            free |= square.bit();
            next = square.step(direction);
        }
        free
    }

    fn compare<const N: usize>() {
        let mut random = fastrand::Rng::with_seed(N as u64);
        for round in 0..2000 {
            let blockers = random.u64(..);
            let thin = if round % 3 == 0 { blockers } else { blockers & blockers >> 7 };
            for board in [thin, 0, u64::MAX] {
                for square in Square::<N>::all() {
                    for direction in Direction::ALL {
                        let plain = walk(square, direction, board);
                        assert_eq!(Rays::free(square, direction, board), plain);
                    }
                }
            }
        }
    }

    #[test]
    fn rays_equal_a_walk() {
        compare::<3>();
        compare::<5>();
        compare::<6>();
        compare::<8>();
    }
}
