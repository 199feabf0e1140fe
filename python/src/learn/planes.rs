//! A position as numbers for a network, seen by a player: the mover of the table.
//!
//! | plane | on each square |
//! |---|---|
//! | 0, 1, 2 | 1 where the mover has a flat, a wall, a capstone on top |
//! | 3, 4, 5 | the same of the opponent |
//! | 4 + 2d, 5 + 2d | 1 where the d-th piece below the top, d from 1 to N, is the mover's, the opponent's |
//! | the next four | the mover's flats in hand, their capstones, the opponent's flats, their capstones, each as a share of those at the start |
//! | the next | the komi that the mover gets, in points, divided by N |
//! | the last | 1 in the first two plies, which the opening decides |

use tak_encoding::{Bitboard, Color, Hashing, Playable, Position, Reserve, Size, Square};

/// Kinds of pieces of both players.
const TOPS: usize = 6;
/// What is the same on every square.
const WHOLE: usize = 6;

/// The planes of a board.
pub(crate) const fn count(size: usize) -> usize {
    TOPS + 2 * size + WHOLE
}

/// Writes all planes of a position, each rank by rank from a1, as `mover` sees it. `at_start` are the reserves before
/// the first move.
pub(crate) fn write<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    mover: Color,
    at_start: [Reserve; 2],
    out: &mut [f32],
) where
    Size<N>: Playable,
{
    out.fill(0.0);
    let (tops, rest) = out.split_at_mut(TOPS * N * N);
    let (below, whole) = rest.split_at_mut(2 * N * N * N);
    write_tops(position, mover, tops);
    for square in position.tall().into_iter().filter_map(Square::new) {
        let pieces = position.stack(square).colors().skip(1).take(N);
        for (depth, color) in pieces.enumerate() {
            let plane = 2 * depth + usize::from(color != mover);
            below[plane * N * N + square.index()] = 1.0;
        }
    }
    for (plane, value) in whole.chunks_exact_mut(N * N).zip(facts(position, mover, at_start)) {
        plane.fill(value);
    }
}

fn write_tops<const N: usize, H: Hashing>(position: &Position<N, H>, mover: Color, out: &mut [f32])
where
    Size<N>: Playable,
{
    let kinds = |color| {
        let tops: Bitboard<N> = position.tops(color);
        [tops - position.blockers(), tops & position.walls(), tops & position.caps()]
    };
    let boards = kinds(mover).into_iter().chain(kinds(!mover));
    for (plane, board) in out.chunks_exact_mut(N * N).zip(boards) {
        for square in board {
            plane[square] = 1.0;
        }
    }
}

/// What is the same on every square.
fn facts<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    mover: Color,
    at_start: [Reserve; 2],
) -> [f32; WHOLE]
where
    Size<N>: Playable,
{
    let share = |left: u8, all: u8| f32::from(left) / f32::from(all.max(1));
    let [[own_flats, own_caps], [flats, caps]] = [mover, !mover].map(|color| {
        let (left, all) = (position.reserve(color), at_start[color.index()]);
        [share(left.flats, all.flats), share(left.caps, all.caps)]
    });
    let black_gets = f32::from(position.half_komi().0) / 2.0 / N as f32;
    let komi = if mover == Color::Black { black_gets } else { -black_gets };
    [own_flats, own_caps, flats, caps, komi, f32::from(u8::from(position.is_opening()))]
}
