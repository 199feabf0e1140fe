//! The terms of the evaluation: what it counts.

use tak_encoding::{Bitboard, Color, Direction, Hashing, Kind, Playable, Position, Size, Square};

/// Receives the terms of a position, one by one.
pub(super) trait Trace {
    /// A term applies `count` times more for White than for Black.
    fn add(&mut self, term: usize, count: i32);
}

/// The index of each term in the table of weights.
macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $length:expr;)*) => {
        terms!(@ 0; $($(#[$doc])* $name: $length;)*);
        /// The name of each term and its number of weights.
        pub const NAMES: &[(&str, usize)] = &[$((stringify!($name), $length)),*];
    };
    (@ $start:expr; $(#[$doc:meta])* $name:ident: $length:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $start;
        terms!(@ $start + $length; $($rest)*);
    };
    (@ $start:expr;) => {
        /// The number of weights.
        pub const TERMS: usize = $start;
    };
}

/// Squares that symmetries of the board map to each other form one class; 8×8 has ten.
const CLASSES: usize = 10;

terms! {
    /// Having the move.
    TEMPO: 1;
    /// The lead in flats, komi included, in half flats.
    LEAD: 1;
    /// A flat, by the class of its square.
    FLAT: CLASSES;
    /// A wall, likewise.
    WALL: CLASSES;
    /// A capstone, likewise.
    CAPSTONE: CLASSES;
    /// A friendly piece under a flat, wall or capstone, within the carry limit.
    SUPPORT: 3;
    /// An enemy piece there.
    CAPTIVE: 3;
    /// A friendly piece there, times the squares that the stack can reach.
    SUPPORT_REACH: 3;
    /// An enemy piece there, times the squares that the stack can reach.
    CAPTIVE_REACH: 3;
    /// A friendly piece below the carry limit.
    DEEP_SUPPORT: 1;
    /// An enemy piece below the carry limit.
    DEEP_CAPTIVE: 1;
    /// A capstone on a friendly piece.
    HARD_CAPSTONE: 1;
    /// A capstone with no piece beside it.
    LONELY_CAPSTONE: 1;
    /// The height of a stack, for each enemy wall or capstone beside it.
    BESIDE_BLOCKER: 1;
    /// Two road pieces side by side.
    PAIR: 1;
    /// A rank or file without enemy tops, by its number of road pieces.
    OPEN_LINE: 8;
    /// The same with enemy flats, but no wall or capstone.
    SHARED_LINE: 8;
    /// The same with an enemy wall or capstone.
    BLOCKED_LINE: 8;
    /// The number of ranks, or files, with a road piece.
    OCCUPIED: 8;
    /// The placements that a road still needs along its better axis.
    NEAR_ROAD: 9;
    /// The same along the other axis.
    FAR_ROAD: 9;
    /// Empty squares on which the side that just moved could complete a road.
    THREATS: 3;
}

/// How far both players are from a road, White first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Roads {
    /// The placements that a road needs from bottom to top, and from left to right; N also means
    /// never.
    pub(crate) distances: [[usize; 2]; 2],
    /// Empty squares on which the side that just moved could complete a road. Where the
    /// side to move can, it wins, and nothing is evaluated.
    pub(crate) threats: [usize; 2],
}

impl Roads {
    #[inline]
    pub(crate) fn of<const N: usize, H: Hashing>(position: &Position<N, H>) -> Self
    where
        Size<N>: Playable,
    {
        let roads = Color::ALL.map(|color| position.road_squares(color));
        let distances = distances(roads, position.empty());
        let waiting = !position.side_to_move();
        let [along, across] = distances[waiting.index()];
        let mut threats = [0; 2];
        if along.min(across) <= 1 {
            threats[waiting.index()] = position.road_placements(waiting).count() as usize;
        }
        Self { distances, threats }
    }
}

/// Counts all terms of a position.
#[inline]
pub(super) fn count<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    roads: &Roads,
    trace: &mut impl Trace,
) where
    Size<N>: Playable,
{
    let to_move = match position.side_to_move() {
        Color::White => 1,
        Color::Black => -1,
    };
    trace.add(TEMPO, to_move);
    trace.add(LEAD, 2 * position.flat_lead() - i32::from(position.half_komi().0));
    flats(position, trace);
    for color in Color::ALL {
        let sign = sign(color);
        blockers(position, color, sign, trace);
        lines(position, color, sign, trace);
    }
    count_roads(roads, trace);
    stacks(position, trace);
}

fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The class of a square: by its distances from the nearest edges.
const fn class<const N: usize>(square: usize) -> usize {
    let (file, rank) = (square % N, square / N);
    let file = if file < N - 1 - file { file } else { N - 1 - file };
    let rank = if rank < N - 1 - rank { rank } else { N - 1 - rank };
    let (near, far) = if file < rank { (file, rank) } else { (rank, file) };
    far * (far + 1) / 2 + near
}

/// The classes of an N×N board.
struct Classes<const N: usize>;

impl<const N: usize> Classes<N> {
    /// The squares of each class.
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

/// Flats, by the class of their square.
fn flats<const N: usize, H: Hashing>(position: &Position<N, H>, trace: &mut impl Trace)
where
    Size<N>: Playable,
{
    let flats = Color::ALL.map(|color| position.tops(color) - position.blockers());
    for class in 0..Classes::<N>::COUNT {
        let count = |flats: Bitboard<N>| (flats.bits() & Classes::<N>::MASKS[class]).count_ones();
        let [white, black] = flats.map(count);
        trace.add(FLAT + class, white as i32 - black as i32);
    }
}

/// Walls and capstones, by the class of their square; lonely capstones.
fn blockers<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    color: Color,
    sign: i32,
    trace: &mut impl Trace,
) where
    Size<N>: Playable,
{
    let tops = position.tops(color);
    for wall in tops & position.walls() {
        trace.add(WALL + class::<N>(wall), sign);
    }
    let occupied = position.occupied();
    for cap in tops & position.caps() {
        trace.add(CAPSTONE + class::<N>(cap), sign);
        let here = Bitboard::<N>::from_bits(1 << cap);
        if !here.neighbors().intersects(occupied - here) {
            trace.add(LONELY_CAPSTONE, sign);
        }
    }
}

/// The pieces under the tops.
fn stacks<const N: usize, H: Hashing>(position: &Position<N, H>, trace: &mut impl Trace)
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
        // The carry limit is N: the top piece and N − 1 under it.
        let below = height - 1;
        let near = (1_u64 << below.min(N - 1)) - 1;
        let support = (own as u64 & near).count_ones() as i32;
        let captive = near.count_ones() as i32 - support;
        let reach: u32 = Direction::ALL
            .into_iter()
            .map(|direction| position.reachable(square, direction).count())
            .sum();
        let (sign, kind_index) = (sign(owner), kind as usize - 1);
        trace.add(SUPPORT + kind_index, sign * support);
        trace.add(CAPTIVE + kind_index, sign * captive);
        trace.add(SUPPORT_REACH + kind_index, sign * support * reach as i32);
        trace.add(CAPTIVE_REACH + kind_index, sign * captive * reach as i32);
        if below >= N {
            let deep = (own & ((1 << below) - 1)) >> (N - 1);
            let deep_support = deep.count_ones() as i32;
            trace.add(DEEP_SUPPORT, sign * deep_support);
            trace.add(DEEP_CAPTIVE, sign * ((below + 1 - N) as i32 - deep_support));
        }
        if kind == Kind::Capstone && own & 1 == 1 {
            trace.add(HARD_CAPSTONE, sign);
        }
        let here = Bitboard::<N>::from_bits(1 << square.index());
        let blockers = position.blockers() & position.tops(!owner) & here.neighbors();
        trace.add(BESIDE_BLOCKER, sign * blockers.count() as i32 * height.min(N + 1) as i32);
    }
}

/// How many placements away roads are.
fn count_roads(roads: &Roads, trace: &mut impl Trace) {
    for color in Color::ALL {
        let ([along, across], sign) = (roads.distances[color.index()], sign(color));
        trace.add(NEAR_ROAD + along.min(across), sign);
        trace.add(FAR_ROAD + along.max(across), sign);
        let threats = roads.threats[color.index()];
        if threats > 0 {
            trace.add(THREATS + threats.min(3) - 1, sign);
        }
    }
}

/// Two players, two axes.
const LANES: usize = 4;

/// The placements on `open` squares that each player needs to connect bottom and top, and left and
/// right; at most N, which also means never.
///
/// All four floods advance together, one step per round: they share the vector
/// instructions and the loop's single exit.
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
            // First everything connected, then one more placement.
            let is_stable = grown == reached[lane];
            let apart = u64::from(!reached[lane].intersects(goal[lane]));
            let on = apart & u64::from(distance[lane] != N as u64);
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

// `lines` picks one of the three groups by arithmetic.
const _: () = assert!(SHARED_LINE == OPEN_LINE + 8 && BLOCKED_LINE == SHARED_LINE + 8);

/// Ranks and files of the largest board.
const MOST_LINES: usize = 16;

/// The squares of the ranks, then of the files; empty beyond a smaller board.
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

/// Ranks and files.
fn lines<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    color: Color,
    sign: i32,
    trace: &mut impl Trace,
) where
    Size<N>: Playable,
{
    let road = position.road_squares(color);
    let theirs = position.tops(!color);
    let blockers = theirs & position.blockers();
    let masks = const { line_masks::<N>() };
    // No branches, so that the loop is vectorized.
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
        trace.add(OPEN_LINE + chosen[line] as usize, sign * used[line] as i32);
    }
    for axis in [&used[..N], &used[N..2 * N]] {
        let occupied = axis.iter().sum::<u64>() as usize;
        if occupied > 0 {
            trace.add(OCCUPIED + occupied - 1, sign);
        }
    }
    let right = road & road.shift(bitops::Heading::Right, 1);
    let up = road & road.shift(bitops::Heading::Up, 1);
    trace.add(PAIR, sign * (right.count() + up.count()) as i32);
}

#[cfg(test)]
pub(super) mod tests {
    use tak_encoding::{BoardSize, HalfKomi, OneHash, Rules, Symmetry, with_size};

    use super::*;
    use crate::evaluation::counts;

    #[test]
    fn symmetric_squares_share_a_class() {
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
    pub(in crate::evaluation) fn reversed<const N: usize>(
        position: &Position<N, OneHash>,
    ) -> Position<N, OneHash>
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

    /// Visits the positions of some random games.
    pub(in crate::evaluation) fn for_each_of_random_games<const N: usize>(
        mut check: impl FnMut(&Position<N, OneHash>),
    ) where
        Size<N>: Playable,
    {
        let mut random = fastrand::Rng::with_seed(N as u64);
        for _ in 0..40 {
            let mut position = Position::<N, OneHash>::with_rules(Rules::with_komi(HalfKomi(3)));
            while position.outcome().is_none() && position.ply() < 90 {
                check(&position);
                let moves = position.legal_moves();
                // Flats only for half of the moves, so that roads come close.
                let most =
                    if random.bool() { moves.len() } else { position.empty().count() as usize };
                position.play_unchecked(moves[random.usize(..most.clamp(1, moves.len()))]);
            }
        }
    }

    fn check_random_games<const N: usize>()
    where
        Size<N>: Playable,
    {
        for_each_of_random_games::<N>(|position| {
            let found = counts(position);
            if !position.is_opening() {
                let against = counts(&reversed(position));
                assert_eq!(against.map(|count| -count), found, "{position}");
            }
            for symmetry in Symmetry::ALL {
                assert_eq!(counts(&position.transform(symmetry)), found, "{position}");
            }
        });
    }

    #[test]
    fn neither_side_nor_direction_matters() {
        for size in BoardSize::ALL {
            with_size!(size, N => check_random_games::<N>());
        }
    }

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
        // Around the wall: up the a-file, over b3, and up again.
        assert_eq!(distance("1,x4/2S,1,x3/1,1,x3/1,x4/1,x4 1 9", Color::White), 1);
    }
}
