//! Methods that need only a 64-bit word.

use super::diagonal::{Diagonal, DiagonalShift, FIRST_FILE};

/// The sum of these copies of a line brings its bit `i` to bit `8i`.
pub(super) const COPIES_7_APART: u64 =
    1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42 | 1 << 49;

/// Diagonal shift, one byte at a time.
///
/// ```
/// use bitops::diag::{DiagonalShift, scalar};
/// // Rank 1 (byte 1) moves left by one, rank 0 stays.
/// assert_eq!(scalar::shift_linear(0x0606, DiagonalShift::MainToFirstFile), 0x0306);
/// ```
#[inline]
pub fn shift_linear(board: u64, shift: DiagonalShift) -> u64 {
    let mut ranks = board.to_le_bytes();
    for (rank, squares) in (0..).zip(&mut ranks) {
        let distance = shift.distance(rank);
        *squares =
            if shift.is_toward_last_file() { *squares << distance } else { *squares >> distance };
    }
    u64::from_le_bytes(ranks)
}

/// Diagonal shift by the binary digits of the distances: first the ranks whose distance contains a
/// 4 move by 4, then those with a 2 by 2, and finally those with a 1 by 1.
///
/// ```text
///   start       << 2      << 1
/// a b c d      . . a b   . . . a
/// e f g h      . . e f   . . e f     AntiToLastFile on 4×4
/// i j k l      i j k l   . i j k
/// m n o p      m n o p   m n o p
/// ```
///
/// ```
/// use bitops::diag::{DiagonalShift, scalar};
/// assert_eq!(scalar::shift_binary(0x0303, DiagonalShift::AntiToLastFile), 0x0603);
/// ```
#[inline]
pub fn shift_binary(board: u64, shift: DiagonalShift) -> u64 {
    let mut board = board;
    for (by, (stay, land)) in [4, 2, 1].into_iter().zip(BINARY_STEPS[shift as usize]) {
        let moved = if shift.is_toward_last_file() { board << by } else { board >> by };
        board = (board & stay) | (moved & land);
    }
    board
}

/// For each shift and each of its three steps, the ranks that stay, and the squares of the other
/// ranks that can be occupied after the step.
const BINARY_STEPS: [[(u64, u64); 3]; 4] = {
    let mut steps = [[(0, 0); 3]; 4];
    let mut index = 0;
    while index < 12 {
        let (shift, by) = (DiagonalShift::ALL[index / 3], 4 >> (index % 3));
        steps[index / 3][index % 3] = binary_step(shift, by);
        index += 1;
    }
    steps
};

const fn binary_step(shift: DiagonalShift, by: u32) -> (u64, u64) {
    let (mut stay, mut land) = ([0u8; 8], [0u8; 8]);
    let mut rank = 0;
    while rank < 8 {
        if shift.distance(rank) & by == 0 {
            stay[rank as usize] = 0xff;
        } else if shift.is_toward_last_file() {
            land[rank as usize] = 0xff << by;
        } else {
            land[rank as usize] = 0xff >> by;
        }
        rank += 1;
    }
    (u64::from_le_bytes(stay), u64::from_le_bytes(land))
}

/// Reads a diagonal after a pseudo-rotation by 45°: file `j` rotates down by
/// `j` ranks, which brings the main diagonal to the first rank. The rotated
/// files are merged by a masked exclusive or.
///
/// ```text
/// d h l p                        d e j o
/// c g k o                        c h i n
/// b f j n   (files rotate)   →   b g l m
/// a e i m                        a f k p   the main diagonal
/// ```
///
/// The anti-diagonal is obtained in the order of files, and is reversed at the end.
///
/// ```
/// use bitops::diag::{Diagonal, scalar};
/// assert_eq!(scalar::extract_rotation_xor(1 << 18, Diagonal::Main), 0b100);
/// ```
#[inline]
pub fn extract_rotation_xor(board: u64, diagonal: Diagonal) -> u8 {
    extract_rotated(board, diagonal, |board, rotated, mask| board ^ (mask & (board ^ rotated)))
}

/// Reads a diagonal after the pseudo-rotation of [`extract_rotation_xor`], with
/// the rotated files merged by two masks.
///
/// ```
/// use bitops::diag::{Diagonal, scalar};
/// assert_eq!(scalar::extract_rotation_blend(1 << 14, Diagonal::Anti), 0b10);
/// ```
#[inline]
pub fn extract_rotation_blend(board: u64, diagonal: Diagonal) -> u8 {
    extract_rotated(board, diagonal, |board, rotated, mask| (board & !mask) | (rotated & mask))
}

#[inline(always)]
fn extract_rotated(mut board: u64, diagonal: Diagonal, merge: impl Fn(u64, u64, u64) -> u64) -> u8 {
    let files = [(8, 0xaaaa), (16, 0xcccc), (32, 0xf0f0)];
    for (distance, mask) in files {
        let mask = mask * 0x0001_0001_0001_0001;
        board = match diagonal {
            Diagonal::Main => merge(board, board.rotate_right(distance), mask),
            Diagonal::Anti => merge(board, board.rotate_right(distance), !mask),
        };
    }
    match diagonal {
        Diagonal::Main => board as u8,
        Diagonal::Anti => REVERSED[usize::from(board as u8)],
    }
}

/// Every byte with its bits reversed.
pub(super) const REVERSED: [u8; 256] = {
    let mut reversed = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        reversed[byte] = (byte as u8).reverse_bits();
        byte += 1;
    }
    reversed
};

/// Reads a diagonal by a multiplication that adds all ranks into the highest.
///
/// No two squares of the main diagonal share a file, so there are no carries. For the anti-diagonal
/// the factor also reverses the order: the square of rank `i`, bit `7 + 7i`, moves up by `49 − 6i`.
/// The copy for the lowest square would collide with another one, so that square is added
/// separately.
///
/// ```
/// use bitops::diag::{Diagonal, scalar};
/// assert_eq!(scalar::extract_multiply(u64::MAX, Diagonal::Anti), 0xff);
/// assert_eq!(scalar::extract_multiply(1 << 56, Diagonal::Anti), 0x80);
/// ```
#[inline]
pub fn extract_multiply(board: u64, diagonal: Diagonal) -> u8 {
    const UPPER_RANKS: u64 = 1 << 43 | 1 << 37 | 1 << 31 | 1 << 25 | 1 << 19 | 1 << 13 | 1 << 7;
    let squares = board & diagonal.squares();
    match diagonal {
        Diagonal::Main => (squares.wrapping_mul(FIRST_FILE) >> 56) as u8,
        Diagonal::Anti => {
            let upper = squares.wrapping_mul(UPPER_RANKS) >> 56 & 0xfe;
            // The lowest byte has only this square.
            upper as u8 | squares as u8 >> 7
        }
    }
}

/// Writes the main diagonal by a multiplication that copies the line to every rank, of which only
/// the diagonal is kept.
///
/// ```
/// use bitops::diag::scalar;
/// assert_eq!(scalar::deposit_main_multiply(0b101), 1 | 1 << 18);
/// ```
#[doc(alias = "back")]
#[inline]
pub const fn deposit_main_multiply(line: u8) -> u64 {
    (line as u64 * FIRST_FILE) & Diagonal::Main.squares()
}

/// Writes the anti-diagonal by a multiplication. In copies of the line moved up by 7, 13, 19 and so
/// on, bit `i` of copy `i` is at `7 + 7i`.
///
/// Only six bits fit between the copies, so the two highest bits are added separately.
///
/// ```
/// use bitops::diag::scalar;
/// assert_eq!(scalar::deposit_anti_multiply(0x81), 1 << 7 | 1 << 56);
/// ```
#[doc(alias = "forward")]
#[inline]
pub const fn deposit_anti_multiply(line: u8) -> u64 {
    const COPIES: u64 = 1 << 7 | 1 << 13 | 1 << 19 | 1 << 25 | 1 << 31 | 1 << 37;
    let low = (line & 0x3f) as u64 * COPIES;
    let high = (line & 0xc0) as u64;
    (low | high << 43 | high << 49) & Diagonal::Anti.squares()
}

/// Writes file a by halving: the halves move apart by 28 bits, then pairs by 14 and single bits by
/// 7.
///
/// ```
/// use bitops::diag::scalar;
/// assert_eq!(scalar::deposit_file_binary(0x81), 1 | 1 << 56);
/// ```
#[inline]
pub const fn deposit_file_binary(line: u8) -> u64 {
    let line = line as u64;
    // Bits that have moved also remain in place, where the last masks clear them.
    let halves = line | (line & 0xf0) << 28;
    let pairs = halves | (halves & 0x000c_0000_000c) << 14;
    (pairs & 0x0001_0001_0001_0001) | (pairs & 0x0002_0002_0002_0002) << 7
}

/// Writes file a by a multiplication. Copies moved up by 0, 7, 14 and so on bring bit `i` to `8i`.
///
/// Only seven bits fit between the copies, so the lowest bit is added separately.
///
/// ```
/// use bitops::diag::scalar;
/// assert_eq!(scalar::deposit_file_multiply(0x81), 1 | 1 << 56);
/// ```
#[inline]
pub const fn deposit_file_multiply(line: u8) -> u64 {
    let line = line as u64;
    (((line & 0xfe) * COPIES_7_APART) | line) & FIRST_FILE
}
