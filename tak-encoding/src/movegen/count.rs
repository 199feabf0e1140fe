//! The number of legal moves without a list of them: the last ply of a perft.

use super::Reach;
use crate::piece::Color;
use crate::position::{Bitboard, Position};
use crate::size::{Playable, Size};
use crate::slides::within;
use crate::square::{Direction, Square};
use crate::zobrist::Hashing;

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// How many legal moves there are: as many as
    /// [`legal_moves`](Self::legal_moves) lists, without making the list.
    #[inline]
    pub fn count_moves(&self) -> u64 {
        let empty = u64::from(self.empty().count());
        if self.is_opening() {
            let (color, count) = self.first_flats();
            return empty * u64::from(self.reserve(color).flats >= count);
        }
        let reserve = self.reserve(self.side_to_move());
        let kinds = 2 * u64::from(reserve.flats > 0) + u64::from(reserve.caps > 0);
        empty * kinds + self.count_spreads(self.side_to_move())
    }

    /// The number of spreads that a player would have if it were their turn.
    #[inline]
    pub(crate) fn count_spreads(&self, color: Color) -> u64 {
        self.count_single_steps(color) + self.count_slides_of_tall_stacks(color)
    }

    /// Stacks of one piece, all at once: each has one slide in each direction.
    #[inline(always)]
    fn count_single_steps(&self, color: Color) -> u64 {
        let singles = self.tops(color) - self.tall();
        let open = !self.blockers();
        let crushers = singles & self.caps();
        let mut count = 0;
        for direction in Direction::ALL {
            let step = |squares: Bitboard<N>| squares.shift(direction.into(), 1);
            count += (step(singles) & open).count();
            if !crushers.is_empty() {
                count += (step(crushers) & self.walls()).count();
            }
        }
        u64::from(count)
    }

    #[inline(always)]
    fn count_slides_of_tall_stacks(&self, color: Color) -> u64 {
        let tall = self.tops(color) & self.tall();
        let mut count = 0;
        for square in tall.into_iter().map(Square::from_index) {
            for direction in Direction::ALL {
                count += self.reach(square, direction).slides();
            }
        }
        count
    }
}

impl Reach {
    /// The number of slides: those on free squares, and those that crush.
    #[inline(always)]
    pub(crate) fn slides(&self) -> u64 {
        let free = u64::from(within::COUNT[self.hand][self.distance]);
        if self.crush {
            free + u64::from(within::CRUSH_COUNT[self.hand][self.distance + 1])
        } else {
            free
        }
    }
}
