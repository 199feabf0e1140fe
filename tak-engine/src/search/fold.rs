//! Early in a game what is known of a position holds for the seven that a
//! symmetry makes of it: they share a slot of the table.

use tak_encoding::{EightHashes, OneHash, Playable, Position, Size, Symmetry};

use crate::table::Entry;

/// Positions of fewer plies than these are folded. Later few lines lead to
/// symmetric positions: folding up to the eighth ply saved less (`ELO.md`).
const FOLDED_PLIES: u32 = 4;

/// Where the table keeps a position: under which key, and how it is turned
/// there.
#[derive(Clone, Copy)]
pub(super) struct Home {
    pub(super) key: u64,
    turned: Symmetry,
}

impl Home {
    pub(super) fn of<const N: usize>(position: &Position<N, OneHash>, salt: u64) -> Self
    where
        Size<N>: Playable,
    {
        if position.ply() >= FOLDED_PLIES {
            return Self {
                key: position.hash() ^ salt,
                turned: Symmetry::Identity,
            };
        }
        let folded = position.rehashed::<EightHashes>();
        Self {
            key: folded.hashes().canonical() ^ salt,
            turned: folded.canonical_symmetry(),
        }
    }

    /// What was found of the position, as it is kept there.
    pub(super) fn for_table<const N: usize>(self, entry: Entry<N>) -> Entry<N> {
        turn(entry, self.turned)
    }

    /// What is kept there, as it holds for the position.
    pub(super) fn for_position<const N: usize>(self, entry: Entry<N>) -> Entry<N> {
        turn(entry, self.turned.inverse())
    }
}

fn turn<const N: usize>(entry: Entry<N>, symmetry: Symmetry) -> Entry<N> {
    Entry {
        best: entry.best.map(|mv| mv.transform(symmetry)),
        ..entry
    }
}

#[cfg(test)]
mod tests {
    use tak_encoding::Move;

    use super::*;
    use crate::table::Bound;

    #[test]
    fn symmetric_openings_share_what_is_known() {
        let position = Position::<5, OneHash>::from_tps("x5/x5/x3,1,x/x5/2,x4 1 2").unwrap();
        let home = Home::of(&position, 7);
        let best: Move<5> = "c2".parse().unwrap();
        let entry = Entry {
            best: Some(best),
            score: 3,
            depth: 2,
            bound: Bound::Exact,
        };
        let kept = home.for_table(entry);
        for symmetry in Symmetry::ALL {
            let turned = Home::of(&position.transform(symmetry), 7);
            assert_eq!(turned.key, home.key);
            let found = turned.for_position(kept).best;
            assert_eq!(found, Some(best.transform(symmetry)), "{symmetry:?}");
        }
    }

    #[test]
    fn later_ones_do_not() {
        let position = Position::<5, OneHash>::from_tps("x5/x5/x3,1,x/x5/2,x4 1 3").unwrap();
        let turned = position.transform(Symmetry::Rotate90);
        assert_ne!(Home::of(&position, 7).key, Home::of(&turned, 7).key);
        assert_eq!(Home::of(&position, 7).key, position.hash() ^ 7);
    }
}
