//! Slow but obvious methods, one square at a time, as a reference for all others.

use crate::Symmetry;
use crate::diag::{Diagonal, DiagonalShift};

/// [`diag::shift`](crate::diag::shift), square by square.
///
/// ```
/// use bitops::{diag::DiagonalShift, reference};
/// assert_eq!(reference::shift(1 << 8, DiagonalShift::AntiToLastFile), 1 << 9);
/// ```
pub fn shift(board: u64, shift: DiagonalShift) -> u64 {
    let land = |square: u32| {
        let (rank, file) = (square / 8, square % 8);
        let distance = shift.distance(rank);
        let file = if shift.is_toward_last_file() {
            file.checked_add(distance)
        } else {
            file.checked_sub(distance)
        };
        file.filter(|&file| file < 8).map(|file| 8 * rank + file)
    };
    (0..64)
        .filter(|&square| board >> square & 1 == 1)
        .filter_map(land)
        .fold(0, |shifted, square| shifted | 1 << square)
}

/// [`diag::extract`](crate::diag::extract), square by square.
///
/// ```
/// use bitops::{diag::Diagonal, reference};
/// assert_eq!(reference::extract(1 << 9, Diagonal::Main), 0b10);
/// ```
pub fn extract(board: u64, diagonal: Diagonal) -> u8 {
    (0..8)
        .filter(|&rank| board >> square_on(diagonal, rank) & 1 == 1)
        .fold(0, |line, rank| line | 1 << rank)
}

/// [`diag::deposit`](crate::diag::deposit), square by square.
///
/// ```
/// use bitops::{diag::Diagonal, reference};
/// assert_eq!(reference::deposit(0b10, Diagonal::Anti), 1 << 14);
/// ```
pub fn deposit(line: u8, diagonal: Diagonal) -> u64 {
    (0..8)
        .filter(|&rank| line >> rank & 1 == 1)
        .fold(0, |board, rank| board | 1 << square_on(diagonal, rank))
}

/// [`diag::deposit_file`](crate::diag::deposit_file), square by square.
///
/// ```
/// assert_eq!(bitops::reference::deposit_file(0b10), 1 << 8);
/// ```
pub fn deposit_file(line: u8) -> u64 {
    (0..8).filter(|&rank| line >> rank & 1 == 1).fold(0, |board, rank| board | 1 << (8 * rank))
}

/// [`diag::transform`](crate::diag::transform), square by square.
///
/// ```
/// use bitops::{Symmetry, reference};
/// assert_eq!(reference::transform(0b10, Symmetry::Transpose), 1 << 8);
/// ```
pub fn transform(board: u64, symmetry: Symmetry) -> u64 {
    (0..64)
        .filter(|&square| board >> square & 1 == 1)
        .fold(0, |moved, square| moved | 1 << symmetry.square(square, 8))
}

/// Fills a line from every piece toward higher places up to a wall, one place at
/// a time. A piece is filled even if it stands on a wall.
///
/// ```
/// use bitops::reference::fill;
///
/// let [o, x] = [false, true];
/// let pieces = [o, x, o, o, o, o];
/// let walls = [o, o, o, o, x, o];
/// assert_eq!(fill(&pieces, &walls), [o, x, x, x, o, o]);
/// ```
///
/// # Panics
/// If the slices differ in length.
pub fn fill(pieces: &[bool], walls: &[bool]) -> Vec<bool> {
    assert_eq!(pieces.len(), walls.len(), "the slices differ in length");
    let mut reached = false;
    let step = |(&piece, &wall): (&bool, &bool)| {
        reached = piece || (reached && !wall);
        reached
    };
    pieces.iter().zip(walls).map(step).collect()
}

fn square_on(diagonal: Diagonal, rank: usize) -> usize {
    match diagonal {
        Diagonal::Main => 8 * rank + rank,
        Diagonal::Anti => 8 * rank + 7 - rank,
    }
}
