//! Lists of moves, eight at a time.
//!
//! How many slides a stack has, or empty squares a row, no CPU can guess, and a loop that ends too
//! early or too late costs more than the moves. So eight are appended at once, and what is too much
//! is cut off again: all plies of a perft of 6×6 listed, 1.57 times the speed of one move at a time.

use crate::moves::{KIND_SHIFT, Move, SLIDE_SHIFT};
use crate::piece::Kind;
use crate::position::Bitboard;

/// Appends the placements of a kind, in the order of the squares.
#[inline(always)]
pub(super) fn placements<const N: usize>(
    kind: Kind,
    squares: Bitboard<N>,
    moves: &mut Vec<Move<N>>,
) {
    let base = (kind as u16) << KIND_SHIFT;
    let bytes = squares.bits().to_le_bytes();
    for (number, &byte) in bytes[..(N * N).div_ceil(8)].iter().enumerate() {
        let ones = &ONES[usize::from(byte)];
        let end = moves.len() + byte.count_ones() as usize;
        moves.extend_from_slice(&Move::eight(base | (8 * number as u16), ones, 0));
        moves.truncate(end);
    }
}

/// Appends the spreads by the first so many slides.
#[inline(always)]
pub(super) fn spreads<const N: usize>(
    base: u16,
    slides: &[u8; 256],
    count: usize,
    moves: &mut Vec<Move<N>>,
) {
    let end = moves.len() + count;
    let (eights, _) = slides.as_chunks::<8>();
    for eight in &eights[..count.div_ceil(8)] {
        moves.extend_from_slice(&Move::eight(base, eight, SLIDE_SHIFT));
    }
    moves.truncate(end);
}

/// `ONES[byte]`: the places of the ones in a byte, the lowest first.
static ONES: [[u8; 8]; 256] = ones();

const fn ones() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut next) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][next] = place;
                next += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}
