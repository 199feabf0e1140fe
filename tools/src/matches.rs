//! `tak-tools match`: two engines against each other, or one against itself.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clap::{Args, value_parser};
use tak_encoding::{BoardSize, Color, HalfKomi};

use crate::failure::{Failure, printable};
use crate::output::{print, print_json, refuse_as_output};
use crate::progress::Progress;
use crate::start::board_size;

mod engine;
mod game;
mod openings;
mod play;
mod player;
mod ptn;
mod report;
mod results;
mod statistics;
mod tei;

use engine::{Effort, EngineSpec, TimeControl};
use game::{Conditions, Record};
use openings::Openings;
use player::Player;
use report::Report;
use results::{Results, Settings, Tally};

/// Play a match between two engines, or let one play against itself
///
/// An engine is described by words: cmd=PROGRAM (or path=), arg=ARGUMENTS, name=NAME,
/// option.NAME=VALUE, and what it may use for a move: tc=SECONDS+INCREMENT, nodes=N,
/// movetime=MS or depth=N. Without a cmd it is the engine of this project, which runs
/// inside of this process and has the options Hash and Threads.
///
/// Two engines play each opening twice, with colours exchanged; one engine, or none,
/// plays each opening once against itself, which shows the advantage of White. An engine
/// that crashes, hangs, plays an illegal move or oversteps its time loses that game and
/// is started again. The third time that a position comes is a draw, and so is a game of
/// 1000 plies; nothing else is adjudicated.
///
/// With --state, the same command goes on after Ctrl-C or a crash, and a larger --games
/// adds to a match that is over. At fixed nodes the same seed gives the same games.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools match --size 3 --games 10 --nodes 100
  tak-tools match --size 3 --games 4 --engine nodes=100 --engine nodes=200 -o duel.ptn
  tak-tools match --size 6 --komi 2 --games 400 --threads 2 --nodes 4000 --state six.match
  tak-tools match --size 5 --komi 2 --games 1000 --threads 8 --book book.txt --sprt 0,5 \\
    --engine 'cmd=target/release/tak-engine name=new' --engine 'cmd=old/tak-engine name=old' \\
    --tc 5+0.05 --state new.match -o new.ptn
  tak-tools match --size 6 --games 200 --engine nodes=4000 \\
    --engine 'cmd=tiltak arg=tei option.Hash=64 tc=5+0.05'")]
pub(crate) struct Arguments {
    /// An engine, described by words; at most two
    #[arg(long, value_name = "WORDS")]
    engine: Vec<EngineSpec>,

    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Komi in points; with several, each opening is played with each of them
    #[arg(long, value_name = "POINTS,…", value_delimiter = ',', default_value = "0")]
    #[arg(allow_negative_numbers = true)]
    komi: Vec<HalfKomi>,

    /// Games to play, with each komi
    #[arg(long, value_name = "N", default_value = "100")]
    #[arg(value_parser = value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// Games that are played at the same time
    #[arg(long, visible_alias = "concurrency", value_name = "N", default_value = "1")]
    #[arg(value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Seconds for a whole game and for each move: 5+0.05, 10:00+5
    #[arg(long, value_name = "TIME")]
    tc: Option<TimeControl>,

    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=100_000_000))]
    movetime: Option<u64>,

    /// Plies of depth for each move
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,

    /// How late an answer may be, in milliseconds
    #[arg(long, value_name = "MS", default_value = "50", value_parser = value_parser!(u64).range(..=100_000))]
    timemargin: u64,

    /// How long to wait for an engine that has no clock, in seconds
    #[arg(long, value_name = "S", default_value = "60", value_parser = value_parser!(u64).range(1..=1_000_000))]
    timeout: u64,

    /// Start from the openings of this file, in turn: a TPS or a list of moves on each line
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Take the openings of the book in random order
    #[arg(long, requires = "book")]
    shuffle_book: bool,

    /// Without a book: random plies at the start of each game, none of them a mistake
    #[arg(long, value_name = "N", default_value = "4", conflicts_with = "book")]
    #[arg(value_parser = value_parser!(u32).range(..=100))]
    random_plies: u32,

    /// The seed of the openings
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Stop when the first engine is proven to be better by so little or so much Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Keep the games in this file, to go on with the match later
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Write the games as PTN to this file
    #[arg(short, long, visible_alias = "ptnout", value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// The two hypotheses of a sequential test.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Sprt {
    low: f64,
    high: f64,
}

impl Sprt {
    /// Either error has a chance of 5 %: |ln(0.05 / 0.95)|.
    const BOUND: f64 = 2.944_438_979_166_44;
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (low, high) = text.split_once(',')?;
            let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            (-2000.0 <= low && low < high && high <= 2000.0).then_some(Self { low, high })
        };
        let found = printable(text);
        read().ok_or_else(|| format!("found '{found}', expected two Elo, the lower first: 0,5"))
    }
}

/// A match as it is to be played.
struct Plan {
    /// One or two.
    engines: Vec<EngineSpec>,
    conditions: Vec<Conditions>,
    openings: Openings,
    total: u64,
    margin: Duration,
    patience: Duration,
}

impl Arguments {
    /// Plays and reports.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let plan = self.plan()?;
        let state = self.state.as_deref();
        let inputs: Vec<_> = self.book.iter().cloned().collect();
        for output in [state, self.output.as_deref()].into_iter().flatten() {
            refuse_as_output(&inputs, output)?;
        }
        let to_ptn = |record: &Record| plan.ptn(record);
        let results = Results::open(state, self.output.as_deref(), &self.settings(&plan), to_ptn)?;
        let table = Mutex::new(Table::new(&plan, results, self.sprt));
        if locked(&table).is_open() {
            plan.try_engines()?;
            locked(&table).begin();
            std::thread::scope(|scope| {
                for _ in 0..self.threads {
                    scope.spawn(|| plan.play(&table));
                }
            });
        }
        let mut table = table.into_inner().unwrap_or_else(PoisonError::into_inner);
        table.progress = None;
        table.failure.take().map_or(Ok(()), Err)?;
        let report = table.report();
        if self.json { print_json(&report.json()) } else { print(&report.text()) }
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let general =
            Effort { time: self.tc, movetime: self.movetime, nodes: self.nodes, depth: self.depth };
        let mut engines = self.engine.clone();
        if engines.is_empty() {
            engines.push(EngineSpec::default());
        }
        for engine in &mut engines {
            if engine.effort.is_none() {
                engine.effort = general;
            }
            if engine.effort.is_none() {
                let name = printable(&engine.name());
                let why = "expected what it may use for a move: --nodes 4000, --tc 5+0.05, --movetime 100 or --depth 5";
                return Err(Failure::Usage(format!("{name}: {why}")));
            }
        }
        match &mut engines[..] {
            [_] => {}
            [one, two] => {
                if self.games % 2 == 1 {
                    let why = "expected an even number: two engines play each opening twice";
                    return Err(Failure::Usage(format!("--games {}: {why}", self.games)));
                }
                if one.name() == two.name() {
                    let name = one.name();
                    one.rename(format!("{name} 1"));
                    two.rename(format!("{name} 2"));
                }
            }
            _ => return Err(Failure::Usage("--engine: expected it at most twice".to_owned())),
        }
        if engines.len() == 1 && self.sprt.is_some() {
            return Err(Failure::Usage("--sprt: expected two engines to compare".to_owned()));
        }
        let conditions: Vec<_> =
            self.komi.iter().map(|&komi| Conditions { size: self.size, komi }).collect();
        let openings = match &self.book {
            Some(book) => {
                Openings::read(book, &conditions, self.shuffle_book.then_some(self.seed))?
            }
            None => Openings::Random { seed: self.seed, plies: self.random_plies },
        };
        Ok(Plan {
            engines,
            total: self.games * conditions.len() as u64,
            conditions,
            openings,
            margin: Duration::from_millis(self.timemargin),
            patience: Duration::from_secs(self.timeout),
        })
    }

    /// What must stay as it is for a match to go on.
    fn settings(&self, plan: &Plan) -> Settings {
        let komi: Vec<_> = self.komi.iter().map(ToString::to_string).collect();
        let opening = match &self.book {
            Some(book) => (
                "--book",
                format!(
                    "{}{}",
                    book.display(),
                    if self.shuffle_book { " --shuffle-book" } else { "" }
                ),
            ),
            None => ("--random-plies", self.random_plies.to_string()),
        };
        let engines = ["--engine", "--engine (second)"].into_iter().zip(&plan.engines);
        let engines = engines.map(|(key, engine)| (key, engine.to_string()));
        let others = [
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("--size", self.size.to_string()),
            ("--komi", komi.join(",")),
            ("--seed", self.seed.to_string()),
            opening,
        ];
        let all = engines.chain(others).map(|(key, value)| (key.to_owned(), value));
        Settings { of: all.collect::<BTreeMap<_, _>>() }
    }
}

impl Plan {
    /// Where a game belongs: the number of its opening, of its conditions, and the
    /// colour of the first engine.
    fn place(&self, game: u64) -> (u64, usize, Color) {
        let (round, first) = match self.engines.len() {
            1 => (game, Color::White),
            _ => (game / 2, Color::from_parity(game as u32 % 2)),
        };
        let kinds = self.conditions.len() as u64;
        (round / kinds, (round % kinds) as usize, first)
    }

    /// The other game of its pair.
    fn partner(&self, game: u64) -> Option<u64> {
        (self.engines.len() == 2).then_some(game ^ 1)
    }

    /// White's engine and Black's.
    fn sides(&self, game: u64) -> [&EngineSpec; 2] {
        let [first, last] = [&self.engines[0], &self.engines[self.engines.len() - 1]];
        if self.place(game).2 == Color::White { [first, last] } else { [last, first] }
    }

    /// Starts each engine once: what is wrong from the beginning is no loss of a game.
    fn try_engines(&self) -> Result<(), Failure> {
        for spec in &self.engines {
            for &conditions in &self.conditions {
                Player::new(spec, self.patience).new_game(conditions).map_err(|fault| {
                    Failure::Input(format!("{}: {fault}", printable(&spec.name())))
                })?;
            }
        }
        Ok(())
    }

    /// Plays games until there are no more.
    fn play(&self, table: &Mutex<Table<'_>>) {
        let [first, last] = [&self.engines[0], &self.engines[self.engines.len() - 1]];
        let [mut one, mut two] = [first, last].map(|spec| Player::new(spec, self.patience));
        loop {
            let Some(number) = locked(table).next() else { return };
            let (opening, index, first) = self.place(number);
            let conditions = self.conditions[index];
            let game = self.openings.begin(opening, (index, conditions));
            let players = match first {
                Color::White => [&mut one, &mut two],
                Color::Black => [&mut two, &mut one],
            };
            let record = play::play(number, game, conditions, players, self.margin);
            locked(table).add(record);
        }
    }

    /// Who did what wrong in a game.
    fn fault(&self, record: &Record) -> Option<(String, &'static str)> {
        let fault = record.end.fault()?;
        let loser = !record.winner()?;
        Some((self.sides(record.game)[loser.index()].name(), fault))
    }

    /// A game as PTN.
    fn ptn(&self, record: &Record) -> String {
        let (opening, index, first) = self.place(record.game);
        let half = if first == Color::White { 1 } else { 2 };
        let round = match self.engines.len() {
            1 => (opening + 1).to_string(),
            _ => format!("{}.{half}", opening + 1),
        };
        ptn::game(record, self.conditions[index], self.sides(record.game), &round)
    }
}

fn locked<'a, 'b>(table: &'a Mutex<Table<'b>>) -> MutexGuard<'a, Table<'b>> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the threads share: which game is next, and how the match stands.
struct Table<'a> {
    plan: &'a Plan,
    results: Results,
    /// By conditions.
    tallies: Vec<Tally>,
    /// All games before this one are over or being played.
    next: u64,
    sprt: Option<Sprt>,
    progress: Option<Progress>,
    failure: Option<Failure>,
}

impl<'a> Table<'a> {
    fn new(plan: &'a Plan, results: Results, sprt: Option<Sprt>) -> Self {
        let tallies = vec![Tally::default(); plan.conditions.len()];
        let (progress, failure) = (None, None);
        let mut table = Self { plan, results, tallies, next: 0, sprt, progress, failure };
        for (_, record) in std::mem::take(&mut table.results.records) {
            table.count(&record);
            table.results.records.insert(record.game, record);
        }
        table
    }

    /// Before the first game.
    fn begin(&mut self) {
        self.results.tell_what_is_kept(self.plan.total);
        self.progress = Some(Progress::things(Some(self.plan.total), "games"));
        self.show();
    }

    /// Whether there is something to play.
    fn is_open(&mut self) -> bool {
        while self.results.records.contains_key(&self.next) {
            self.next += 1;
        }
        let decided = self.report().verdict().is_some();
        self.next < self.plan.total && self.failure.is_none() && !decided
    }

    /// The next game, `None` if all are over or being played.
    fn next(&mut self) -> Option<u64> {
        let next = self.is_open().then_some(self.next);
        self.next += u64::from(next.is_some());
        next
    }

    fn count(&mut self, record: &Record) {
        let (_, index, first) = self.plan.place(record.game);
        let partner = self.plan.partner(record.game);
        let partner = partner.and_then(|partner| self.results.records.get(&partner));
        self.tallies[index].add(record, first, partner);
    }

    /// Takes a game that is over.
    fn add(&mut self, record: Record) {
        self.count(&record);
        if let Some((loser, fault)) = self.plan.fault(&record) {
            let why = record.why.as_deref().unwrap_or_default();
            let line = format!("game {}: {loser} loses by {fault}: {why}", record.game + 1);
            match &self.progress {
                Some(progress) => progress.hide_while(|| tell(&line)),
                None => tell(&line),
            }
        }
        let ptn = self.plan.ptn(&record);
        if let Err(failure) = self.results.add(record, &ptn) {
            self.failure.get_or_insert(failure);
        }
        self.show();
    }

    fn show(&self) {
        if let Some(progress) = &self.progress {
            progress.note(&self.report().line());
            progress.set(self.results.records.len() as u64);
        }
    }

    fn report(&self) -> Report<'_> {
        Report {
            plan: self.plan,
            tallies: &self.tallies,
            records: &self.results.records,
            sprt: self.sprt,
        }
    }
}

/// Says something beside the results.
fn tell(line: &str) {
    // With standard error gone the table still counts it.
    let _ = writeln!(io::stderr(), "{line}");
}
