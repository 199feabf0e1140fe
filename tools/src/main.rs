//! `tak-tools`: command-line tools for Tak.
#![forbid(unsafe_code)]

mod amazons;
mod book;
mod canon;
mod chess;
mod completions;
mod convert;
mod count;
mod datagen;
mod folder;
mod man;
mod move_list;
mod moves;
mod perft;
mod ptn_text;
mod render;
mod result;
mod selfplay;
mod skipped;
mod slides;
mod start;
mod symmetry;
mod tune;
mod wdl;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tak_cli::{failure, input, output, progress};

use crate::failure::Failure;

/// Command-line tools for the board game Tak.
#[derive(Parser)]
#[command(name = "tak-tools", version, arg_required_else_help = false)]
#[command(after_help = "Examples:
  tak-tools perft --size 6 --depth 4
  tak-tools moves --tps 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4'
  tak-tools result --size 3 --moves 'a3 a1 b1 b3 c1'
  tak-tools slides --height 4
  tak-tools canon 'x6/x6/x6/x6/x6/x5,2 2 1'
  tak-tools convert --to url game.ptn
  tak-tools render --size 6 --moves 'a1 f6 c3' -o board.svg
  tak-tools amazons --position '3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3'
  tak-tools chess perft --depth 5
  tak-tools book build games.ptn -o my.book

Exit codes: 0 done, 1 the output could not be written, 2 bad input or arguments,
130 interrupted, 141 the reader of the output left early, like head.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::Arguments),
    Moves(moves::Arguments),
    Result(result::Arguments),
    Slides(slides::Arguments),
    Canon(canon::Arguments),
    Convert(convert::Arguments),
    Render(render::Arguments),
    Amazons(amazons::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    Chess(chess::Arguments),
    Book(book::Arguments),
    Datagen(datagen::Arguments),
    Tune(tune::Arguments),
    Wdl(wdl::Arguments),
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report::<Arguments>(),
    }
}

fn run() -> Result<(), Failure> {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Not errors: clap hands over what --help and --version print like this.
        Err(help) if !help.use_stderr() => return help.print().map_err(Failure::Output),
        Err(error) => return Err(Failure::usage(error)),
    };
    match arguments.command {
        Command::Perft(arguments) => arguments.run(),
        Command::Moves(arguments) => arguments.run(),
        Command::Result(arguments) => arguments.run(),
        Command::Slides(arguments) => arguments.run(),
        Command::Canon(arguments) => arguments.run(),
        Command::Convert(arguments) => arguments.run(),
        Command::Render(arguments) => arguments.run(),
        Command::Amazons(arguments) => arguments.run(),
        Command::Completions(arguments) => arguments.run(crate::Arguments::command()),
        Command::Man(arguments) => arguments.run(crate::Arguments::command()),
        Command::Chess(arguments) => arguments.run(),
        Command::Book(arguments) => arguments.run(),
        Command::Datagen(arguments) => arguments.run(),
        Command::Tune(arguments) => arguments.run(),
        Command::Wdl(arguments) => arguments.run(),
    }
}
