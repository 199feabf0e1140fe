//! `tak-tools book score`: has the engine evaluate the positions of a book.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use serde_json::json;
use tak_book::{EngineScore, Scorer, Unscored, Value, Wanted};
use tak_encoding::{AnyMove, BoardSize, HalfKomi, Playable, Position, Size, with_position};
use tak_games::start::board_size;
use tak_search::evaluation::network::NetworkChoice;
use tak_search::evaluation::{self, Corrected};
use tak_search::limits::Limits;
use tak_search::score::{WIN, is_decided};
use tak_search::search::{self, Experience, Signals, Task};
use tak_search::table::Table;

use crate::counted::counted;
use crate::database::failure;
use crate::failure::Failure;
use crate::interrupt::finish_when_interrupted;
use crate::output::print_json;
use crate::progress::Progress;
use crate::remark;

/// The number of positions read at a time.
const BATCH: usize = 1000;

/// How often scores are written.
const PERIOD: Duration = Duration::from_secs(2);

/// Have the engine evaluate every position of a book
///
/// The scores are written into the book; `book lookup`, `book export` and `book serve` show them.
/// If it is interrupted, the scores so far are kept, and the same command continues: positions
/// already searched with as many nodes and the same komi are not searched again. A rebuilt or
/// merged book has no scores.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book score my.book --nodes 20000 --threads 4
  tak-tools book score my.book --size 6 --min-games 10 --nodes 100000
  tak-tools book score my.book --komi 0")]
pub(super) struct Arguments {
    /// A book that `book build` has written
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// How many positions to search for each score
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true)]
    nodes: u64,

    /// Only positions that at least this many games passed through
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true)]
    min_games: u64,

    /// Only positions of this size
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: Option<BoardSize>,

    /// Points for Black, which affect the value of a position
    #[arg(long, value_name = "POINTS", default_value = "2", allow_hyphen_values = true)]
    komi: HalfKomi,

    /// The number of positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u16).range(1..=256), allow_negative_numbers = true)]
    threads: u16,

    /// The table of each thread, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    #[arg(value_parser = value_parser!(u32).range(1..=32_768), allow_negative_numbers = true)]
    hash: u32,

    /// Report as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// A score and the number of its position.
type Scored = (i64, EngineScore<AnyMove>);

impl Arguments {
    /// Searches, writes and reports.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        let broken = |error| failure(&self.book, &error);
        let mut scorer = Scorer::open(&self.book).map_err(broken)?;
        let Self { size, min_games, nodes, komi: half_komi, .. } = *self;
        let wanted = Wanted { size, min_games, half_komi, nodes };
        let total = scorer.count(&wanted).map_err(broken)?;
        let interrupted = finish_when_interrupted();
        let progress = Progress::things(Some(total), "positions");
        let (mut done, mut last) = (0, i64::MIN);
        while !interrupted.load(Ordering::Relaxed) {
            let batch = scorer.unscored(&wanted, last, BATCH).map_err(broken)?;
            let Some(end) = batch.last() else { break };
            last = end.id;
            done +=
                self.score(batch, &mut scorer, interrupted, |more| progress.set(done + more))?;
        }
        drop(progress);
        if interrupted.load(Ordering::Relaxed) {
            let total = counted(total, "score");
            let line = format!("interrupted: kept {done} of {total}; the same command continues");
            return Err(Failure::Interrupted(line));
        }
        let time = start.elapsed();
        if self.json {
            let time = time.as_millis() as u64;
            return print_json(&json!({"scored": done, "nodes": nodes, "time": time}));
        }
        let seconds = time.as_secs_f64();
        remark::tell(&format!("scored {} in {seconds:.1} s", counted(done, "position")));
        Ok(())
    }

    /// Scores these positions and writes the scores. Returns their number.
    fn score(
        &self,
        batch: Vec<Unscored>,
        scorer: &mut Scorer,
        interrupted: &AtomicBool,
        watch: impl Fn(u64),
    ) -> Result<u64, Failure> {
        let waiting = Mutex::new(batch.into_iter());
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..self.threads {
                let (sender, waiting) = (sender.clone(), &waiting);
                scope.spawn(move || self.search_all(waiting, &sender, interrupted));
            }
            drop(sender);
            let broken = |error| failure(&self.book, &error);
            let written =
                write_all(&receiver, |scores| scorer.write(scores).map_err(broken), watch);
            if written.is_err() {
                // No more scores can be written, so the threads have nothing left to do.
                waiting.lock().unwrap_or_else(PoisonError::into_inner).by_ref().for_each(drop);
            }
            written
        })
    }

    /// Searches positions one by one until none is left.
    fn search_all(
        &self,
        waiting: &Mutex<impl Iterator<Item = Unscored>>,
        sender: &Sender<Result<Scored, Failure>>,
        interrupted: &AtomicBool,
    ) {
        let table = match Table::new(self.hash as usize) {
            Ok(table) => table,
            Err(error) => {
                let why = Failure::Input(format!("--hash {}: {error}", self.hash));
                return drop(sender.send(Err(why)));
            }
        };
        while !interrupted.load(Ordering::Relaxed) {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(Unscored { id, position }) = next else { return };
            let score = with_position!(&position, position => {
                self.search(position, &table, interrupted)
            });
            if let Some(score) = score
                && sender.send(Ok((id, score))).is_err()
            {
                return;
            }
        }
    }

    /// The engine's score of a position; `None` if the game is over, or the search interrupted.
    fn search<const N: usize>(
        &self,
        position: &Position<N>,
        table: &Table,
        interrupted: &AtomicBool,
    ) -> Option<EngineScore<AnyMove>>
    where
        Size<N>: Playable,
    {
        // Each search is independent of the others.
        table.clear();
        let task = Task::new(position.rehashed(), Limits::nodes(self.nodes));
        let evaluator = Corrected::<N>::default();
        let mut last = None;
        let mut experiences = Experience::of_threads(1);
        let signals = Signals::default();
        let best = stopped_by(interrupted, &signals, || {
            search::run(task, &evaluator, &mut experiences, table, &signals, |report| {
                last = Some((report.score, report.depth));
            })
        });
        let best = best.filter(|_| !signals.is_stopped())?;
        let (score, depth) = last?;
        let plies = (WIN - score.abs()).unsigned_abs();
        let value = match is_decided(score) {
            false => Value::Centiflats(score),
            true if score > 0 => Value::WinIn(plies),
            true => Value::LossIn(plies),
        };
        Some(EngineScore {
            value,
            best: best.into(),
            half_komi: self.komi,
            depth,
            nodes: self.nodes,
            engine: engine::<N>(),
        })
    }
}

/// Runs a search that is asked to stop soon after the program is interrupted.
fn stopped_by<T>(interrupted: &AtomicBool, signals: &Signals, search: impl FnOnce() -> T) -> T {
    /// How often the flag is looked at.
    const PAUSE: Duration = Duration::from_millis(50);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                thread::park_timeout(PAUSE);
                if interrupted.load(Ordering::Relaxed) {
                    return signals.stop();
                }
            }
        });
        let found = search();
        is_over.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        found
    })
}

/// The name of the engine, different for every version and evaluation.
fn engine<const N: usize>() -> String
where
    Size<N>: Playable,
{
    let network = NetworkChoice::BuiltIn.of(Size::<N>::BOARD_SIZE);
    let evaluation = evaluation::name::<N>(network.as_deref());
    format!("tak-search {}, {evaluation}", env!("CARGO_PKG_VERSION"))
}

/// Writes scores periodically and at the end. Returns their number.
fn write_all(
    receiver: &Receiver<Result<Scored, Failure>>,
    mut write: impl FnMut(&[Scored]) -> Result<(), Failure>,
    watch: impl Fn(u64),
) -> Result<u64, Failure> {
    let (mut pending, mut done, mut written) = (Vec::new(), 0, Instant::now());
    for score in receiver {
        pending.push(score?);
        watch(done + pending.len() as u64);
        if written.elapsed() > PERIOD {
            write(&pending)?;
            done += pending.len() as u64;
            pending.clear();
            written = Instant::now();
        }
    }
    write(&pending)?;
    Ok(done + pending.len() as u64)
}
