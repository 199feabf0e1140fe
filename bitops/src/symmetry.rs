//! The eight symmetries of the square.

use crate::Heading;

/// A symmetry of the board, named after what it does to a picture with a1 at the lower left.
///
/// On a board of size `n`, file `x` and rank `y`, counted from 0, go to:
///
/// ```text
/// Identity      (x, y)             MirrorFiles    (n-1-x, y)
/// Rotate90      (y, n-1-x)         MirrorRanks    (x, n-1-y)
/// Rotate180     (n-1-x, n-1-y)     Transpose      (y, x)
/// Rotate270     (n-1-y, x)         AntiTranspose  (n-1-y, n-1-x)
/// ```
///
/// Every symmetry is a product of up to three parts: *first* mirroring the files, *then* mirroring
/// the ranks, and *last* the transposition. The mirrors commute, but the transposition must come
/// last:
///
/// ```text
///   start     MirrorFiles   then Transpose = Rotate90
///   . . .        . . .          X . .
///   . . .        . . .          X . .
///   X X .        . X X          . . .
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A quarter turn clockwise: a1 goes to the last square of the first file.
    Rotate90,
    /// A half turn.
    Rotate180,
    /// A quarter turn counter-clockwise: a1 goes to the last square of the first rank.
    Rotate270,
    /// Left and right are exchanged.
    MirrorFiles,
    /// Up and down are exchanged.
    MirrorRanks,
    /// Ranks become files: a1 stays, and a2 and b1 are exchanged.
    Transpose,
    /// A reflection in the other diagonal: a1 and the last square are exchanged.
    AntiTranspose,
}

impl Symmetry {
    /// All eight symmetries, in the order of the enum.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::Rotate90,
        Self::Rotate180,
        Self::Rotate270,
        Self::MirrorFiles,
        Self::MirrorRanks,
        Self::Transpose,
        Self::AntiTranspose,
    ];

    /// The index in [`ALL`](Self::ALL), 0 to 7.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The symmetry that undoes this one.
    ///
    /// ```
    /// use bitops::Symmetry;
    /// assert_eq!(Symmetry::Rotate90.inverse(), Symmetry::Rotate270);
    /// assert_eq!(Symmetry::Transpose.inverse(), Symmetry::Transpose);
    /// ```
    #[inline]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Rotate90 => Self::Rotate270,
            Self::Rotate270 => Self::Rotate90,
            itself => itself,
        }
    }

    /// *First* this symmetry, *then* `next`, as one symmetry.
    ///
    /// ```
    /// use bitops::Symmetry::{AntiTranspose, MirrorFiles, Rotate90, Rotate270, Transpose};
    /// assert_eq!(AntiTranspose.then(MirrorFiles), Rotate90);
    /// assert_eq!(Transpose.then(MirrorFiles), Rotate270);
    /// ```
    #[inline]
    pub const fn then(self, next: Self) -> Self {
        let [files, ranks, transpose] = self.parts();
        let [next_files, next_ranks, next_transpose] = next.parts();
        // A mirror after a transposition equals the other mirror before it.
        let (next_files, next_ranks) =
            if transpose { (next_ranks, next_files) } else { (next_files, next_ranks) };
        match [files ^ next_files, ranks ^ next_ranks, transpose ^ next_transpose] {
            [false, false, false] => Self::Identity,
            [true, false, false] => Self::MirrorFiles,
            [false, true, false] => Self::MirrorRanks,
            [true, true, false] => Self::Rotate180,
            [false, false, true] => Self::Transpose,
            [true, false, true] => Self::Rotate90,
            [false, true, true] => Self::Rotate270,
            [true, true, true] => Self::AntiTranspose,
        }
    }

    /// The image of `square` on a board of `size` × `size` squares.
    ///
    /// Squares are numbered rank by rank from a1 = 0. For a square off the board, the result has no
    /// meaning.
    ///
    /// ```
    /// use bitops::Symmetry;
    /// // a1 goes to a5 on a 5×5 board.
    /// assert_eq!(Symmetry::Rotate90.square(0, 5), 20);
    /// ```
    ///
    /// # Panics
    /// In debug builds, if `square` is not below `size * size`; in any build it may if `size` is 0.
    #[inline]
    pub const fn square(self, square: usize, size: usize) -> usize {
        debug_assert!(square < size * size);
        let [mirror_files, mirror_ranks, transpose] = self.parts();
        let mut square = square;
        if mirror_files {
            square = square + (size - 1) - 2 * (square % size);
        }
        if mirror_ranks {
            square = square + size * (size - 1) - 2 * size * (square / size);
        }
        if transpose {
            square = size * (square % size) + square / size;
        }
        square
    }

    /// The image of `heading`.
    ///
    /// ```
    /// use bitops::{Heading, Symmetry};
    /// assert_eq!(Symmetry::Rotate90.heading(Heading::Up), Heading::Right);
    /// ```
    #[inline]
    pub const fn heading(self, heading: Heading) -> Heading {
        // Headings are the eight neighbours of the centre of a 3×3 board.
        let from = 3 * (heading.rank_step() + 1) + heading.file_step() + 1;
        match self.square(from as usize, 3) {
            0 => Heading::DownLeft,
            1 => Heading::Down,
            2 => Heading::DownRight,
            3 => Heading::Left,
            5 => Heading::Right,
            6 => Heading::UpLeft,
            7 => Heading::Up,
            _ => Heading::UpRight,
        }
    }

    /// Whether the files are mirrored, whether the ranks are, and whether the result
    /// is transposed, in that order.
    #[inline]
    pub(crate) const fn parts(self) -> [bool; 3] {
        use Symmetry::{
            AntiTranspose, MirrorFiles, MirrorRanks, Rotate90, Rotate180, Rotate270, Transpose,
        };
        [
            matches!(self, MirrorFiles | Rotate90 | Rotate180 | AntiTranspose),
            matches!(self, MirrorRanks | Rotate270 | Rotate180 | AntiTranspose),
            matches!(self, Transpose | Rotate90 | Rotate270 | AntiTranspose),
        ]
    }
}

#[cfg(test)]
mod tests;
