//! Symmetries of boards of one `u64` by delta swaps: on any CPU, and for constants.

use crate::Symmetry;

/// Exchanges every bit under `mask` with the bit `delta` places higher.
///
/// Each bit `n` of `mask` stands for the pair of bits `n` and `n + delta`. The pairs must not
/// overlap, and none may reach past bit 63.
///
/// ```
/// use bitops::delta_swap;
/// // The two halves of each byte change places.
/// assert_eq!(delta_swap(0x0123_4567_89ab_cdef, 0x0f0f_0f0f_0f0f_0f0f, 4),
///            0x1032_5476_98ba_dcfe);
/// ```
///
/// # Panics
/// If overflow checks are on and `delta` is 64 or more.
#[inline]
pub const fn delta_swap(word: u64, mask: u64, delta: u32) -> u64 {
    let differing = ((word >> delta) ^ word) & mask;
    word ^ differing ^ (differing << delta)
}

/// Delta swaps to be done one after the other. A constant list compiles to
/// straight-line code with immediate masks and distances.
struct DeltaSwaps {
    /// `count` pairs of mask and delta; the rest is unused.
    steps: [(u64, u32); Self::CAPACITY],
    count: usize,
}

impl DeltaSwaps {
    /// An 8×8 board has seven diagonals on one side of the main one.
    const CAPACITY: usize = 7;

    const fn new() -> Self {
        Self { steps: [(0, 0); Self::CAPACITY], count: 0 }
    }

    /// The same list with one more swap at its end.
    const fn and(mut self, mask: u64, delta: u32) -> Self {
        self.steps[self.count] = (mask, delta);
        self.count += 1;
        self
    }

    #[inline(always)]
    const fn apply(&self, mut word: u64) -> u64 {
        let mut step = 0;
        while step < self.count {
            let (mask, delta) = self.steps[step];
            word = delta_swap(word, mask, delta);
            step += 1;
        }
        word
    }
}

/// The swaps of `N` × `N` adjacent bits, `N` from 1 to 8.
struct Swaps<const N: usize>;

impl<const N: usize> Swaps<N> {
    /// Every file changes places with its mirror image.
    const MIRROR_FILES: DeltaSwaps = {
        let (mut first_file, mut rank) = (0, 0);
        while rank < N {
            first_file |= 1 << (rank * N);
            rank += 1;
        }
        let mut swaps = DeltaSwaps::new();
        let mut file = 0;
        while file < N / 2 {
            swaps = swaps.and(first_file << file, (N - 1 - 2 * file) as u32);
            file += 1;
        }
        swaps
    };

    /// Every rank changes places with its mirror image.
    const MIRROR_RANKS: DeltaSwaps = {
        let mut swaps = DeltaSwaps::new();
        let mut rank = 0;
        while rank < N / 2 {
            let first_rank = (1 << N) - 1;
            swaps = swaps.and(first_rank << (rank * N), (N * (N - 1 - 2 * rank)) as u32);
            rank += 1;
        }
        swaps
    };

    /// Ranks become files.
    const TRANSPOSE: DeltaSwaps = if N == 8 {
        // Within blocks of 2×2, then of whole 2×2 blocks, then of 4×4 blocks.
        DeltaSwaps::new()
            .and(0x00aa_00aa_00aa_00aa, 7)
            .and(0x0000_cccc_0000_cccc, 14)
            .and(0x0000_0000_f0f0_f0f0, 28)
    } else {
        // The diagonal `distance` files right of the main one changes places
        // with the one as many ranks above it.
        let mut swaps = DeltaSwaps::new();
        let mut distance = 1;
        while distance < N {
            let mut mask = 0;
            let mut rank = 0;
            while rank + distance < N {
                mask |= 1 << (rank * N + rank + distance);
                rank += 1;
            }
            swaps = swaps.and(mask, (distance * (N - 1)) as u32);
            distance += 1;
        }
        swaps
    };
}

/// The board of `N` × `N` adjacent bits after a symmetry.
#[inline]
pub(crate) const fn transform<const N: usize>(board: u64, symmetry: Symmetry) -> u64 {
    if N == 8 {
        return transform_8(board, symmetry);
    }
    let [mirror_files, mirror_ranks, transpose] = symmetry.parts();
    let mut board = board;
    if mirror_files {
        board = Swaps::<N>::MIRROR_FILES.apply(board);
    }
    if mirror_ranks {
        board = Swaps::<N>::MIRROR_RANKS.apply(board);
    }
    if transpose {
        board = Swaps::<N>::TRANSPOSE.apply(board);
    }
    board
}

/// With one byte for each rank, the mirrors are built into the CPU: it reverses bytes or bits.
#[inline]
const fn transform_8(board: u64, symmetry: Symmetry) -> u64 {
    const TRANSPOSE: DeltaSwaps = Swaps::<8>::TRANSPOSE;
    match symmetry {
        Symmetry::Identity => board,
        Symmetry::MirrorRanks => board.swap_bytes(),
        Symmetry::MirrorFiles => board.reverse_bits().swap_bytes(),
        Symmetry::Rotate180 => board.reverse_bits(),
        Symmetry::Transpose => TRANSPOSE.apply(board),
        Symmetry::Rotate90 => TRANSPOSE.apply(board).swap_bytes(),
        Symmetry::Rotate270 => TRANSPOSE.apply(board.swap_bytes()),
        Symmetry::AntiTranspose => TRANSPOSE.apply(board.reverse_bits()),
    }
}
