//! `play`: a game against the engine in the terminal.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tak_cli::color::When;
use tak_cli::failure::Failure;
use tak_cli::output::print;
use tak_encoding::{AnyPosition, AnyRules, BoardSize, Color, HalfKomi};

use self::command::Command;
use self::level::Level;
use self::session::{Flow, Session};
use self::start::{Players, Start};
use super::Outcome;
use super::stdio::read_line;

mod command;
mod game;
mod level;
mod record;
mod session;
mod start;

/// Play against the engine in the terminal
///
/// Type moves in PTN: `a1` places a flat, `Sa1` a wall, `Ca1` the capstone, and
/// `3c3>21` takes three pieces from c3 to the right, two of them to the next
/// square. `help` lists what else can be said.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-engine play
  tak-engine play --size 5 --color black --level 3
  tak-engine play --komi 0 --save game.ptn
  tak-engine play game.ptn --save game.ptn")]
pub(crate) struct Arguments {
    /// Go on with the game in this PTN file
    #[arg(value_name = "FILE", conflicts_with_all = ["size", "tps"])]
    file: Option<PathBuf>,

    /// Squares per side
    #[arg(long, value_name = "3..8", default_value = "6", conflicts_with = "tps")]
    size: BoardSize,

    /// Begin with this position
    #[arg(long, value_name = "TPS")]
    tps: Option<String>,

    /// Your side; white if nothing is said, or yours in the file
    #[arg(long)]
    color: Option<Side>,

    /// How well the engine plays; 5 if nothing is said, or as in the file
    #[arg(long, value_name = "1..10")]
    level: Option<Level>,

    /// Points added to Black's flats, 2 if nothing is said; a file has its own
    #[arg(
        long,
        value_name = "POINTS",
        allow_negative_numbers = true,
        conflicts_with = "file"
    )]
    komi: Option<HalfKomi>,

    /// Write the game to this file after every move; it may be the one that is read
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Your name in that file; Player if nothing is said
    #[arg(long)]
    name: Option<String>,

    /// Whether the board is coloured
    #[arg(long = "colors", value_name = "WHEN", default_value = "auto")]
    when: When,

    /// Have the engine choose among moves as it did with the same seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Side {
    /// You begin
    White,
    /// The engine begins
    Black,
}

/// Plays until somebody has had enough.
pub(crate) fn run(arguments: Arguments) -> Outcome {
    let start = arguments.start()?;
    let human = arguments.color.map(|side| match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    });
    let players = Players::of(&start.tags, human);
    let name = arguments.name.or(players.name);
    let name = name.unwrap_or_else(|| "Player".to_owned());
    let level = arguments.level.or(players.level).unwrap_or_default();
    let game = start.game(players.human, name)?;
    let mut session = Session::new(game, level, arguments.seed);
    session.source = start.source;
    session.style = arguments.when.style(true);
    if let Some(path) = arguments.save {
        session.save_to(path).map_err(Failure::Input)?;
    }
    talk(&mut session)
}

impl Arguments {
    /// What is asked for.
    fn start(&self) -> Result<Start, Failure> {
        if let Some(path) = &self.file {
            return Start::read(path);
        }
        let rules = AnyRules {
            half_komi: self.komi.unwrap_or(HalfKomi(4)),
            reserves: None,
        };
        let position = match &self.tps {
            Some(tps) => AnyPosition::from_tps(tps, rules)
                .map_err(|error| Failure::Input(format!("--tps: {error}")))?,
            None => AnyPosition::new(self.size, rules)
                .map_err(|error| Failure::Input(error.to_string()))?,
        };
        Ok(Start::at(&position))
    }
}

/// Reads lines and answers them.
fn talk(session: &mut Session) -> Outcome {
    let mut input = io::stdin().lock();
    let with_prompt = input.is_terminal();
    let mut line = Vec::new();
    print(&session.welcome())?;
    loop {
        print(&session.let_engine_play())?;
        if with_prompt {
            print(&session.prompt())?;
        }
        let Some(complete) = read_line(&mut input, &mut line)? else {
            return Ok(print(&format!("\n{}", session.farewell()))?);
        };
        let text = str::from_utf8(&line).ok().filter(|_| complete);
        let (answer, flow) = match text.map(Command::read) {
            Some(command) => session.execute(command),
            None => ("That is no text in UTF-8.\n".to_owned(), Flow::Continue),
        };
        print(&answer)?;
        if flow == Flow::Quit {
            return Ok(());
        }
    }
}
