//! `tak-fastchess`: the match runner of OpenBench's worker, for engines of Tak.
#![forbid(unsafe_code)]

mod order;
mod side;

use std::collections::BTreeMap;
use std::process::ExitCode;

use clap::Parser;
use tak_match::record::Record;
use tak_match::results::{Results, Settings};
use tak_match::table::Table;
use tak_match::worker;
use tak_terminal::commands;
use tak_terminal::failure::{EXIT_CODES, Failure};
use tak_terminal::output::print;

use order::Order;

/// Play the games of an OpenBench worker: fastchess for Tak
///
/// Takes the arguments that OpenBench's worker gives to fastchess, plays the games as `tak-match
/// play` does, and prints the lines that the worker reads.
///
/// The board size is that of the book's positions, and the komi is the engines' option `HalfKomi`,
/// the same for both, or none without it. The engines speak TEI, whatever proto= says.
#[derive(Parser)]
#[command(name = "tak-fastchess", version, arg_required_else_help = true)]
#[command(after_help = format!("\
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
  tak-fastchess -rounds 10 -games 2 -concurrency 2 -openings file=six.epd order=random \\
    -engine cmd=./new name=new -engine cmd=./old name=old -each tc=5+0.05 option.HalfKomi=4
  ln -s target/release/tak-fastchess OpenBench/Client/fastchess-ob

{EXIT_CODES}"))]
struct Arguments {
    /// The arguments of fastchess
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

fn main() -> ExitCode {
    commands::run(|Arguments { words }| play(&words))
}

/// Plays and reports.
fn play(words: &[String]) -> Result<(), Failure> {
    let order = Order::read(words)?;
    let plan = order.plan()?;
    // Before there is a file of games: the worker takes a missing file for a failure.
    plan.try_engines()?;
    let to_pgn = |record: &Record| plan.written(record);
    let none = Settings { of: BTreeMap::new() };
    let results = Results::open(None, order.pgn.as_deref(), &none, to_pgn)?;
    let mut table = Table::new(&plan, results, None);
    table.play(order.concurrency)?;
    print(&worker::ended(&table.report()))
}
