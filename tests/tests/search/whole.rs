//! The search as a whole: it allocates nothing once it runs, is reproducible, can be stopped
//! anywhere, and survives a wrong table.

use std::thread;
use std::time::Duration;

use tak_encoding::{BoardSize, Color, Move, OneHash, Playable, Position, Size, with_size};
use tak_search::evaluation::{Corrected, Evaluator};
use tak_search::limits::Limits;
use tak_search::score::{self, Score};
use tak_search::search::{self, Experience, Report, Signals, Task};
use tak_search::table::{Bound, Entry, Table};
use tak_tests::engine::{search_with, task};

/// A position some plies into a random game.
fn middlegame<const N: usize>(seed: u64) -> Position<N, OneHash>
where
    Size<N>: Playable,
{
    after_plies(seed, 3 * N as u32)
}

/// The same after this many plies.
fn after_plies<const N: usize>(seed: u64, plies: u32) -> Position<N, OneHash>
where
    Size<N>: Playable,
{
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::new();
    while position.ply() < plies {
        let moves = position.legal_moves();
        let after = position.after(moves[random.usize(..moves.len())]);
        if after.outcome().is_none() {
            position = after;
        }
    }
    position
}

/// A search by one thread with an empty table.
fn run<const N: usize>(task: Task<N>, report: impl FnMut(Report<N>)) -> Option<Move<N>>
where
    Size<N>: Playable,
{
    let (table, signals) = (Table::new(1).unwrap(), Signals::default());
    search::run(task, &Corrected::default(), &mut [], &table, &signals, report)
}

/// How often this thread allocates memory, and how many lines it reports.
fn allocations<const N: usize>(position: Position<N, OneHash>, nodes: u64) -> (u64, u64)
where
    Size<N>: Playable,
{
    let (mut reports, mut task) = (0, task(position, nodes));
    // Who names moves does not ask the solver, which has memory of its own.
    task.root_moves.clone_from(&position.legal_moves());
    let counted = allocation_counter::measure(|| {
        run(task, |_| reports += 1);
    });
    (counted.count_total, reports)
}

#[test]
fn a_running_search_asks_for_no_memory() {
    compare_allocations(100_000);
}

#[test]
#[ignore = "second tier: two million nodes"]
fn nor_does_a_longer_one_in_release() {
    compare_allocations(300_000);
}

fn compare_allocations(nodes: u64) {
    for size in BoardSize::ALL {
        with_size!(size, N => {
            let position = middlegame::<N>(3);
            let (short, few) = allocations(position, 5_000);
            let (long, more) = allocations(position, nodes);
            // A report owns its line, is kept for comparison and handed out, and its line may grow:
            // nothing else allocates.
            assert!(long - short <= 6 * (more - few), "{N}×{N}: {} of {}", long - short, more - few);
        });
    }
}

#[test]
fn one_thread_finds_the_same_each_time() {
    for size in BoardSize::ALL {
        with_size!(size, N => {
            let lines = || {
                let mut lines = Vec::new();
                run(task(middlegame::<N>(5), 30_000), |report| {
                    lines.push((report.depth, report.score, report.nodes, report.line));
                });
                lines
            };
            assert_eq!(lines(), lines());
        });
    }
}

/// A report's line must be playable.
fn check_line<const N: usize>(mut position: Position<N, OneHash>, report: &Report<N>)
where
    Size<N>: Playable,
{
    for &mv in &report.line {
        assert!(position.is_legal(mv), "{mv} of {report:?}");
        position.play_unchecked(mv);
    }
}

#[test]
fn stopped_anywhere_the_answer_is_legal_and_of_the_last_line() {
    let position = middlegame::<5>(9);
    for nodes in (1..400).chain((400..6_000).step_by(131)) {
        let mut first = None;
        let best = run(task(position, nodes), |report| {
            check_line(position, &report);
            first = report.line.first().copied();
        });
        let best = best.expect("a legal move");
        assert!(position.is_legal(best), "{best} after {nodes} nodes");
        assert_eq!(first, Some(best), "after {nodes} nodes");
    }
}

#[test]
fn stopped_from_another_thread_the_best_move_is_legal() {
    for size in BoardSize::ALL {
        with_size!(size, N => for wait in (0..3000).step_by(150).map(Duration::from_micros) {
            let position = middlegame::<N>(13);
            let (table, signals) = (Table::new(1).unwrap(), Signals::default());
            let mut endless = task(position, 0);
            endless.limits = Limits::default();
            endless.limits.infinite = true;
            let best = thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(wait);
                    signals.stop();
                });
                let mut two = Experience::of_threads(2);
                let report = |report: Report<N>| check_line(position, &report);
                search::run(endless, &Corrected::default(), &mut two, &table, &signals, report)
            });
            let best = best.expect("a legal move");
            assert!(position.is_legal(best), "{best} after {wait:?}");
        });
    }
}

#[test]
fn all_threads_share_the_nodes() {
    for threads in [1, 2, 4, 16] {
        for limit in [1, 100, 1_000, 50_000] {
            let (table, signals) = (Table::new(1).unwrap(), Signals::default());
            let mut experiences = Experience::of_threads(threads);
            let mut nodes = 0;
            let report = |report: Report<6>| nodes = report.nodes;
            let task = task(middlegame::<6>(13), limit);
            search::run(task, &Corrected::default(), &mut experiences, &table, &signals, report);
            // The first thread searches a move in any case, and each of the others a node.
            let most = limit + 5 + threads as u64;
            assert!(nodes <= most, "{threads} threads, {limit}: {nodes}");
        }
    }
}

#[test]
fn several_lines_are_as_deep_as_they_say() {
    const DEPTH: u32 = 7;
    // Nothing is extended, so that the search is just as deep.
    let position = after_plies::<6>(13, 6);
    let check = |lines: usize, root_moves: Vec<Move<6>>| {
        let mut found = Vec::new();
        let mut task = Task::new(position, Limits::depth(DEPTH));
        (task.limits.lines, task.root_moves) = (lines, root_moves);
        run(task, |report| found.push((report.depth, report.selective_depth)));
        assert_eq!(found.last(), Some(&(DEPTH, DEPTH)), "{found:?}");
    };
    check(1, Vec::new());
    check(1, position.legal_moves());
    check(3, Vec::new());
}

/// Counts flats, and exaggerates beyond the largest estimate.
#[derive(Clone)]
struct Flats;

impl<const N: usize> Evaluator<N> for Flats
where
    Size<N>: Playable,
{
    fn evaluate(&mut self, position: &Position<N, OneHash>) -> Score {
        let lead = 1_000_000 * position.flat_lead();
        match position.side_to_move() {
            Color::White => lead,
            Color::Black => -lead,
        }
    }
}

#[test]
fn the_search_takes_any_evaluation_and_no_estimate_for_a_proof() {
    // White is a flat ahead, and no road is near.
    let position = Position::<5, OneHash>::from_tps("x5/x5/x5/x5/1,1,2,x2 1 3").unwrap();
    let (table, signals) = (Table::new(1).unwrap(), Signals::default());
    let mut score = None;
    let task = task(position, 20_000);
    search::run(task, &Flats, &mut [], &table, &signals, |report| {
        score = Some(report.score);
    });
    // What the search learns corrects an estimate by 192 at most.
    let estimates = score::LARGEST_ESTIMATE - 192..=score::LARGEST_ESTIMATE;
    assert!(score.is_some_and(|score| estimates.contains(&score)), "{score:?}");
}

/// Two positions may share a key: then the table's move belongs to the other.
#[test]
fn a_move_from_the_table_may_be_illegal() {
    fn check<const N: usize>(mut position: Position<N, OneHash>)
    where
        Size<N>: Playable,
    {
        let legal = position.legal_moves();
        let all = (0..=u16::MAX).filter_map(Move::<N>::from_bits);
        let illegal: Vec<_> = all.filter(|mv| !legal.contains(mv)).collect();
        for &mv in illegal.iter().step_by(illegal.len() / 20 + 1) {
            let table = Table::new(1).unwrap();
            // Every position that one move leads to, under the key of the search.
            let entry = Entry { best: Some(mv), score: 0, depth: 0, bound: Bound::Upper };
            for &first in legal.iter().take(40) {
                let undo = position.play_unchecked(first);
                table.store(search::key(&position), 1, entry);
                position.undo(undo);
            }
            table.store(search::key(&position), 0, entry);
            let (best, _) = search_with(&position, 2_000, &table);
            assert!(legal.contains(&best), "{best}, the table says {mv}");
        }
    }
    for size in BoardSize::ALL {
        with_size!(size, N => {
            check(middlegame::<N>(11));
            // Where a symmetry turns what the table holds.
            check(after_plies::<N>(11, 2));
        });
    }
}
