//! Symmetries of boards of one `u64`.

use super::Bitboard64;
use crate::{Symmetry, diag, swaps};

impl<const N: usize> Bitboard64<N> {
    /// The board after a symmetry: member `n` moves to [`symmetry.square(n, N)`](Symmetry::square).
    ///
    /// ```
    /// use bitops::{Bitboard64, Symmetry};
    ///
    /// let board: Bitboard64<3> = [0, 1, 2, 3].into_iter().collect();
    /// assert_eq!(board.to_string(), "\
    /// . . .
    /// X . .
    /// X X X");
    /// assert_eq!(board.transform(Symmetry::Rotate90).to_string(), "\
    /// X X .
    /// X . .
    /// X . .");
    /// ```
    #[inline]
    pub fn transform(self, symmetry: Symmetry) -> Self {
        Self([diag::transform_corner::<N>(self.bits(), symmetry)])
    }

    /// [`transform`](Self::transform) by shifts alone, for constants. It is also the method on CPUs
    /// without special instructions.
    ///
    /// ```
    /// use bitops::{Bitboard64, Symmetry};
    ///
    /// const CORNER: Bitboard64<5> = Bitboard64::from_bits(1);
    /// const TURNED: Bitboard64<5> = CORNER.transform_by_swaps(Symmetry::Rotate90);
    /// assert_eq!(TURNED, CORNER.transform(Symmetry::Rotate90));
    /// ```
    #[inline]
    pub const fn transform_by_swaps(self, symmetry: Symmetry) -> Self {
        Self([swaps::transform::<N>(self.bits(), symmetry)])
    }

    /// The board after each symmetry, in the order of [`Symmetry::ALL`]. This is faster than eight
    /// [transforms](Self::transform).
    ///
    /// ```
    /// use bitops::{Bitboard64, Symmetry};
    ///
    /// let board: Bitboard64<5> = [0, 1, 7].into_iter().collect();
    /// let turned = Symmetry::ALL.map(|symmetry| board.transform(symmetry));
    /// assert_eq!(board.orientations(), turned);
    /// ```
    #[inline]
    pub fn orientations(self) -> [Self; 8] {
        // The transposition takes the longest, so it is done only once.
        let transposed = self.transform(Symmetry::Transpose);
        let mirrored = self.transform(Symmetry::MirrorFiles);
        let transposed_mirrored = transposed.transform(Symmetry::MirrorFiles);
        [
            self,
            transposed.transform(Symmetry::MirrorRanks),
            mirrored.transform(Symmetry::MirrorRanks),
            transposed_mirrored,
            mirrored,
            self.transform(Symmetry::MirrorRanks),
            transposed,
            transposed_mirrored.transform(Symmetry::MirrorRanks),
        ]
    }
}
