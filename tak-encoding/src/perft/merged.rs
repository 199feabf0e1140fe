//! A perft that visits each board once, however many symmetries and orders of moves lead to it.
//!
//! After some plies many games have met on few boards: the 13 586 048 games of four plies on 6×6
//! lead to a twelfth as many boards, if symmetric ones are the same. So the boards of a ply are
//! kept, each [packed](PackedBoard) in its canonical orientation with the number of games that lead
//! to it, and the next ply is played from them alone. The count is exact: whole boards are compared,
//! not hashes. Perft 6 from the start of 6×6 takes an eighth of the time (BENCHMARKS.md).

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{Perft, divided, leaves};
use crate::moves::Move;
use crate::packed::PackedBoard;
use crate::position::Position;
use crate::rules::Rules;
use crate::size::{Playable, Size};
use crate::zobrist::{Hashing, NoHash};

/// With so many maps, threads seldom want the same one.
const SHARDS: usize = 256;

/// How many boards for one map are gathered before its lock is taken.
const GATHERED: usize = 64;

/// A [`Perft`] that visits each board once; see [`Perft::merge`].
///
/// The counts are the same, and exact. A kept board takes about 80 bytes; when there would be too
/// many, the remaining plies are counted in the ordinary way.
///
/// ```
/// use tak_encoding::{Perft, Position};
///
/// let merged = Perft::new().merge(1_000_000);
/// assert_eq!(merged.count(&Position::<5>::new(), 5), Some(187_855_252));
/// ```
#[derive(Clone, Copy)]
pub struct MergedPerft<'a> {
    perft: Perft<'a>,
    /// The most boards that are kept.
    most: usize,
}

impl<'a> MergedPerft<'a> {
    pub(super) fn new(perft: Perft<'a>, most: usize) -> Self {
        Self { perft, most }
    }

    /// Like [`Perft::count`].
    pub fn count<const N: usize, H: Hashing>(
        &self,
        position: &Position<N, H>,
        depth: u8,
    ) -> Option<u64>
    where
        Size<N>: Playable,
    {
        let (mut layer, mut depth) = (Layer::new(position), depth);
        let mut before = 0;
        // Counting the last three plies is faster than comparing their boards.
        while depth > 3 {
            let (Some(next), finished) = layer.next(&self.perft, self.most)? else { break };
            layer = next;
            before += finished;
            depth -= 1;
        }
        Some(before + layer.leaves(&self.perft, depth)?)
    }

    /// Like [`Perft::divide`]; each move may keep as many boards.
    pub fn divide<const N: usize, H: Hashing>(
        &self,
        position: &Position<N, H>,
        depth: u8,
    ) -> Option<Vec<(Move<N>, u64)>>
    where
        Size<N>: Playable,
    {
        divided(position, depth, |children, depth| {
            children.iter().map(|child| self.count(child, depth)).collect()
        })
    }

    /// How many different boards there are after 0, 1 … `depth` plies, counting symmetric ones
    /// once, finished games included; fewer plies if too few boards may be kept. `None` if it was
    /// stopped.
    ///
    /// ```
    /// use tak_encoding::{Perft, Position};
    ///
    /// let merged = Perft::new().merge(1_000);
    /// assert_eq!(merged.boards(&Position::<6>::new(), 1), Some(vec![1, 6]));
    /// ```
    pub fn boards<const N: usize, H: Hashing>(
        &self,
        position: &Position<N, H>,
        depth: u8,
    ) -> Option<Vec<u64>>
    where
        Size<N>: Playable,
    {
        let mut layer = Layer::new(position);
        let mut boards = vec![layer.len as u64];
        for _ in 0..depth {
            let (Some(next), _) = layer.next(&self.perft, self.most)? else { break };
            layer = next;
            boards.push(layer.len as u64);
        }
        Some(boards)
    }
}

/// The games that lead to a board.
struct Reached {
    games: u64,
    /// Whether they end there.
    is_over: bool,
}

type Boards = HashMap<PackedBoard, Reached>;

/// All boards of one ply.
struct Layer<const N: usize> {
    shards: Vec<Mutex<Boards>>,
    len: usize,
    rules: Rules<N>,
    ply: u32,
}

impl<const N: usize> Layer<N>
where
    Size<N>: Playable,
{
    /// The board of one position.
    fn new<H: Hashing>(position: &Position<N, H>) -> Self {
        let layer = Self::empty(position.rules(), position.ply());
        let board = position.pack_canonical();
        let reached = Reached { games: 1, is_over: position.outcome().is_some() };
        layer.add(shard(&board), [(board, reached)]);
        Self { len: 1, ..layer }
    }

    fn empty(rules: Rules<N>, ply: u32) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Self { shards, len: 0, rules, ply }
    }

    /// The boards one ply later, and the games that end before; no layer if it would have
    /// more than `most` boards, and nothing if it was stopped.
    fn next(&self, perft: &Perft<'_>, most: usize) -> Option<(Option<Self>, u64)> {
        let next = Self::empty(self.rules, self.ply + 1);
        let len = AtomicUsize::new(0);
        let finished = self.share(perft, |boards| {
            let (mut found, mut finished) = (Found::new(&next, &len), 0);
            for (board, reached) in boards {
                if len.load(Ordering::Relaxed) > most {
                    return Some(0);
                }
                if (perft.stop)() {
                    return None;
                }
                if reached.is_over {
                    finished += reached.games;
                } else {
                    found.add_children(self.position(board), reached.games);
                }
            }
            found.flush_all();
            Some(finished)
        })?;
        let len = len.into_inner();
        Some(((len <= most).then_some(Self { len, ..next }), finished))
    }

    /// The leaves `depth` plies later; `None` if it was stopped.
    fn leaves(&self, perft: &Perft<'_>, depth: u8) -> Option<u64> {
        let done = AtomicUsize::new(0);
        self.share(perft, |boards| {
            let mut sum = 0;
            for (board, reached) in boards {
                sum += reached.games
                    * if reached.is_over {
                        1
                    } else {
                        leaves(&self.position(board), depth, perft.stop)?
                    };
            }
            (perft.watch)(done.fetch_add(1, Ordering::Relaxed) + 1, SHARDS);
            Some(sum)
        })
    }

    /// The sum of `part` over all maps, shared among the threads.
    fn share(
        &self,
        perft: &Perft<'_>,
        part: impl Fn(&Boards) -> Option<u64> + Sync,
    ) -> Option<u64> {
        let parts = perft.share(SHARDS, &|shard| {
            part(&self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner))
        })?;
        Some(parts.into_iter().sum())
    }

    /// Adds boards to a map, and returns how many are new.
    fn add(&self, shard: usize, boards: impl IntoIterator<Item = (PackedBoard, Reached)>) -> usize {
        let mut map = self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        let before = map.len();
        for (board, reached) in boards {
            map.entry(board).and_modify(|known| known.games += reached.games).or_insert(reached);
        }
        map.len() - before
    }

    fn position(&self, board: &PackedBoard) -> Position<N, NoHash> {
        let position = board.unpack_as(self.rules, self.ply);
        position.expect("this layer packed it")
    }
}

/// The boards that one thread has found for a layer.
struct Found<'a, const N: usize>
where
    Size<N>: Playable,
{
    layer: &'a Layer<N>,
    /// How many boards the layer has, from all threads.
    len: &'a AtomicUsize,
    gathered: Vec<Vec<(PackedBoard, Reached)>>,
    moves: Vec<Move<N>>,
}

impl<'a, const N: usize> Found<'a, N>
where
    Size<N>: Playable,
{
    fn new(layer: &'a Layer<N>, len: &'a AtomicUsize) -> Self {
        let gathered = (0..SHARDS).map(|_| Vec::new()).collect();
        Self { layer, len, gathered, moves: Vec::new() }
    }

    /// Adds the boards after each move in a position that `games` games lead to.
    fn add_children(&mut self, mut position: Position<N, NoHash>, games: u64) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.generate(&mut moves);
        for &mv in &moves {
            let undo = position.play_unchecked(mv);
            let is_over = position.is_over_after(mv);
            let board = position.pack_canonical();
            position.undo(undo);
            let shard = shard(&board);
            self.gathered[shard].push((board, Reached { games, is_over }));
            if self.gathered[shard].len() == GATHERED {
                self.flush(shard);
            }
        }
        self.moves = moves;
    }

    /// Moves the boards gathered for a map into the layer.
    fn flush(&mut self, shard: usize) {
        let new = self.layer.add(shard, self.gathered[shard].drain(..));
        self.len.fetch_add(new, Ordering::Relaxed);
    }

    /// Moves all that is left into the layer.
    fn flush_all(mut self) {
        (0..SHARDS).for_each(|shard| self.flush(shard));
    }
}

/// The map that a board belongs to.
fn shard(board: &PackedBoard) -> usize {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (board.as_bytes().iter().fold(0, mix) >> 56) as usize
}

#[cfg(test)]
mod tests {
    use crate::{AnyPosition, Opening, Perft, Position, Rules, perft};

    #[test]
    fn merged_counts_are_plain_ones() {
        let start = Position::<3>::new();
        assert_eq!(Perft::new().merge(100_000).count(&start, 7), Some(52_400_728));
        for opening in Opening::ALL {
            let start = Position::<4>::with_rules(Rules::default().with_opening(opening).unwrap());
            for threads in [1, 3] {
                let merged = Perft::new().threads(threads).merge(100_000);
                assert_eq!(merged.count(&start, 5), Some(perft(&start, 5)));
            }
        }
    }

    #[test]
    fn games_that_end_on_the_way_count_once() {
        // Pieces in hand that no packed board shows, and roads within reach.
        for tps in ["2,2,x/1,1,x/12S,x2 1 5", "1,1,x,1/x,2,x2/2S,x,12,x/2,2,x,2 2 9"] {
            let position: AnyPosition = tps.parse().unwrap();
            crate::with_position!(position, position => {
                for depth in 0..5 {
                    let merged = Perft::new().merge(100_000).count(&position, depth);
                    assert_eq!(merged, Some(perft(&position, depth)), "{tps}");
                }
            });
        }
    }

    #[test]
    fn where_boards_are_too_many_the_rest_is_counted_one_by_one() {
        let start = Position::<5>::new();
        for most in [0, 1, 50, 1000] {
            assert_eq!(Perft::new().merge(most).count(&start, 4), Some(2_999_784));
        }
    }

    #[test]
    fn boards_of_each_ply() {
        // A stone can lie on six squares of 5×5 and on three of 3×3 and 4×4.
        let start = Position::<5>::new();
        let boards = Perft::new().merge(1000).boards(&start, 2).unwrap();
        assert_eq!(boards[..2], [1, 6]);
        // 600 games, each with its mirror images.
        assert_eq!(boards[2], 85);
        assert_eq!(Perft::new().merge(10).boards(&start, 2), Some(vec![1, 6]));
    }

    #[test]
    fn merging_can_be_stopped() {
        let stop = || true;
        let perft = Perft::new().stop(&stop).merge(1000);
        assert_eq!(perft.count(&Position::<6>::new(), 9), None);
    }
}
