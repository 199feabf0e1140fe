//! Moves as numbers for learners: the layout of a policy.
//!
//! An action is `plane * N² + square`, so that a policy is a stack of planes, each as large as the
//! board: squares are numbered from a1 = 0 along the ranks, as those of the feature planes are.
//!
//! | plane | action |
//! |---|---|
//! | 0, 1, 2 | a flat, a wall, a capstone is placed on the square |
//! | 3 + d·(2^N − 2) + s | a spread leaves the square in direction d (0 up, 1 right, 2 down, 3 left) with the s-th slide |
//!
//! Slides are in the order of [`Slide`]: `1`, `2`, `11`, `3`, `21`, `12`, `111`, `4`, … There are
//! 2^N − 1 of them on N×N; the last, N single pieces, has no room. The two flats that begin a
//! double black stack have the action of a flat: nothing else is legal then.

use tak_encoding::{Action, Direction, Kind, Move, Position, Slide, Square};
use tak_encoding::{Hashing, Playable, Size};

/// The slides that fit on N×N.
pub(crate) const fn slides(size: usize) -> usize {
    (1 << size) - 2
}

/// The planes of a policy on N×N.
pub(crate) const fn planes(size: usize) -> usize {
    Kind::ALL.len() + Direction::ALL.len() * slides(size)
}

/// The number of actions on N×N.
pub(crate) const fn count(size: usize) -> usize {
    size * size * planes(size)
}

/// The action of a move.
#[inline(always)]
pub(crate) fn of_move<const N: usize>(mv: Move<N>) -> usize {
    let plane = match mv.action() {
        Action::Place(kind, _) => kind as usize - 1,
        Action::PlaceTwo(_) => 0,
        Action::Spread(_, direction, slide) => {
            Kind::ALL.len() + direction as usize * slides(N) + slide.row()
        }
    };
    plane * N * N + mv.square().index()
}

/// The move that an action means in a position, legal or not; `None` if the number is too large or
/// the spread leaves the board.
#[inline(always)]
pub(crate) fn to_move<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    action: usize,
) -> Option<Move<N>>
where
    Size<N>: Playable,
{
    let square = Square::new(action % (N * N))?;
    let plane = action / (N * N);
    if let Some(&kind) = Kind::ALL.get(plane) {
        let places_two = plane == 0
            && position.is_opening()
            && position.opening().flats(position.side_to_move()).1 == 2;
        return Some(if places_two { Move::place_two(square) } else { Move::place(kind, square) });
    }
    let spread = plane - Kind::ALL.len();
    let direction = *Direction::ALL.get(spread / slides(N))?;
    Move::spread(square, direction, Slide::from_row(spread % slides(N))?)
}
