//! Perft: how many games of a given number of plies there are.
//!
//! A position whose game is over counts as one leaf, whatever depth is left. Programs differ here:
//! some count it as none, some play on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::moves::Move;
use crate::position::Position;
use crate::size::{Playable, Size};
use crate::zobrist::{Hashing, NoHash};

mod merged;
mod two_plies;

pub use merged::MergedPerft;
use two_plies::two_plies;

/// The number of leaves `depth` plies below the position.
///
/// The last ply is counted, not played, and of the one before only the spreads are.
///
/// ```
/// use tak_encoding::{Position, perft};
///
/// assert_eq!(perft(&Position::<5>::new(), 3), 43_320);
/// ```
pub fn perft<const N: usize, H: Hashing>(position: &Position<N, H>, depth: u8) -> u64
where
    Size<N>: Playable,
{
    // Nobody stops it.
    leaves(position, depth, &|| false).unwrap_or(0)
}

/// A perft on several threads, watched or stopped on the way.
///
/// ```
/// use tak_encoding::{Perft, Position};
///
/// let start = Position::<5>::new();
/// let shared = Perft::new().threads(2);
/// assert_eq!(shared.count(&start, 4), Some(2_999_784));
/// let parts = shared.divide(&start, 4).unwrap();
/// assert_eq!(parts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 2_999_784);
/// assert_eq!(shared.stop(&|| true).count(&start, 4), None);
/// ```
#[derive(Clone, Copy)]
pub struct Perft<'a> {
    threads: usize,
    watch: &'a (dyn Fn(usize, usize) + Sync),
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Default for Perft<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Perft<'a> {
    /// On one thread, without being watched or stopped.
    pub fn new() -> Self {
        Self { threads: 1, watch: &|_, _| (), stop: &|| false }
    }

    /// On this many threads.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The same, but visiting boards that are equal by transposition or
    /// [symmetry](bitops::Symmetry) only once, of which at most `boards` are kept.
    pub fn merge(self, boards: usize) -> MergedPerft<'a> {
        MergedPerft::new(self, boards)
    }

    /// After each part of the work, `watch` is called with the number of parts done and their
    /// total.
    pub fn watch(self, watch: &'a (dyn Fn(usize, usize) + Sync)) -> Self {
        Self { watch, ..self }
    }

    /// The count ends as soon as `stop` returns true. It is called every few thousand leaves.
    pub fn stop(self, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { stop, ..self }
    }

    /// The leaves below the position, as [`perft()`] counts them; `None` if it was stopped.
    ///
    /// The parts are the positions after two plies, or after one where one thread does it all.
    pub fn count<const N: usize, H: Hashing>(
        &self,
        position: &Position<N, H>,
        depth: u8,
    ) -> Option<u64>
    where
        Size<N>: Playable,
    {
        // Work that takes only a moment is not worth splitting.
        let least = if self.threads <= 1 { 4 } else { 3 };
        if depth < least || position.outcome().is_some() {
            return leaves(position, depth, self.stop);
        }
        let children = successors(&position.rehashed::<NoHash>());
        let (finished, open): (Vec<_>, Vec<_>) =
            children.into_iter().partition(|child| child.outcome().is_some());
        let (tasks, plies) = if self.threads <= 1 {
            (open, 1)
        } else {
            (open.iter().flat_map(successors).collect(), 2)
        };
        let parts = self.share_leaves(&tasks, depth - plies)?;
        Some(finished.len() as u64 + parts.into_iter().sum::<u64>())
    }

    /// The leaves below each legal move, in the order of generation; `None` if it
    /// was stopped. They add up to [`perft()`]; a finished game or depth 0 has no
    /// moves to divide. The parts are the moves.
    pub fn divide<const N: usize, H: Hashing>(
        &self,
        position: &Position<N, H>,
        depth: u8,
    ) -> Option<Vec<(Move<N>, u64)>>
    where
        Size<N>: Playable,
    {
        divided(position, depth, |children, depth| self.share_leaves(children, depth))
    }

    /// The leaves below each position.
    fn share_leaves<const N: usize>(
        &self,
        positions: &[Position<N, NoHash>],
        depth: u8,
    ) -> Option<Vec<u64>>
    where
        Size<N>: Playable,
    {
        let done = AtomicUsize::new(0);
        self.share(positions.len(), &|index| {
            let leaves = leaves(&positions[index], depth, self.stop)?;
            (self.watch)(done.fetch_add(1, Ordering::Relaxed) + 1, positions.len());
            Some(leaves)
        })
    }

    /// The counts of all parts of the work; `None` if one was stopped. Each thread takes the next
    /// part when it has finished one.
    fn share(
        &self,
        parts: usize,
        count: &(dyn Fn(usize) -> Option<u64> + Sync),
    ) -> Option<Vec<u64>> {
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut counts = Vec::new();
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                let Some(count) = (part < parts).then(|| count(part)).flatten() else {
                    return counts;
                };
                counts.push((part, count));
            }
        };
        thread::scope(|scope| {
            // This thread works too, and does everything if no other can be started.
            let helpers: Vec<_> = (1..self.threads.min(parts))
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, worker).ok())
                .collect();
            let mut counts = worker();
            for helper in helpers {
                let theirs = helper.join();
                counts.extend(theirs.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            let mut all = vec![None; parts];
            for (part, count) in counts {
                all[part] = Some(count);
            }
            all.into_iter().collect()
        })
    }
}

/// The moves of a position, each with the leaves counted below it.
fn divided<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    depth: u8,
    count: impl FnOnce(&[Position<N, NoHash>], u8) -> Option<Vec<u64>>,
) -> Option<Vec<(Move<N>, u64)>>
where
    Size<N>: Playable,
{
    if depth == 0 || position.outcome().is_some() {
        return Some(Vec::new());
    }
    let leaves = count(&successors(&position.rehashed()), depth - 1)?;
    Some(position.legal_moves().into_iter().zip(leaves).collect())
}

/// The leaves below a position; `None` if it was stopped.
fn leaves<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    depth: u8,
    stop: &dyn Fn() -> bool,
) -> Option<u64>
where
    Size<N>: Playable,
{
    if stop() {
        return None;
    }
    if depth == 0 || position.outcome().is_some() {
        return Some(1);
    }
    let mut lists = vec![Vec::with_capacity(256); usize::from(depth)];
    descend(&mut position.rehashed(), depth, &mut lists, stop)
}

/// Leaves below a position that is not over, `depth` at least 1, with one move list for each ply.
fn descend<const N: usize>(
    position: &mut Position<N, NoHash>,
    depth: u8,
    lists: &mut [Vec<Move<N>>],
    stop: &dyn Fn() -> bool,
) -> Option<u64>
where
    Size<N>: Playable,
{
    let Some((moves, deeper)) = lists.split_first_mut().filter(|_| depth > 1) else {
        return Some(position.count_moves());
    };
    // Two plies are counted too fast to be worth stopping.
    if depth == 2 && !position.is_opening() {
        return Some(two_plies(position, moves));
    }
    if stop() {
        return None;
    }
    moves.clear();
    position.generate(moves);
    let mut leaves = 0;
    for &mv in moves.iter() {
        let undo = position.play_unchecked(mv);
        leaves += if position.is_over_after(mv) {
            1
        } else {
            descend(position, depth - 1, deeper, stop)?
        };
        position.undo(undo);
    }
    Some(leaves)
}

fn successors<const N: usize>(position: &Position<N, NoHash>) -> Vec<Position<N, NoHash>>
where
    Size<N>: Playable,
{
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| position.after(mv)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_positions() {
        assert_eq!(perft(&Position::<3>::new(), 5), 271_812);
        assert_eq!(perft(&Position::<4>::new(), 4), 216_464);
        assert_eq!(perft(&Position::<5>::new(), 4), 2_999_784);
        assert_eq!(perft(&Position::<6>::new(), 4), 13_586_048);
        assert_eq!(perft(&Position::<7>::new(), 3), 339_696);
        assert_eq!(perft(&Position::<8>::new(), 3), 764_064);
    }

    #[test]
    fn threads_and_division_add_up() {
        let position = Position::<4>::new();
        assert_eq!(Perft::new().threads(3).count(&position, 4), Some(216_464));
        let parts = Perft::new().threads(2).divide(&position, 4).unwrap();
        assert_eq!(parts.len(), 16);
        assert_eq!(parts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 216_464);
    }

    #[test]
    fn whoever_watches_sees_every_part() {
        let position = Position::<4>::new();
        for (threads, parts) in [(1, 16), (3, 240)] {
            let seen = std::sync::Mutex::new(Vec::new());
            let watch = |done, total| seen.lock().unwrap().push((done, total));
            let perft = Perft::new().threads(threads).watch(&watch);
            assert_eq!(perft.count(&position, 4), Some(216_464));
            let mut seen = seen.into_inner().unwrap();
            seen.sort_unstable();
            let expected: Vec<_> = (1..=parts).map(|done| (done, parts)).collect();
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn a_count_can_be_stopped_on_the_way() {
        for threads in [1, 2] {
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 30;
            let perft = Perft::new().threads(threads).stop(&stop);
            assert_eq!(perft.count(&Position::<6>::new(), 100), None);
            assert!(asked.into_inner() <= 30 + threads);
        }
    }

    #[test]
    fn a_finished_game_is_one_leaf() {
        let over = Position::<3>::from_tps("1111111111,x,x/2,2,x/x3 2 11").unwrap();
        for depth in 0..4 {
            assert_eq!(perft(&over, depth), 1);
            assert_eq!(Perft::new().threads(2).count(&over, depth), Some(1));
        }
        assert_eq!(Perft::new().divide(&over, 2), Some(Vec::new()));
    }
}
