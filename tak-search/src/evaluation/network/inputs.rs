//! What the network sees of a position: a set of numbered inputs, each active or not.
//!
//! From the perspective of one player, called *own*; the opponent is *other*:
//!
//! | inputs | what |
//! |---|---|
//! | 6 N² | own flat, wall and capstone on each square, then the other's |
//! | 2 N·N² | own piece under a top, by its depth 1 … N and square, then the other's |
//! | 2 × 52 | own flats in hand, 0 … 51, then the other's |
//! | 2 × 3 | own capstones in hand, 0 … 2, then the other's |
//! | 41 | the own lead in flats, komi included, in half flats from −20 to 20 |
//! | 4 × 9 | the placements that a road needs along the better and the worse axis: own, own, other's, other's |
//! | 2 × 4 | squares where a placement by the player who just moved completes a road, 0 … 3 |
//!
//! Squares are numbered a1, b1, …; depth 1 is right under the top. A number beyond its range counts
//! as the last one. Trainer and engine both use [`Inputs::of`].

use tak_encoding::{Color, Hashing, Playable, Position, Size, Square, Symmetry};

use crate::evaluation::terms::Roads;

/// Planes of N² inputs each: three kinds of top and N depths, for both players.
const fn planes<const N: usize>() -> usize {
    2 * (KINDS + N)
}

const KINDS: usize = 3;
/// The planes of the largest board.
const MOST_PLANES: usize = planes::<8>();

/// Groups of inputs of which exactly one is active, after the planes: the size of each group, own
/// groups beside the other's.
const GROUPS: [usize; 11] =
    [HANDS, HANDS, CAPS, CAPS, LEADS, DISTANCES, DISTANCES, DISTANCES, DISTANCES, THREATS, THREATS];
const HANDS: usize = 52;
const CAPS: usize = 3;
const LARGEST_LEAD: i32 = 20;
const LEADS: usize = 2 * LARGEST_LEAD as usize + 1;
const DISTANCES: usize = 9;
const THREATS: usize = 4;

/// A part of a position whose inputs can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<const N: usize> {
    /// A square and everything on it.
    Stack(Square<N>),
    /// Some groups of [`GROUP_PARTS`].
    Groups(&'static [usize]),
}

/// What the groups are about, by name.
pub const GROUP_PARTS: [(&str, &[usize]); 5] = [
    ("of flats in hand", &[0, 1]),
    ("of capstones in hand", &[2, 3]),
    ("of the lead", &[4]),
    ("of roads", &[5, 6, 7, 8]),
    ("of threats", &[9, 10]),
];

impl<const N: usize> Part<N> {
    /// Whether an input belongs to the part.
    pub(super) fn has(self, input: usize) -> bool {
        match self {
            Self::Stack(square) => {
                input < planes::<N>() * N * N && input % (N * N) == square.index()
            }
            Self::Groups(groups) => groups.iter().any(|&group| {
                let start = group_start::<N>(group);
                (start..start + GROUPS[group]).contains(&input)
            }),
        }
    }
}

/// The group of the lead, which changes its sign with the perspective.
const LEAD_GROUP: usize = 4;
/// The index of each group from the other player's perspective.
const SWAPPED: [usize; GROUPS.len()] = [1, 0, 3, 2, 4, 7, 8, 5, 6, 10, 9];

/// How many inputs come before each group.
const GROUP_STARTS: [usize; GROUPS.len()] = {
    let mut starts = [0; GROUPS.len()];
    let mut group = 1;
    while group < GROUPS.len() {
        starts[group] = starts[group - 1] + GROUPS[group - 1];
        group += 1;
    }
    starts
};

/// The number of inputs of a board size.
pub const fn count<const N: usize>() -> usize {
    planes::<N>() * N * N + GROUP_STARTS[GROUPS.len() - 1] + GROUPS[GROUPS.len() - 1]
}

/// The active inputs, from White's perspective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs<const N: usize> {
    planes: [u64; MOST_PLANES],
    /// The active one of each group.
    groups: [u8; GROUPS.len()],
}

impl<const N: usize> Inputs<N>
where
    Size<N>: Playable,
{
    /// The inputs of a position.
    pub fn of<H: Hashing>(position: &Position<N, H>) -> Self {
        Self::with_roads(position, &Roads::of(position))
    }

    /// The inputs of a position whose roads have already been computed.
    #[inline]
    pub(crate) fn with_roads<H: Hashing>(position: &Position<N, H>, roads: &Roads) -> Self {
        let mut planes = [0; MOST_PLANES];
        let (walls, caps) = (position.walls().bits(), position.caps().bits());
        for color in Color::ALL {
            let tops = position.tops(color).bits();
            let start = color.index() * KINDS;
            planes[start] = tops & !(walls | caps);
            planes[start + 1] = tops & walls;
            planes[start + 2] = tops & caps;
        }
        for index in position.tall() {
            let Some(square) = Square::<N>::new(index) else { continue };
            let stack = position.stack(square);
            // A set bit is a black piece; the top is the lowest.
            let mut black = stack.bits() >> 1;
            for depth in 0..(stack.height() - 1).min(N) {
                let owner = (black & 1) as usize;
                planes[2 * KINDS + owner * N + depth] |= 1 << index;
                black >>= 1;
            }
        }
        Self { planes, groups: groups(position, roads) }
    }

    /// Calls `take` with the number of each active input.
    #[inline]
    pub fn for_each(&self, mut take: impl FnMut(usize)) {
        for (plane, &squares) in self.planes[..planes::<N>()].iter().enumerate() {
            for_each_bit(squares, |square| take(plane * N * N + square));
        }
        for (group, &place) in self.groups.iter().enumerate() {
            take(group_start::<N>(group) + usize::from(place));
        }
    }

    /// Visits each input that is active here but not there, then each that is active there but not
    /// here.
    #[inline]
    pub(super) fn for_each_change(
        &self,
        before: &Self,
        mut add: impl FnMut(usize),
        mut remove: impl FnMut(usize),
    ) {
        for_each_bit(changed(&self.planes, &before.planes), |plane| {
            let (now, then) = (self.planes[plane], before.planes[plane]);
            for_each_bit(now & !then, |square| add(plane * N * N + square));
            for_each_bit(then & !now, |square| remove(plane * N * N + square));
        });
        for_each_bit(changed(&self.groups, &before.groups), |group| {
            let start = group_start::<N>(group);
            add(start + usize::from(self.groups[group]));
            remove(start + usize::from(before.groups[group]));
        });
    }
}

/// A bit for each number that is another one there: few are, and none costs a guess.
#[inline(always)]
fn changed<T: PartialEq, const COUNT: usize>(now: &[T; COUNT], then: &[T; COUNT]) -> u64 {
    let differs = |index| u64::from(now[index] != then[index]) << index;
    (0..COUNT).map(differs).fold(0, |all, one| all | one)
}

#[inline(always)]
fn for_each_bit(mut bits: u64, mut take: impl FnMut(usize)) {
    while bits != 0 {
        take(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

const fn group_start<const N: usize>(group: usize) -> usize {
    planes::<N>() * N * N + GROUP_STARTS[group]
}

fn groups<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    roads: &Roads,
) -> [u8; GROUPS.len()]
where
    Size<N>: Playable,
{
    let [white, black] = position.reserves();
    let lead = 2 * position.flat_lead() - i32::from(position.half_komi().0);
    let [own, other] = roads.distances;
    let [own, other] = [own, other].map(|[along, across]| (along.min(across), along.max(across)));
    let [white_threats, black_threats] = roads.threats;
    let places = [
        usize::from(white.flats),
        usize::from(black.flats),
        usize::from(white.caps),
        usize::from(black.caps),
        (lead.clamp(-LARGEST_LEAD, LARGEST_LEAD) + LARGEST_LEAD) as usize,
        own.0,
        own.1,
        other.0,
        other.1,
        white_threats,
        black_threats,
    ];
    std::array::from_fn(|group| places[group].min(GROUPS[group] - 1) as u8)
}

/// The number of each input from the other player's perspective.
pub fn swapped<const N: usize>() -> Vec<u16> {
    let squares = N * N;
    let on_board = (0..planes::<N>() * squares).map(|input| {
        let (plane, square) = (input / squares, input % squares);
        let (start, each) = if plane < 2 * KINDS { (0, KINDS) } else { (2 * KINDS, N) };
        let other = start + (plane - start + each) % (2 * each);
        other * squares + square
    });
    let in_groups = (0..GROUPS.len()).flat_map(|group| {
        (0..GROUPS[group]).map(move |place| {
            let mirrored = if group == LEAD_GROUP { LEADS - 1 - place } else { place };
            group_start::<N>(SWAPPED[group]) + mirrored
        })
    });
    on_board.chain(in_groups).map(|input| input as u16).collect()
}

/// The number that each input has on the board turned by a symmetry.
pub fn turned<const N: usize>(symmetry: Symmetry) -> Vec<u16>
where
    Size<N>: Playable,
{
    let squares = planes::<N>() * N * N;
    let on_board = (0..squares).map(|input| {
        let (plane, square) = (input / (N * N), input % (N * N));
        (plane * N * N + symmetry.square(square, N)) as u16
    });
    on_board.chain((squares..count::<N>()).map(|input| input as u16)).collect()
}

#[cfg(test)]
mod tests {
    use tak_encoding::{BoardSize, HalfKomi, Kind, OneHash, Rules, with_size};

    use super::*;
    use crate::evaluation::terms::tests::{for_each_of_random_games, reversed};

    /// What an input stands for, in words.
    fn name<const N: usize>(input: usize) -> String
    where
        Size<N>: Playable,
    {
        let owner = |is_other: bool| if is_other { "other" } else { "own" };
        let (plane, square) = (input / (N * N), input % (N * N));
        if plane < planes::<N>() {
            let square =
                Square::<N>::new(square).map_or(String::new(), |square| square.to_string());
            if plane < 2 * KINDS {
                let kind = Kind::ALL[plane % KINDS];
                return format!("{} {kind:?} {square}", owner(plane >= KINDS));
            }
            let below = plane - 2 * KINDS;
            return format!("{} piece {} under {square}", owner(below >= N), below % N + 1);
        }
        let groups = (0..GROUPS.len()).rev().map(|group| (group, group_start::<N>(group)));
        let found = groups.into_iter().find(|&(_, start)| start <= input);
        let (group, start) = found.unwrap_or_default();
        let number = (input - start) as i32;
        match group {
            LEAD_GROUP => format!("{} {}", GROUP_NAMES[group], number - LARGEST_LEAD),
            _ => format!("{} {number}", GROUP_NAMES[group]),
        }
    }

    /// What the groups are, for [`name`].
    const GROUP_NAMES: [&str; GROUPS.len()] = [
        "own flats in hand",
        "other flats in hand",
        "own capstones in hand",
        "other capstones in hand",
        "lead in half flats",
        "own road along the better axis",
        "own road along the worse axis",
        "other road along the better axis",
        "other road along the worse axis",
        "own threats",
        "other threats",
    ];

    fn set<const N: usize>(position: &Position<N, OneHash>) -> Vec<usize>
    where
        Size<N>: Playable,
    {
        let mut inputs = Vec::new();
        Inputs::of(position).for_each(|input| inputs.push(input));
        inputs
    }

    fn mapped(inputs: &[usize], numbers: &[u16]) -> Vec<usize> {
        let mut mapped: Vec<_> = inputs.iter().map(|&input| usize::from(numbers[input])).collect();
        mapped.sort_unstable();
        mapped
    }

    #[test]
    fn turned_and_swapped_positions_have_turned_and_swapped_inputs() {
        fn check<const N: usize>()
        where
            Size<N>: Playable,
        {
            let turns = Symmetry::ALL.map(|symmetry| (symmetry, turned::<N>(symmetry)));
            let swap = swapped::<N>();
            for_each_of_random_games::<N>(|position| {
                let inputs = set(position);
                assert!(inputs.is_sorted() && inputs.iter().all(|&input| input < count::<N>()));
                for (symmetry, numbers) in &turns {
                    assert_eq!(set(&position.transform(*symmetry)), mapped(&inputs, numbers));
                }
                if !position.is_opening() {
                    assert_eq!(set(&reversed(position)), mapped(&inputs, &swap), "{position}");
                }
            });
            let twice = (0..count::<N>()).map(|input| swap[usize::from(swap[input])]);
            assert!(twice.map(usize::from).eq(0..count::<N>()));
        }
        for size in BoardSize::ALL {
            with_size!(size, N => check::<N>());
        }
    }

    #[test]
    fn changes_lead_from_one_set_to_the_other() {
        let mut before = Inputs::of(&Position::<5, OneHash>::new());
        let mut inputs = Vec::new();
        before.for_each(|input| inputs.push(input));
        for_each_of_random_games::<5>(|position| {
            let now = Inputs::of(position);
            let (mut added, mut removed) = (Vec::new(), Vec::new());
            now.for_each_change(&before, |input| added.push(input), |input| removed.push(input));
            inputs.retain(|input| !removed.contains(input));
            inputs.extend(added);
            inputs.sort_unstable();
            assert_eq!(inputs, set(position));
            before = now;
        });
    }

    #[test]
    fn each_input_has_a_name() {
        let tps = "x5/x5/x5/x,112S,x3/2C,x4 2 5";
        let rules = Rules::with_komi(HalfKomi(4));
        let position = Position::<5, OneHash>::from_tps_with(tps, rules).unwrap();
        let names: Vec<_> = set(&position).into_iter().map(name::<5>).collect();
        let expected = [
            "other Wall b2",
            "other Capstone a1",
            "own piece 1 under b2",
            "own piece 2 under b2",
            "own flats in hand 19",
            "other flats in hand 20",
            "own capstones in hand 1",
            "other capstones in hand 0",
            "lead in half flats -4",
            "own road along the better axis 5",
            "own road along the worse axis 5",
            "other road along the better axis 4",
            "other road along the worse axis 4",
            "own threats 0",
            "other threats 0",
        ];
        assert_eq!(names, expected);
        let mut all: Vec<_> = (0..count::<5>()).map(name::<5>).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count::<5>());
    }
}
