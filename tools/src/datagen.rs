//! `tak-tools datagen`: self-play games as positions to tune an evaluation with.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use tak_encoding::{
    BoardSize, Color, HalfKomi, Move, OneHash, Outcome, Playable, Position, Rules, Size, with_size,
};
use tak_engine::evaluation::Weighted;
use tak_engine::limits::Limits;
use tak_engine::score::{self, Score};
use tak_engine::search::{self, Experience, Signals, Task};
use tak_engine::table::{NoMemory, Table};

use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::start::board_size;

/// Let the engine play itself and write down what it thought
///
/// Each line is a position, the half komi, the score in centiflats from White
/// and White's part of the result (1, 0.5, 0), divided by tabs. Positions
/// that are decided within the search are left out. The same seed gives the
/// same games.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools datagen --size 6 --games 2000 --threads 2 -o six.tsv
  tak-tools datagen --size 5 --games 500 --nodes 2000 --half-komi 0,4 --seed 7 -o five.tsv")]
pub(crate) struct Arguments {
    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Games to play
    #[arg(long, value_name = "N", default_value = "1000")]
    games: u64,

    /// Positions that each move may look at
    #[arg(long, value_name = "N", default_value = "5000")]
    nodes: u64,

    /// Plies played at random before each game
    #[arg(long, value_name = "N", default_value = "6", value_parser = value_parser!(u32).range(..=100))]
    random_plies: u32,

    /// Komi in half points, one of these for each game
    #[arg(
        long,
        value_name = "K,…",
        value_delimiter = ',',
        default_value = "0,2,4"
    )]
    #[arg(allow_negative_numbers = true)]
    half_komi: Vec<i16>,

    /// Games at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Another seed, other games
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Where the positions go, - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

/// Games are written in their order, whichever thread is done first.
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
}

/// What the engine keeps from move to move of a game.
struct Memory {
    table: Table,
    experiences: Vec<Experience>,
}

/// The size of each game's table.
const MEBIBYTES: usize = 8;

impl Memory {
    fn new() -> Result<Self, NoMemory> {
        Ok(Self {
            table: Table::new(MEBIBYTES)?,
            experiences: Vec::new(),
        })
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
        std::thread::scope(|scope| {
            for memory in memories {
                let (next, written) = (&next, &written);
                scope.spawn(
                    move || with_size!(self.size, N => self.play_games::<N>(next, written, memory)),
                );
            }
        });
        let written = written
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        drop(written.progress);
        match written.failure {
            Some(failure) => Err(failure),
            None => written.output.finish(),
        }
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
            let lines = self.play_game::<N>(game, &mut memory);
            let mut written = written
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            if written.failure.is_some() {
                return;
            }
            written.add(game, lines);
        }
    }

    /// One game, from a random opening that leaves both sides in it.
    fn play_game<const N: usize>(&self, game: u64, memory: &mut Memory) -> String
    where
        Size<N>: Playable,
    {
        /// After so many tries an opening is taken as it comes: where few plies
        /// are played at random, none may be even. Where many are, a game may
        /// always end before: then each further try has a ply less.
        const MOST_TRIES: u32 = 100;
        let mut random = Random::new(self.seed, game);
        let mut tries = 0_u32;
        loop {
            let komi = self.half_komi[random.below(self.half_komi.len())];
            let plies = self.random_plies - tries.saturating_sub(MOST_TRIES);
            let start = random_opening::<N>(HalfKomi(komi), plies, &mut random);
            tries += 1;
            let Some(start) = start else { continue };
            let (_, score) = self.think(&start, Vec::new(), memory);
            if tries >= MOST_TRIES || score.is_some_and(|score| score.abs() < 250) {
                return self.play_on(start, memory);
            }
        }
    }

    fn play_on<const N: usize>(&self, start: Position<N, OneHash>, memory: &mut Memory) -> String
    where
        Size<N>: Playable,
    {
        const LONGEST_GAME: u32 = 400;
        let mut position = start;
        let (mut kept, mut reversible) = (Vec::new(), Vec::new());
        let mut draw = false;
        while position.outcome().is_none() && !draw {
            let (mv, score) = self.think(&position, reversible.clone(), memory);
            let Some(mv) = mv else { break };
            if let Some(score) = score.filter(|&score| !score::is_decided(score)) {
                let white = match position.side_to_move() {
                    Color::White => score,
                    Color::Black => -score,
                };
                kept.push((position, white));
            }
            let (hash, walls) = (position.hash(), position.walls().count());
            position.play_unchecked(mv);
            // A placement or a crush cannot be taken back.
            if mv.is_spread() && position.walls().count() == walls {
                reversible.push(hash);
            } else {
                reversible.clear();
            }
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
        lines
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
        let task = Task {
            position: *position,
            reversible,
            limits: Limits {
                nodes: Some(self.nodes),
                ..Limits::default()
            },
            start: Instant::now(),
            overhead: Duration::ZERO,
            lines: 1,
            root_moves: Vec::new(),
        };
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

/// Random moves, flats three times in four; `None` if they end the game.
fn random_opening<const N: usize>(
    komi: HalfKomi,
    plies: u32,
    random: &mut Random,
) -> Option<Position<N, OneHash>>
where
    Size<N>: Playable,
{
    let mut position = Position::with_rules(Rules::with_komi(komi));
    for _ in 0..plies {
        let moves = position.legal_moves();
        let flats = position.empty().count() as usize;
        let choices = if random.below(4) > 0 {
            flats.min(moves.len())
        } else {
            moves.len()
        };
        position.play_unchecked(moves[random.below(choices)]);
        if position.outcome().is_some() {
            return None;
        }
    }
    Some(position)
}

/// `SplitMix64` (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn new(seed: u64, game: u64) -> Self {
        Self(seed.wrapping_mul(0xd129_0d3d_94a3_8b5d) ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % count.max(1) as u64) as usize
    }
}
