//! The conversation with a player: lines in, text out.

use std::fmt::Write;
use std::path::PathBuf;

use fastrand::Rng;
use tak_encoding::{AnyMove, AnyPosition, AnyRules, BoardSize, MoveName, Opening, ParseError};
use tak_pictures::{Coordinates, Style, TextBoard};
use tak_search::engine::Info;
use tak_search::limits::Limits;
use tak_search::wdl::Chances;
use tak_terminal::failure::{Failure, printable};
use tak_terminal::interrupt::say_when_interrupted;
use tak_terminal::output::{Output, terminal_width};

use super::command::{Command, HELP};
use super::game::{Game, name};
use super::record;
use super::start::GameFile;
use crate::strength::Strength;
use crate::think::{BrokenOff, Thinker, for_white, in_flats, text_of};

/// How far `hint` and `eval` search.
const NODES_OF_HINT: u64 = 300_000;

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Continue,
    Quit,
}

/// A conversation with a player, about one game at a time.
pub(super) struct Session {
    game: Game,
    strength: Strength,
    random: Rng,
    thinker: Thinker,
    /// The file to which the game is written after every move.
    save: Option<PathBuf>,
    /// What was taken back since the last move, the latest last.
    undone: Vec<Vec<AnyMove>>,
    /// Whether the file holds the game as it is now.
    is_saved: bool,
    /// The file that the game was read from.
    pub(super) source: Option<GameFile>,
    pub(super) style: Style,
}

/// Why no move can be played.
const OVER: &str = "The game is over: `undo`, `new` or `quit`.";

/// The answer, or why something could not be done.
type Feedback = Result<String, String>;

impl Session {
    pub(super) fn new(game: Game, strength: Strength, seed: Option<u64>) -> Self {
        Self {
            game,
            strength,
            random: seed.map_or_else(Rng::new, Rng::with_seed),
            thinker: Thinker::new(1, 64),
            save: None,
            undone: Vec::new(),
            is_saved: false,
            source: None,
            style: Style::Plain,
        }
    }

    /// The greeting before the first move.
    pub(super) fn welcome(&self) -> String {
        let size = self.game.position().size();
        let color = name(self.game.human);
        let komi = self.game.start().half_komi();
        let board = if self.game.waits_for_engine() { String::new() } else { self.board() };
        format!(
            "Tak {size}×{size}, komi {komi}. You are {color}, the engine plays {}.\n\
             Type moves like c3, Sc3 or 2c3>11; `help` says more.\n\n{board}",
            self.strength,
        )
    }

    /// The prompt for the player's line.
    pub(super) fn prompt(&self) -> String {
        if self.is_over() {
            return "undo, new or quit> ".to_owned();
        }
        MoveName::of_ply(self.game.position().ply() as usize).in_ptn() + " "
    }

    /// The engine's move, if it is its turn.
    pub(super) fn let_engine_play(&mut self) -> String {
        if !self.game.waits_for_engine() {
            return String::new();
        }
        let setup = self.game.setup().clone();
        match self.thinker.play(setup, self.strength.level(), None, &mut self.random) {
            Ok(Some(mv)) => self.play(mv).unwrap_or_else(|problem| problem),
            Ok(None) => "The engine finds no move.\n".to_owned(),
            Err(broken_off) => format!("{broken_off}\n"),
        }
    }

    /// Executes a command.
    pub(super) fn execute(&mut self, command: Command<'_>) -> (String, Flow) {
        let answer = match command {
            Command::Quit => return (self.farewell(), Flow::Quit),
            Command::Empty => Ok(String::new()),
            Command::Help => Ok(HELP.to_owned()),
            Command::Board => Ok(self.board()),
            Command::Moves => Ok(self.moves()),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Eval => self.eval(),
            // The record says who played whom: that is settled with the game.
            Command::Level(_) | Command::Swap | Command::Redo if self.is_over() => {
                Err(OVER.to_owned())
            }
            Command::Redo => self.redo(),
            Command::Level(level) => self.set_level(level),
            Command::Swap => Ok(self.swap()),
            Command::Save(path) => self.save(path),
            Command::New(size) => self.begin_again(size),
            Command::Resign => self.resign(),
            Command::Move(text) => self.play_for_human(text),
        };
        let text = answer.unwrap_or_else(|complaint| complaint + "\n");
        (text, Flow::Continue)
    }

    fn is_over(&self) -> bool {
        self.game.result().is_some()
    }

    /// The board, and how the game ended, or how it begins.
    fn board(&self) -> String {
        let board = TextBoard::new(self.style, Coordinates::Shown)
            .with_width(terminal_width().unwrap_or(usize::MAX));
        let diagram = self.game.diagram();
        let mut text = board.draw(&diagram);
        text.push('\n');
        if let Some(ending) = self.game.ending() {
            text += &ending;
            text += "\n";
            if !diagram.road.is_empty() {
                let square = |&at: &usize| {
                    let (rank, file) = (at / diagram.size, at % diagram.size);
                    format!(" {}{}", char::from(b'a' + file as u8), rank + 1)
                };
                let squares: String = diagram.road.iter().map(square).collect();
                let _ = writeln!(text, "The road:{squares}.");
            }
        } else if self.game.position().is_opening() {
            text += match self.game.position().opening() {
                Opening::Swap => {
                    "On their first move both players place one of the opponent's flats.\n"
                }
                Opening::NoSwap => "On their first move both players place a flat of their own.\n",
                Opening::DoubleBlackStack => {
                    "White first places two black flats, as in 2a1, then Black one white flat.\n"
                }
            };
        }
        text
    }

    fn play_for_human(&mut self, text: &str) -> Feedback {
        if self.is_over() {
            return Err(OVER.to_owned());
        }
        let mv = self.game.read_move(text).map_err(|error| {
            let legal = self.game.position().legal_moves();
            let example = legal.first().map_or(String::new(), ToString::to_string);
            format!(
                "{error}. A legal move is `{example}`; `moves` lists them all, `help` the commands."
            )
        })?;
        self.play(mv)
    }

    /// Plays a move, and shows the board once it is the player's turn again.
    fn play(&mut self, mv: AnyMove) -> Feedback {
        self.undone.clear();
        let who = if self.game.waits_for_engine() { "The engine plays" } else { "You play" };
        self.game.play(mv).map_err(|error| error.to_string())?;
        let tak = if self.game.is_tak() { " Tak!" } else { "" };
        let mut answer = format!("{who} {mv}.{tak}\n{}", self.keep());
        if !self.game.waits_for_engine() {
            answer = format!("{answer}\n{}", self.board());
        }
        Ok(answer)
    }

    fn undo(&mut self) -> Feedback {
        if self.game.resigned.take().is_some() {
            let saved = self.keep();
            let board = self.board();
            return Ok(format!(
                "Your resignation is taken back: the game goes on.\n{saved}\n{board}"
            ));
        }
        let taken = self.game.undo();
        let told = match taken.len() {
            0 => return Err("You have not moved yet: there is nothing to take back.".to_owned()),
            1 => "Taken back: one ply.".to_owned(),
            plies => format!("Taken back: {plies} plies."),
        };
        self.undone.push(taken);
        let saved = self.keep();
        Ok(format!("{told}\n{saved}\n{}", self.board()))
    }

    /// Plays again what was taken back last.
    fn redo(&mut self) -> Feedback {
        let moves = self.undone.pop().ok_or("Nothing was taken back since the last move.")?;
        for &mv in &moves {
            self.game.play(mv).map_err(|error| error.to_string())?;
        }
        let saved = self.keep();
        Ok(format!("Played again: {}.\n{saved}\n{}", text_of(&moves), self.board()))
    }

    fn resign(&mut self) -> Feedback {
        if self.is_over() {
            return Err("The game is over already.".to_owned());
        }
        self.game.resigned = Some(self.game.human);
        let ending = self.game.ending().unwrap_or_default();
        Ok(format!("{ending}\n{}", self.keep()))
    }

    /// Whether leaving the game now would lose it: it is not over, the player has moved, and it is
    /// not saved.
    pub(super) fn would_be_lost(&self) -> bool {
        !self.is_saved && !self.is_over() && !self.game.moves().is_empty()
    }

    /// Starts a new game; the file of the last one is left as it is.
    fn begin_again(&mut self, size: &str) -> Feedback {
        let start = self.start_at(size)?;
        let note = self.save.take().map_or_else(String::new, |path| {
            let name = printable(&path.to_string_lossy());
            format!("{name} keeps the last game; `save FILE` names a file for this one.\n")
        });
        (self.is_saved, self.source) = (false, None);
        self.prepare_for_interrupt();
        self.game = self.game.again(&start);
        self.undone.clear();
        Ok(format!("{note}{}", self.welcome()))
    }

    /// Where a new game starts: as this one did, or on an empty board of that size by its komi and
    /// opening.
    fn start_at(&self, size: &str) -> Result<AnyPosition, String> {
        let start = self.game.start();
        if size.is_empty() {
            return Ok(start);
        }
        let size: BoardSize = size.parse().map_err(|wrong: ParseError| format!("new: {wrong}"))?;
        let mut rules = AnyRules::with_komi(start.half_komi());
        rules.opening = start.opening();
        AnyPosition::with_rules(size, rules).map_err(|wrong| format!("new: {wrong}"))
    }

    fn swap(&mut self) -> String {
        self.game.human = !self.game.human;
        format!("You are {} now.\n", name(self.game.human))
    }

    fn set_level(&mut self, text: &str) -> Feedback {
        if text.is_empty() {
            return Ok(Strength::list());
        }
        self.strength = text.parse().map_err(|why| format!("level: {why}"))?;
        Ok(format!("The engine plays {}.\n", self.strength))
    }

    fn hint(&mut self) -> Feedback {
        let best = self.best_line()?;
        let line = text_of(&best.line);
        let mv = line.split(' ').next().unwrap_or_default();
        Ok(format!("Try {mv}; the game may go on {line}.\n"))
    }

    fn eval(&mut self) -> Feedback {
        let best = self.best_line()?;
        let eval = for_white(best.score, self.game.position().side_to_move());
        let line = text_of(&best.line);
        let eval = match best.proof {
            _ if best.chances == Chances::DRAWN => "A draw".to_owned(),
            Some(_) => in_flats(eval),
            None => in_flats(eval) + " in flats, komi included; + is good for White",
        };
        Ok(format!("{eval}. The game may go on {line}.\n"))
    }

    fn best_line(&mut self) -> Result<Info, String> {
        let lines = self.think(Limits::nodes(NODES_OF_HINT));
        let mut lines = lines.map_err(|broken_off| broken_off.to_string())?.into_iter();
        lines.next().ok_or_else(|| "The game is over.".to_owned())
    }

    fn think(&mut self, limits: Limits) -> Result<Vec<Info>, BrokenOff> {
        if self.game.position().outcome().is_some() {
            return Ok(Vec::new());
        }
        let setup = self.game.setup().clone();
        self.thinker.think(setup, limits)
    }

    /// Writes the game, if there is a file for it.
    fn keep(&mut self) -> String {
        let Some(path) = &self.save else {
            return String::new();
        };
        let saved = record::save(path, &self.game, self.strength);
        self.is_saved = saved.is_ok();
        let answer = match saved {
            Ok(()) => String::new(),
            Err(failure) => {
                self.save = None;
                format!("{failure}; the game is no longer saved.\n")
            }
        };
        self.prepare_for_interrupt();
        answer
    }

    /// Where the game is saved, if it is.
    pub(super) fn farewell(&self) -> String {
        match &self.save {
            Some(path) if self.is_saved => {
                let name = printable(&path.to_string_lossy());
                format!("The game is in {name}; `play FILE --save FILE` continues it.\n")
            }
            _ => String::new(),
        }
    }

    /// What is printed when nobody can be asked any more: a game that would be lost is shown.
    pub(super) fn last_words(&self) -> String {
        if !self.would_be_lost() {
            return self.farewell();
        }
        let ptn = record::text(&self.game, self.strength);
        format!("The game is not saved. `play FILE` continues it from this text:\n\n{ptn}")
    }

    /// Makes Ctrl-C print the farewell.
    fn prepare_for_interrupt(&self) {
        let line = self.farewell();
        say_when_interrupted(move || {
            let line = format!("\n{}", line.trim_end());
            (line.len() > 1).then_some(line)
        });
    }

    fn save(&mut self, name: &str) -> Feedback {
        match (name, &self.save) {
            ("", None) => return Err("save: expected a name, like `save game.ptn`.".to_owned()),
            ("", Some(_)) => {}
            (name, _) => {
                self.save_to(PathBuf::from(name)).map_err(|failure| failure.to_string())?;
            }
        }
        let problem = self.keep();
        if !problem.is_empty() {
            return Ok(problem);
        }
        Ok("Saved, and from now on after every move.\n".to_owned())
    }

    /// Saves the game to this file from now on, unless the file already holds something else.
    pub(super) fn save_to(&mut self, path: PathBuf) -> Result<(), Failure> {
        let is_ours = self.save.as_deref() == Some(&*path);
        let source = self.source.as_ref().filter(|source| source.is_at(&path));
        let problem = match source {
            Some(source) if source.is_annotated => {
                Some("it holds comments, variations, marks or other games, which would be lost")
            }
            None if !is_ours && path.symlink_metadata().is_ok() => Some("it exists already"),
            _ => None,
        };
        if let Some(problem) = problem {
            let name = printable(&path.to_string_lossy());
            let why = format!("{name}: {problem}; expected the name of a new file");
            return Err(Failure::Input(why));
        }
        // Better to find out now than after the game.
        Output::create(&path)?;
        self.save = Some(path);
        self.is_saved = false;
        Ok(())
    }

    fn moves(&self) -> String {
        if self.is_over() {
            return "There are none: the game is over.\n".to_owned();
        }
        let moves = self.game.position().legal_moves().into_iter();
        let moves: Vec<_> = moves.map(|mv| mv.to_string()).collect();
        let is_spread = |mv: &&String| mv.contains(['+', '-', '<', '>']);
        let starts = |letter| move |mv: &&String| mv.starts_with(letter);
        let flats: Vec<_> = moves.iter().filter(|mv| mv.len() == 2).collect();
        let mut text = String::new();
        for (name, group) in [
            ("flats", flats),
            ("walls", moves.iter().filter(starts('S')).collect()),
            ("capstones", moves.iter().filter(starts('C')).collect()),
            ("spreads", moves.iter().filter(is_spread).collect()),
        ] {
            if !group.is_empty() {
                let _ = write!(text, "{name}:");
                wrap(&mut text, &group);
            }
        }
        text
    }
}

/// Words after a heading, in lines that fit a terminal.
fn wrap(text: &mut String, words: &[&String]) {
    const WIDTH: usize = 78;
    let mut width = WIDTH;
    for word in words {
        if width + 1 + word.len() > WIDTH {
            text.push_str("\n ");
            width = 1;
        }
        let _ = write!(text, " {word}");
        width += 1 + word.len();
    }
    text.push('\n');
}
