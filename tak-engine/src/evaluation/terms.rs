//! What the evaluation counts.

use tak_encoding::{Bitboard, Color, Direction, Hashing, Kind, Playable, Position, Size, Square};

mod roads;

/// Takes the counts, White's minus Black's.
pub trait Tally {
    /// A term applies that many times.
    fn add(&mut self, term: usize, count: i32);
}

/// The places of the terms in the table of weights.
macro_rules! places {
    ($($(#[$doc:meta])* $name:ident: $length:expr;)*) => {
        places!(@ 0; $($(#[$doc])* $name: $length;)*);
        /// The names of the terms and the number of weights of each.
        pub const NAMES: &[(&str, usize)] = &[$((stringify!($name), $length)),*];
    };
    (@ $start:expr; $(#[$doc:meta])* $name:ident: $length:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $start;
        places!(@ $start + $length; $($rest)*);
    };
    (@ $start:expr;) => {
        /// The number of terms.
        pub const TERMS: usize = $start;
    };
}

/// Squares that a symmetry of the board exchanges count as one class.
const CLASSES: usize = 10;

places! {
    /// To have the move.
    TEMPO: 1;
    /// A flat more on top than the opponent, komi subtracted, in half flats.
    LEAD: 1;
    /// A flat on top, by the class of its square.
    FLAT: CLASSES;
    /// A wall on top.
    WALL: CLASSES;
    /// A capstone on top.
    CAPSTONE: CLASSES;
    /// A piece of one's own within a hand's reach under a flat, wall, capstone.
    SUPPORT: 3;
    /// A piece of the opponent's there.
    CAPTIVE: 3;
    /// One's own piece there, times the squares that the stack can reach.
    SUPPORT_REACH: 3;
    /// The opponent's piece there, times the squares that the stack can reach.
    CAPTIVE_REACH: 3;
    /// A piece of one's own below what a hand can take.
    DEEP_SUPPORT: 1;
    /// A piece of the opponent's below what a hand can take.
    DEEP_CAPTIVE: 1;
    /// A capstone on a piece of one's own.
    HARD_CAPSTONE: 1;
    /// A capstone without any piece beside it.
    LONELY_CAPSTONE: 1;
    /// The height of a stack beside a wall or capstone of the opponent.
    BESIDE_BLOCKER: 1;
    /// Two road pieces side by side.
    PAIR: 1;
    /// A row or file by its road pieces, where the opponent has no piece.
    OPEN_LINE: 8;
    /// The same where the opponent has flats, but nothing that blocks.
    SHARED_LINE: 8;
    /// The same with a wall or capstone of the opponent.
    BLOCKED_LINE: 8;
    /// Rows or files in which a player has a road piece.
    OCCUPIED: 8;
    /// By the placements that a road still needs along its better axis.
    NEAR_ROAD: 9;
    /// The same along the other axis.
    FAR_ROAD: 9;
    /// Empty squares that complete a road, of the side to move.
    JOIN_TO_MOVE: 3;
    /// The same, of the other side.
    JOIN_TO_WAIT: 3;
}

/// Adds up all terms of a position.
pub fn count<const N: usize, H: Hashing>(position: &Position<N, H>, tally: &mut impl Tally)
where
    Size<N>: Playable,
{
    let to_move = match position.side_to_move() {
        Color::White => 1,
        Color::Black => -1,
    };
    tally.add(TEMPO, to_move);
    tally.add(
        LEAD,
        2 * position.flat_lead() - i32::from(position.half_komi().0),
    );
    flats(position, tally);
    for color in Color::ALL {
        let sign = sign(color);
        blockers(position, color, sign, tally);
        lines(position, color, sign, tally);
    }
    roads::count(position, tally);
    stacks(position, tally);
}

fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The class of each square: by its distances from the nearest edges.
const fn class<const N: usize>(square: usize) -> usize {
    let (file, rank) = (square % N, square / N);
    let file = if file < N - 1 - file {
        file
    } else {
        N - 1 - file
    };
    let rank = if rank < N - 1 - rank {
        rank
    } else {
        N - 1 - rank
    };
    let (near, far) = if file < rank {
        (file, rank)
    } else {
        (rank, file)
    };
    far * (far + 1) / 2 + near
}

/// The squares of each class.
struct Classes<const N: usize>;

impl<const N: usize> Classes<N> {
    const MASKS: [u64; CLASSES] = {
        let mut masks = [0; CLASSES];
        let mut square = 0;
        while square < N * N {
            masks[class::<N>(square)] |= 1 << square;
            square += 1;
        }
        masks
    };
    const COUNT: usize = class::<N>(N / 2 * N + N / 2) + 1;
}

/// The flats on top.
fn flats<const N: usize, H: Hashing>(position: &Position<N, H>, tally: &mut impl Tally)
where
    Size<N>: Playable,
{
    let flats = Color::ALL.map(|color| position.tops(color) - position.blockers());
    for class in 0..Classes::<N>::COUNT {
        let count = |flats: Bitboard<N>| (flats.bits() & Classes::<N>::MASKS[class]).count_ones();
        let [white, black] = flats.map(count);
        tally.add(FLAT + class, white as i32 - black as i32);
    }
}

/// Walls and capstones.
fn blockers<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    color: Color,
    sign: i32,
    tally: &mut impl Tally,
) where
    Size<N>: Playable,
{
    let tops = position.tops(color);
    for wall in tops & position.walls() {
        tally.add(WALL + class::<N>(wall), sign);
    }
    let occupied = position.occupied();
    for cap in tops & position.caps() {
        tally.add(CAPSTONE + class::<N>(cap), sign);
        let here = Bitboard::<N>::from_bits(1 << cap);
        if !here.neighbors().intersects(occupied - here) {
            tally.add(LONELY_CAPSTONE, sign);
        }
    }
}

/// What lies under the tops.
fn stacks<const N: usize, H: Hashing>(position: &Position<N, H>, tally: &mut impl Tally)
where
    Size<N>: Playable,
{
    for square in position.tall().into_iter().map(Square::<N>::new) {
        let Some(square) = square else { continue };
        let Some((owner, kind)) = position.top(square) else {
            continue;
        };
        let stack = position.stack(square);
        let height = stack.height();
        let under = stack.bits() >> 1;
        let own = match owner {
            Color::White => !under,
            Color::Black => under,
        };
        // A hand takes N pieces: the top one and N − 1 under it.
        let near = (1u128 << (height - 1).min(N - 1)) - 1;
        let all = (1u128 << (height - 1)) - 1;
        let support = (own & near).count_ones() as i32;
        let captive = near.count_ones() as i32 - support;
        let deep_support = (own & all & !near).count_ones() as i32;
        let deep_captive = (all & !near).count_ones() as i32 - deep_support;
        let reach: u32 = Direction::ALL
            .into_iter()
            .map(|direction| position.reachable(square, direction).count())
            .sum();
        let (sign, kind_index) = (sign(owner), kind as usize - 1);
        tally.add(SUPPORT + kind_index, sign * support);
        tally.add(CAPTIVE + kind_index, sign * captive);
        tally.add(SUPPORT_REACH + kind_index, sign * support * reach as i32);
        tally.add(CAPTIVE_REACH + kind_index, sign * captive * reach as i32);
        tally.add(DEEP_SUPPORT, sign * deep_support);
        tally.add(DEEP_CAPTIVE, sign * deep_captive);
        if kind == Kind::Capstone && own & 1 == 1 {
            tally.add(HARD_CAPSTONE, sign);
        }
        let here = Bitboard::<N>::from_bits(1 << square.index());
        let blockers = position.blockers() & position.tops(!owner) & here.neighbors();
        tally.add(
            BESIDE_BLOCKER,
            sign * blockers.count() as i32 * height.min(N + 1) as i32,
        );
    }
}

// The three groups of lines stand one after the other.
const _: () = assert!(SHARED_LINE == OPEN_LINE + 8 && BLOCKED_LINE == SHARED_LINE + 8);

/// The lines of the largest board.
const MOST_LINES: usize = 16;

/// The squares of the rows, then of the files; none for those that a smaller
/// board lacks.
const fn line_masks<const N: usize>() -> [u64; MOST_LINES] {
    let mut masks = [0; MOST_LINES];
    let mut square = 0;
    while square < N * N {
        masks[square / N] |= 1 << square;
        masks[N + square % N] |= 1 << square;
        square += 1;
    }
    masks
}

/// Rows and files.
fn lines<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    color: Color,
    sign: i32,
    tally: &mut impl Tally,
) where
    Size<N>: Playable,
{
    let road = position.road_squares(color);
    let theirs = position.tops(!color);
    let blockers = theirs & position.blockers();
    let masks = const { line_masks::<N>() };
    // Without branches, several lines with one instruction.
    let mut chosen = [0; MOST_LINES];
    let mut used = [0; MOST_LINES];
    for line in 0..MOST_LINES {
        let mask = masks[line];
        let own = u64::from((road.bits() & mask).count_ones());
        let shared = u64::from(theirs.bits() & mask != 0);
        let blocked = u64::from(blockers.bits() & mask != 0);
        used[line] = u64::from(own > 0);
        chosen[line] = 8 * (shared + blocked) + own - used[line];
    }
    for line in 0..2 * N {
        tally.add(OPEN_LINE + chosen[line] as usize, sign * used[line] as i32);
    }
    for axis in [&used[..N], &used[N..2 * N]] {
        let occupied = axis.iter().sum::<u64>() as usize;
        if occupied > 0 {
            tally.add(OCCUPIED + occupied - 1, sign);
        }
    }
    let right = road & road.shift(bitops::Direction::Right, 1);
    let up = road & road.shift(bitops::Direction::Up, 1);
    tally.add(PAIR, sign * (right.count() + up.count()) as i32);
}

#[cfg(test)]
mod tests {
    use tak_encoding::{BoardSize, HalfKomi, OneHash, Rules, Symmetry, with_size};

    use super::*;
    use crate::evaluation::counts;

    #[test]
    fn symmetric_squares_are_of_one_class() {
        assert_eq!(Classes::<3>::COUNT, 3);
        assert_eq!(Classes::<6>::COUNT, 6);
        assert_eq!(Classes::<8>::COUNT, CLASSES);
        for square in 0..49 {
            for symmetry in Symmetry::ALL {
                let turned = symmetry.square(square, 7);
                assert_eq!(class::<7>(square), class::<7>(turned));
            }
        }
    }

    /// The same position with the colours of all pieces and the komi reversed.
    fn reversed<const N: usize>(position: &Position<N, OneHash>) -> Position<N, OneHash>
    where
        Size<N>: Playable,
    {
        let text = position.to_string();
        let stacks = text.split_inclusive([',', '/', ' ']);
        let other = |square: char| match square {
            '1' => '2',
            '2' => '1',
            other => other,
        };
        // The last word is the number of the move.
        let swap = |part: &str| {
            if part.starts_with('x') || !part.ends_with([',', '/', ' ']) {
                return part.to_owned();
            }
            part.chars().map(other).collect()
        };
        let komi = HalfKomi(-position.half_komi().0);
        let text: String = stacks.map(swap).collect();
        Position::from_tps_with(&text, Rules::with_komi(komi)).unwrap()
    }

    fn check_random_games<const N: usize>()
    where
        Size<N>: Playable,
    {
        let mut state = N as u64;
        for _ in 0..40 {
            let mut position = Position::<N, OneHash>::with_rules(Rules::with_komi(HalfKomi(3)));
            while position.outcome().is_none() && position.ply() < 90 {
                let found = counts(&position).0;
                if !position.is_opening() {
                    let against = counts(&reversed(&position)).0;
                    assert_eq!(against.map(|count| -count), found, "{position}");
                }
                for symmetry in Symmetry::ALL {
                    assert_eq!(counts(&position.transform(symmetry)).0, found, "{position}");
                }
                let moves = position.legal_moves();
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let random = (state >> 33) as usize;
                // Flats as often as all else: roads come near.
                let most = if random & 1 == 0 {
                    moves.len()
                } else {
                    position.empty().count() as usize
                };
                position.play_unchecked(moves[(random >> 1) % most.clamp(1, moves.len())]);
            }
        }
    }

    #[test]
    fn neither_side_nor_direction_matters() {
        for size in BoardSize::ALL {
            with_size!(size, N => check_random_games::<N>());
        }
    }
}
