//! The keys of the hashes, for programs in other languages.

use crate::piece::Color;
use crate::size::{BoardSize, Playable, Size, stack_capacity};
use crate::zobrist::{
    BLACK_TO_MOVE, DOUBLE_BLACK_STACK, EightKeys, KeyTable, NO_SWAP, layer_and_turn,
};

/// The keys that make up the hashes of a board size, for programs in other languages: FORMATS.md
/// says how.
///
/// ```
/// use tak_encoding::{BoardSize, HashKeys, OneHash, Position};
///
/// let keys = HashKeys::of(BoardSize::Five);
/// let position = Position::<5, OneHash>::from_tps("x5/x5/x5/x5/x,12C,x3 2 4")?;
/// // A white flat at the bottom of b1, a black piece on it, a capstone.
/// let hash = keys.pieces[0][0][1] ^ keys.pieces[1][1][1] ^ keys.capstones[1];
/// assert_eq!(position.hash(), hash ^ keys.black_to_move);
/// # Ok::<(), tak_encoding::TpsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HashKeys {
    /// For a piece, by its height, 0 at the bottom, its colour, and its square from a1 on.
    pub pieces: Vec<[Vec<u64>; 2]>,
    /// For a wall on top of a square.
    pub walls: Vec<u64>,
    /// For a capstone on top of a square.
    pub capstones: Vec<u64>,
    /// For Black to move.
    pub black_to_move: u64,
    /// For the opening no-swap, if the board does not show it.
    pub no_swap: u64,
    /// For the double black stack, if the board does not show it.
    pub double_black_stack: u64,
}

impl HashKeys {
    /// The keys of a size.
    pub fn of(size: BoardSize) -> Self {
        crate::with_size!(size, N => Self::at::<N>())
    }

    fn at<const N: usize>() -> Self
    where
        Size<N>: Playable,
    {
        let KeyTable { stones, kinds } = Size::<N>::keys();
        let squares = |rows: &[EightKeys], layer: usize, turn: u32| -> Vec<u64> {
            let rows = &rows[layer * N * N..(layer + 1) * N * N];
            rows.iter().map(|row| row.0[0].rotate_left(turn)).collect()
        };
        let of_piece = |height, color| {
            let (layer, turn) = layer_and_turn::<N>(height, color);
            squares(stones, layer, turn)
        };
        let heights = 0..stack_capacity::<N>();
        Self {
            pieces: heights.map(|height| Color::ALL.map(|color| of_piece(height, color))).collect(),
            walls: squares(kinds, 0, 0),
            capstones: squares(kinds, 1, 0),
            black_to_move: BLACK_TO_MOVE.0[0],
            no_swap: NO_SWAP.0[0],
            double_black_stack: DOUBLE_BLACK_STACK.0[0],
        }
    }
}
