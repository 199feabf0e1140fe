//! Positions and moves as the book stores them: symmetric ones are one.

use smallvec::SmallVec;
use tak_encoding::{
    BoardSize, Color, EightHashes, Hashing, Move, PackedBoard, Playable, Position, Reserve, Size,
    Symmetry, with_size,
};

/// A board in its canonical orientation, and how to get there.
pub(crate) struct Key {
    pub(crate) board: PackedBoard,
    /// All symmetries that turn the position into that board: more than one
    /// where the board itself is symmetric.
    turns: SmallVec<[Symmetry; 8]>,
}

impl Key {
    /// The key of a position; `None` where a book has nothing to say about it.
    pub(crate) fn of<const N: usize>(position: &Position<N, EightHashes>) -> Option<Self>
    where
        Size<N>: Playable,
    {
        if !has_standard_pieces(position) || !opens_as_it_looks(position) {
            return None;
        }
        let smallest = position.hashes().canonical();
        let mut board: Option<PackedBoard> = None;
        let mut turns = SmallVec::new();
        for (symmetry, hash) in Symmetry::ALL.into_iter().zip(position.hashes().get()) {
            if hash != smallest {
                continue;
            }
            // Equal hashes are equal boards but for chance, which must not
            // decide what is the same position.
            let turned = position.pack_turned(symmetry);
            if board.as_ref().is_none_or(|board| turned < *board) {
                turns.clear();
                board = Some(turned.clone());
            }
            if board.as_ref() == Some(&turned) {
                turns.push(symmetry);
            }
        }
        board.map(|board| Self { board, turns })
    }

    /// A move of the position as the book stores it: where the board is
    /// symmetric, the first of the moves that mean the same.
    pub(crate) fn to_stored<const N: usize>(&self, mv: Move<N>) -> Move<N> {
        let images = self.turns.iter().map(|&turn| mv.transform(turn));
        images.min().unwrap_or(mv)
    }

    /// A stored move as a move of the position; again the first where several
    /// mean the same.
    pub(crate) fn to_asked<const N: usize>(&self, stored: Move<N>) -> Move<N> {
        let images = self
            .turns
            .iter()
            .map(|&turn| stored.transform(turn.inverse()));
        images.min().unwrap_or(stored)
    }
}

/// Whether the players have, on the board and in hand, what the rules give them.
/// Games with other pieces are other games: the book has none of them.
pub fn has_standard_pieces<const N: usize, H: Hashing>(position: &Position<N, H>) -> bool
where
    Size<N>: Playable,
{
    let standard = Reserve::standard::<N>();
    Color::ALL.into_iter().all(|color| {
        let (flats, caps) = position.pieces_on_board(color);
        let reserve = position.reserve(color);
        flats + usize::from(reserve.flats) == usize::from(standard.flats)
            && caps + usize::from(reserve.caps) == usize::from(standard.caps)
    })
}

/// Whether the opening rule is in force exactly when the board says so, which is
/// always the case in a game from the empty board: there the first two plies
/// are those with less than two stones. A position that somebody set up may
/// look like one of them in a later move, where the same move means another.
fn opens_as_it_looks<const N: usize>(position: &Position<N, EightHashes>) -> bool
where
    Size<N>: Playable,
{
    let lacks_a_color = Color::ALL
        .into_iter()
        .any(|color| position.pieces_on_board(color) == (0, 0));
    let looks_like_opening = position.occupied().count() < 2 && lacks_a_color;
    position.is_opening() == looks_like_opening
}

/// A number that changes when the hash keys do, on which the orientation of all
/// boards in a book depends.
pub(crate) fn fingerprint() -> i64 {
    let mut print = 0u64;
    for size in BoardSize::ALL {
        with_size!(size, N => {
            let mut position = Position::<N, EightHashes>::new();
            for text in ["a1", "c3", "b2", "Sb1", "b2<", "a1+", "c3-", "2a2+"] {
                // All are legal on every size.
                if let Ok(mv) = position.parse_move(text) {
                    position.play_unchecked(mv);
                }
                for hash in position.hashes().get() {
                    print = print.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ hash;
                }
            }
        });
    }
    print as i64
}

#[cfg(test)]
mod tests {
    use tak_encoding::{HalfKomi, Rules};

    use super::*;

    #[test]
    fn symmetric_moves_are_one() {
        let empty = Position::<5>::new();
        let key = Key::of(&empty).unwrap();
        assert_eq!(key.turns.len(), 8);
        let corners: [Move<5>; 4] =
            ["a1", "a5", "e1", "e5"].map(|text| key.to_stored(text.parse().unwrap()));
        assert!(corners.iter().all(|&corner| corner == corners[0]));
        assert_eq!(key.to_asked(corners[0]).to_string(), "a1");

        let diagonal = Position::<5>::from_tps("x5/x5/x5/x5/2,x4 2 1").unwrap();
        let key = Key::of(&diagonal).unwrap();
        assert_eq!(key.turns.len(), 2);
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
                assert_eq!(turned.board, key.board);
                assert_eq!(turned.to_stored(mv.transform(symmetry)), stored);
            }
        }
    }

    #[test]
    fn positions_that_only_look_alike_are_not_known() {
        let opening = |tps| Key::of(&Position::<5>::from_tps(tps).unwrap()).is_some();
        assert!(opening("x5/x5/x5/x5/2,x4 2 1"));
        // Black places a black flat here, above a white one.
        assert!(!opening("x5/x5/x5/x5/2,x4 2 7"));
        // The opening goes on here, with as many stones as after it.
        assert!(!opening("x5/x5/x5/x5/2,2,x3 2 1"));
        assert!(opening("x5/x5/x5/x5/2,1,x3 1 2"));

        let pieces = |flats, caps| {
            let reserve = Reserve { flats, caps };
            let rules = Rules::new(HalfKomi(0), reserve, reserve).unwrap();
            Key::of(&Position::<5>::with_rules(rules)).is_some()
        };
        assert!(pieces(21, 1) && !pieces(21, 0) && !pieces(20, 1));
    }

    #[test]
    fn boards_are_stored_in_this_orientation() {
        // When this number changes, books that users have built are refused until
        // they are merged into new ones: say so to them.
        assert_eq!(fingerprint(), 1_740_755_603_935_621_008);
    }
}
