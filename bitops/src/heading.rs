//! The eight directions of a board.

/// One of the eight directions of a board, seen with a1 at the lower left.
///
/// ```text
///  UpLeft     Up    UpRight
///    Left     ·     Right
/// DownLeft   Down   DownRight
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heading {
    /// Toward the last rank.
    Up,
    /// Toward the first rank.
    Down,
    /// Toward the first file.
    Left,
    /// Toward the last file.
    Right,
    /// Toward the last rank and the first file.
    UpLeft,
    /// Toward the last rank and the last file.
    UpRight,
    /// Toward the first rank and the first file.
    DownLeft,
    /// Toward the first rank and the last file.
    DownRight,
}

impl Heading {
    /// All eight, in the order of the enum.
    pub const ALL: [Self; 8] = [
        Self::Up,
        Self::Down,
        Self::Left,
        Self::Right,
        Self::UpLeft,
        Self::UpRight,
        Self::DownLeft,
        Self::DownRight,
    ];

    /// The ranks and files of one step, in the same order.
    const STEPS: [(isize, isize); 8] =
        [(1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1)];

    /// The four along ranks and files.
    pub const ORTHOGONAL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The way back.
    ///
    /// ```
    /// use bitops::Heading;
    /// assert_eq!(Heading::UpLeft.opposite(), Heading::DownRight);
    /// ```
    #[inline]
    pub const fn opposite(self) -> Self {
        use Heading::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
        [Down, Up, Right, Left, DownRight, DownLeft, UpRight, UpLeft][self as usize]
    }

    /// How one step changes the rank: 1, 0 or −1.
    #[inline]
    pub const fn rank_step(self) -> isize {
        Self::STEPS[self as usize].0
    }

    /// How one step changes the file: 1, 0 or −1.
    #[inline]
    pub const fn file_step(self) -> isize {
        Self::STEPS[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_reverses_both_steps() {
        for heading in Heading::ALL {
            let back = heading.opposite();
            assert_eq!(back.opposite(), heading);
            assert_eq!(back.rank_step(), -heading.rank_step());
            assert_eq!(back.file_step(), -heading.file_step());
        }
    }
}
