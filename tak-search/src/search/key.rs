//! Transposition keys: the key and orientation under which the table stores a position.

use tak_encoding::{Color, EightHashes, OneHash, Playable, Position, Size, Symmetry};

use crate::score::Score;
use crate::table::Entry;

/// While fewer plies than this have been played, the symmetric forms of a position
/// share a key. Later, few lines lead to symmetric positions: twice the plies saved
/// less (see the program's `ELO.md`).
const FOLDED_PLIES: u32 = 4;

/// The key of a position in a game with its komi and pieces. For the first four plies, symmetric
/// positions share a key, and the move stored under it belongs to one of them.
pub fn key<const N: usize>(position: &Position<N, OneHash>) -> u64
where
    Size<N>: Playable,
{
    TableKey::of(position, salt(position, 0)).key
}

/// A mix of what a position's value depends on but its hash leaves out: komi and the pieces of the
/// game, and what a draw is worth to the side to move now, at the root.
pub(super) fn salt<const N: usize>(position: &Position<N, OneHash>, contempt: Score) -> u64
where
    Size<N>: Playable,
{
    let mut salt = N as u64;
    let mut add = |fact: u64| {
        salt = (salt ^ fact).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    };
    add(position.half_komi().0 as u64);
    for color in Color::ALL {
        let (flats, caps) = position.pieces_on_board(color);
        let reserve = position.reserve(color);
        add(flats as u64 + u64::from(reserve.flats));
        add(caps as u64 + u64::from(reserve.caps));
    }
    if contempt != 0 {
        let for_white = if position.side_to_move() == Color::White { contempt } else { -contempt };
        add(for_white as u64);
    }
    salt
}

/// A key, and the symmetry that leads to the stored orientation.
#[derive(Clone, Copy)]
pub(super) struct TableKey {
    pub(super) key: u64,
    symmetry: Symmetry,
}

impl TableKey {
    pub(super) fn of<const N: usize>(position: &Position<N, OneHash>, salt: u64) -> Self
    where
        Size<N>: Playable,
    {
        if position.ply() >= FOLDED_PLIES {
            return Self { key: position.hash() ^ salt, symmetry: Symmetry::Identity };
        }
        Self::folded(position, salt)
    }

    #[cold]
    fn folded<const N: usize>(position: &Position<N, OneHash>, salt: u64) -> Self
    where
        Size<N>: Playable,
    {
        let hashes = *position.rehashed::<EightHashes>().hashes();
        Self { key: hashes.canonical() ^ salt, symmetry: hashes.smallest() }
    }

    /// Turns an entry for the position to the stored orientation.
    pub(super) fn turn<const N: usize>(self, entry: Entry<N>) -> Entry<N> {
        transform(entry, self.symmetry)
    }

    /// Turns a stored entry back to the orientation of the position.
    pub(super) fn turn_back<const N: usize>(self, entry: Entry<N>) -> Entry<N> {
        transform(entry, self.symmetry.inverse())
    }
}

fn transform<const N: usize>(entry: Entry<N>, symmetry: Symmetry) -> Entry<N> {
    Entry { best: entry.best.map(|mv| mv.transform(symmetry)), ..entry }
}

#[cfg(test)]
mod tests {
    use tak_encoding::Move;

    use super::*;
    use crate::table::Bound;

    #[test]
    fn symmetric_openings_share_an_entry() {
        let position = Position::<5, OneHash>::from_tps("x5/x5/x3,1,x/x5/2,x4 1 2").unwrap();
        let key = TableKey::of(&position, 7);
        let best: Move<5> = "c2".parse().unwrap();
        let stored = key.turn(Entry { best: Some(best), score: 3, depth: 2, bound: Bound::Exact });
        for symmetry in Symmetry::ALL {
            let turned = TableKey::of(&position.transform(symmetry), 7);
            assert_eq!(turned.key, key.key);
            let found = turned.turn_back(stored).best;
            assert_eq!(found, Some(best.transform(symmetry)), "{symmetry:?}");
        }
    }

    /// What is learned while draws are shunned must not be taken for the truth.
    #[test]
    fn who_shuns_draws_has_keys_of_its_own() {
        let white = Position::<5, OneHash>::from_tps("x5/x5/x3,1,x/x5/2,x4 1 3").unwrap();
        let black = Position::<5, OneHash>::from_tps("x5/x5/x3,1,x/x5/2,x4 2 3").unwrap();
        assert_eq!(salt(&white, 0), salt(&black, 0));
        let salts = [salt(&white, 0), salt(&white, 60), salt(&black, 60), salt(&white, 61)];
        for (index, salt) in salts.iter().enumerate() {
            assert!(!salts[..index].contains(salt), "{index}");
        }
        // Black shuns draws as much as White wants them.
        assert_eq!(salt(&white, 60), salt(&black, -60));
    }

    #[test]
    fn later_positions_do_not() {
        let position = Position::<5, OneHash>::from_tps("x5/x5/x3,1,x/x5/2,x4 1 3").unwrap();
        let turned = position.transform(Symmetry::Rotate90);
        assert_ne!(TableKey::of(&position, 7).key, TableKey::of(&turned, 7).key);
        assert_eq!(TableKey::of(&position, 7).key, position.hash() ^ 7);
    }
}
