//! Positions and moves in the orientation in which a book stores them.

use tak_encoding::{
    CanonicalBoard, Color, Hashing, Move, PackedBoard, Playable, Position, Rules, Size,
};

/// A board in its canonical orientation, and the symmetries that lead there.
pub(crate) struct Key(CanonicalBoard);

impl Key {
    /// The key of a position; `None` if no book can hold it.
    pub(crate) fn of<const N: usize, H: Hashing>(position: &Position<N, H>) -> Option<Self>
    where
        Size<N>: Playable,
    {
        let known = has_standard_pieces(position) && opens_as_it_looks(position);
        known.then(|| Self::of_board(position))
    }

    /// The key of a board, without regard to piece counts.
    pub(crate) fn of_board<const N: usize, H: Hashing>(position: &Position<N, H>) -> Self
    where
        Size<N>: Playable,
    {
        Self(position.canonical_board())
    }

    pub(crate) fn board(&self) -> &PackedBoard {
        self.0.board()
    }

    pub(crate) fn into_board(self) -> PackedBoard {
        self.0.into_board()
    }

    /// A move of the position as the book stores it. On a symmetric board, this is the first of the
    /// equivalent moves.
    #[cfg(feature = "write")]
    pub(crate) fn to_stored<const N: usize>(&self, mv: Move<N>) -> Move<N> {
        let images = self.0.symmetries().iter().map(|&turn| mv.transform(turn));
        images.min().unwrap_or(mv)
    }

    /// A stored move as a move of the position, again the first of the equivalent ones.
    pub(crate) fn to_asked<const N: usize>(&self, stored: Move<N>) -> Move<N> {
        let turns = self.0.symmetries().iter();
        let images = turns.map(|turn| stored.transform(turn.inverse()));
        images.min().unwrap_or(stored)
    }
}

/// Whether both players have the standard pieces of the size, on the board and in reserve together.
/// A game with other piece counts is a different game, which no book holds.
pub fn has_standard_pieces<const N: usize, H: Hashing>(position: &Position<N, H>) -> bool
where
    Size<N>: Playable,
{
    position.rules().reserves() == Rules::<N>::default().reserves()
}

/// Whether the opening rule is in force if and only if the board looks like it: at most one square
/// is occupied, by one colour. In a game from the empty board this always holds. A position that
/// was set up may look like that later in a game, when the same move means something else.
fn opens_as_it_looks<const N: usize, H: Hashing>(position: &Position<N, H>) -> bool
where
    Size<N>: Playable,
{
    let lacks_a_color =
        Color::ALL.into_iter().any(|color| position.pieces_on_board(color) == (0, 0));
    let looks_like_opening = position.occupied().count() < 2 && lacks_a_color;
    position.is_opening() == looks_like_opening
}

#[cfg(test)]
mod tests {
    use tak_encoding::{HalfKomi, Reserve, Symmetry};

    use super::*;

    #[test]
    fn symmetric_moves_are_one() {
        let empty = Position::<5>::new();
        let key = Key::of(&empty).unwrap();
        assert_eq!(key.0.symmetries().len(), 8);
        let corners: [Move<5>; 4] =
            ["a1", "a5", "e1", "e5"].map(|text| key.to_stored(text.parse().unwrap()));
        assert!(corners.iter().all(|&corner| corner == corners[0]));
        assert_eq!(key.to_asked(corners[0]).to_string(), "a1");

        let diagonal = Position::<5>::from_tps("x5/x5/x5/x5/2,x4 2 1").unwrap();
        let key = Key::of(&diagonal).unwrap();
        assert_eq!(key.0.symmetries().len(), 2);
        let [b1, a2, e5]: [Move<5>; 3] =
            ["b1", "a2", "e5"].map(|text| key.to_stored(text.parse().unwrap()));
        assert!(b1 == a2 && b1 != e5);
        assert_eq!(key.to_asked(b1).to_string(), "b1");
    }

    #[test]
    fn every_orientation_stores_the_same_move() {
        let position =
            Position::<6>::from_tps("x6/x6/x2,12S,x3/x,1,x4/2,x,121C,x3/x6 1 6").unwrap();
        let key = Key::of(&position).unwrap();
        for mv in position.legal_moves() {
            let stored = key.to_stored(mv);
            assert_eq!(key.to_asked(stored), mv);
            for symmetry in Symmetry::ALL {
                let turned = Key::of(&position.transform(symmetry)).unwrap();
                assert_eq!(turned.board(), key.board());
                assert_eq!(turned.to_stored(mv.transform(symmetry)), stored);
            }
        }
    }

    #[test]
    fn positions_that_only_look_alike_are_not_known() {
        let opening = |tps| Key::of(&Position::<5>::from_tps(tps).unwrap()).is_some();
        assert!(opening("x5/x5/x5/x5/2,x4 2 1"));
        // At move 7 Black places a black flat; in the opening, a white one.
        assert!(!opening("x5/x5/x5/x5/2,x4 2 7"));
        // Still the opening, though with as many pieces as after it.
        assert!(!opening("x5/x5/x5/x5/2,2,x3 2 1"));
        assert!(opening("x5/x5/x5/x5/2,1,x3 1 2"));

        let pieces = |flats, caps| {
            let reserve = Reserve { flats, caps };
            let rules = Rules::new(HalfKomi(0), reserve, reserve).unwrap();
            Key::of(&Position::<5>::with_rules(rules)).is_some()
        };
        assert!(pieces(21, 1) && !pieces(21, 0) && !pieces(20, 1));
    }
}
