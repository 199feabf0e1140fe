//! Roads: does a player's flats and capstones join two opposite edges?

use crate::moves::{Action, Move};
use crate::piece::{Color, Kind};
use crate::position::{Bitboard, Position};
use crate::size::{Playable, Size};
use crate::zobrist::Hashing;

mod shortest;
mod spread;

pub use shortest::shortest_road;
pub use spread::RoadReach;

/// Whether a connected part of `road` reaches from one edge to the opposite one.
///
/// ```
/// use tak_encoding::{Bitboard, joins_opposite_edges};
///
/// let bent = Bitboard::<3>::from_iter([0, 3, 4, 5, 8]); // a1 a2 b2 c2 c3
/// assert!(joins_opposite_edges(bent));
/// assert!(!joins_opposite_edges(Bitboard::<3>::from_iter([0, 4, 8])));
/// ```
#[inline]
pub fn joins_opposite_edges<const N: usize>(road: Bitboard<N>) -> bool {
    (road.count() as usize) >= N
        && (joins(road, Bitboard::rank(0), Bitboard::rank(N - 1))
            || joins(road, Bitboard::file(0), Bitboard::file(N - 1)))
}

/// Asks the cheap question first: most boards leave one of the edges empty.
#[inline(always)]
fn joins<const N: usize>(road: Bitboard<N>, edge: Bitboard<N>, opposite: Bitboard<N>) -> bool {
    road.intersects(edge) && road.intersects(opposite) && road.joins(edge, opposite)
}

/// Whether the part of `road` that is connected with one of its squares joins opposite edges.
#[inline(always)]
fn joins_through<const N: usize>(road: Bitboard<N>, square: Bitboard<N>) -> bool {
    // Most placements have no neighbour at all, or too few for any road.
    if !road.intersects(square.neighbors()) || (road.count() as usize) < N {
        return false;
    }
    let part = square.flood(road);
    let spans = |edge, opposite| part.intersects(edge) && part.intersects(opposite);
    spans(Bitboard::rank(0), Bitboard::rank(N - 1))
        || spans(Bitboard::file(0), Bitboard::file(N - 1))
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Whether a player has a road.
    #[inline]
    pub fn has_road(&self, color: Color) -> bool {
        joins_opposite_edges(self.road_squares(color))
    }

    /// The empty squares where a flat or capstone of a player would complete a road.
    ///
    /// ```
    /// use tak_encoding::{Color, Position};
    ///
    /// let position = Position::<4>::from_tps("1,1,x,1/x4/x4/2,2,x2 1 4")?;
    /// let wins: Vec<usize> = position.road_placements(Color::White).iter().collect();
    /// assert_eq!(wins, [14]); // c4
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    #[inline]
    pub fn road_placements(&self, color: Color) -> Bitboard<N> {
        self.joining_squares(color) & self.empty()
    }

    /// Whether the game is over now that `last` has been played, given that it
    /// was not over before: cheaper than [`outcome`](Self::outcome), because a
    /// new road must pass a square that the move changed.
    #[inline]
    pub fn is_over_after(&self, last: Move<N>) -> bool {
        if self.is_counted() {
            return true;
        }
        match last.action() {
            Action::Place(Kind::Wall, _) => false,
            Action::Place(_, square) | Action::PlaceTwo(square) => {
                let square = Bitboard::from_bits(square.bit());
                let owner = usize::from(self.tops(Color::Black).intersects(square));
                joins_through(self.road_squares(Color::ALL[owner]), square)
            }
            Action::Spread(..) => self.has_road(Color::White) || self.has_road(Color::Black),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zobrist::NoHash;

    #[test]
    fn road_placements_are_the_placements_that_end_the_game() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..3000 {
            let mut position = Position::<5, NoHash>::new();
            while position.outcome().is_none() {
                let moves = position.legal_moves();
                let color = position.side_to_move();
                let wins = position.road_placements(color);
                for &mv in &moves {
                    if let Action::Place(Kind::Flat, square) = mv.action()
                        && !position.is_opening()
                    {
                        let road = position.after(mv).has_road(color);
                        assert_eq!(road, wins.contains(square.index()), "{position} {mv}");
                    }
                }
                // Flats mostly, so that roads come about.
                let most = moves.len().min(position.empty().count() as usize + 3);
                position.play_unchecked(moves[random.usize(..most)]);
            }
        }
    }
}
