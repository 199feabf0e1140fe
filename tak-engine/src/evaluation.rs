//! The static evaluation: flats, what lies under them, and the way to a road.

use tak_encoding::{Bitboard, Color, HalfKomi, Hashing, Kind, Playable, Position, Size, Square};

use crate::score::Score;

/// What a position is worth, in hundredths of a flat.
mod weights {
    use super::Score;

    pub(super) const FLAT: Score = 100;
    pub(super) const WALL: Score = 40;
    pub(super) const CAPSTONE: Score = 70;
    /// To have the move.
    pub(super) const TEMPO: Score = 60;
    /// A piece under one's own top piece, and under the opponent's.
    pub(super) const SUPPORT: Score = 35;
    pub(super) const CAPTIVE: Score = -25;
    /// By the placements that a road still needs along its better axis.
    pub(super) const ROAD_DISTANCE: [Score; 9] = [0, 260, 130, 65, 30, 15, 8, 4, 0];
}

/// The value of the position for the side to move.
pub fn evaluate<const N: usize, H: Hashing>(position: &Position<N, H>) -> Score
where
    Size<N>: Playable,
{
    let white = material(position) + roads(position, Color::White)
        - roads(position, Color::Black)
        - komi(position.half_komi());
    let own = match position.side_to_move() {
        Color::White => white,
        Color::Black => -white,
    };
    own + weights::TEMPO
}

fn komi(HalfKomi(half_points): HalfKomi) -> Score {
    Score::from(half_points) * weights::FLAT / 2
}

/// White's pieces on the board minus Black's.
fn material<const N: usize, H: Hashing>(position: &Position<N, H>) -> Score
where
    Size<N>: Playable,
{
    let count = |squares: Bitboard<N>| squares.count() as Score;
    let side = |color| {
        let tops = position.tops(color);
        weights::FLAT * count(tops - position.blockers())
            + weights::WALL * count(tops & position.walls())
            + weights::CAPSTONE * count(tops & position.caps())
    };
    side(Color::White) - side(Color::Black) + buried(position)
}

/// The pieces under the tops, as far down as a hand reaches.
fn buried<const N: usize, H: Hashing>(position: &Position<N, H>) -> Score
where
    Size<N>: Playable,
{
    let mut white = 0;
    for square in position.tall().iter().filter_map(Square::<N>::new) {
        let mut colors = position.stack(square).colors().take(N + 1);
        let Some(owner) = colors.next() else { continue };
        let value: Score = colors
            .map(|color| {
                if color == owner {
                    weights::SUPPORT
                } else {
                    weights::CAPTIVE
                }
            })
            .sum();
        // A wall on top holds its stack back.
        let wall = matches!(position.top(square), Some((_, Kind::Wall)));
        let value = if wall { value / 2 } else { value };
        white += if owner == Color::White { value } else { -value };
    }
    white
}

fn roads<const N: usize, H: Hashing>(position: &Position<N, H>, color: Color) -> Score
where
    Size<N>: Playable,
{
    let road = position.road_squares(color);
    let open = position.empty();
    let along = road_distance(road, open, Bitboard::rank(0), Bitboard::rank(N - 1));
    let across = road_distance(road, open, Bitboard::file(0), Bitboard::file(N - 1));
    let (near, far) = (along.min(across), along.max(across));
    weights::ROAD_DISTANCE[near] + weights::ROAD_DISTANCE[far] / 4
}

/// The placements on `open` squares that `road` needs to join two edges; N also
/// stands for more and for never.
fn road_distance<const N: usize>(
    road: Bitboard<N>,
    open: Bitboard<N>,
    edge: Bitboard<N>,
    opposite: Bitboard<N>,
) -> usize {
    let mut reached = edge.flood(road);
    for distance in 0..N {
        if reached.intersects(opposite) {
            return distance;
        }
        let placed = (edge | reached.neighbors()) & open;
        reached |= placed | (placed.neighbors() & road).flood(road);
    }
    N
}

#[cfg(test)]
mod tests {
    use super::*;
    use tak_encoding::OneHash;

    fn distance(tps: &str, color: Color) -> usize {
        let position = Position::<5, OneHash>::from_tps(tps).unwrap();
        let road = position.road_squares(color);
        let open = position.empty();
        road_distance(road, open, Bitboard::rank(0), Bitboard::rank(4))
    }

    #[test]
    fn distances_count_placements() {
        assert_eq!(distance("x5/x5/x5/x5/x5 1 9", Color::White), 5);
        assert_eq!(distance("x5/1,x4/x5/1,x4/x5 1 9", Color::White), 3);
        assert_eq!(distance("1,x4/1,x4/1,x4/1,x4/x5 1 9", Color::White), 1);
        assert_eq!(distance("x5/x5/2S,2S,2S,2S,2S/x5/x5 1 9", Color::White), 5);
        // Around the wall: up the a-file, over b3 and up again.
        assert_eq!(
            distance("1,x4/2S,1,x3/1,1,x3/1,x4/1,x4 1 9", Color::White),
            1
        );
    }

    #[test]
    fn colours_are_worth_the_same() {
        let board = "x,x,x,x,x/1,2,x,x,1/x,12S,x,x,1C/2,x,1122,x,x/x,x,x,x,1";
        let swapped: String = board
            .chars()
            .map(|c| match c {
                '1' => '2',
                '2' => '1',
                other => other,
            })
            .collect();
        let value = |tps: &str| evaluate(&Position::<5, OneHash>::from_tps(tps).unwrap());
        let white = value(&format!("{board} 1 9"));
        assert_eq!(white, value(&format!("{swapped} 2 9")));
        assert_ne!(white, value(&format!("{swapped} 1 9")));
    }

    #[test]
    fn komi_is_worth_its_flats() {
        let mut position = Position::<6, OneHash>::new();
        let level = evaluate(&position);
        position.set_half_komi(HalfKomi(3));
        assert_eq!(evaluate(&position), level - 150);
    }
}
