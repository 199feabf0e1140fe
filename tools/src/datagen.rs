//! `tak-tools datagen`: positions of self-play games, to tune an evaluation with.
//! [`read_positions`] reads them back for `tune` and `wdl`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::{Args, value_parser};
use fastrand::Rng;
use tak_encoding::{
    AnyRules, BoardSize, Color, HalfKomi, Move, OneHash, Opening, Outcome, Playable, Position,
    Rules, Size, with_size,
};
use tak_search::evaluation::Weighted;
use tak_search::limits::Limits;
use tak_search::score::{self, Score};
use tak_search::search::{self, Experience, Signals, Task};
use tak_search::table::{NoMemory, Table};

use crate::failure::Failure;
use crate::input::{Line, Source};
use crate::interrupt::finish_when_interrupted;
use crate::output::Output;
use crate::progress::Progress;
use crate::start::board_size;

/// Let the engine play against itself and write positions with scores and results
///
/// Each line is a position, the komi in half points, the score in centiflats for
/// White, and White's share of the result (1, 0.5, 0), separated by tabs. Positions
/// that the search has solved are left out. The same seed gives the same games.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools datagen --size 6 --games 2000 --threads 2 -o six.tsv
  tak-tools datagen --size 6 --opening 'double black stack' --komi 0 -o black-stack.tsv
  tak-tools datagen --size 5 --games 500 --nodes 2000 --komi 0,2 --seed 7 -o five.tsv")]
pub(crate) struct Arguments {
    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Games to play
    #[arg(long, value_name = "N", default_value = "1000")]
    games: u64,

    /// Nodes to search for each move
    #[arg(long, value_name = "N", default_value = "5000")]
    nodes: u64,

    /// Random plies at the start of each game
    #[arg(long, value_name = "N", default_value = "6", value_parser = value_parser!(u32).range(..=100))]
    random_plies: u32,

    /// Komi in points; each game has one of these
    #[arg(long, value_name = "POINTS,…", value_delimiter = ',', default_value = "0,1,2")]
    #[arg(allow_negative_numbers = true)]
    komi: Vec<HalfKomi>,

    /// How the first two plies are played: swap, no-swap or "double black stack"
    #[arg(long, value_name = "OPENING", default_value = "swap")]
    opening: Opening,

    /// Games that are played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// The seed of the random openings
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

/// Writes games in their order, whichever thread finishes first.
struct Written {
    output: Output,
    progress: Progress,
    next: u64,
    waiting: BTreeMap<u64, String>,
    failure: Option<Failure>,
}

impl Written {
    fn add(&mut self, game: u64, lines: String) {
        self.waiting.insert(game, lines);
        while let Some(lines) = self.waiting.remove(&self.next) {
            self.next += 1;
            if let Err(failure) = self.output.write(lines.as_bytes()) {
                self.failure.get_or_insert(failure);
            }
        }
        self.progress.set(self.next);
    }

    /// Writes the games that waited for one that was not played to its end.
    fn add_rest(&mut self) {
        for lines in std::mem::take(&mut self.waiting).into_values() {
            self.add(self.next, lines);
        }
    }
}

/// What the engine remembers from move to move of a game.
struct Memory {
    table: Table,
    experiences: Vec<Experience>,
}

/// The size of each game's table.
const MEBIBYTES: usize = 8;

impl Memory {
    fn new() -> Result<Self, NoMemory> {
        Ok(Self { table: Table::new(MEBIBYTES)?, experiences: Vec::new() })
    }

    fn clear(&mut self) {
        self.table.clear();
        self.experiences = Experience::of_threads(1);
    }
}

impl Arguments {
    /// Plays and writes.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let memories: Result<Vec<_>, _> = (0..self.threads).map(|_| Memory::new()).collect();
        let memories = memories.map_err(|NoMemory| {
            let needed = MEBIBYTES * usize::from(self.threads);
            Failure::Input(format!(
                "--threads {}: {needed} MiB of memory are not to be had; try fewer",
                self.threads
            ))
        })?;
        let written = Mutex::new(Written {
            output: Output::create(&self.output)?,
            progress: Progress::things(Some(self.games), "games"),
            next: 0,
            waiting: BTreeMap::new(),
            failure: None,
        });
        let next = AtomicU64::new(0);
        let interrupted = finish_when_interrupted();
        std::thread::scope(|scope| {
            for memory in memories {
                let (next, written) = (&next, &written);
                scope.spawn(
                    move || with_size!(self.size, N => self.play_games::<N>(next, written, memory)),
                );
            }
        });
        let mut written = written.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        written.add_rest();
        drop(written.progress);
        if let Some(failure) = written.failure {
            return Err(failure);
        }
        written.output.finish()?;
        let (done, all) = (written.next, self.games);
        if interrupted.load(Ordering::Relaxed) && done < all {
            return Err(Failure::Interrupted(format!(
                "interrupted: {done} of {all} games are written"
            )));
        }
        Ok(())
    }

    fn play_games<const N: usize>(
        &self,
        next: &AtomicU64,
        written: &Mutex<Written>,
        mut memory: Memory,
    ) where
        Size<N>: Playable,
    {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= self.games {
                return;
            }
            memory.clear();
            let Some(lines) = self.play_game::<N>(game, &mut memory) else {
                return;
            };
            let mut written = written.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if written.failure.is_some() {
                return;
            }
            written.add(game, lines);
        }
    }

    /// Plays one game, from a random opening that is about even; `None` if it is
    /// interrupted.
    fn play_game<const N: usize>(&self, game: u64, memory: &mut Memory) -> Option<String>
    where
        Size<N>: Playable,
    {
        /// After so many tries any opening will do: with few random plies none may be
        /// even. With many, every game may end before: each further try is one ply
        /// shorter.
        const MOST_TRIES: u32 = 100;
        let mut random = Rng::with_seed(self.seed.rotate_left(32) ^ game);
        let mut tries = 0_u32;
        loop {
            let komi = random.choice(&self.komi).copied().unwrap_or_default();
            let plies = self.random_plies - tries.saturating_sub(MOST_TRIES);
            let rules = Rules::with_komi(komi).with_opening(self.opening).unwrap_or_default();
            let start = random_opening::<N>(rules, plies, &mut random);
            tries += 1;
            let Some(start) = start else { continue };
            let (_, score) = self.think(&start, Vec::new(), memory);
            if tries >= MOST_TRIES || score.is_some_and(|score| score.abs() < 250) {
                return self.play_on(start, memory);
            }
        }
    }

    fn play_on<const N: usize>(
        &self,
        start: Position<N, OneHash>,
        memory: &mut Memory,
    ) -> Option<String>
    where
        Size<N>: Playable,
    {
        const LONGEST_GAME: u32 = 400;
        let mut position = start;
        let (mut kept, mut reversible) = (Vec::new(), Vec::new());
        let mut draw = false;
        while position.outcome().is_none() && !draw {
            if finish_when_interrupted().load(Ordering::Relaxed) {
                return None;
            }
            let (mv, score) = self.think(&position, reversible.clone(), memory);
            let Some(mv) = mv else { break };
            // The TPS of the empty board does not tell the opening.
            let is_told = position.ply() > 0 || self.opening == Opening::Swap;
            if let Some(score) = score.filter(|&score| is_told && !score::is_decided(score)) {
                let white = match position.side_to_move() {
                    Color::White => score,
                    Color::Black => -score,
                };
                kept.push((position, white));
            }
            if position.is_reversible(mv) {
                reversible.push(position.hash());
            } else {
                reversible.clear();
            }
            position.play_unchecked(mv);
            let repeats = reversible.iter().filter(|&&old| old == position.hash());
            draw = repeats.count() >= 2 || reversible.len() > 50 || position.ply() > LONGEST_GAME;
        }
        let result = match position.outcome().and_then(Outcome::winner) {
            Some(Color::White) => "1",
            Some(Color::Black) => "0",
            None => "0.5",
        };
        let mut lines = String::new();
        for (position, score) in kept {
            let komi = position.half_komi().0;
            let _ = writeln!(lines, "{position}\t{komi}\t{score}\t{result}");
        }
        Some(lines)
    }

    /// The engine's move and its score for the side to move.
    fn think<const N: usize>(
        &self,
        position: &Position<N, OneHash>,
        reversible: Vec<u64>,
        memory: &mut Memory,
    ) -> (Option<Move<N>>, Option<Score>)
    where
        Size<N>: Playable,
    {
        let mut task = Task::new(*position, Limits::nodes(self.nodes));
        task.reversible = reversible;
        let mut score = None;
        let signals = Signals::default();
        let best = search::run(
            task,
            &Weighted,
            &mut memory.experiences,
            &memory.table,
            &signals,
            |report| {
                score = Some(report.score);
            },
        );
        (best, score)
    }
}

/// Random moves, three in four of them flats; `None` if they end the game.
fn random_opening<const N: usize>(
    rules: Rules<N>,
    plies: u32,
    random: &mut Rng,
) -> Option<Position<N, OneHash>>
where
    Size<N>: Playable,
{
    let mut position = Position::with_rules(rules);
    for _ in 0..plies {
        let moves = position.legal_moves();
        let flats = position.empty().count() as usize;
        let choices = if random.u8(..4) > 0 { flats.min(moves.len()) } else { moves.len() };
        position.play_unchecked(*random.choice(&moves[..choices])?);
        if position.outcome().is_some() {
            return None;
        }
    }
    Some(position)
}

/// A position of a game that the engine played against itself.
pub(crate) struct Record<const N: usize>
where
    Size<N>: Playable,
{
    pub(crate) position: Position<N>,
    /// The score of the search, in centiflats for White.
    pub(crate) score: f64,
    /// White's share of the result: 1, 0.5 or 0.
    pub(crate) result: f64,
}

/// Reads files that `datagen` wrote, one after the other, and hands over each
/// position.
pub(crate) fn read_positions<const N: usize>(
    files: &[PathBuf],
    mut take: impl FnMut(Record<N>),
) -> Result<(), Failure>
where
    Size<N>: Playable,
{
    for path in files {
        let source = Source::from(path.as_path());
        let mut lines = source.lines()?;
        while let Some(line) = lines.next()? {
            let record = match line {
                Line::Text(text) => Record::read(text),
                Line::Bad(why, _) => Err(why.to_owned()),
            };
            take(record.map_err(|why| source.failure_at(lines.number(), why))?);
        }
    }
    Ok(())
}

impl<const N: usize> Record<N>
where
    Size<N>: Playable,
{
    fn read(line: &str) -> Result<Self, String> {
        let fields: Vec<_> = line.split('\t').collect();
        let [tps, komi, score, result] = fields[..] else {
            return Err("expected TPS, half komi, score and result, divided by tabs".to_owned());
        };
        let number = |text: &str| text.parse::<f64>().map_err(|error| format!("{text}: {error}"));
        let rules = AnyRules::with_komi(HalfKomi(number(komi)? as i16));
        let rules = rules.at_size().map_err(|error| error.to_string())?;
        let position = Position::from_tps_with(tps, rules).map_err(|error| error.to_string())?;
        Ok(Self { position, score: number(score)?, result: number(result)? })
    }
}
