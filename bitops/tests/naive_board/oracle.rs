//! The oracle: a board without any cleverness, and sample boards.

use bitops::{Bitboard, Heading, Word};

/// One `bool` per square.
#[derive(Clone, PartialEq)]
pub(crate) struct NaiveBoard {
    size: usize,
    pub(crate) members: Vec<bool>,
}

impl NaiveBoard {
    /// The squares for which `member` holds, given rank and file.
    pub(crate) fn new(size: usize, mut member: impl FnMut(usize, usize) -> bool) -> Self {
        let members = (0..size * size).map(|square| member(square / size, square % size)).collect();
        Self { size, members }
    }

    /// Whether the square is on the board and a member.
    fn contains(&self, rank: isize, file: isize) -> bool {
        let on_board = 0..self.size as isize;
        on_board.contains(&rank)
            && on_board.contains(&file)
            && self.members[rank as usize * self.size + file as usize]
    }

    pub(crate) fn shift(&self, heading: Heading, distance: usize) -> Self {
        let ranks = heading.rank_step() * distance as isize;
        let files = heading.file_step() * distance as isize;
        Self::new(self.size, |rank, file| {
            self.contains(rank as isize - ranks, file as isize - files)
        })
    }

    pub(crate) fn neighbors(&self) -> Self {
        Self::new(self.size, |rank, file| {
            let (rank, file) = (rank as isize, file as isize);
            self.contains(rank + 1, file)
                || self.contains(rank - 1, file)
                || self.contains(rank, file + 1)
                || self.contains(rank, file - 1)
        })
    }

    /// Combines two boards square by square.
    pub(crate) fn zip(&self, other: &Self, member: impl Fn(bool, bool) -> bool) -> Self {
        let pairs = self.members.iter().zip(&other.members);
        Self {
            size: self.size,
            members: pairs.map(|(&left, &right)| member(left, right)).collect(),
        }
    }

    /// Everything reached by single steps over `open`.
    fn walk(&self, open: &Self, headings: &[Heading]) -> Self {
        let mut reached = self.zip(open, |member, _| member);
        loop {
            let before = reached.clone();
            for &heading in headings {
                let steps = reached.shift(heading, 1);
                let steps = steps.zip(open, |step, open| step && open);
                reached = reached.zip(&steps, |old, new| old || new);
            }
            if reached == before {
                return reached;
            }
        }
    }

    pub(crate) fn flood(&self, within: &Self, headings: &[Heading]) -> Self {
        let start = self.zip(within, |seed, within| seed && within);
        start.walk(within, headings)
    }

    pub(crate) fn slide(&self, heading: Heading, open: &Self) -> Self {
        self.walk(open, &[heading])
    }

    pub(crate) fn squares(&self) -> Vec<usize> {
        (0..self.members.len()).filter(|&square| self.members[square]).collect()
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

/// Compares all bits, including those past the last square. Not inlined, since it
/// is compiled for 95 types of board.
#[track_caller]
#[inline(never)]
pub(crate) fn assert_same<W: Word, const N: usize, const BLOCKS: usize>(
    board: Bitboard<W, N, BLOCKS>,
    naive: &NaiveBoard,
) {
    let blocks: Vec<u128> = board.to_blocks().iter().map(|block| block.widen()).collect();
    let bits = W::BITS;
    assert!(blocks == naive.blocks(bits), "size {N}, blocks of {bits} bits\n{board}");
}

/// Full and empty boards, edges, single squares and random members.
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
    let mut random = fastrand::Rng::with_seed(size as u64);
    samples.extend((0..8).map(|_| NaiveBoard::new(size, |_, _| random.bool())));
    samples
}
