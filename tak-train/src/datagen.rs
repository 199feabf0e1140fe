//! `tak-train datagen`: games of the engine against itself, to tune and train an
//! evaluation with.

mod book;
mod play;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use clap::builder::ArgPredicate;
use clap::{Args, value_parser};
use tak_encoding::{BoardSize, HalfKomi, Opening, Playable, Size, with_size};
use tak_games::start::board_size;
use tak_search::evaluation::network::{Network, NetworkChoice};
use tak_search::evaluation::{self, Corrected};
use tak_search::table::NoMemory;
use tak_terminal::counted::counted;
use tak_terminal::failure::{Failure, printable};
use tak_terminal::interrupt::finish_when_interrupted;
use tak_terminal::progress::Progress;

use crate::self_play::{Appender, Settings, fingerprint};
use book::BookLines;
use play::{MEBIBYTES, Memory, Play, Root};

/// Let the engine play against itself and record games and scores
///
/// Each game is appended to the file at once, with two bytes for a move and two for its score, so
/// that a run that was stopped or even killed is continued by the same command. A game ends once
/// the search has solved it. The same seed gives the same games. `tune`, `wdl` and `train` read the
/// files.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-train datagen --size 6 --games 2000 --threads 2 -o six.games
  tak-train datagen --size 6 --opening 'double black stack' --komi 0 \\
      -o black-stack.games
  tak-train datagen --size 6 --book openings.ptn -o book.games
  tak-train datagen --size 5 --games 100000 --nodes 1500 --shard 2/8 \\
      -o five-2.games")]
pub(crate) struct Arguments {
    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Games that the file should hold in the end
    #[arg(long, value_name = "N", default_value = "1000")]
    games: u32,

    /// Nodes to search for each move
    #[arg(long, value_name = "N", default_value = "1000", value_parser = value_parser!(u64).range(1..))]
    nodes: u64,

    /// Random plies at the start of each game, or after the line of the book [default: 6, or 2 with
    /// a book]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(..=100))]
    random_plies: Option<u32>,

    /// Start each game with one of the lines of this file, drawn at random: games in PTN, or a list
    /// of moves or a link on each line, all from the empty board. First one of --opening is drawn,
    /// of those with lines, then a line: a list of moves is one of each, a game without the tag
    /// Opening one of swap. The komi of games is not read
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Komi in points; each game draws one of these
    #[arg(long, value_name = "POINTS,…", value_delimiter = ',')]
    #[arg(default_value = "0,0.5,1,1.5,2,2,2,2.5,3,3.5,4", allow_hyphen_values = true)]
    komi: Vec<HalfKomi>,

    /// How the first two plies are played: swap, no-swap or "double black stack"; each game draws
    /// one of these [default: swap,swap,swap,no-swap,"double black stack", or swap with a book]
    #[arg(long, value_name = "OPENING,…", value_delimiter = ',', hide_default_value = true)]
    #[arg(default_value = "swap,swap,swap,no-swap,double black stack")]
    #[arg(default_value_if("book", ArgPredicate::IsPresent, "swap"))]
    opening: Vec<Opening>,

    /// Games played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// The seed of the random openings
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Play only one part of the games, like 2/8, for one of several machines
    #[arg(long, value_name = "PART/PARTS", default_value = "1/1")]
    shard: Shard,

    /// Evaluate with this network, `none` for the weighted terms alone [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    eval_file: Option<String>,

    /// The file to write or continue
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// One part of several: games whose numbers have the same remainder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shard {
    pub(crate) part: u32,
    pub(crate) parts: u32,
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (part, parts) = text.split_once('/')?;
            let (part, parts) = (part.parse().ok()?, parts.parse().ok()?);
            (1 <= part && part <= parts).then_some(Self { part, parts })
        };
        read().ok_or_else(|| "expected a part and the number of parts, like 2/8".to_owned())
    }
}

impl Shard {
    /// The number of the game at this place in the part.
    fn game(self, index: u32) -> u32 {
        index.saturating_mul(self.parts).saturating_add(self.part - 1)
    }
}

/// The output file, shared by all threads.
struct Written {
    file: Appender,
    progress: Progress,
    failure: Option<Failure>,
}

impl Arguments {
    /// Plays and writes.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        with_size!(self.size, N => self.run_at::<N>())
    }

    fn run_at<const N: usize>(&self) -> Result<(), Failure>
    where
        Size<N>: Playable,
    {
        let network = self.network(Size::<N>::BOARD_SIZE)?;
        let book =
            self.book.as_deref().map(|book| BookLines::read(book, &self.opening)).transpose()?;
        let evaluator = Corrected::<N>::new(network.clone());
        let memories = (0..self.threads).map(|_| Memory::new(evaluator.clone()));
        let memories: Result<Vec<_>, _> = memories.collect();
        let mut memories = memories.map_err(|NoMemory| {
            let needed = MEBIBYTES * usize::from(self.threads);
            Failure::Input(format!(
                "--threads {}: {needed} MiB of memory are not available; try fewer",
                self.threads
            ))
        })?;
        let interrupted = finish_when_interrupted();
        // Checked before there is a file.
        let Some(signature) = memories.first_mut().and_then(signature::<N>) else {
            return Err(self.interrupted(0));
        };
        let settings = Settings { signature, ..self.settings::<N>(network.as_deref()) };
        let settings = settings.with_book(book.as_ref().map(BookLines::hash));
        let written = Mutex::new(Written {
            file: Appender::open::<N>(&self.output, &settings)?,
            progress: Progress::things(Some(self.games.into()), "games"),
            failure: None,
        });
        let next = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for memory in memories {
                let (next, written, book) = (&next, &written, book.as_ref());
                scope.spawn(move || self.play_games::<N>(next, written, book, memory));
            }
        });
        let written = written.into_inner().unwrap_or_else(PoisonError::into_inner);
        drop(written.progress);
        if let Some(failure) = written.failure {
            return Err(failure);
        }
        let done = written.file.done().len();
        if interrupted.load(Ordering::Relaxed) && done < self.games as usize {
            return Err(self.interrupted(done));
        }
        Ok(())
    }

    fn random_plies(&self) -> u32 {
        self.random_plies.unwrap_or(if self.book.is_some() { 2 } else { 6 })
    }

    fn interrupted(&self, done: usize) -> Failure {
        let all = counted(self.games, "game");
        Failure::Interrupted(format!(
            "interrupted: kept {done} of {all}; the same command continues"
        ))
    }

    fn network(&self, size: BoardSize) -> Result<Option<Arc<Network>>, Failure> {
        let name = self.eval_file.as_deref().unwrap_or_default();
        let network = NetworkChoice::open(name)
            .map_err(|error| Failure::Input(format!("--eval-file {}: {error}", printable(name))))?;
        Ok(network.of(size))
    }

    /// The first line of the file.
    fn settings<const N: usize>(&self, network: Option<&Network>) -> Settings
    where
        Size<N>: Playable,
    {
        Settings {
            nodes: self.nodes,
            random_plies: self.random_plies(),
            komi: self.komi.iter().map(HalfKomi::to_string).collect(),
            openings: self.opening.iter().map(Opening::to_string).collect(),
            seed: self.seed,
            shard: [self.shard.part.into(), self.shard.parts.into()],
            evaluation: evaluation::name::<N>(network),
            ..Settings::new(self.size)
        }
    }

    fn play_games<const N: usize>(
        &self,
        next: &AtomicU32,
        written: &Mutex<Written>,
        book: Option<&BookLines<N>>,
        mut memory: Memory<N>,
    ) where
        Size<N>: Playable,
    {
        let play = Play {
            nodes: self.nodes,
            root: book.map_or(Root::EmptyBoard(&self.opening), Root::Book),
            random_plies: self.random_plies(),
            komi: &self.komi,
            seed: self.seed,
        };
        let lock = || written.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.games {
                return;
            }
            let number = self.shard.game(index);
            if lock().file.done().contains(&number) {
                continue;
            }
            let Some(game) = play.game(number, &mut memory, finish_when_interrupted()) else {
                return;
            };
            let Written { file, progress, failure } = &mut *lock();
            if failure.is_some() {
                return;
            }
            *failure = file.add(&game).err();
            progress.set(file.done().len() as u64);
        }
    }
}

/// A hash of a short game: two programs that play it alike can share a file. `None` if it was
/// interrupted.
fn signature<const N: usize>(memory: &mut Memory<N>) -> Option<String>
where
    Size<N>: Playable,
{
    let root = Root::EmptyBoard(&[Opening::Swap]);
    let play = Play { nodes: 200, root, random_plies: 4, komi: &[HalfKomi(4)], seed: 1 };
    let game = play.game(0, memory, finish_when_interrupted())?;
    Some(fingerprint(&game.to_bytes()))
}
