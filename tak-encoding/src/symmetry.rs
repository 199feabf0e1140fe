//! The eight symmetries of the board applied to squares, moves and positions.

use bitops::Symmetry;

use crate::moves::{Action, Move};
use crate::piece::Kind;
use crate::position::Position;
use crate::size::{Playable, Size};
use crate::square::{Direction, Square};
use crate::zobrist::Hashing;

impl<const N: usize> Square<N> {
    /// Where each symmetry turns each square.
    const IMAGES: &[[Self; 64]; 8] = &Self::images();

    /// The square that this one is turned to.
    #[inline]
    pub const fn transform(self, symmetry: Symmetry) -> Self {
        Self::IMAGES[symmetry.index()][self.index()]
    }

    const fn images() -> [[Self; 64]; 8] {
        let mut images = [[Self::from_index(0); 64]; 8];
        let mut lane = 0;
        while lane < 8 {
            let mut square = 0;
            while square < N * N {
                let image = Symmetry::ALL[lane].square(square, N);
                images[lane][square] = Self::from_index(image);
                square += 1;
            }
            lane += 1;
        }
        images
    }
}

impl Direction {
    /// The direction that this one is turned to.
    pub const fn transform(self, symmetry: Symmetry) -> Self {
        // In the order of `Self::ALL`: up, right, down, left.
        let quarter_turns = match symmetry {
            Symmetry::Identity => [0, 1, 2, 3],
            Symmetry::Rotate90 => [1, 2, 3, 0],
            Symmetry::Rotate180 => [2, 3, 0, 1],
            Symmetry::Rotate270 => [3, 0, 1, 2],
            Symmetry::MirrorFiles => [0, 3, 2, 1],
            Symmetry::MirrorRanks => [2, 1, 0, 3],
            Symmetry::Transpose => [1, 0, 3, 2],
            Symmetry::AntiTranspose => [3, 2, 1, 0],
        };
        Self::ALL[quarter_turns[self as usize]]
    }
}

impl<const N: usize> Move<N> {
    /// The same move on the board turned by that symmetry.
    ///
    /// ```
    /// use tak_encoding::{Move, Symmetry};
    ///
    /// let spread: Move<5> = "3a1>12".parse()?;
    /// assert_eq!(spread.transform(Symmetry::Rotate90).to_string(), "3a5-12");
    /// # Ok::<(), tak_encoding::MoveError>(())
    /// ```
    pub const fn transform(self, symmetry: Symmetry) -> Self {
        match self.action() {
            Action::Place(kind, square) => Self::place(kind, square.transform(symmetry)),
            Action::PlaceTwo(square) => Self::place_two(square.transform(symmetry)),
            Action::Spread(square, direction, slide) => {
                let base =
                    Self::spread_base(square.transform(symmetry), direction.transform(symmetry));
                Self::from_base(base, slide.byte())
            }
        }
    }
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// The position on the board turned by that symmetry.
    pub fn transform(&self, symmetry: Symmetry) -> Self {
        let mut turned = Self::with_rules(self.rules());
        for square in Square::<N>::all() {
            let kind = self.top(square).map_or(Kind::Flat, |(_, kind)| kind);
            turned.put_stack(square.transform(symmetry), self.stack(square), kind);
        }
        turned.finish(self.ply(), self.reserves());
        turned
    }
}
