//! The two long diagonals, and the shifts that turn them into files.

/// The first file: bit 0 of every byte.
pub(super) const FIRST_FILE: u64 = 0x0101_0101_0101_0101;

/// One of the two long diagonals.
///
/// ```text
///       Main               Anti
/// . . . . . . . 7    7 . . . . . . .
/// . . . . . . 6 .    . 6 . . . . . .
/// . . . . . 5 . .    . . 5 . . . . .
/// . . . . 4 . . .    . . . 4 . . . .
/// . . . 3 . . . .    . . . . 3 . . .
/// . . 2 . . . . .    . . . . . 2 . .
/// . 1 . . . . . .    . . . . . . 1 .
/// 0 . . . . . . .    . . . . . . . 0
/// ```
///
/// The numbers are the bits of the line that is read or written. For both diagonals, bit `i` is the
/// square on rank `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Diagonal {
    /// From a1 to h8.
    #[doc(alias = "back")]
    Main,
    /// From h1 to a8.
    #[doc(alias = "forward")]
    Anti,
}

impl Diagonal {
    /// Both diagonals.
    pub const ALL: [Self; 2] = [Self::Main, Self::Anti];

    /// The squares of the diagonal.
    ///
    /// ```
    /// use bitops::diag::Diagonal;
    /// assert_eq!(Diagonal::Main.squares() & 0xffff, 0x0201);
    /// assert_eq!(Diagonal::Anti.squares() & 0xffff, 0x4080);
    /// ```
    #[inline]
    pub const fn squares(self) -> u64 {
        match self {
            Self::Main => 0x8040_2010_0804_0201,
            Self::Anti => 0x0102_0408_1020_4080,
        }
    }
}

/// A diagonal shift: every rank moves sideways, one square more or one less
/// than the rank below, so that a diagonal becomes a file.
///
/// ```text
///    start      MainToFirstFile  MainToLastFile   AntiToFirstFile  AntiToLastFile
///                rank i >> i     rank i << 7−i    rank i >> 7−i    rank i << i
/// a b c d         d . . .          a b c d          a b c d          . . . a
/// e f g h         g h . .          . e f g          f g h .          . . e f
/// i j k l         j k l .          . . i j          k l . .          . i j k
/// m n o p         m n o p          . . . m          p . . .          m n o p
/// ```
///
/// (Shown for 4×4.) Squares that leave the board are lost, and those that come in are empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DiagonalShift {
    /// Rank `i` moves left by `i`: the main diagonal becomes file a.
    MainToFirstFile,
    /// Rank `i` moves right by `7 − i`: the main diagonal becomes file h.
    MainToLastFile,
    /// Rank `i` moves left by `7 − i`: the anti-diagonal becomes file a.
    AntiToFirstFile,
    /// Rank `i` moves right by `i`: the anti-diagonal becomes file h.
    AntiToLastFile,
}

impl DiagonalShift {
    /// All four, in the order of the enum.
    pub const ALL: [Self; 4] =
        [Self::MainToFirstFile, Self::MainToLastFile, Self::AntiToFirstFile, Self::AntiToLastFile];

    /// The distance that a rank moves.
    #[inline]
    pub const fn distance(self, rank: u32) -> u32 {
        match self {
            Self::MainToFirstFile | Self::AntiToLastFile => rank,
            Self::MainToLastFile | Self::AntiToFirstFile => 7 - rank,
        }
    }

    /// Whether the ranks move toward the last file, by `<<`.
    #[inline]
    pub const fn is_toward_last_file(self) -> bool {
        matches!(self, Self::MainToLastFile | Self::AntiToLastFile)
    }
}
