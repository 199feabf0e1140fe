//! The canonical orientation: what symmetric positions share.
//!
//! Of the eight orientations of a board, the canonical one is that whose [packed](PackedBoard)
//! bytes come first. It does not depend on hashes, so that a stored board stays canonical even if
//! the hash keys change.

use std::cmp::Ordering;

use bitops::Symmetry;
use smallvec::{SmallVec, smallvec};

use crate::packed::{PackedBoard, packed_start};
use crate::position::Position;
use crate::size::{Playable, Size};
use crate::zobrist::Hashing;

/// A packed board in its canonical orientation, and how to get there.
///
/// ```
/// use tak_encoding::{Position, Symmetry};
///
/// let position = Position::<6>::from_tps("x6/x6/x6/x6/x6/2,x5 2 1")?;
/// let corner = Position::<6>::from_tps("x5,2/x6/x6/x6/x6/x6 2 1")?;
/// let (one, other) = (position.canonical_board(), corner.canonical_board());
/// assert_eq!(one.board(), other.board());
/// // A stone on a diagonal: its board is its own mirror image.
/// assert_eq!(one.symmetries(), [Symmetry::Rotate90, Symmetry::MirrorRanks]);
/// # Ok::<(), tak_encoding::TpsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CanonicalBoard {
    board: PackedBoard,
    symmetries: SmallVec<[Symmetry; 8]>,
}

impl CanonicalBoard {
    /// The board, the same for all symmetric positions and no others.
    pub fn board(&self) -> &PackedBoard {
        &self.board
    }

    /// The board alone.
    pub fn into_board(self) -> PackedBoard {
        self.board
    }

    /// The first symmetry that turns the position into this board.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetries[0]
    }

    /// All such symmetries: more than one if the board itself is symmetric.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// The canonical board as bytes, and the symmetries that lead there.
    pub fn canonical_board(&self) -> CanonicalBoard {
        let starts = self.occupied().orientations().map(packed_start);
        let first =
            (1..8).fold(0, |best, lane| if starts[lane] < starts[best] { lane } else { best });
        let pack = |lane: usize| CanonicalBoard {
            board: self.pack_turned(Symmetry::ALL[lane]),
            symmetries: smallvec![Symmetry::ALL[lane]],
        };
        let mut found = pack(first);
        // Few orientations start alike; only these are packed.
        for lane in (first + 1..8).filter(|&lane| starts[lane] == starts[first]) {
            let other = pack(lane);
            match other.board.cmp(&found.board) {
                Ordering::Less => found = other,
                Ordering::Equal => found.symmetries.push(Symmetry::ALL[lane]),
                Ordering::Greater => {}
            }
        }
        found
    }

    /// The symmetry that turns this position into its canonical form; the first one if several do.
    pub fn canonical_symmetry(&self) -> Symmetry {
        self.canonical_board().symmetry()
    }

    /// The position in its canonical orientation: the same for all symmetric
    /// ones of this move number, komi and pieces in hand.
    pub fn canonical(&self) -> Self {
        self.transform(self.canonical_symmetry())
    }

    /// The canonical board as bytes: the same for all symmetric positions.
    pub fn pack_canonical(&self) -> PackedBoard {
        self.canonical_board().into_board()
    }
}
