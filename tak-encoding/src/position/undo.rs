//! Taking a move back: cheaper than a copy of all the stacks.

use super::{Bitboard, Position};
use crate::moves::{Action, Move};
use crate::opening::Opening;
use crate::rules::Reserve;
use crate::size::{Playable, Size};
use crate::stack::Stack;
use crate::zobrist::Hashing;

/// What is needed to take back a move: the move, and everything except the stacks, which
/// can be restored from the move itself.
#[derive(Clone, Copy, Debug)]
pub struct Undo<const N: usize, H: Hashing>
where
    Size<N>: Playable,
{
    mv: Move<N>,
    tops: [Bitboard<N>; 2],
    walls: Bitboard<N>,
    caps: Bitboard<N>,
    tall: Bitboard<N>,
    reserves: [Reserve; 2],
    opening: Opening,
    hashes: H,
}

impl<const N: usize, H: Hashing> Undo<N, H>
where
    Size<N>: Playable,
{
    /// Saves what is needed from a position before the move.
    #[inline(always)]
    pub(super) fn new(position: &Position<N, H>, mv: Move<N>) -> Self {
        Self {
            mv,
            tops: position.tops,
            walls: position.walls,
            caps: position.caps,
            tall: position.tall,
            reserves: position.reserves,
            opening: position.opening,
            hashes: position.hashes,
        }
    }

    /// The same for another board size; the caller knows that it is the right one, or at least as
    /// large.
    pub(crate) fn resized<const M: usize>(self) -> Undo<M, H>
    where
        Size<M>: Playable,
    {
        let resized = |squares: Bitboard<N>| Bitboard::from_bits(squares.bits());
        Undo {
            mv: self.mv.resized(),
            tops: self.tops.map(resized),
            walls: resized(self.walls),
            caps: resized(self.caps),
            tall: resized(self.tall),
            reserves: self.reserves,
            opening: self.opening,
            hashes: self.hashes,
        }
    }
}

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// Takes back the last move played. Moves must be taken back in reverse order; any
    /// other order leads to a meaningless position or a panic, nothing worse.
    ///
    /// ```
    /// use tak_encoding::Position;
    ///
    /// let mut position = Position::<5>::from_tps("x5/x5/x2,121C,2S,x/x5/x5 1 4")?;
    /// let before = position;
    /// let mv = position.parse_move("c3>")?;
    /// let undo = position.play_unchecked(mv);
    /// assert_eq!(position.to_tps(), "x5/x5/x2,12,21C,x/x5/x5 2 4");
    /// position.undo(undo);
    /// assert_eq!(position, before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn undo(&mut self, undo: Undo<N, H>) {
        let stacks = self.stacks.as_flattened_mut();
        match undo.mv.action() {
            Action::Place(_, square) | Action::PlaceTwo(square) => {
                stacks[square.index()] = Stack::empty();
            }
            Action::Spread(from, direction, slide) => {
                let mut hand = 0;
                let mut square = from;
                for drop in slide.drops() {
                    square = square.next(direction);
                    let stack = &mut stacks[square.index()];
                    hand = hand << drop | stack.hand(drop);
                    *stack = stack.without(drop);
                }
                let source = &mut stacks[from.index()];
                *source = source.with(hand, slide.carried());
            }
        }
        self.tops = undo.tops;
        self.walls = undo.walls;
        self.caps = undo.caps;
        self.tall = undo.tall;
        self.reserves = undo.reserves;
        self.opening = undo.opening;
        self.hashes = undo.hashes;
        self.ply -= 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::{BoardSize, EightHashes, Position, with_size};

    #[test]
    fn every_move_goes_back() {
        let mut random = fastrand::Rng::with_seed(7);
        for size in BoardSize::ALL {
            with_size!(size, N => {
                for _ in 0..5 {
                    let mut position = Position::<N, EightHashes>::new();
                    while position.outcome().is_none() && position.ply() < 150 {
                        let before = position;
                        let moves = position.legal_moves();
                        for &mv in &moves {
                            let undo = position.play_unchecked(mv);
                            assert_ne!(position, before);
                            position.undo(undo);
                            assert_eq!(position, before, "{mv}");
                        }
                        // From the back of the list, so mostly spreads.
                        let choice = random.usize(..moves.len().min(40));
                        position.play_unchecked(moves[moves.len() - 1 - choice]);
                    }
                }
            });
        }
    }
}
