//! `tak-match play`: two engines against each other, or one against itself.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use tak_encoding::{BoardSize, HalfKomi, Opening};
use tak_games::beginnings::Conditions;
use tak_games::start::board_size;
use tak_match::adjudication::{Adjudication, WinRule};
use tak_match::effort::{Effort, TimeControl};
use tak_match::engine::EngineSpec;
use tak_match::openings::Openings;
use tak_match::plan::{Audience, Plan};
use tak_match::record::Record;
use tak_match::results::{Results, Settings};
use tak_match::statistics::Sprt;
use tak_match::table::Table;
use tak_terminal::failure::{Failure, printable};
use tak_terminal::output::{print, print_json, refuse_as_output};

/// Play a match between two engines, or let one play against itself
///
/// An engine is described by words: cmd=PROGRAM (or path=), arg=ARGUMENTS, name=NAME,
/// option.NAME=VALUE, and its limits: tc=SECONDS+INCREMENT, nodes=N, movetime=MS or depth=N.
/// Without a cmd it is this project's own engine, which runs inside this process and has the
/// options Hash, Threads, `EvalFile` and Level; at a level it needs no limits.
///
/// Two engines play each opening twice, with colours exchanged; one engine, or none, plays each
/// opening once against itself, which shows White's advantage. An engine that crashes, hangs, plays
/// an illegal move or oversteps its time loses the game and is restarted. A threefold repetition is
/// a draw, and so is a game of 1000 plies; nothing else is adjudicated unless --adjudicate asks for
/// it.
///
/// With --state, the same command continues after Ctrl-C or a crash, and a larger --games extends a
/// finished match. With fixed nodes, the same seed gives the same games.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-match play --size 3 --games 10 --nodes 100
  tak-match play --size 3 --games 4 --engine nodes=100 --engine nodes=200 \\
      -o duel.ptn
  tak-match play --size 6 --opening swap,double-black-stack --games 400 \\
      --nodes 4000 --state six.match
  tak-match play --size 5 --komi 2 --games 1000 --threads 8 --book book.txt \\
      --engine 'cmd=target/release/tak-engine name=new' \\
      --engine 'cmd=old/tak-engine name=old' --sprt 0,5 --tc 5+0.05 \\
      --state new.match -o new.ptn
  tak-match play --size 6 --games 200 --engine nodes=4000 \\
      --engine 'cmd=tiltak arg=tei option.Hash=64 tc=5+0.05'")]
pub(crate) struct Arguments {
    /// An engine, described by words; at most two
    #[arg(long, value_name = "WORDS")]
    engine: Vec<EngineSpec>,

    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Komi in points; with several, all are played
    #[arg(long, value_name = "POINTS,…", value_delimiter = ',', default_value = "0")]
    #[arg(allow_negative_numbers = true)]
    komi: Vec<HalfKomi>,

    /// Openings: swap, no-swap, double-black-stack; with several, all are played
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "swap")]
    opening: Vec<Opening>,

    /// Games to play with each opening and komi
    #[arg(long, value_name = "N", default_value = "100")]
    #[arg(value_parser = value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// Games played at the same time
    #[arg(long, visible_alias = "concurrency", value_name = "N", default_value = "1")]
    #[arg(value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Time for a game and increment, in seconds: 5+0.05, 10:00+5
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

    /// How long to wait for an engine without a clock, in seconds
    #[arg(long, value_name = "S", default_value = "60", value_parser = value_parser!(u64).range(1..=1_000_000))]
    timeout: u64,

    /// Count a game as won once both engines have said for MOVES moves each in a row that the same
    /// side is ahead by SCORE, in units of TEI: 4,500; by default games are played to the end
    #[arg(long, value_name = "MOVES,SCORE")]
    adjudicate: Option<WinRule>,

    /// Start from the openings in this file, in order: games in PTN, or a TPS, a list of moves or a
    /// link to ptn.ninja on each line; one that cannot be read ends the match before it begins
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Take the openings of the book in random order
    #[arg(long, requires = "book")]
    shuffle_book: bool,

    /// Without a book: random plies at the start of each game, none of them a mistake
    #[arg(long, value_name = "N", default_value = "6", conflicts_with = "book")]
    #[arg(value_parser = value_parser!(u32).range(..=100))]
    random_plies: u32,

    /// The seed of the openings
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Stop when a sequential test decides between these two Elo differences, like 0,5
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Keep the games in this file, to continue the match later
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Write the games as PTN to this file
    #[arg(short, long, visible_alias = "ptnout", value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print the results as JSON
    #[arg(long)]
    json: bool,
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
        let to_ptn = |record: &Record| plan.written(record);
        let results = Results::open(state, self.output.as_deref(), &self.settings(&plan), to_ptn)?;
        let mut table = Table::new(&plan, results, self.sprt);
        if table.is_open() {
            plan.try_engines()?;
            table.play(self.threads)?;
        }
        let report = table.report();
        if self.json { print_json(&report.json()) } else { print(&report.text()) }
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let engines = self.engines()?;
        let size = self.size;
        once("--komi", &self.komi)?;
        once("--opening", &self.opening)?;
        let with = |opening| self.komi.iter().map(move |&komi| Conditions { size, komi, opening });
        let conditions: Vec<_> = self.opening.iter().flat_map(|&opening| with(opening)).collect();
        let openings = match &self.book {
            Some(book) => {
                Openings::read(book, &conditions, self.shuffle_book.then_some(self.seed))?
            }
            None => Openings::random(self.seed, self.random_plies, conditions.len()),
        };
        Ok(Plan {
            in_pairs: engines.len() == 2,
            engines,
            total: self.games * conditions.len() as u64,
            conditions,
            openings,
            margin: Duration::from_millis(self.timemargin),
            patience: Duration::from_secs(self.timeout),
            adjudication: Adjudication { win: self.adjudicate, draw: None },
            audience: Audience::Person,
        })
    }

    /// One engine or two, with different names and a limit for each.
    fn engines(&self) -> Result<Vec<EngineSpec>, Failure> {
        let usage = |why: &str| Err(Failure::Usage(why.to_owned()));
        let mut engines = self.engine.clone();
        if engines.is_empty() {
            engines.push(EngineSpec::default());
        }
        let general =
            Effort { time: self.tc, movetime: self.movetime, nodes: self.nodes, depth: self.depth };
        for engine in engines.iter_mut().filter(|engine| engine.effort.is_none()) {
            engine.effort = general;
            if !engine.is_limited() {
                let name = printable(&engine.name());
                return usage(&format!(
                    "{name}: expected what it may use for a move: --nodes 4000, --tc 5+0.05, \
                     --movetime 100 or --depth 5"
                ));
            }
        }
        match &mut engines[..] {
            [_] if self.sprt.is_some() => return usage("--sprt: expected two engines to compare"),
            [_] => {}
            [_, _] if self.games % 2 == 1 => {
                return usage("--games: expected an even number: each opening is played twice");
            }
            [one, two] => one.tell_apart(two),
            _ => return usage("--engine: expected it at most twice"),
        }
        Ok(engines)
    }

    /// The settings that must stay the same for a match to continue.
    fn settings(&self, plan: &Plan) -> Settings {
        let komi: Vec<_> = self.komi.iter().map(ToString::to_string).collect();
        let openings: Vec<_> = self.opening.iter().map(ToString::to_string).collect();
        let begin = match &self.book {
            Some(book) if self.shuffle_book => {
                ("--shuffle-book --book", book.display().to_string())
            }
            Some(book) => ("--book", book.display().to_string()),
            None => ("--random-plies", self.random_plies.to_string()),
        };
        let engines = ["--engine", "--engine (second)"].into_iter().zip(&plan.engines);
        let engines = engines.map(|(key, engine)| (key, engine.to_string()));
        let others = [
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("--size", self.size.to_string()),
            ("--komi", komi.join(",")),
            ("--opening", openings.join(",")),
            ("--seed", self.seed.to_string()),
            begin,
        ];
        let adjudication = self.adjudicate.map(|by| ("--adjudicate", by.to_string()));
        let all =
            engines.chain(others).chain(adjudication).map(|(key, value)| (key.to_owned(), value));
        Settings { of: all.collect::<BTreeMap<_, _>>() }
    }
}

/// Refuses values that are given twice.
fn once<T: PartialEq + Display>(option: &str, values: &[T]) -> Result<(), Failure> {
    let twice = values.iter().enumerate().find(|(index, value)| values[..*index].contains(value));
    let why = |(_, value)| Failure::Usage(format!("{option}: found {value} twice"));
    twice.map(why).map_or(Ok(()), Err)
}
