//! Moves in one to three bytes.
//!
//! | byte | placement | spread |
//! |---|---|---|
//! | 1 | the square, plus 64 for a wall or 128 for a capstone | the square, plus 192 |
//! | 2 | | the row of the slide plus 1, or 0 if that is above 63; plus 64 for each quarter turn from up to the right |
//! | 3 | | only after a 0: the row of the slide plus 1 |
//!
//! Squares, slides and directions are encoded as in [`Move::bits`]. The stack of two that begins a
//! double black stack game has the slide of row 254. On boards up to 6×6 no other move takes three
//! bytes.

use tak_encoding::Move;

/// The bits of the square, and of a short slide.
const LOW: u8 = 63;
/// The first byte of a spread.
const SPREAD: u8 = 192;

/// Appends moves.
pub(super) fn pack<const N: usize>(moves: &[Move<N>], bytes: &mut Vec<u8>) {
    for mv in moves {
        let [low, slide] = mv.bits().to_le_bytes();
        let (square, middle) = (low & LOW, low & !LOW);
        match slide {
            // A placement, whose kinds are numbered from 1.
            0 => bytes.push((middle - (LOW + 1)) | square),
            1..=LOW => bytes.extend([SPREAD | square, middle | slide]),
            slide => bytes.extend([SPREAD | square, middle, slide]),
        }
    }
}

/// Splits off the first move; `None` if there is no valid one.
pub(super) fn unpack<const N: usize>(bytes: &mut &[u8]) -> Option<Move<N>> {
    let mut take = || {
        let (&first, rest) = bytes.split_first()?;
        *bytes = rest;
        Some(first)
    };
    let first = take()?;
    let (square, kind) = (first & LOW, first & !LOW);
    if kind != SPREAD {
        return Move::from_bits(((kind + (LOW + 1)) | square).into());
    }
    let second = take()?;
    let slide = if second & LOW == 0 { take()? } else { second & LOW };
    Move::from_bits(u16::from_le_bytes([square | (second & !LOW), slide]))
}

#[cfg(test)]
mod tests {
    use tak_encoding::{BoardSize, with_size};

    use super::*;

    fn every_move<const N: usize>() {
        let all: Vec<_> = (0..=u16::MAX).filter_map(Move::<N>::from_bits).collect();
        assert!(all.len() > 100);
        let mut bytes = Vec::new();
        pack(&all, &mut bytes);
        let mut rest = bytes.as_slice();
        for &mv in &all {
            assert_eq!(unpack(&mut rest), Some(mv));
        }
        assert_eq!((unpack::<N>(&mut rest), rest.len()), (None, 0));
        for mv in all {
            bytes.clear();
            pack(&[mv], &mut bytes);
            let expected = match mv.bits() >> 8 {
                0 => 1,
                1..64 => 2,
                _ => 3,
            };
            assert_eq!(bytes.len(), expected, "{mv}");
        }
    }

    #[test]
    fn every_move_comes_back() {
        for size in BoardSize::ALL {
            with_size!(size, N => every_move::<N>());
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic() {
        for first in 0..=u8::MAX {
            for second in 0..=u8::MAX {
                for third in [0, 1, 64, 255] {
                    let bytes = [first, second, third];
                    let mut rest = &bytes[..];
                    while unpack::<8>(&mut rest).is_some() {}
                }
            }
        }
    }
}
