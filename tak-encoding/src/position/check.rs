//! What must hold in every position, checked after each move in debug builds,
//! and what the pieces on the board say about those in hand.

use super::Position;
use crate::piece::{Color, Kind};
use crate::rules::{Reserve, Rules};
use crate::size::{Playable, Size};
use crate::square::Square;
use crate::zobrist::Hashing;

/// A board with more pieces than the players have.
#[derive(Clone, Copy)]
pub(crate) struct Excess {
    pub(crate) color: Color,
    pub(crate) what: &'static str,
    pub(crate) used: usize,
    pub(crate) have: u8,
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Derives every redundant field from the stacks again and compares.
    ///
    /// # Panics
    ///
    /// If anything differs: a bug in this crate or an illegal move played unchecked.
    pub fn check(&self) {
        let mut again = Self::with_rules(self.rules());
        for square in Square::<N>::all() {
            let kind = self.top(square).map_or(Kind::Flat, |(_, kind)| kind);
            again.put_stack(square, self.stack(square), kind);
        }
        again.finish(self.ply(), self.reserves());
        // A pass may have ended the opening without notice.
        assert_eq!(again.opening(), self.opening(), "{self:#?}");
        again.opening = self.opening;
        assert!(*self == again, "inconsistent position:\n{self:#?}\nexpected:\n{again:#?}");
        assert!((self.walls() & self.caps()).is_empty(), "one square, two kinds");
    }

    /// The pieces of one colour on the board: flats (walls and buried pieces
    /// included) and capstones.
    pub fn pieces_on_board(&self, color: Color) -> (usize, usize) {
        let caps = (self.caps() & self.tops(color)).count() as usize;
        let single = (self.tops(color) - self.tall()).count() as usize;
        let stacked: usize = self
            .tall()
            .into_iter()
            .map(|square| self.stack(Square::from_index(square)).count(color))
            .sum();
        let pieces = single + stacked;
        (pieces - caps, caps)
    }

    /// What the players have in hand, given what is on the board.
    pub(crate) fn reserves_left(&self, rules: Rules<N>) -> Result<[Reserve; 2], Excess> {
        let mut reserves = rules.reserves();
        for color in Color::ALL {
            let (flats, caps) = self.pieces_on_board(color);
            let left = |have: u8, used: usize, what| {
                let left = usize::from(have).checked_sub(used);
                left.map(|left| left as u8).ok_or(Excess { color, what, used, have })
            };
            let reserve = &mut reserves[color.index()];
            reserve.flats = left(reserve.flats, flats, "flats and walls")?;
            reserve.caps = left(reserve.caps, caps, "capstones")?;
        }
        Ok(reserves)
    }
}
