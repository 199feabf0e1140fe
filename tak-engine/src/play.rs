//! `play`: a game against the engine in the terminal.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fastrand::Rng;
use tak_encoding::{AnyPosition, AnyRules, BoardSize, Color, HalfKomi, Opening, untag_tps};
use tak_pictures::Style;
use tak_terminal::color::When;
use tak_terminal::conversation::{Conversation, Typed};
use tak_terminal::failure::Failure;
use tak_terminal::interrupt::{leave, leave_when_terminated, say_when_interrupted};
use tak_terminal::wrap::print_wrapped;

use self::clock::{Clocks, Control};
use self::command::Command;
use self::game::Game;
use self::session::{Flow, Session};
use self::start::{Players, Start};
use crate::strength::Strength;

mod advice;
mod clock;
mod command;
mod game;
mod record;
mod saving;
mod session;
mod shown;
mod start;

const EXAMPLES: &str = "Examples:
  tak-engine play
  tak-engine play --size 5 --side black --level 3
  tak-engine play --side both --clock 10+5 --name Ada --name Bob
  tak-engine play --opening 'double black stack' --komi 0
  tak-engine play --komi 0 --save my-game.ptn
  tak-engine play game.ptn --save game.ptn";

/// Play against the engine, or another person, in the terminal
///
/// Type moves in PTN: `a1` places a flat, `Sa1` a wall, `Ca1` the capstone, and
/// `3c3>21` takes three pieces from c3 to the right, two of them to the next
/// square. `help` lists what else you can type.
#[derive(Args)]
#[command(after_help = format!("Levels:\n{}\n{EXAMPLES}", Strength::list()))]
pub(crate) struct Arguments {
    /// Continue the game in this PTN file
    #[arg(value_name = "FILE", conflicts_with_all = ["size", "tps"])]
    file: Option<PathBuf>,

    /// Which game of a file with several, counted from 1
    #[arg(long, value_name = "N", requires = "file")]
    #[arg(value_parser = tak_games::collection::game_number, allow_negative_numbers = true)]
    game: Option<NonZeroUsize>,

    /// Your side, or both where two people play; by default White, or as the names in the file say
    #[arg(long)]
    side: Option<Side>,

    /// The engine's level, by its number or name, or full; by default 5, or as in the file
    #[arg(long, value_name = "LEVEL")]
    level: Option<Strength>,

    // After --side, so that --sise is taken for this: of two options that are equally close, clap
    // suggests the later.
    /// Squares per side
    #[arg(long, value_name = "3..8", default_value = "6", conflicts_with = "tps")]
    size: BoardSize,

    /// Begin with this position
    #[arg(long, value_name = "TPS")]
    tps: Option<String>,

    /// Points added to Black's flats, 2 by default; a file gives its own
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, conflicts_with = "file")]
    komi: Option<HalfKomi>,

    /// How the first two plies are played: swap, no-swap or "double black stack" [default: swap]; a
    /// file gives its own
    #[arg(long, value_name = "OPENING", conflicts_with = "file")]
    opening: Option<Opening>,

    /// Write the game to this file after every move and change of players; it may be the input file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Your name in that file, Player by default; of two people White's, and then Black's
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,

    /// Clocks for both: minutes, and seconds for each move
    #[arg(long, value_name = "MINUTES+SECONDS")]
    clock: Option<Control>,

    /// Whether the board is coloured
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,

    /// With the same seed the engine makes the same choices
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Side {
    /// You begin
    White,
    /// The engine begins
    Black,
    /// Two people play
    Both,
}

impl Side {
    /// The side that is left for the engine.
    fn of_engine(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::Black),
            Self::Black => Some(Color::White),
            Self::Both => None,
        }
    }
}

/// Plays until the player quits.
pub(crate) fn run(arguments: Arguments) -> Result<(), Failure> {
    leave_when_terminated();
    let start = arguments.start()?;
    let players = Players::of(start.record.tags(), arguments.side);
    let names = players.names(&arguments.names)?;
    let strength = arguments.level.or(players.strength).unwrap_or_default();
    let game = Game::new(start.record, players.engine, names);
    let mut session = Session::new(game, strength, arguments.clock.map(Clocks::new));
    session.random = arguments.seed.map_or_else(Rng::new, Rng::with_seed);
    session.kept_in = arguments.file.filter(|_| start.source.is_some());
    session.source = start.source;
    session.style = Style::colored_if(arguments.color.is_colored(true));
    if let Some(path) = arguments.save {
        session.save_to(path)?;
    }
    session.start_clock();
    talk(&mut session)
}

impl Arguments {
    /// The start of the game.
    fn start(&self) -> Result<Start, Failure> {
        if let Some(path) = &self.file {
            return Start::read(path, self.game);
        }
        let mut rules = AnyRules::with_komi(self.komi.unwrap_or(HalfKomi(4)));
        rules.opening = self.opening.unwrap_or_default();
        let position = match &self.tps {
            Some(tps) => AnyPosition::from_tps_with(untag_tps(tps), rules)
                .map_err(|error| Failure::input(format_args!("--tps: {error}")))?,
            None => AnyPosition::with_rules(self.size, rules).map_err(Failure::input)?,
        };
        Ok(Start::at(&position))
    }
}

/// Reads lines and answers them.
fn talk(session: &mut Session) -> Result<(), Failure> {
    let mut conversation = Conversation::start();
    print_wrapped(&session.welcome())?;
    loop {
        let Some(answer) = session.let_engine_play() else {
            leave_if_wanted(session, &mut conversation)?;
            continue;
        };
        print_wrapped(&answer)?;
        let line = match conversation.read(&session.prompt())? {
            Typed::Line(line) => line,
            Typed::Bad(why) => {
                print_wrapped(&format!("{why}\n"))?;
                continue;
            }
            Typed::Interrupted => {
                leave_if_wanted(session, &mut conversation)?;
                continue;
            }
            Typed::End => return print_wrapped(&format!("\n{}", session.last_words())),
        };
        let command = Command::read(&line);
        if !may_leave(session, command, &mut conversation)? {
            continue;
        }
        let (answer, flow) = session.execute(command);
        print_wrapped(&answer)?;
        if flow == Flow::Quit {
            return Ok(());
        }
    }
}

/// After Ctrl-C: ends the program, unless the player would rather go on.
fn leave_if_wanted(session: &mut Session, conversation: &mut Conversation) -> Result<(), Failure> {
    if may_leave(session, Command::Quit, conversation)? {
        leave();
    }
    Ok(())
}

/// Before a command would lose the game, asks the player.
fn may_leave(
    session: &mut Session,
    command: Command<'_>,
    conversation: &mut Conversation,
) -> Result<bool, Failure> {
    if !(conversation.has_prompt() && session.would_be_lost_by(command)) {
        return Ok(true);
    }
    let answer = conversation.read("The game is not saved. Save it first? y/n ")?;
    let answer = match answer {
        Typed::Line(answer) => answer,
        Typed::Bad(_) => return Ok(false),
        // Who asks twice means it.
        Typed::Interrupted => leave(),
        Typed::End => {
            print_wrapped(&format!("\n{}", session.last_words()))?;
            say_when_interrupted(|| None);
            return Ok(true);
        }
    };
    match answer.trim().to_ascii_lowercase().as_str() {
        "n" | "no" => {
            say_when_interrupted(|| None);
            Ok(true)
        }
        "y" | "yes" => {
            let Typed::Line(name) = conversation.read("File name: ")? else {
                return Ok(false);
            };
            let (answer, _) = session.execute(Command::Save(name.trim()));
            print_wrapped(&answer)?;
            Ok(!session.would_be_lost())
        }
        _ => {
            print_wrapped("The game goes on; `quit` asks again.\n")?;
            Ok(false)
        }
    }
}
