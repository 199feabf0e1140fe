//! `tak-match`: matches of Tak engines.
#![forbid(unsafe_code)]

mod openings;
mod play;
mod ratings;
mod terms;
mod tournament;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tak_terminal::commands::{Completions, Manual, run};
use tak_terminal::failure::EXIT_CODES;

/// Matches of Tak engines: Elo, SPRT, White's advantage
#[derive(Parser)]
#[command(name = "tak-match", version)]
#[command(after_help = format!("Examples:
  tak-match play --size 3 --games 10 --nodes 100
  tak-match play --size 3 --games 4 --engine nodes=100 --engine nodes=200 \\
      -o duel.ptn
  tak-match openings --size 6 --komi 2 --count 100 -o six.tps

{EXIT_CODES}"))]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(Box<play::Arguments>),
    Tournament(Box<tournament::Arguments>),
    Ratings(ratings::Arguments),
    Openings(openings::Arguments),
    Completions(Completions),
    Man(Manual),
}

fn main() -> ExitCode {
    run(|Arguments { command }| match command {
        Command::Play(arguments) => arguments.run(),
        Command::Tournament(arguments) => arguments.run(),
        Command::Ratings(arguments) => arguments.run(),
        Command::Openings(arguments) => arguments.run(),
        Command::Completions(completions) => completions.run(Arguments::command()),
        Command::Man(manual) => manual.run(Arguments::command()),
    })
}
