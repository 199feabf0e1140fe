//! The last two plies of a perft, without playing most moves of the first.
//!
//! A placement leaves the opponent all empty squares but one, and all spreads but those that the
//! new piece stops: none for a flat. So the answers to all placements together are a product, minus
//! what walls and capstones take away. Only spreads are played, and capstones that complete a road.
//! From the start of 6×6 perft 5 is fifteen times and perft 6 seven times as fast as if all plies
//! but the last were played (BENCHMARKS.md).

use crate::movegen::Reach;
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::{Bitboard, Position};
use crate::size::{Playable, Size};
use crate::square::{Direction, Square};
use crate::zobrist::NoHash;

/// The leaves two plies below a position that is not over and not in its opening.
/// `list` is memory for its spreads.
pub(super) fn two_plies<const N: usize>(
    position: &mut Position<N, NoHash>,
    list: &mut Vec<Move<N>>,
) -> u64
where
    Size<N>: Playable,
{
    let mut leaves = after_placements(position);
    list.clear();
    position.generate_spreads(list);
    for &mv in list.iter() {
        leaves += match play(position, mv) {
            (true, _) => 1,
            (false, answers) => answers,
        };
    }
    leaves
}

/// Whether a move ends the game, and how many answers there would be if it did not.
///
/// Not inlined: for six sizes that would be a lot of code, for no gain.
#[inline(never)]
fn play<const N: usize>(position: &mut Position<N, NoHash>, mv: Move<N>) -> (bool, u64)
where
    Size<N>: Playable,
{
    let undo = position.play_unchecked(mv);
    let played = (position.is_over_after(mv), position.count_moves());
    position.undo(undo);
    played
}

/// The answers to all placements.
fn after_placements<const N: usize>(position: &mut Position<N, NoHash>) -> u64
where
    Size<N>: Playable,
{
    let mover = position.side_to_move();
    let (own, other) = (position.reserve(mover), position.reserve(!mover));
    let empty = position.empty();
    let squares = u64::from(empty.count());
    let (flats, caps) = (u64::from(own.flats > 0), u64::from(own.caps > 0));
    if squares == 1 || u16::from(own.flats) + u16::from(own.caps) == 1 {
        // The last square or the last piece: whatever is placed ends the game.
        return squares * (2 * flats + caps);
    }
    let kinds = 2 * u64::from(other.flats > 0) + u64::from(other.caps > 0);
    let answers = position.count_spreads(!mover) + (squares - 1) * kinds;
    let roads = road_placements(position);
    let stopped = Stopped::count(position);
    let mut leaves = 0;
    if flats > 0 {
        let roads = u64::from(roads.count());
        leaves += (squares - roads) * answers + roads;
        leaves += squares * answers - stopped.by_walls;
    }
    if caps > 0 {
        leaves += squares * answers - stopped.by_caps;
        // Those that complete a road were counted as if the game went on.
        for square in roads.into_iter().map(Square::from_index) {
            leaves = leaves + 1 - play(position, Move::place(Kind::Capstone, square)).1;
        }
    }
    leaves
}

/// Where a flat or capstone of the player to move completes a road.
#[inline(always)]
fn road_placements<const N: usize>(position: &Position<N, NoHash>) -> Bitboard<N>
where
    Size<N>: Playable,
{
    let mover = position.side_to_move();
    if (position.road_squares(mover).count() as usize) < N - 1 {
        return Bitboard::empty(); // too few, and cheaper to see
    }
    position.road_placements(mover)
}

/// The opponent's spreads that a new piece stops, summed over all squares where it can be placed.
#[derive(Default)]
struct Stopped {
    by_walls: u64,
    by_caps: u64,
}

impl Stopped {
    fn count<const N: usize>(position: &Position<N, NoHash>) -> Self
    where
        Size<N>: Playable,
    {
        let tops = position.tops(!position.side_to_move());
        let (empty, tall, caps) = (position.empty(), position.tall(), position.caps());
        // A stack of one piece only looks at its neighbours; a capstone goes onto a wall.
        let singles = tops - tall;
        let next_to = |squares: Bitboard<N>| {
            let step = |direction: Direction| (squares.shift(direction.into(), 1) & empty).count();
            Direction::ALL.into_iter().map(|direction| u64::from(step(direction))).sum()
        };
        let mut stopped = Self { by_walls: next_to(singles - caps), by_caps: next_to(singles) };
        for square in (tops & tall).into_iter().map(Square::from_index) {
            for direction in Direction::ALL {
                stopped.add_ray(position, square, direction);
            }
        }
        stopped
    }

    /// Those of one tall stack in one direction.
    fn add_ray<const N: usize>(
        &mut self,
        position: &Position<N, NoHash>,
        square: Square<N>,
        direction: Direction,
    ) where
        Size<N>: Playable,
    {
        let reach = position.reach(square, direction);
        let is_cap = position.caps().contains(square.index());
        let (slides, empty) = (reach.slides(), position.empty());
        let mut next = square;
        for distance in 0..reach.distance {
            next = next.next(direction);
            if empty.contains(next.index()) {
                self.by_walls += slides - Reach { distance, crush: is_cap, ..reach }.slides();
                self.by_caps += slides - Reach { distance, crush: false, ..reach }.slides();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardSize, HalfKomi, Reserve, Rules, with_size};

    /// Played move by move.
    fn plain<const N: usize>(position: &mut Position<N, NoHash>) -> u64
    where
        Size<N>: Playable,
    {
        let moves = position.legal_moves().into_iter();
        let played = moves.map(|mv| play(position, mv));
        played.map(|(is_over, answers)| if is_over { 1 } else { answers }).sum()
    }

    #[test]
    fn the_short_way_is_the_long_way() {
        compare(30);
    }

    #[test]
    #[ignore = "second tier: more games"]
    fn the_short_way_is_the_long_way_in_more_games() {
        compare(60);
    }

    fn compare(games: u8) {
        let mut random = fastrand::Rng::with_seed(20);
        for size in BoardSize::ALL {
            with_size!(size, N => for game in 0..games {
                let few = |most: u8| Reserve { flats: most, caps: game % 3 };
                let rules = if game % 2 == 0 {
                    Rules::default()
                } else {
                    Rules::new(HalfKomi::default(), few(9 + game % 7), few(12)).unwrap()
                };
                let mut position = Position::<N, NoHash>::with_rules(rules);
                while position.outcome().is_none() && position.ply() < 120 {
                    if !position.is_opening() {
                        let expected = plain(&mut position);
                        let found = two_plies(&mut position.clone(), &mut Vec::new());
                        assert_eq!(found, expected, "{position}");
                    }
                    let mut moves = Vec::new();
                    position.generate_spreads(&mut moves);
                    if moves.is_empty() || random.u8(..) < 150 {
                        moves = position.legal_moves();
                    }
                    position.play_unchecked(moves[random.usize(..moves.len())]);
                }
            });
        }
    }
}
