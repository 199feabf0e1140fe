//! Boards as text.

use std::fmt::{Debug, Display, Formatter, Result, Write};

use super::Bitboard;
use crate::Word;

impl<W: Word, const N: usize, const BLOCKS: usize> Display for Bitboard<W, N, BLOCKS> {
    /// A picture with the last rank on top, `X` for a member and `.` for any
    /// other square, without a newline at its end.
    ///
    /// ```
    /// let board: bitops::Bitboard64<3> = [0, 2, 7].into_iter().collect();
    /// assert_eq!(board.to_string(), "\
    /// . X .
    /// . . .
    /// X . X");
    /// ```
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        for rank in (0..N).rev() {
            for file in 0..N {
                let member = self.get(rank * N + file);
                formatter.write_char(if member { 'X' } else { '.' })?;
                if file + 1 < N {
                    formatter.write_char(' ')?;
                }
            }
            if rank > 0 {
                formatter.write_char('\n')?;
            }
        }
        Ok(())
    }
}

impl<W: Word, const N: usize, const BLOCKS: usize> Debug for Bitboard<W, N, BLOCKS> {
    /// The same picture, below a line with the size, so that every rank of it
    /// starts at the margin.
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        write!(formatter, "Bitboard {N}×{N}\n{self}")
    }
}
