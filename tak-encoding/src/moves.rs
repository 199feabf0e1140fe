//! A move in 16 bits.

use std::num::NonZeroU16;

use crate::piece::Kind;
use crate::slides::Slide;
use crate::square::{Direction, Square};

/// One move on an N×N board.
///
/// | bits  | placement             | stack of two | spread                      |
/// |-------|-----------------------|--------------|-----------------------------|
/// | 0–5   | square                | square       | square that the hand leaves |
/// | 6–7   | [`Kind`], 1 to 3      | 0            | [`Direction`], 0 to 3       |
/// | 8–15  | 0                     | 255          | row of the [`Slide`] plus 1 |
///
/// 255 is free: that slide drops eight single pieces, for which no board has space.
///
/// No move is 0, so that an `Option<Move>` has 16 bits too. A move says what the player does, not
/// its effect: whether a spread crushes a wall depends on the position.
///
/// ```
/// use tak_encoding::{Action, Direction, Move, Slide, Square};
///
/// let c3 = Square::<5>::at(2, 2).unwrap();
/// let spread = Move::spread(c3, Direction::Left, Slide::from_drops(&[2, 1]).unwrap()).unwrap();
/// assert_eq!(spread.to_string(), "3c3<21");
/// assert_eq!("3c3<21".parse(), Ok(spread));
/// assert_eq!(spread.target().to_string(), "a3");
/// assert!(matches!(spread.action(), Action::Spread(_, Direction::Left, _)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move<const N: usize>(NonZeroU16);

/// A [`Move`] taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action<const N: usize> {
    /// A piece of this kind on an empty square.
    Place(Kind, Square<N>),
    /// Two flats at once on an empty square, White's first ply of a
    /// [double black stack](crate::Opening::DoubleBlackStack).
    PlaceTwo(Square<N>),
    /// A hand from this square, dropped in this direction.
    Spread(Square<N>, Direction, Slide),
}

pub(crate) const KIND_SHIFT: u32 = 6;
pub(crate) const SLIDE_SHIFT: u32 = 8;
const SQUARE_MASK: u16 = (1 << KIND_SHIFT) - 1;
const TWO: u8 = u8::MAX;

impl<const N: usize> Move<N> {
    /// A placement.
    #[inline(always)]
    pub const fn place(kind: Kind, square: Square<N>) -> Self {
        Self::from_raw((kind as u16) << KIND_SHIFT | square.index() as u16)
    }

    /// A placement of two flats at once.
    #[inline(always)]
    pub const fn place_two(square: Square<N>) -> Self {
        Self::from_base(square.index() as u16, TWO)
    }

    /// A spread. `None` if it carries more than N pieces or leaves the board.
    pub const fn spread(square: Square<N>, direction: Direction, slide: Slide) -> Option<Self> {
        let room = match direction {
            Direction::Up => N - 1 - square.rank(),
            Direction::Right => N - 1 - square.file(),
            Direction::Down => square.rank(),
            Direction::Left => square.file(),
        };
        if slide.carried() as usize <= N && slide.length() as usize <= room {
            Some(Self::from_raw(Self::spread_base(square, direction) | Self::slide_bits(slide)))
        } else {
            None
        }
    }

    /// The move with these [`bits`](Self::bits), if there is one.
    pub fn from_bits(bits: u16) -> Option<Self> {
        let square = Square::new(usize::from(bits & SQUARE_MASK))?;
        let middle = bits >> KIND_SHIFT & 0b11;
        match Slide::from_byte((bits >> SLIDE_SHIFT) as u8) {
            Some(slide) if slide.byte() == TWO => (middle == 0).then(|| Self::place_two(square)),
            Some(slide) => Self::spread(square, Direction::ALL[usize::from(middle)], slide),
            None if middle == 0 => None,
            None => Some(Self::place(Kind::ALL[usize::from(middle) - 1], square)),
        }
    }

    /// The 16 bits of the table above.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move taken apart.
    #[inline(always)]
    pub const fn action(self) -> Action<N> {
        let middle = self.bits() >> KIND_SHIFT & 0b11;
        match Slide::from_byte((self.bits() >> SLIDE_SHIFT) as u8) {
            Some(slide) if slide.byte() == TWO => Action::PlaceTwo(self.square()),
            Some(slide) => Action::Spread(self.square(), Direction::ALL[middle as usize], slide),
            None => Action::Place(Kind::ALL[(middle as usize).saturating_sub(1)], self.square()),
        }
    }

    /// The square that a placement fills or a spread leaves.
    #[inline(always)]
    pub const fn square(self) -> Square<N> {
        Square::from_index((self.bits() & SQUARE_MASK) as usize)
    }

    /// The square that a placement fills, or the last one that a spread reaches.
    #[inline]
    pub const fn target(self) -> Square<N> {
        match self.action() {
            Action::Place(_, square) | Action::PlaceTwo(square) => square,
            Action::Spread(square, direction, slide) => square.beyond(direction, slide.length()),
        }
    }

    /// Whether the move is a spread.
    #[inline(always)]
    pub const fn is_spread(self) -> bool {
        // Neither 0 nor 255.
        self.bits().wrapping_add(1 << SLIDE_SHIFT) >= 2 << SLIDE_SHIFT
    }

    /// The same bits for another board size; the caller knows that it is the right one.
    pub(crate) const fn resized<const M: usize>(self) -> Move<M> {
        Move(self.0)
    }

    /// The bits of a spread without its slide: a generator adds
    /// [`slide_bits`](Self::slide_bits) of each slide.
    #[inline(always)]
    pub(crate) const fn spread_base(square: Square<N>, direction: Direction) -> u16 {
        (direction as u16) << KIND_SHIFT | square.index() as u16
    }

    #[inline(always)]
    const fn slide_bits(slide: Slide) -> u16 {
        (slide.byte() as u16) << SLIDE_SHIFT
    }

    /// A spread from its base and the byte of its slide.
    #[inline(always)]
    pub(crate) const fn from_base(base: u16, slide_byte: u8) -> Self {
        Self::from_raw(base | (slide_byte as u16) << SLIDE_SHIFT)
    }

    /// Placements on eight squares, or spreads by eight slides: the base with what is added to it,
    /// shifted. Without a branch, so that all are made at once.
    #[inline(always)]
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "a copy would be one number, taken apart byte by byte where there is no AVX-512"
    )]
    pub(crate) fn eight(base: u16, added: &[u8; 8], shift: u32) -> [Self; 8] {
        let bits = added.each_ref().map(|&added| base | u16::from(added) << shift);
        bits.map(|bits| Self(NonZeroU16::new(bits).unwrap_or(NonZeroU16::MIN)))
    }

    #[inline(always)]
    const fn from_raw(bits: u16) -> Self {
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => panic!("a kind or a slide is never zero"),
        }
    }
}

impl<const N: usize> std::fmt::Debug for Move<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardSize, with_size};

    #[test]
    fn every_number_is_one_move_or_none() {
        for size in BoardSize::ALL {
            with_size!(size, N => {
                for bits in 0..=u16::MAX {
                    let Some(mv) = Move::<N>::from_bits(bits) else { continue };
                    assert_eq!(mv.bits(), bits);
                    let again = match mv.action() {
                        Action::Place(kind, square) => Move::place(kind, square),
                        Action::PlaceTwo(square) => Move::place_two(square),
                        Action::Spread(square, direction, slide) => {
                            Move::spread(square, direction, slide).unwrap()
                        }
                    };
                    assert_eq!(again, mv);
                    assert_eq!(mv.is_spread(), matches!(mv.action(), Action::Spread(..)));
                }
            });
        }
        assert_eq!(size_of::<Option<Move<8>>>(), 2);
    }
}
