//! Roads by a spread: whether there is one, without listing the moves.

use super::joins_opposite_edges;
use crate::moves::Move;
use crate::piece::{Color, Kind};
use crate::position::{Bitboard, Position};
use crate::size::{Playable, Size};
use crate::slides::Slide;
use crate::square::{Direction, Square};
use crate::zobrist::Hashing;

/// How far the roads of a player who has none from edge to edge reach: for each edge, the
/// squares on it and those beside a part of the road that touches it.
///
/// One more road piece on a square that is reached from two opposite edges joins them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoadReach<const N: usize> {
    /// Bottom and top, left and right.
    opposite: [[Bitboard<N>; 2]; 2],
}

impl<const N: usize> RoadReach<N> {
    fn nowhere() -> Self {
        Self { opposite: [[Bitboard::empty(); 2]; 2] }
    }

    #[inline]
    fn of(road: Bitboard<N>) -> Self {
        let reached = |edge: Bitboard<N>| edge | edge.flood(road).neighbors();
        let vertical = [Bitboard::rank(0), Bitboard::rank(N - 1)].map(reached);
        let horizontal = [Bitboard::file(0), Bitboard::file(N - 1)].map(reached);
        Self { opposite: [vertical, horizontal] }
    }

    /// The squares where one more road piece joins two opposite edges.
    #[inline]
    pub fn joining(&self) -> Bitboard<N> {
        let [[bottom, top], [left, right]] = self.opposite;
        (bottom & top) | (left & right)
    }

    /// Whether more road pieces on these squares could join two opposite edges. They
    /// do if the squares are connected.
    #[inline]
    fn may_join(&self, squares: Bitboard<N>) -> bool {
        let meets =
            |[one, other]: [Bitboard<N>; 2]| squares.intersects(one) && squares.intersects(other);
        self.opposite.into_iter().any(meets)
    }
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// A move of the side to move that completes a road: a placement, if there is one, or a spread.
    ///
    /// ```
    /// use tak_encoding::Position;
    ///
    /// let position = Position::<4>::from_tps("1,1,2,1/x2,21,x/x4/2,2,x2 1 4")?;
    /// assert_eq!(position.road_move(), position.parse_move("c3+").ok());
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    #[inline]
    pub fn road_move(&self) -> Option<Move<N>> {
        if self.is_opening() {
            return None;
        }
        let color = self.side_to_move();
        let reach = self.road_reach(color);
        self.placement_on(reach.joining()).or_else(|| self.road_spread_within(color, &reach))
    }

    /// How far a player's roads reach from each edge.
    #[inline]
    pub fn road_reach(&self, color: Color) -> RoadReach<N> {
        let road = self.road_squares(color);
        // One piece joins at most what is already there; only a stack brings more.
        let is_far = (road.count() as usize) + 1 < N && !self.tall().intersects(self.tops(color));
        if is_far { RoadReach::nowhere() } else { RoadReach::of(road) }
    }

    /// The squares where one more road piece of a player would join two opposite edges, whatever is
    /// on them now: [empty](Self::empty) ones are for a placement, others for a spread.
    #[inline]
    pub fn joining_squares(&self, color: Color) -> Bitboard<N> {
        self.road_reach(color).joining()
    }

    #[inline]
    fn placement_on(&self, joining: Bitboard<N>) -> Option<Move<N>> {
        let reserve = self.reserve(self.side_to_move());
        if reserve.is_empty() {
            return None;
        }
        let kind = if reserve.flats > 0 { Kind::Flat } else { Kind::Capstone };
        let square = (joining & self.empty()).first()?;
        Some(Move::place(kind, Square::from_index(square)))
    }

    /// A spread that would complete a road for a player, if it were their turn.
    ///
    /// Few stacks can: a stack with a single road piece in reach of a hand must drop it where one
    /// piece joins two edges, and the line of any other must meet what is reached from one edge and
    /// what is reached from the opposite one. The player must not have a road already.
    #[inline]
    pub fn road_spread(&self, color: Color) -> Option<Move<N>> {
        self.road_spread_within(color, &self.road_reach(color))
    }

    /// The same, if the player's [`road_reach`](Self::road_reach) is already known.
    #[inline]
    pub fn road_spread_within(&self, color: Color, reach: &RoadReach<N>) -> Option<Move<N>> {
        if self.is_opening() || self.tops(color).is_empty() {
            return None;
        }
        let road = self.road_squares(color);
        let joining = reach.joining() - road;
        let singles = self.tops(color) - self.tall() - self.walls();
        // Single pieces take one step, to a square beside them.
        let near = joining - self.blockers();
        let near =
            if self.caps().intersects(singles) { near | (joining & self.walls()) } else { near };
        let movers = (singles & near.neighbors()) | (self.tops(color) & self.tall());
        movers
            .into_iter()
            .map(Square::from_index)
            .find_map(|square| self.road_spread_of(square, color, reach))
    }

    fn road_spread_of(
        &self,
        square: Square<N>,
        color: Color,
        reach: &RoadReach<N>,
    ) -> Option<Move<N>> {
        let road = self.road_squares(color);
        let pieces = self.road_pieces_in_hand(square, color);
        // A wall that leaves may uncover a piece of the road.
        let wall = self.walls().contains(square.index());
        if pieces == 0 && !wall {
            return None;
        }
        Direction::ALL.into_iter().find_map(|direction| {
            let line = self.reachable(square, direction);
            let hopeful = if pieces == 1 && !wall {
                line.intersects(reach.joining())
            } else {
                // All that the slide can add to the road.
                let added = (line | Bitboard::from_bits(square.bit())) - road;
                !line.is_empty() && reach.may_join(added)
            };
            if !hopeful {
                return None;
            }
            self.slides(square, direction)
                .find(|&slide| self.completes_road(square, direction, slide, color, reach))
                .and_then(|slide| Move::spread(square, direction, slide))
        })
    }

    /// How many pieces that could be part of the player's road a hand can hold.
    fn road_pieces_in_hand(&self, square: Square<N>, color: Color) -> u32 {
        let stack = self.stack(square);
        let size = stack.height().min(N) as u32;
        let black = stack.hand(size);
        let wall = u32::from(self.walls().contains(square.index()));
        let own = match color {
            Color::White => size - black.count_ones(),
            Color::Black => black.count_ones(),
        };
        own - wall
    }

    /// Whether a slide results in a road of the player.
    fn completes_road(
        &self,
        from: Square<N>,
        direction: Direction,
        slide: Slide,
        color: Color,
        reach: &RoadReach<N>,
    ) -> bool {
        let stack = self.stack(from);
        let hand = stack.hand(slide.carried());
        let rest = stack.without(slide.carried());
        let mut touched = from.bit();
        let mut own = if rest.top() == Some(color) { from.bit() } else { 0 };
        let (mut left, mut last) = (slide.carried(), from);
        for drop in slide.drops() {
            left -= drop;
            last = last.next(direction);
            touched |= last.bit();
            if Color::from_parity(hand >> left) == color {
                own |= last.bit();
            }
        }
        if self.walls().contains(from.index()) {
            own &= !last.bit();
        }
        let road = self.road_squares(color);
        let (own, touched) = (Bitboard::from_bits(own), Bitboard::from_bits(touched));
        // Most slides add one square to the road, and not the one that is missing.
        reach.may_join(own - road) && joins_opposite_edges((road - touched) | own)
    }
}

#[cfg(test)]
mod tests {
    use crate::{BoardSize, Color, NoHash, Playable, Position, Size, with_size};

    /// By playing every spread.
    fn slow<const N: usize>(position: &Position<N, NoHash>, color: Color) -> bool
    where
        Size<N>: Playable,
    {
        let mut spreads = Vec::new();
        position.generate_spreads(&mut spreads);
        spreads.iter().any(|&mv| position.after(mv).has_road(color))
    }

    fn compare<const N: usize>(games: u64) -> u32
    where
        Size<N>: Playable,
    {
        let mut found = 0;
        let mut random = fastrand::Rng::with_seed(N as u64);
        for _ in 0..games {
            let mut position = Position::<N, NoHash>::new();
            while position.outcome().is_none() && position.ply() < 120 {
                let color = position.side_to_move();
                let road = position.road_spread(color);
                assert_eq!(road.is_some(), slow(&position, color), "{position}");
                if let Some(mv) = road {
                    assert!(position.is_legal(mv) && position.after(mv).has_road(color));
                    found += 1;
                }
                // A search asks for the opponent's too.
                let waiting = position.road_spread(!color).is_some();
                let mut passed = position;
                passed.pass();
                assert_eq!(waiting, slow(&passed, !color), "{passed}");
                let moves = position.legal_moves();
                let flats = position.empty().count() as usize;
                // Flats first, so that roads come near; spreads and walls too.
                let choice = match random.u8(..3) {
                    0 => random.usize(..moves.len()),
                    1 => moves.len() - 1 - random.usize(..moves.len().min(40)),
                    _ => random.usize(..moves.len().min(flats)),
                };
                position.play_unchecked(moves[choice]);
            }
        }
        found
    }

    #[test]
    fn a_road_by_a_spread_is_found_if_there_is_one() {
        compare_all(40);
    }

    #[test]
    #[ignore = "second tier: thousands of games"]
    fn so_it_is_in_many_games() {
        compare_all(300);
    }

    fn compare_all(games: u32) {
        for size in BoardSize::ALL {
            let found = with_size!(size, N => compare::<N>(games.into()));
            assert!(found > games / 15, "{size:?}: {found}");
        }
    }
}
