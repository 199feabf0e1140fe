//! The oracle: a board without any cleverness, and samples of it.

use bitops::{Bitboard, Direction, Word};

/// Nothing but one `bool` for each square.
#[derive(Clone, PartialEq)]
pub(crate) struct NaiveBoard {
    size: usize,
    pub(crate) members: Vec<bool>,
}

impl NaiveBoard {
    /// Asks `member` about the rank and the file of every square.
    pub(crate) fn new(size: usize, member: impl Fn(usize, usize) -> bool) -> Self {
        let members = (0..size * size)
            .map(|square| member(square / size, square % size))
            .collect();
        Self { size, members }
    }

    /// Whether there is such a square, and it is a member.
    fn get(&self, rank: isize, file: isize) -> bool {
        let on_board = 0..self.size as isize;
        on_board.contains(&rank)
            && on_board.contains(&file)
            && self.members[rank as usize * self.size + file as usize]
    }

    pub(crate) fn shift(&self, direction: Direction, distance: usize) -> Self {
        let ranks = direction.rank_step() * distance as isize;
        let files = direction.file_step() * distance as isize;
        Self::new(self.size, |rank, file| {
            self.get(rank as isize - ranks, file as isize - files)
        })
    }

    pub(crate) fn neighbors(&self) -> Self {
        Self::new(self.size, |rank, file| {
            let (rank, file) = (rank as isize, file as isize);
            self.get(rank + 1, file)
                || self.get(rank - 1, file)
                || self.get(rank, file + 1)
                || self.get(rank, file - 1)
        })
    }

    /// Combines the squares of two boards one by one.
    pub(crate) fn zip(&self, other: &Self, member: impl Fn(bool, bool) -> bool) -> Self {
        let pairs = self.members.iter().zip(&other.members);
        Self {
            size: self.size,
            members: pairs.map(|(&left, &right)| member(left, right)).collect(),
        }
    }

    pub(crate) fn flood(&self, within: &Self) -> Self {
        let mut reached = self.zip(within, |seed, within| seed && within);
        loop {
            let grown = reached
                .neighbors()
                .zip(within, |near, within| near && within)
                .zip(&reached, |new, old| new || old);
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// What is reached by single steps in these directions over `open`.
    fn walk(&self, open: &Self, directions: &[Direction]) -> Self {
        let mut reached = self.zip(open, |member, _| member);
        loop {
            let before = reached.squares();
            for &direction in directions {
                let steps = reached.shift(direction, 1);
                let steps = steps.zip(open, |step, open| step && open);
                reached = reached.zip(&steps, |old, new| old || new);
            }
            if reached.squares() == before {
                return reached;
            }
        }
    }

    pub(crate) fn flood_along(&self, within: &Self, directions: &[Direction]) -> Self {
        let start = self.zip(within, |seed, within| seed && within);
        start.walk(within, directions)
    }

    pub(crate) fn slide(&self, direction: Direction, open: &Self) -> Self {
        self.walk(open, &[direction])
    }

    pub(crate) fn squares(&self) -> Vec<usize> {
        (0..self.members.len())
            .filter(|&square| self.members[square])
            .collect()
    }

    fn blocks(&self, word_bits: u32) -> Vec<u128> {
        let bits = word_bits as usize;
        let mut blocks = vec![0; self.members.len().div_ceil(bits)];
        for square in self.squares() {
            blocks[square / bits] |= 1 << (square % bits);
        }
        blocks
    }

    #[inline(never)]
    pub(crate) fn board<W: Word, const N: usize, const BLOCKS: usize>(
        &self,
    ) -> Bitboard<W, N, BLOCKS> {
        self.squares().into_iter().collect()
    }
}

/// Compares the bits, with clear bits past the last square.
///
/// Not inlined, since 95 types of board come through here.
#[track_caller]
#[inline(never)]
pub(crate) fn assert_same<W: Word, const N: usize, const BLOCKS: usize>(
    board: Bitboard<W, N, BLOCKS>,
    naive: &NaiveBoard,
) {
    let blocks: Vec<u128> = board
        .to_blocks()
        .iter()
        .map(|block| block.widen())
        .collect();
    let bits = W::BITS;
    assert!(
        blocks == naive.blocks(bits),
        "size {N}, blocks of {bits} bits\n{board}"
    );
}

/// Members by the bits of a simple generator, about half of the squares.
fn scattered(size: usize, seed: u64) -> NaiveBoard {
    NaiveBoard::new(size, |rank, file| {
        let mut hash = (seed << 32) + (rank << 16) as u64 + file as u64;
        for _ in 0..3 {
            hash = (hash ^ (hash >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        hash >> 63 == 1
    })
}

/// Full and empty boards, edges, single squares and scattered members.
pub(crate) fn samples(size: usize) -> Vec<NaiveBoard> {
    let last = size - 1;
    let mut samples = vec![
        NaiveBoard::new(size, |_, _| true),
        NaiveBoard::new(size, |_, _| false),
        NaiveBoard::new(size, |rank, _| rank == 0),
        NaiveBoard::new(size, |rank, _| rank == last),
        NaiveBoard::new(size, |_, file| file == 0),
        NaiveBoard::new(size, |_, file| file == last),
    ];
    let single = |square| NaiveBoard::new(size, |rank, file| rank * size + file == square);
    samples.extend((0..size * size).map(single));
    samples.extend((0..8).map(|seed| scattered(size, seed)));
    samples
}
