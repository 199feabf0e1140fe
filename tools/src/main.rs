//! `tak-tools`: command-line tools for Tak.
#![forbid(unsafe_code)]

mod amazons;
mod book;
mod canon;
mod chess;
mod convert;
mod database;
mod filter;
mod games;
mod language;
mod moves;
mod perft;
mod puzzles;
mod render;
mod result;
mod slides;
mod solve_board;
mod symmetry;
mod verify;
mod zobrist;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tak_terminal::{
    commands, counted, failure, input, interrupt, ledger, output, progress, remark, text,
};

use crate::failure::{EXIT_CODES, Failure};

/// Command-line tools for the board game Tak.
#[derive(Parser)]
#[command(name = "tak-tools", version)]
#[command(after_help = format!("Examples:
  tak-tools perft --size 6 --depth 4
  tak-tools moves --tps 'x3,12/x2,2S,x/x,1,x2/2,x3 1 4'
  tak-tools result --size 3 --moves 'a3 a1 b1 b3 c1'
  tak-tools slides --height 4
  tak-tools zobrist --size 5 --format c -o keys.h
  tak-tools canon --tps 'x6/x6/x6/x6/x6/x5,2 2 1'
  tak-tools convert --to url game.ptn
  tak-tools render --size 6 --moves 'a1 f6 c3' -o board.svg
  tak-tools verify proof.txt
  tak-tools puzzles find games.ptn --min-plies 5
  tak-tools amazons --position '3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3'
  tak-tools chess perft --depth 5
  tak-tools games import all.gamedb my-games/
  tak-tools book build all.gamedb -o my.book

{EXIT_CODES}"))]
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
    Zobrist(zobrist::Arguments),
    Canon(canon::Arguments),
    Convert(convert::Arguments),
    Verify(verify::Arguments),
    Puzzles(puzzles::Arguments),
    SolveBoard(solve_board::Arguments),
    Render(render::Arguments),
    Book(book::Arguments),
    Games(games::Arguments),
    Amazons(amazons::Arguments),
    Chess(chess::Arguments),
    Completions(commands::Completions),
    Man(commands::Manual),
}

fn main() -> ExitCode {
    commands::run(run)
}

fn run(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        Command::Perft(arguments) => arguments.run(),
        Command::Moves(arguments) => arguments.run(),
        Command::Result(arguments) => arguments.run(),
        Command::Slides(arguments) => arguments.run(),
        Command::Zobrist(arguments) => arguments.run(),
        Command::Canon(arguments) => arguments.run(),
        Command::Convert(arguments) => arguments.run(),
        Command::Verify(arguments) => arguments.run(),
        Command::Puzzles(arguments) => arguments.run(),
        Command::SolveBoard(arguments) => arguments.run(),
        Command::Render(arguments) => arguments.run(),
        Command::Book(arguments) => arguments.run(),
        Command::Games(arguments) => arguments.run(),
        Command::Amazons(arguments) => arguments.run(),
        Command::Chess(arguments) => arguments.run(),
        Command::Completions(completions) => completions.run(Arguments::command()),
        Command::Man(manual) => manual.run(Arguments::command()),
    }
}
