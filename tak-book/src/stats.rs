//! Statistics of a book.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashSet};

use tak_encoding::{BoardSize, Move, Playable, Position, Rules, Size};

use crate::book::{self, Book};
use crate::error::BookError;
use crate::key::Key;
use crate::tally::Tally;

/// The most positions looked up for the most played openings, so that a crafted book cannot take
/// forever.
const MOST_LOOKUPS: usize = 20_000;

/// What a book holds for one size.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct SizeStats {
    /// The games.
    pub games: Tally,
    /// The number of positions with moves, by the earliest ply at which they occurred.
    pub positions: BTreeMap<u32, u64>,
    /// The number of moves in all these positions.
    pub moves: u64,
}

/// An opening and how often it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlayedOpening<const N: usize> {
    /// How the first two plies are played.
    pub by: tak_encoding::Opening,
    /// The moves from the empty board.
    pub moves: Vec<Move<N>>,
    /// The games with its least played move, including those that reached that position by other
    /// moves.
    pub games: u64,
}

impl Book {
    /// Statistics of each size.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn stats(&self) -> Result<BTreeMap<BoardSize, SizeStats>, BookError> {
        let mut stats = BTreeMap::<_, SizeStats>::new();
        for (size, games) in self.games()? {
            stats.entry(size).or_default().games = games;
        }
        let query = "SELECT size, ply, count(*) FROM positions GROUP BY size, ply";
        self.for_each_count(query, |size, ply, count| {
            let positions = &mut stats.entry(size).or_default().positions;
            *positions.entry(ply).or_default() += count;
        })?;
        let query = "SELECT size, 0, count(*) FROM positions \
                     JOIN moves ON moves.position = positions.id GROUP BY size";
        self.for_each_count(query, |size, _, count| {
            stats.entry(size).or_default().moves += count;
        })?;
        Ok(stats)
    }

    fn for_each_count(
        &self,
        query: &str,
        mut visit: impl FnMut(BoardSize, u32, u64),
    ) -> Result<(), BookError> {
        let mut statement = self.connection.prepare(query)?;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next()? {
            let (Ok(size), Ok(ply), Ok(count)) = (row.get(0), row.get(1), row.get::<_, i64>(2))
            else {
                continue;
            };
            if let (Some(size), true) = (book::size(size), ply < self.plies()) {
                visit(size, ply, count.unsigned_abs());
            }
        }
        Ok(())
    }

    /// The `count` most played openings of `plies` plies, the most played first. Of openings that
    /// reach the same position, one is returned.
    ///
    /// # Errors
    ///
    /// If the file is damaged.
    pub fn openings<const N: usize>(
        &self,
        plies: u32,
        count: usize,
    ) -> Result<Vec<PlayedOpening<N>>, BookError>
    where
        Size<N>: Playable,
    {
        let mut found = Vec::new();
        let mut met = HashSet::new();
        // Adding a move never increases the number of games, so the first complete opening from the
        // heap is the most played.
        let roots = 0..tak_encoding::Opening::ALL.len();
        let mut heap: BinaryHeap<_> =
            roots.map(|index| (u64::MAX, Vec::<Move<N>>::new(), Reverse(index))).collect();
        for _ in 0..MOST_LOOKUPS {
            let Some((games, moves, Reverse(index))) = heap.pop() else {
                break;
            };
            let by = tak_encoding::Opening::ALL[index];
            let rules = Rules::default().with_opening(by);
            let mut position = rules.map_or_else(|_| Position::<N>::new(), Position::with_rules);
            for &mv in &moves {
                position.play_unchecked(mv);
            }
            if Key::of(&position).is_none_or(|key| !met.insert(key.into_board())) {
                continue;
            }
            if moves.len() as u32 == plies {
                found.push(PlayedOpening { by, moves, games });
                if found.len() == count {
                    break;
                }
                continue;
            }
            for known in self.lookup(&position)? {
                let longer = [moves.as_slice(), &[known.mv]].concat();
                heap.push((games.min(known.tally.games), longer, Reverse(index)));
            }
        }
        Ok(found)
    }
}
