//! Is a single move legal? Written from the rules, not from the generator, so that each can be
//! tested against the other.

use crate::moves::{Action, Move};
use crate::opening::Opening;
use crate::piece::Kind;
use crate::position::{IllegalMove, Position};
use crate::size::{Playable, Size};
use crate::slides::Slide;
use crate::square::{Direction, Square};
use crate::zobrist::Hashing;

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Whether the move is legal here: for moves from a table, which may belong to another
    /// position.
    #[inline]
    pub fn is_legal(&self, mv: Move<N>) -> bool {
        self.check_legal(mv).is_ok()
    }

    /// Whether the move is legal here, and if not, why.
    ///
    /// # Errors
    ///
    /// The rule that it breaks.
    pub fn check_legal(&self, mv: Move<N>) -> Result<(), IllegalMove> {
        match mv.action() {
            _ if self.is_opening() => self.check_first(mv.action()),
            Action::Place(kind, square) => self.check_placement(kind, square),
            Action::PlaceTwo(_) => Err(IllegalMove::TwoAtOnce),
            Action::Spread(square, direction, slide) => self.check_spread(square, direction, slide),
        }
    }

    #[cold]
    fn check_first(&self, action: Action<N>) -> Result<(), IllegalMove> {
        let (color, count) = self.first_flats();
        let (square, placed) = match action {
            Action::Place(Kind::Flat, square) => (square, 1),
            Action::PlaceTwo(square) => (square, 2),
            Action::Place(..) | Action::Spread(..) => return Err(IllegalMove::OpeningNeedsFlat),
        };
        if placed < count {
            Err(IllegalMove::OpeningNeedsTwo)
        } else if placed > count && self.opening() == Opening::DoubleBlackStack {
            Err(IllegalMove::OpeningNeedsOne)
        } else if placed > count {
            Err(IllegalMove::TwoAtOnce)
        } else if !self.stack(square).is_empty() {
            Err(IllegalMove::Occupied)
        } else if self.reserve(color).flats < count {
            Err(IllegalMove::NoFlatLeft)
        } else {
            Ok(())
        }
    }

    fn check_placement(&self, kind: Kind, square: Square<N>) -> Result<(), IllegalMove> {
        let reserve = self.reserve(self.side_to_move());
        if !self.stack(square).is_empty() {
            Err(IllegalMove::Occupied)
        } else if kind == Kind::Capstone && reserve.caps == 0 {
            Err(IllegalMove::NoCapstoneLeft)
        } else if kind != Kind::Capstone && reserve.flats == 0 {
            Err(IllegalMove::NoFlatLeft)
        } else {
            Ok(())
        }
    }

    fn check_spread(
        &self,
        from: Square<N>,
        direction: Direction,
        slide: Slide,
    ) -> Result<(), IllegalMove> {
        let Some((owner, kind)) = self.top(from) else {
            return Err(IllegalMove::NoStack);
        };
        if owner != self.side_to_move() {
            return Err(IllegalMove::OpponentsStack);
        }
        let height = self.stack(from).height();
        if slide.carried() as usize > height {
            return Err(IllegalMove::StackTooLow { height, carried: slide.carried() });
        }
        let mut square = from;
        for step in 1..=slide.length() {
            square = square.step(direction).ok_or(IllegalMove::Blocked)?;
            let lone_capstone =
                kind == Kind::Capstone && step == slide.length() && slide.may_crush();
            match self.top(square) {
                None | Some((_, Kind::Flat)) => {}
                Some((_, Kind::Wall)) if lone_capstone => {}
                Some((_, Kind::Wall | Kind::Capstone)) => return Err(IllegalMove::Blocked),
            }
        }
        Ok(())
    }
}
