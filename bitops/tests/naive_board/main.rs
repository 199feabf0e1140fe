//! Every board of 1×1 to 19×19 squares in every word, against a board of plain `bool`s.

use bitops::{Bitboard, Connectivity, Heading, Word, bitboard};
use proptest::collection::vec;
use proptest::prelude::{any, proptest};
use proptest::test_runner::Config;

use oracle::{NaiveBoard, assert_same, samples};

mod oracle;

/// The largest size under test.
const LARGEST: usize = 19;

/// Calls `check::<W, N, BLOCKS>` for every word and every size.
macro_rules! for_each_board {
    ($check:ident $arguments:tt) => {
        for_sizes!($check $arguments 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);
    };
}

/// The same for a choice of sizes, with one block and many, with and without a
/// gap in the last: for what is built on operations that are tested at every
/// size, since 95 types of board take long to compile.
macro_rules! for_some_boards {
    ($check:ident $arguments:tt) => {
        for_sizes!($check $arguments 1 2 3 5 8 11 16 19);
    };
}

macro_rules! for_sizes {
    ($check:ident $arguments:tt $($size:literal)*) => {$(
        for_words!($check $arguments $size u8 u16 u32 u64 u128);
    )*};
}

macro_rules! for_words {
    ($check:ident $arguments:tt $size:literal $($word:ident)*) => {$(
        $check::<$word, $size, { bitops::blocks($size, $word::BITS) }> $arguments;
    )*};
}

fn check_shifts<W: Word, const N: usize, const BLOCKS: usize>() {
    for naive in samples(N) {
        let board = naive.board::<W, N, BLOCKS>();
        for heading in Heading::ALL {
            for distance in 0..=N + 1 {
                let shifted = board.shift(heading, distance);
                assert_same(shifted, &naive.shift(heading, distance));
            }
        }
        assert_same(board.neighbors(), &naive.neighbors());
    }
}

#[test]
fn shifts() {
    for_each_board!(check_shifts());
}

fn check_lines<W: Word, const N: usize, const BLOCKS: usize>() {
    assert_same(Bitboard::<W, N, BLOCKS>::full(), &NaiveBoard::new(N, |_, _| true));
    for line in 0..N {
        let file = NaiveBoard::new(N, |_, file| file == line);
        let rank = NaiveBoard::new(N, |rank, _| rank == line);
        assert_same(Bitboard::<W, N, BLOCKS>::file(line), &file);
        assert_same(Bitboard::<W, N, BLOCKS>::rank(line), &rank);
    }
}

#[test]
fn files_and_ranks() {
    for_each_board!(check_lines());
}

/// The first cells as a board and as its oracle.
#[inline(never)]
fn from_cells<W: Word, const N: usize, const BLOCKS: usize>(
    cells: &[bool],
) -> (Bitboard<W, N, BLOCKS>, NaiveBoard) {
    let naive = NaiveBoard::new(N, |rank, file| cells[rank * N + file]);
    (naive.board(), naive)
}

/// Compares one operator. Not inlined, like `assert_same`.
#[inline(never)]
fn check_operator<W: Word, const N: usize, const BLOCKS: usize>(
    (left, right): (&[bool], &[bool]),
    operator: impl Fn(Bitboard<W, N, BLOCKS>, Bitboard<W, N, BLOCKS>) -> Bitboard<W, N, BLOCKS>,
    member: fn(bool, bool) -> bool,
) {
    let (left, naive_left) = from_cells::<W, N, BLOCKS>(left);
    let (right, naive_right) = from_cells::<W, N, BLOCKS>(right);
    assert_same(operator(left, right), &naive_left.zip(&naive_right, member));
}

fn check_algebra<W: Word, const N: usize, const BLOCKS: usize>(left: &[bool], right: &[bool]) {
    let both = (left, right);
    check_operator::<W, N, BLOCKS>(both, |a, b| a & b, |a, b| a && b);
    check_operator::<W, N, BLOCKS>(both, |a, b| a | b, |a, b| a || b);
    check_operator::<W, N, BLOCKS>(both, |a, b| a ^ b, |a, b| a != b);
    check_operator::<W, N, BLOCKS>(both, |a, b| a - b, |a, b| a && !b);
    check_operator::<W, N, BLOCKS>(both, |a, _| !a, |a, _| !a);
}

fn check_relations<W: Word, const N: usize, const BLOCKS: usize>(left: &[bool], right: &[bool]) {
    let (a, naive_a) = from_cells::<W, N, BLOCKS>(left);
    let (b, naive_b) = from_cells::<W, N, BLOCKS>(right);
    let common = naive_a.zip(&naive_b, |a, b| a && b).squares();
    assert_eq!(b.is_subset(a), common == naive_b.squares());
    assert!(a.is_subset(a));
    assert_eq!(a.intersects(b), !common.is_empty());
    assert!(Bitboard::from_blocks(a.to_blocks()) == a);
}

fn check_members<W: Word, const N: usize, const BLOCKS: usize>(cells: &[bool]) {
    let (board, naive) = from_cells::<W, N, BLOCKS>(cells);
    let squares = naive.squares();
    assert_eq!(board.iter().collect::<Vec<_>>(), squares);
    assert_eq!(board.iter().len(), squares.len());
    assert_eq!(board.count() as usize, squares.len());
    assert_eq!(board.is_empty(), squares.is_empty());
    assert_eq!(board.first(), squares.first().copied());
    assert_eq!(board.last(), squares.last().copied());
}

fn check_single_squares<W: Word, const N: usize, const BLOCKS: usize>(cells: &[bool]) {
    let (mut board, naive) = from_cells::<W, N, BLOCKS>(cells);
    let full = Bitboard::<W, N, BLOCKS>::full();
    for square in 0..N * N {
        let member = naive.members[square];
        let single = Bitboard::from_square(square);
        assert_eq!(board.contains(square), member);
        assert_eq!(single.is_subset(board), member);
        board.toggle(square);
        assert_eq!(board.contains(square), !member);
        board.remove(square);
        assert!(!board.contains(square));
        board.insert(square);
        assert!(board.contains(square));
    }
    assert_eq!(board, full);
}

fn check_floods<W: Word, const N: usize, const BLOCKS: usize>(seeds: &[bool], within: &[bool]) {
    let (seeds, naive_seeds) = from_cells::<W, N, BLOCKS>(seeds);
    let (within, naive_within) = from_cells::<W, N, BLOCKS>(within);
    let naive_reached = naive_seeds.flood(&naive_within, &Heading::ORTHOGONAL);
    assert_same(seeds.flood(within), &naive_reached);
    let by_slides = |connectivity| seeds.flood_by_slides(within, connectivity);
    assert_same(by_slides(Connectivity::Four), &naive_reached);
    let with_corners = naive_seeds.flood(&naive_within, &Heading::ALL);
    assert_same(by_slides(Connectivity::Eight), &with_corners);
    for heading in Heading::ALL {
        let slides = naive_seeds.slide(heading, &naive_within);
        assert_same(seeds.slide(heading, within), &slides);
    }
    let mut single = Bitboard::<W, N, BLOCKS>::empty();
    for square in (0..N * N).step_by(N + 2) {
        single.insert(square);
        let joined = within.joins(seeds, single);
        assert_eq!(joined, naive_reached.members[square]);
        single.remove(square);
    }
}

/// Under Miri a single case, and no file to keep failures in.
fn property_tests() -> Config {
    if cfg!(miri) {
        return Config { failure_persistence: None, ..Config::with_cases(1) };
    }
    Config::with_cases(32)
}

proptest! {
    #![proptest_config(property_tests())]

    #[test]
    fn set_algebra(
        left in vec(any::<bool>(), LARGEST * LARGEST),
        right in vec(any::<bool>(), LARGEST * LARGEST),
    ) {
        for_each_board!(check_algebra(&left, &right));
        for_some_boards!(check_relations(&left, &right));
        for_some_boards!(check_members(&left));
        for_some_boards!(check_single_squares(&left));
    }

    #[test]
    fn floods(
        seeds in vec(proptest::bool::weighted(0.05), LARGEST * LARGEST),
        within in vec(proptest::bool::weighted(0.65), LARGEST * LARGEST),
    ) {
        for_some_boards!(check_floods(&seeds, &within));
    }
}

#[test]
fn a_snake_floods_to_its_end() {
    // Every other rank, joined on the right and on the left alternately.
    let snake = NaiveBoard::new(LARGEST, |rank, file| match rank % 4 {
        1 => file == LARGEST - 1,
        3 => file == 0,
        _ => true,
    });
    let board: bitboard!(u16, 19) = snake.board();
    let start = Bitboard::from_square(0);
    assert_eq!(start.flood(board), board);
    assert_eq!(start.flood_by_slides(board, Connectivity::Four), board);
    let end = Bitboard::from_square(LARGEST * LARGEST - 1);
    assert!(board.joins(start, end));
}
