//! `tak-tools openbench`: the match runner of OpenBench's worker, for engines of Tak.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use clap::Args;

use super::game::Record;
use super::results::{Results, Settings};
use super::table::{self, Table};
use super::worker;
use crate::failure::Failure;
use crate::output::print;

mod order;
mod side;

use order::Order;

/// Play the games of an OpenBench worker: fastchess for Tak
///
/// Takes the arguments that OpenBench's worker gives to fastchess, plays the games as `match` does,
/// and prints the lines that the worker reads. Under the name fastchess-ob the program is this
/// command, so that the worker needs only a copy of it, or a link to it, beside itself.
///
/// The board size is that of the book's positions, and the komi is the engines' option `HalfKomi`,
/// the same for both, or none without it. The engines speak TEI, whatever proto= says.
#[derive(Args)]
#[command(after_help = "\
Arguments, as fastchess has them:
  -engine cmd=FILE [dir=FOLDER] [name=NAME] [tc=TIME] [st=SECONDS] [nodes=N] [depth=N]
          [timemargin=MS] [option.NAME=VALUE …]   twice; tc=5+0.05, 40/60, inf
  -each …                                          what holds for both engines
  -openings file=FILE [order=random|sequential] [start=N]
                                                   a TPS on each line, or games in PTN
  -rounds N -games 1|2, -repeat                    openings, and how often each is played
  -concurrency N                                   games at the same time
  -resign movecount=N score=N [twosided=true]      scores in cp as the engine tells them
  -draw movenumber=N movecount=N score=N
  -srand N                                         seed of order=random
  -pgnout file=FILE                                the games
  -recover, -testEnv, -variant standard, -tb …     change nothing

Examples:
  tak-tools openbench -rounds 10 -games 2 -concurrency 2 -openings file=six.epd order=random \\
    -engine cmd=./new name=new -engine cmd=./old name=old -each tc=5+0.05 option.HalfKomi=4
  ln -s target/release/tak-tools OpenBench/Client/fastchess-ob")]
pub(crate) struct Arguments {
    /// The arguments of fastchess
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    #[arg(required = true)]
    words: Vec<String>,
}

impl Arguments {
    /// Plays and reports.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let order = Order::read(&self.words)?;
        let plan = order.plan()?;
        // Before there is a file of games: the worker takes a missing file for a failure.
        plan.try_engines()?;
        let to_pgn = |record: &Record| plan.written(record);
        let none = Settings { of: BTreeMap::new() };
        let results = Results::open(None, order.pgn.as_deref(), &none, to_pgn)?;
        let table = Mutex::new(Table::new(&plan, results, None));
        table::play_all(&plan, &table, order.concurrency);
        let table = table.into_inner().unwrap_or_else(PoisonError::into_inner);
        table.finish(|report| print(&worker::ended(&report.standings[0])))
    }
}
