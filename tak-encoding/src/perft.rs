//! Perft: how many games of a given number of plies there are.
//!
//! A position whose game is over counts as one leaf, whatever depth is left.
//! Public programs differ here: some count it as none, some play on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::moves::Move;
use crate::position::Position;
use crate::size::{Playable, Size};
use crate::zobrist::{Hashing, NoHash};

/// The number of leaves `depth` plies below the position.
///
/// The last ply is counted, not played.
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
    if depth == 0 || position.outcome().is_some() {
        return 1;
    }
    let mut lists = vec![Vec::with_capacity(256); usize::from(depth)];
    descend(&mut position.rehashed::<NoHash>(), depth, &mut lists)
}

/// Leaves below a position that is not over, `depth` at least 1, with one move
/// list for each ply.
fn descend<const N: usize>(
    position: &mut Position<N, NoHash>,
    depth: u8,
    lists: &mut [Vec<Move<N>>],
) -> u64
where
    Size<N>: Playable,
{
    let Some((moves, deeper)) = lists.split_first_mut().filter(|_| depth > 1) else {
        return position.count_moves();
    };
    moves.clear();
    position.generate(moves);
    let mut leaves = 0;
    for &mv in moves.iter() {
        let undo = position.play_unchecked(mv);
        let over = position.is_over_after(mv);
        leaves += if over {
            1
        } else {
            descend(position, depth - 1, deeper)
        };
        position.undo(undo);
    }
    leaves
}

/// The leaves below each legal move, in the order of generation. They add up to
/// [`perft`]; a finished game or depth 0 has no moves to divide.
pub fn divide<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    depth: u8,
    threads: usize,
) -> Vec<(Move<N>, u64)>
where
    Size<N>: Playable,
{
    divide_watched(position, depth, threads, |_, _| ())
}

/// [`divide`] for who wants to know how far it is: after each move `watch` is
/// told how many are done, and how many there are.
pub fn divide_watched<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    depth: u8,
    threads: usize,
    watch: impl Fn(usize, usize) + Sync,
) -> Vec<(Move<N>, u64)>
where
    Size<N>: Playable,
{
    if depth == 0 || position.outcome().is_some() {
        return Vec::new();
    }
    let position = position.rehashed::<NoHash>();
    let moves = position.legal_moves();
    let children: Vec<_> = moves.iter().map(|&mv| position.after(mv)).collect();
    let leaves = share(&children, threads, watch, |child| perft(child, depth - 1));
    moves.into_iter().zip(leaves).collect()
}

/// [`perft`] on several threads: the positions after two plies are shared out.
pub fn perft_threads<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    depth: u8,
    threads: usize,
) -> u64
where
    Size<N>: Playable,
{
    perft_watched(position, depth, threads, |_, _| ())
}

/// [`perft_threads`] for who wants to know how far it is: after each position
/// that is shared out, or each first move where one thread does all, `watch` is
/// told how many are done, and how many there are.
pub fn perft_watched<const N: usize, H: Hashing>(
    position: &Position<N, H>,
    depth: u8,
    threads: usize,
    watch: impl Fn(usize, usize) + Sync,
) -> u64
where
    Size<N>: Playable,
{
    // What takes less than a moment is not worth its parts.
    let least = if threads <= 1 { 4 } else { 3 };
    if depth < least || position.outcome().is_some() {
        return perft(position, depth);
    }
    let children = successors(&position.rehashed::<NoHash>());
    let (finished, open): (Vec<_>, Vec<_>) = children
        .into_iter()
        .partition(|child| child.outcome().is_some());
    let (tasks, plies) = if threads <= 1 {
        (open, 1)
    } else {
        (open.iter().flat_map(successors).collect(), 2)
    };
    let leaves = share(&tasks, threads, watch, |task| perft(task, depth - plies));
    finished.len() as u64 + leaves.into_iter().sum::<u64>()
}

fn successors<const N: usize>(position: &Position<N, NoHash>) -> Vec<Position<N, NoHash>>
where
    Size<N>: Playable,
{
    position
        .legal_moves()
        .into_iter()
        .map(|mv| position.after(mv))
        .collect()
}

/// Maps `work` over the tasks on several threads, each taking the next task
/// when it is done with one; the answers come in the order of the tasks.
fn share<T: Sync>(
    tasks: &[T],
    threads: usize,
    watch: impl Fn(usize, usize) + Sync,
    work: impl Fn(&T) -> u64 + Sync,
) -> Vec<u64> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let worker = || {
        let mut answers = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else {
                return answers;
            };
            answers.push((index, work(task)));
            watch(done.fetch_add(1, Ordering::Relaxed) + 1, tasks.len());
        }
    };
    let mut answers = vec![0; tasks.len()];
    thread::scope(|scope| {
        // This thread works too, and does all of it where no other is to be had.
        let helpers: Vec<_> = (1..threads.min(tasks.len()))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, worker).ok())
            .collect();
        let mut finished = worker();
        for helper in helpers {
            let theirs = helper.join();
            finished.extend(theirs.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        for (index, answer) in finished {
            answers[index] = answer;
        }
    });
    answers
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
        assert_eq!(perft_threads(&position, 4, 3), 216_464);
        let parts = divide(&position, 4, 2);
        assert_eq!(parts.len(), 16);
        assert_eq!(parts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 216_464);
    }

    #[test]
    fn whoever_watches_sees_every_part() {
        let position = Position::<4>::new();
        for (threads, parts) in [(1, 16), (3, 240)] {
            let seen = std::sync::Mutex::new(Vec::new());
            let watch = |done, total| seen.lock().unwrap().push((done, total));
            assert_eq!(perft_watched(&position, 4, threads, watch), 216_464);
            let mut seen = seen.into_inner().unwrap();
            seen.sort_unstable();
            let expected: Vec<_> = (1..=parts).map(|done| (done, parts)).collect();
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn a_finished_game_is_one_leaf() {
        let over = Position::<3>::from_tps("1111111111,x,x/2,2,x/x3 2 11").unwrap();
        for depth in 0..4 {
            assert_eq!(perft(&over, depth), 1);
            assert_eq!(perft_threads(&over, depth, 2), 1);
        }
        assert!(divide(&over, 2, 1).is_empty());
    }
}
