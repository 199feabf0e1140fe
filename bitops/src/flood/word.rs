//! Lines of one word.

use super::{Line, U256};

macro_rules! line_of_word {
    ($($word:ident)*) => {$(
        impl Line for $word {
            const IS_LONG: bool = false;

            #[inline(always)]
            fn places(&self) -> usize {
                $word::BITS as usize
            }

            #[inline(always)]
            fn open(&self, walls: &Self) -> Self {
                !*walls
            }

            #[inline(always)]
            fn step(&mut self, stride: isize, open: &Self) -> bool {
                let before = *self;
                *self = before | (shifted!(before, stride) & *open);
                *self != before
            }

            #[inline(always)]
            fn narrow(&mut self, stride: isize) {
                *self = *self & shifted!(*self, stride);
            }

            #[inline(always)]
            fn carry(&self, walls: &Self) -> Self {
                let (pieces, open) = (*self, !*walls);
                let first = (pieces | pieces.unbounded_shl(1)) & open;
                // A carry runs through the open places from the first one on
                // and clears them; it sets again those where another starts.
                (open & !open.wrapping_add(first)) | first | pieces
            }
        }
    )*};
}

/// The bits moved by a stride; none once all have left.
macro_rules! shifted {
    ($word:expr, $stride:expr) => {{
        let distance = u32::try_from($stride.unsigned_abs()).unwrap_or(u32::MAX);
        if $stride < 0 {
            $word.unbounded_shr(distance)
        } else {
            $word.unbounded_shl(distance)
        }
    }};
}

line_of_word!(u64 u128 U256);
