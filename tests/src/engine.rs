//! The engine called as a library.

use tak_encoding::{Move, OneHash, Playable, Position, Size};
use tak_search::evaluation::Corrected;
use tak_search::limits::Limits;
use tak_search::score::Score;
use tak_search::search::{self, Experience, Report, Signals, Task};
use tak_search::table::Table;

/// The answer of a search of that many nodes, with one thread and an empty table:
/// the same each time.
pub fn search<const N: usize>(position: &Position<N, OneHash>, nodes: u64) -> (Move<N>, Score)
where
    Size<N>: Playable,
{
    let table = Table::new(1).unwrap();
    search_with(position, nodes, &table)
}

/// The same with a table that may hold something.
pub fn search_with<const N: usize>(
    position: &Position<N, OneHash>,
    nodes: u64,
    table: &Table,
) -> (Move<N>, Score)
where
    Size<N>: Playable,
{
    answer(task(*position, nodes), table, 1)
}

/// The answer of several threads at that depth, which may vary.
pub fn search_by_threads<const N: usize>(
    position: &Position<N, OneHash>,
    depth: u32,
    threads: usize,
) -> (Move<N>, Score)
where
    Size<N>: Playable,
{
    let task = Task::new(*position, Limits::depth(depth));
    answer(task, &Table::new(1).unwrap(), threads)
}

/// The line that a search like [`search()`] reports last, with its score.
///
/// # Panics
///
/// Without a legal move.
pub fn best_line<const N: usize>(
    position: &Position<N, OneHash>,
    nodes: u64,
) -> (Vec<Move<N>>, Score)
where
    Size<N>: Playable,
{
    let last = last_report(task(*position, nodes), &Table::new(1).unwrap(), 1).1;
    (last.line, last.score)
}

fn answer<const N: usize>(task: Task<N>, table: &Table, threads: usize) -> (Move<N>, Score)
where
    Size<N>: Playable,
{
    let (best, last) = last_report(task, table, threads);
    (best, last.score)
}

fn last_report<const N: usize>(task: Task<N>, table: &Table, threads: usize) -> (Move<N>, Report<N>)
where
    Size<N>: Playable,
{
    let mut experiences = Experience::of_threads(threads);
    let signals = Signals::default();
    let mut last = None;
    let report = |report: Report<N>| last = Some(report);
    let best = search::run(task, &Corrected::default(), &mut experiences, table, &signals, report);
    best.zip(last).expect("a position with a legal move")
}

/// A search of that position with a limit of nodes.
pub fn task<const N: usize>(position: Position<N, OneHash>, nodes: u64) -> Task<N>
where
    Size<N>: Playable,
{
    Task::new(position, Limits::nodes(nodes))
}
