//! How far a road is away.

use tak_encoding::{Bitboard, Color, Hashing, Playable, Position, Size};

use super::{FAR_ROAD, JOIN_TO_MOVE, JOIN_TO_WAIT, NEAR_ROAD, Tally, sign};

/// Counts the terms of roads.
pub(super) fn count<const N: usize, H: Hashing>(position: &Position<N, H>, tally: &mut impl Tally)
where
    Size<N>: Playable,
{
    let roads = Color::ALL.map(|color| position.road_squares(color));
    let distances = distances(roads, position.empty());
    for (color, [along, across]) in Color::ALL.into_iter().zip(distances) {
        let sign = sign(color);
        let (near, far) = (along.min(across), along.max(across));
        tally.add(NEAR_ROAD + near, sign);
        tally.add(FAR_ROAD + far, sign);
        if near > 1 {
            continue;
        }
        let joins = position.road_placements(color).count() as usize;
        if joins > 0 {
            let group = if color == position.side_to_move() {
                JOIN_TO_MOVE
            } else {
                JOIN_TO_WAIT
            };
            tally.add(group + joins.min(3) - 1, sign);
        }
    }
}

/// Two players, two axes.
const LANES: usize = 4;

/// The placements on `open` squares that each player needs to join bottom and
/// top, and left and right; N also stands for more and for never.
///
/// All four ways are walked at once, a step of each in every round: the
/// compiler makes one instruction of the four, and there is one loop to leave.
fn distances<const N: usize>(roads: [Bitboard<N>; 2], open: Bitboard<N>) -> [[usize; 2]; 2] {
    let [bottom, left] = [Bitboard::<N>::rank(0), Bitboard::file(0)];
    let [top, right] = [Bitboard::<N>::rank(N - 1), Bitboard::file(N - 1)];
    let road = [roads[0], roads[0], roads[1], roads[1]];
    let edge = [bottom, left, bottom, left];
    let goal = [top, right, top, right];
    let mut reached: [Bitboard<N>; LANES] = std::array::from_fn(|lane| edge[lane] & road[lane]);
    let mut distance = [0_u64; LANES];
    loop {
        let mut under_way = 0;
        for lane in 0..LANES {
            let beside = reached[lane].neighbors();
            let grown = reached[lane] | (beside & road[lane]);
            let placed = reached[lane] | ((beside | edge[lane]) & open);
            // First all that is joined, then one placement more.
            let is_stable = grown == reached[lane];
            let apart = u64::from(!reached[lane].intersects(goal[lane]));
            let on = apart & u64::from(distance[lane] < N as u64);
            distance[lane] += on & u64::from(is_stable);
            reached[lane] = if is_stable { placed } else { grown };
            under_way |= on;
        }
        if under_way == 0 {
            let [white_along, white_across, black_along, black_across] =
                distance.map(|distance| distance as usize);
            return [[white_along, white_across], [black_along, black_across]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tak_encoding::OneHash;

    fn distance(tps: &str, color: Color) -> usize {
        let position = Position::<5, OneHash>::from_tps(tps).unwrap();
        let roads = Color::ALL.map(|color| position.road_squares(color));
        distances(roads, position.empty())[color.index()][0]
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
}
