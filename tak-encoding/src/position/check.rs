//! What must hold in every position, checked after each move in debug builds.

use super::Position;
use crate::piece::{Color, Kind};
use crate::size::{Playable, Size};
use crate::square::Square;
use crate::zobrist::Hashing;

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Derives every redundant field from the stacks again and compares.
    ///
    /// # Panics
    ///
    /// If anything differs: a bug in this crate or an illegal move played
    /// unchecked.
    pub fn check(&self) {
        let mut again = Self::with_rules(crate::Rules::with_komi(self.half_komi()));
        for square in Square::<N>::all() {
            let kind = self.top(square).map_or(Kind::Flat, |(_, kind)| kind);
            again.put_stack(square, self.stack(square), kind);
        }
        again.finish(self.ply(), self.reserves());
        assert!(
            *self == again,
            "inconsistent position:\n{self:#?}\nexpected:\n{again:#?}"
        );
        assert!(
            (self.walls() & self.caps()).is_empty(),
            "one square, two kinds"
        );
    }

    /// The pieces of one colour on the board: flats (walls and buried pieces
    /// included) and capstones.
    pub fn pieces_on_board(&self, color: Color) -> (usize, usize) {
        let caps = (self.caps() & self.tops(color)).count() as usize;
        let pieces: usize = Square::<N>::all()
            .map(|square| {
                self.stack(square)
                    .colors()
                    .filter(|&piece| piece == color)
                    .count()
            })
            .sum();
        (pieces - caps, caps)
    }
}
