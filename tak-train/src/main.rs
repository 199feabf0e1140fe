//! `tak-train`: games of the engine against itself, and what is learned from them.
#![forbid(unsafe_code)]

mod champion;
mod datagen;
mod merge;
mod network;
mod plot;
mod self_play;
mod tune;
mod wdl;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tak_terminal::commands::{Completions, Manual, run};
use tak_terminal::failure::EXIT_CODES;

/// Self-play games of the Tak engine, and from them its networks, weights and chances
#[derive(Parser)]
#[command(name = "tak-train", version)]
#[command(after_help = format!("Examples:
  tak-train champion --size 5 --folder five --threads 2
  tak-train datagen --size 6 --games 20000 --nodes 600 --threads 2 -o six.games
  tak-train network --size 6 --threads 2 six.games -o six.net
  tak-train tune --size 6 six.games -o tak-search/src/evaluation/weights/six.rs
  tak-train wdl --size 6 six.games

{EXIT_CODES}"))]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Champion(Box<champion::Arguments>),
    Datagen(datagen::Arguments),
    Merge(merge::Arguments),
    Network(network::Arguments),
    Tune(tune::Arguments),
    Wdl(wdl::Arguments),
    Completions(Completions),
    Man(Manual),
}

fn main() -> ExitCode {
    run(|Arguments { command }| match command {
        Command::Champion(arguments) => arguments.run(),
        Command::Datagen(arguments) => arguments.run(),
        Command::Merge(arguments) => arguments.run(),
        Command::Network(arguments) => arguments.run(),
        Command::Tune(arguments) => arguments.run(),
        Command::Wdl(arguments) => arguments.run(),
        Command::Completions(completions) => completions.run(Arguments::command()),
        Command::Man(manual) => manual.run(Arguments::command()),
    })
}
