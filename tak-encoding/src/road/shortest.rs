//! The road that decided a game, for pictures of it.

use std::collections::VecDeque;

/// A shortest path from one edge to the opposite one over the given squares of a board, in order;
/// empty if there is none.
///
/// ```
/// use tak_encoding::{Color, Position, shortest_road};
///
/// let position = Position::<3>::from_tps("1,1,1/2,2,x/x3 2 4")?;
/// let road = position.road_squares(Color::White);
/// assert_eq!(shortest_road(3, |square| road.contains(square)), [6, 7, 8]);
/// # Ok::<(), tak_encoding::TpsError>(())
/// ```
pub fn shortest_road(size: usize, is_road: impl Fn(usize) -> bool) -> Vec<usize> {
    let up = way(size, &is_road, &|square| square / size);
    let across = way(size, &is_road, &|square| square % size);
    let roads = [up, across].into_iter().filter(|road| !road.is_empty());
    roads.min_by_key(Vec::len).unwrap_or_default()
}

/// A shortest path from the squares whose `line` is 0 to those in the last line.
fn way(size: usize, is_road: &dyn Fn(usize) -> bool, line: &dyn Fn(usize) -> usize) -> Vec<usize> {
    let mut from: Vec<Option<usize>> = vec![None; size * size];
    let starts = (0..size * size).filter(|&square| line(square) == 0 && is_road(square));
    let mut queue: VecDeque<usize> = starts.collect();
    for &start in &queue {
        from[start] = Some(start);
    }
    while let Some(square) = queue.pop_front() {
        if line(square) == size - 1 {
            let back = |&at: &usize| from[at].filter(|&before| before != at);
            let mut road: Vec<_> = std::iter::successors(Some(square), back).collect();
            road.reverse();
            return road;
        }
        for next in neighbors(size, square) {
            if is_road(next) && from[next].is_none() {
                from[next] = Some(square);
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}

fn neighbors(size: usize, square: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (square / size, square % size);
    let steps = [
        (row + 1 < size, square + size),
        (column + 1 < size, square + 1),
        (row > 0, square.wrapping_sub(size)),
        (column > 0, square.wrapping_sub(1)),
    ];
    steps.into_iter().filter_map(|(fits, next)| fits.then_some(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Highest row first, as a player would draw it.
    fn road(rows: [&str; 4]) -> Vec<usize> {
        let board: Vec<u8> = rows.iter().rev().flat_map(|row| row.bytes()).collect();
        shortest_road(4, |square| board[square] == b'#')
    }

    #[test]
    fn the_shortest_of_all_roads_is_found() {
        assert!(road(["#.##", "#.#.", "####", "...."]) == [4, 5, 6, 7]);
        assert!(road(["#..#", "#.##", "###.", ".#.."]) == [1, 5, 4, 8, 12]);
        assert!(road(["###.", "..#.", "###.", "#..."]) == [0, 4, 5, 6, 10, 14]);
        assert!(road(["###.", "#.#.", "#...", ".###"]).is_empty());
    }

    #[test]
    fn the_rules_agree_on_which_boards_have_a_road() {
        use crate::{Bitboard, joins_opposite_edges};
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..4000 {
            let squares = (0..25).filter(|_| random.bool());
            let board: Bitboard<5> = squares.collect();
            let road = shortest_road(5, |square| board.contains(square));
            assert_eq!(road.is_empty(), !joins_opposite_edges(board), "{board}");
            assert!(road.iter().all(|&square| board.contains(square)));
            let joined = |pair: &[usize]| neighbors(5, pair[0]).any(|next| next == pair[1]);
            assert!(road.windows(2).all(joined), "{board}");
        }
    }
}
