//! One stack of pieces in one machine word.

use std::fmt;

use bitops::Word;

use crate::piece::Color;
use crate::size::{Playable, Size, stack_capacity};

/// The colours of the pieces on one square, the top piece in bit 0, a marker bit above the bottom
/// piece. The marker gives the height, so that a stack is one word with no states to spare: `1` is
/// empty, `0b1_0` one white piece, `0b1_10` a white piece on a black one.
///
/// The word is 64 bits up to 6×6 (tallest legal stack: 61) and 128 bits on 7×7 and 8×8 (81 and
/// 101). The kind of the top piece is kept by the [`Position`](crate::Position).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stack<const N: usize>(WordOf<N>)
where
    Size<N>: Playable;

type WordOf<const N: usize> = <Size<N> as Playable>::StackWord;

impl<const N: usize> Stack<N>
where
    Size<N>: Playable,
{
    /// No piece.
    #[inline(always)]
    pub fn empty() -> Self {
        Self(WordOf::<N>::truncate(1))
    }

    /// The stack of that word: the colours under a marker bit, never 0.
    #[inline(always)]
    pub(crate) fn from_word(word: u64) -> Self {
        debug_assert!(word != 0);
        Self(WordOf::<N>::truncate(u128::from(word)))
    }

    /// The number of pieces.
    #[inline(always)]
    pub fn height(self) -> usize {
        (WordOf::<N>::BITS - 1 - self.0.leading_zeros()) as usize
    }

    /// Whether there is no piece.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == WordOf::<N>::truncate(1)
    }

    /// Whether there are two pieces or more.
    #[inline(always)]
    pub fn is_tall(self) -> bool {
        self.0 > WordOf::<N>::truncate(0b11)
    }

    /// The owner of the stack: the colour of its top piece.
    #[inline(always)]
    pub fn top(self) -> Option<Color> {
        (!self.is_empty()).then(|| self.color_at(0))
    }

    /// The pieces from the top down.
    pub fn colors(self) -> impl DoubleEndedIterator<Item = Color> + ExactSizeIterator {
        (0..self.height() as u32).map(move |depth| self.color_at(depth))
    }

    /// The colour bits alone, top piece in bit 0, without the marker.
    pub fn bits(self) -> u128 {
        let wide = self.0.widen();
        wide & !(1 << self.height())
    }

    /// How many of the pieces have that colour.
    #[inline]
    pub(crate) fn count(self, color: Color) -> usize {
        let black = self.bits().count_ones() as usize;
        match color {
            Color::White => self.height() - black,
            Color::Black => black,
        }
    }

    #[inline(always)]
    fn color_at(self, depth: u32) -> Color {
        Color::from_parity(self.low_bits(depth))
    }

    /// Bits from `depth` down, as many as 32 bits hold.
    #[inline(always)]
    fn low_bits(self, depth: u32) -> u32 {
        self.0.unbounded_shr(depth).widen() as u32
    }

    /// The top `count` pieces as bits, the lowest of them highest.
    #[inline(always)]
    pub(crate) fn hand(self, count: u32) -> u32 {
        debug_assert!(count as usize <= self.height());
        self.low_bits(0) & ((1 << count) - 1)
    }

    /// What stays when `count` pieces leave from the top.
    #[inline(always)]
    pub(crate) fn without(self, count: u32) -> Self {
        debug_assert!(count as usize <= self.height());
        Self(self.0.unbounded_shr(count))
    }

    /// The stack with `count` pieces dropped on it, `pieces` as in [`hand`](Self::hand).
    #[inline(always)]
    pub(crate) fn with(self, pieces: u32, count: u32) -> Self {
        debug_assert!(self.height() + count as usize <= stack_capacity::<N>());
        Self(self.0.unbounded_shl(count) | WordOf::<N>::truncate(u128::from(pieces)))
    }

    /// The stack with one piece dropped on it.
    #[inline(always)]
    pub(crate) fn with_piece(self, color: Color) -> Self {
        self.with(color as u32, 1)
    }
}

/// As in TPS: bottom piece first, `1` white, `2` black.
impl<const N: usize> fmt::Debug for Stack<N>
where
    Size<N>: Playable,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in self.colors().rev() {
            write!(f, "{}", color.index() + 1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::BoardSize;
    use crate::with_size;

    #[test]
    fn a_stack_as_tall_as_its_word_loses_nothing() {
        for size in BoardSize::ALL {
            with_size!(size, N => {
                let mut stack = Stack::<N>::empty();
                let colors: Vec<_> = (0..stack_capacity::<N>() as u32)
                    .map(|n| Color::from_parity(n * n / 3))
                    .collect();
                for &color in &colors {
                    stack = stack.with_piece(color);
                }
                assert_eq!(stack.height(), colors.len());
                assert!(stack.colors().rev().eq(colors.iter().copied()));
            });
        }
    }

    #[test]
    fn a_hand_leaves_and_lands_in_order() {
        let mut stack = Stack::<5>::empty();
        for color in [Color::White, Color::Black, Color::Black] {
            stack = stack.with_piece(color);
        }
        assert_eq!(format!("{stack:?}"), "122");
        assert_eq!(Color::ALL.map(|color| stack.count(color)), [1, 2]);
        let (hand, rest) = (stack.hand(2), stack.without(2));
        assert_eq!(format!("{rest:?}"), "1");
        assert_eq!(format!("{:?}", rest.with(hand, 2)), "122");
        assert!(Stack::<5>::empty().top().is_none() && stack.is_tall() && !rest.is_tall());
    }
}
