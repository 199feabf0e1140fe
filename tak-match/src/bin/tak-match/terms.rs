//! What every command that plays games is told about them: the board, the limits, the openings.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
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
use tak_terminal::output::refuse_as_output;

/// The terms of a match.
#[derive(Args)]
pub(crate) struct Terms {
    /// Squares per side
    #[arg(long, value_name = "S", value_parser = board_size())]
    size: BoardSize,

    /// Komi in points; with several, all are played
    #[arg(long, value_name = "POINTS,…", value_delimiter = ',', default_value = "0")]
    #[arg(allow_hyphen_values = true)]
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
}

impl Terms {
    /// The match of these engines.
    pub(crate) fn plan(&self, engines: Vec<EngineSpec>) -> Result<Plan, Failure> {
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

    /// Refuses to write over the book.
    pub(crate) fn refuse_as_output(&self, output: &Path) -> Result<(), Failure> {
        let inputs: Vec<_> = self.book.iter().cloned().collect();
        refuse_as_output(&inputs, output)
    }

    /// Plays what is left of a match whose games are kept, and written as PTN, in these files.
    pub(crate) fn play<'a>(
        &self,
        plan: &'a Plan,
        [state, ptn]: [Option<&Path>; 2],
        sprt: Option<Sprt>,
    ) -> Result<Table<'a>, Failure> {
        let to_ptn = |record: &Record| plan.written(record);
        let results = Results::open(state, ptn, &self.settings(plan), to_ptn)?;
        let mut table = Table::new(plan, results, sprt);
        if table.is_open() {
            plan.try_engines()?;
            table.play(self.threads)?;
        }
        Ok(table)
    }

    /// Refuses a number of games that leaves an opening with one of its two.
    pub(crate) fn require_pairs(&self) -> Result<(), Failure> {
        if self.games.is_multiple_of(2) {
            return Ok(());
        }
        let why = "--games: expected an even number: each opening is played twice";
        Err(Failure::Usage(why.to_owned()))
    }

    /// Gives the general limits to engines that have none of their own.
    pub(crate) fn limit(&self, engines: &mut [EngineSpec]) -> Result<(), Failure> {
        let general =
            Effort { time: self.tc, movetime: self.movetime, nodes: self.nodes, depth: self.depth };
        for engine in engines.iter_mut().filter(|engine| engine.effort.is_none()) {
            engine.effort = general;
            if !engine.is_limited() {
                let name = printable(&engine.name());
                return Err(Failure::Usage(format!(
                    "{name}: expected what it may use for a move: --nodes 4000, --tc 5+0.05, \
                     --movetime 100 or --depth 5"
                )));
            }
        }
        Ok(())
    }

    /// What is played, for the head of a page.
    pub(crate) fn heading(&self) -> String {
        let komi: Vec<_> = self.komi.iter().map(ToString::to_string).collect();
        let openings: Vec<_> = self.opening.iter().map(ToString::to_string).collect();
        format!("{0}×{0}, komi {1}, {2}", self.size, komi.join(" and "), openings.join(" and "))
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
