//! Whether the game has ended, and how; the flat count, and what a move does to it.

use super::{Bitboard, Position};
use crate::moves::{Action, Move};
use crate::outcome::Outcome;
use crate::piece::{Color, Kind};
use crate::size::{Playable, Size};
use crate::square::Square;
use crate::zobrist::Hashing;

impl<const N: usize, H: Hashing> Position<N, H>
where
    Size<N>: Playable,
{
    /// The result of the position as it stands, `None` while the game goes on.
    ///
    /// The player who is *not* to move made the last move: if both have a road, that player wins.
    ///
    /// ```
    /// use tak_encoding::{Color, Outcome, Position};
    ///
    /// let both_roads = Position::<5>::from_tps("1,1,1,1,1/2,2,2,2,2/x5/x5/x5 2 6")?;
    /// assert_eq!(both_roads.outcome(), Some(Outcome::Road(Color::White)));
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let mover = !self.side_to_move();
        if self.has_road(mover) {
            Some(Outcome::Road(mover))
        } else if self.has_road(!mover) {
            Some(Outcome::Road(!mover))
        } else if self.is_counted() {
            Some(Outcome::of_flats(self.flat_lead(), self.half_komi()))
        } else {
            None
        }
    }

    /// White's flats on top minus Black's, without komi.
    #[inline]
    pub fn flat_lead(&self) -> i32 {
        let flats = |color| (self.tops(color) - self.blockers()).count() as i32;
        flats(Color::White) - flats(Color::Black)
    }

    /// By how much a legal move changes the mover's lead in flats: those that
    /// lie on top, the mover's minus the opponent's.
    ///
    /// ```
    /// use tak_encoding::Position;
    ///
    /// let position = Position::<4>::from_tps("x4/1,2,2,x/x4/12,x3 1 4")?;
    /// let change = |text| position.parse_move(text).map(|mv| position.flats_won(mv));
    /// assert_eq!(change("b2"), Ok(1));
    /// assert_eq!(change("Sb2"), Ok(0));
    /// assert_eq!(change("a3>"), Ok(1));
    /// # Ok::<(), tak_encoding::TpsError>(())
    /// ```
    pub fn flats_won(&self, mv: Move<N>) -> i32 {
        let mover = self.side_to_move();
        let worth = |color: Color| if color == mover { 1 } else { -1 };
        let (from, direction, slide) = match mv.action() {
            Action::Place(Kind::Flat, _) | Action::PlaceTwo(_) => {
                return worth(self.color_to_place());
            }
            Action::Place(..) => return 0,
            Action::Spread(from, direction, slide) => (from, direction, slide),
        };
        let blockers = self.blockers();
        let flats = [mover, !mover].map(|color| self.tops(color) - blockers);
        // What a piece on that square takes from the lead.
        let covered = |square: Square<N>| {
            i32::from(flats[0].contains(square.index()))
                - i32::from(flats[1].contains(square.index()))
        };
        let (stack, heavy) = (self.stack(from), blockers.contains(from.index()));
        let hand = stack.hand(slide.carried());
        let rest = stack.without(slide.carried()).top();
        let mut change = rest.map_or(0, worth);
        // Most spreads move one piece, which counts the same on either square.
        if slide.carried() == 1 {
            return change - covered(from.next(direction));
        }
        change -= i32::from(!heavy);
        let (mut left, mut square) = (slide.carried(), from);
        for drop in slide.drops() {
            left -= drop;
            square = square.next(direction);
            change -= covered(square);
            if left > 0 || !heavy {
                change += worth(Color::from_parity(hand >> left));
            }
        }
        change
    }

    /// Whether the board is full or a player has nothing left to place.
    #[inline(always)]
    pub(crate) fn is_counted(&self) -> bool {
        self.reserves().iter().any(|reserve| reserve.is_empty())
            || self.occupied() == Bitboard::full()
    }
}

#[cfg(test)]
mod tests {
    use crate::{BoardSize, NoHash, Position, with_size};

    #[test]
    fn the_change_is_what_playing_shows() {
        let mut random = fastrand::Rng::with_seed(3);
        for size in BoardSize::ALL {
            with_size!(size, N => for _ in 0..30 {
                let mut position = Position::<N, NoHash>::new();
                while position.outcome().is_none() && position.ply() < 100 {
                    let player = position.side_to_move();
                    let lead = |position: &Position<N, NoHash>| {
                        let flats = |color| {
                            (position.tops(color) - position.blockers()).count() as i32
                        };
                        flats(player) - flats(!player)
                    };
                    let moves = position.legal_moves();
                    for &mv in &moves {
                        let change = lead(&position.after(mv)) - lead(&position);
                        assert_eq!(position.flats_won(mv), change, "{position} {mv}");
                    }
                    position.play_unchecked(moves[random.usize(..moves.len())]);
                }
            });
        }
    }
}
