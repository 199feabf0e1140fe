//! Move generation: every legal move, once each.

use bitops::Heading;

use crate::moves::Move;
use crate::piece::Kind;
use crate::position::{Bitboard, Position};
use crate::rays::Rays;
use crate::size::{Playable, Size};
use crate::slides::{Slide, within};
use crate::square::{Direction, Square};
use crate::zobrist::Hashing;

mod count;
mod legal;
mod list;

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// All legal moves, placements first. This does not check whether the game is over: a
    /// finished position lists the moves that the board would allow.
    ///
    /// ```
    /// use tak_encoding::Position;
    ///
    /// assert_eq!(Position::<5>::new().legal_moves().len(), 25);
    /// ```
    pub fn legal_moves(&self) -> Vec<Move<N>> {
        let mut moves = Vec::with_capacity(256);
        self.generate(&mut moves);
        moves
    }

    /// Appends all legal moves to a list, so that a search can reuse its memory.
    #[inline]
    pub fn generate(&self, moves: &mut Vec<Move<N>>) {
        self.generate_placements(moves);
        self.generate_spreads(moves);
    }

    /// Appends the placements: flats, then walls, then capstones; in the opening, only flats.
    #[inline]
    pub fn generate_placements(&self, moves: &mut Vec<Move<N>>) {
        if self.is_opening() {
            return self.generate_first(moves);
        }
        let reserve = self.reserve(self.side_to_move());
        let allowed = |kind| match kind {
            Kind::Flat | Kind::Wall => reserve.flats > 0,
            Kind::Capstone => reserve.caps > 0,
        };
        for kind in Kind::ALL.into_iter().filter(|&kind| allowed(kind)) {
            list::placements(kind, self.empty(), moves);
        }
    }

    /// Appends the moves of the opening.
    #[cold]
    fn generate_first(&self, moves: &mut Vec<Move<N>>) {
        let (color, count) = self.first_flats();
        if self.reserve(color).flats >= count {
            let squares = self.empty().into_iter().map(Square::from_index);
            moves.extend(squares.map(|square| self.first_move(square)));
        }
    }

    /// Appends the spreads, square by square; none in the opening.
    #[inline]
    pub fn generate_spreads(&self, moves: &mut Vec<Move<N>>) {
        if self.is_opening() {
            return;
        }
        for square in self.tops(self.side_to_move()).into_iter().map(Square::from_index) {
            for direction in Direction::ALL {
                self.generate_slides(square, direction, moves);
            }
        }
    }

    /// Appends the spreads of one stack in one direction.
    #[inline]
    fn generate_slides(&self, square: Square<N>, direction: Direction, moves: &mut Vec<Move<N>>) {
        let base = Move::<N>::spread_base(square, direction);
        let Reach { hand, distance, crush } = self.reach(square, direction);
        let count = usize::from(within::COUNT[hand][distance]);
        list::spreads(base, &within::BYTES[distance], count, moves);
        if crush {
            let count = usize::from(within::CRUSH_COUNT[hand][distance + 1]);
            list::spreads(base, &within::CRUSH_BYTES[distance + 1], count, moves);
        }
    }

    /// The slides of one stack in one direction: those on free squares, then those that crush.
    pub(crate) fn slides(
        &self,
        square: Square<N>,
        direction: Direction,
    ) -> impl Iterator<Item = Slide> {
        let Reach { hand, distance, crush } = self.reach(square, direction);
        let free = &within::BYTES[distance][..usize::from(within::COUNT[hand][distance])];
        let crushing: &[u8] = if crush {
            let count = usize::from(within::CRUSH_COUNT[hand][distance + 1]);
            &within::CRUSH_BYTES[distance + 1][..count]
        } else {
            &[]
        };
        free.iter().chain(crushing).filter_map(|&byte| Slide::from_byte(byte))
    }

    /// The squares on which a stack could drop pieces in one direction if the hand were large
    /// enough.
    pub fn reachable(&self, square: Square<N>, direction: Direction) -> Bitboard<N> {
        let free = Rays::free(square, direction, self.blockers().bits());
        let beyond = if self.caps().contains(square.index()) {
            let line = Bitboard::<N>::from_bits(free | square.bit());
            line.shift(Heading::from(direction), 1) & self.walls()
        } else {
            Bitboard::empty()
        };
        Bitboard::from_bits(free) | beyond
    }

    /// What a stack can do in one direction.
    #[inline(always)]
    pub(crate) fn reach(&self, square: Square<N>, direction: Direction) -> Reach {
        let free = Rays::free(square, direction, self.blockers().bits());
        let distance = free.count_ones() as usize;
        let crush = self.caps().contains(square.index()) && {
            // The square after the free ones; in that case the stack itself is not a wall.
            let beyond = free | square.bit();
            let next = Bitboard::<N>::from_bits(beyond).shift(Heading::from(direction), 1);
            next.intersects(self.walls() - Bitboard::from_bits(beyond))
        };
        Reach { hand: self.stack(square).height().min(N), distance, crush }
    }
}

/// What a stack can do in one direction.
pub(crate) struct Reach {
    /// The most pieces that it can take.
    pub(crate) hand: usize,
    /// The free squares.
    pub(crate) distance: usize,
    /// Whether a lone capstone can flatten a wall one square further.
    pub(crate) crush: bool,
}
