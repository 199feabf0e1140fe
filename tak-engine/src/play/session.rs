//! The conversation with a player: lines in, text out.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use fastrand::Rng;
use tak_encoding::{AnyMove, AnyPosition, AnyRules, BoardSize, ParseError};
use tak_pictures::Style;
use tak_terminal::failure::printable;

use super::Side;
use super::clock::{Clocks, Shown};
use super::command::{Command, HELP};
use super::game::{EarlyEnd, Game, name};
use super::start::GameFile;
use crate::strength::Strength;
use crate::think::{Thinker, text_of};

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Continue,
    Quit,
}

/// A conversation with a player, about one game at a time.
pub(super) struct Session {
    pub(super) game: Game,
    pub(super) strength: Strength,
    pub(super) random: Rng,
    pub(super) thinker: Thinker,
    /// The clocks, if the game has any.
    pub(super) clocks: Option<Clocks>,
    /// Those of the next game.
    next_clocks: Option<Clocks>,
    /// The file to which the game is written after every move.
    pub(super) save: Option<PathBuf>,
    /// What was taken back since the last move, the latest last.
    undone: Vec<Vec<AnyMove>>,
    /// The file that holds the game as it is now, if one does.
    pub(super) kept_in: Option<PathBuf>,
    /// The file that the game was read from.
    pub(super) source: Option<GameFile>,
    pub(super) style: Style,
    /// Whether the player was shown what a move looks like.
    is_example_told: bool,
}

/// Why no move can be played.
const OVER: &str = "The game is over: `undo`, `new` or `quit`.";

/// The answer, or why something could not be done.
pub(super) type Feedback = Result<String, String>;

impl Session {
    pub(super) fn new(game: Game, strength: Strength, clocks: Option<Clocks>) -> Self {
        Self {
            game,
            strength,
            random: Rng::new(),
            thinker: Thinker::new(1, 64),
            next_clocks: clocks.as_ref().map(Clocks::again),
            clocks,
            save: None,
            undone: Vec::new(),
            kept_in: None,
            source: None,
            style: Style::Plain,
            is_example_told: false,
        }
    }

    /// Executes a command, unless a player's time is up and it belongs to the game that is over.
    pub(super) fn execute(&mut self, command: Command<'_>) -> (String, Flow) {
        let flag = self.fallen_flag();
        let is_of_game =
            matches!(command, Command::Move(_) | Command::Undo(_) | Command::Redo | Command::Hint);
        match flag {
            Some(flag) if is_of_game => (flag, Flow::Continue),
            flag => {
                let (answer, flow) = self.answer(command);
                (flag.unwrap_or_default() + &answer, flow)
            }
        }
    }

    fn answer(&mut self, command: Command<'_>) -> (String, Flow) {
        let answer = match command {
            Command::Quit => return (self.farewell(), Flow::Quit),
            Command::Empty => Ok(String::new()),
            Command::Help => Ok(HELP.to_owned()),
            Command::Board => Ok(self.board()),
            Command::Moves => Ok(self.moves()),
            Command::Tps => Ok(format!("{}\n", self.game.position().to_tps())),
            Command::Undo(times) => self.undo(times),
            Command::Hint => self.hint(),
            Command::Eval => self.eval(),
            // The record says who played whom: that is settled with the game.
            Command::Level(_) | Command::Swap | Command::Side(_) | Command::Redo
                if self.is_over() =>
            {
                Err(OVER.to_owned())
            }
            Command::Redo => self.redo(),
            Command::Level(level) => self.set_level(level),
            Command::Swap => self.swap(),
            Command::Side(side) => self.set_side(side),
            Command::Review => self.review(),
            Command::Save(path) => self.save(path),
            Command::New(size) => self.begin_again(size),
            Command::Resign => self.resign(),
            Command::Draw => self.draw(),
            Command::Missing(why) => Err(why.to_owned()),
            Command::Alone(word) => {
                Err(format!("`{word}` stands alone: expected nothing after it."))
            }
            Command::Move(text) => self.play_for_human(text),
        };
        let text = answer.unwrap_or_else(|complaint| complaint + "\n");
        (text, Flow::Continue)
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.result().is_some()
    }

    /// Lets the clock of the side to move run. None runs before the first move.
    pub(super) fn start_clock(&mut self) {
        let side = self.game.position().side_to_move();
        let runs = !self.is_over() && !self.game.moves().is_empty();
        match &mut self.clocks {
            Some(clocks) if runs => clocks.start(side),
            Some(clocks) => clocks.stop(),
            None => {}
        }
    }

    /// Ends the game if a player's time is up, and says so.
    fn fallen_flag(&mut self) -> Option<String> {
        let loser = self.clocks.as_ref()?.fallen().filter(|_| !self.is_over())?;
        self.game.early = Some(EarlyEnd::Time(loser));
        self.start_clock();
        let saved = self.keep();
        let ending = self.game.ending().unwrap_or_default();
        Some(format!("{ending} `undo` goes on without clocks.\n{saved}"))
    }

    fn play_for_human(&mut self, text: &str) -> Feedback {
        if self.is_over() {
            return Err(OVER.to_owned());
        }
        match self.game.read_move(text) {
            Ok(mv) => self.play(mv),
            Err(error) => Err(format!("{error}.{}", self.example())),
        }
    }

    /// What can be typed instead; said once, after the first slip.
    fn example(&mut self) -> String {
        if std::mem::replace(&mut self.is_example_told, true) {
            return String::new();
        }
        let legal = self.game.position().legal_moves();
        let example = legal.first().map_or(String::new(), ToString::to_string);
        format!(" A legal move is `{example}`; `moves` lists them all, `help` the commands.")
    }

    /// Plays a move, and shows the board once it is the player's turn again.
    pub(super) fn play(&mut self, mv: AnyMove) -> Feedback {
        if let Some(flag) = self.fallen_flag() {
            return Ok(flag);
        }
        let side = self.game.position().side_to_move();
        let who = self.game.who_plays(side);
        self.game.play(mv).map_err(|error| error.to_string())?;
        self.undone.clear();
        let left = self.clocks.as_mut().map(|clocks| {
            clocks.moved(side);
            format!(" [{} left]", Shown(clocks.left(side)))
        });
        self.start_clock();
        let tak = if self.game.is_tak() { " Tak!" } else { "" };
        let mut answer = format!("{who} {mv}.{tak}{}\n{}", left.unwrap_or_default(), self.keep());
        if !self.game.waits_for_engine() {
            answer = format!("{answer}\n{}", self.board());
        }
        Ok(answer)
    }

    /// Takes back the last move, or as many as are named, each with the engine's reply. What ended a
    /// game early counts as one.
    fn undo(&mut self, times: &str) -> Feedback {
        let times = if times.is_empty() { "1" } else { times };
        let times: NonZeroUsize = times.parse().map_err(|_| {
            format!("undo: found `{times}`, expected how many moves, as in `undo 2`.")
        })?;
        let goes_on = self.take_back_end();
        let moves = times.get() - usize::from(goes_on.is_some());
        let taken = match self.take_back_moves(moves) {
            0 => None,
            1 => Some("Taken back: one ply.".to_owned()),
            plies => Some(format!("Taken back: {plies} plies.")),
        };
        let told = match (goes_on, taken) {
            (None, None) => {
                return Err("You have not moved yet: there is nothing to take back.".to_owned());
            }
            (Some(told), None) => told.to_owned(),
            (None, Some(taken)) => taken,
            (Some(told), Some(taken)) => format!("{told} {taken}"),
        };
        Ok(self.shown_again(&told))
    }

    /// Takes back what ended the game early, and says so.
    fn take_back_end(&mut self) -> Option<&'static str> {
        let how = self.game.early.take()?;
        // A clock that has run out would end it again at once.
        self.clocks = self.clocks.take().filter(|_| !matches!(how, EarlyEnd::Time(_)));
        Some(match (how, self.game.engine) {
            (EarlyEnd::Time(_), _) => "The game goes on without clocks.",
            (EarlyEnd::Draw, _) => "The draw is taken back: the game goes on.",
            (EarlyEnd::Resignation(_), None) => "The resignation is taken back: the game goes on.",
            (EarlyEnd::Resignation(_), Some(_)) => {
                "Your resignation is taken back: the game goes on."
            }
        })
    }

    /// Takes back so many moves, or as many as there are; returns the plies.
    fn take_back_moves(&mut self, moves: usize) -> usize {
        let mut plies = 0;
        for _ in 0..moves {
            let taken = self.game.undo();
            if taken.is_empty() {
                break;
            }
            plies += taken.len();
            self.undone.push(taken);
        }
        plies
    }

    /// The board after a change that was no move.
    fn shown_again(&mut self, told: &str) -> String {
        self.start_clock();
        let saved = self.keep();
        format!("{told}\n{saved}\n{}", self.board())
    }

    /// Plays again what was taken back last.
    fn redo(&mut self) -> Feedback {
        let moves = self.undone.pop().ok_or("Nothing was taken back since the last move.")?;
        for &mv in &moves {
            self.game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(self.shown_again(&format!("Played again: {}.", text_of(&moves))))
    }

    fn resign(&mut self) -> Feedback {
        let mover = self.game.position().side_to_move();
        let loser = self.game.engine.map_or(mover, |engine| !engine);
        self.end_early(EarlyEnd::Resignation(loser))
    }

    /// Two people at one keyboard can agree on a draw; who types it speaks for both.
    fn draw(&mut self) -> Feedback {
        match self.game.engine {
            Some(_) if !self.is_over() => {
                Err("The engine agrees on no draw; `resign` gives the game up.".to_owned())
            }
            _ => self.end_early(EarlyEnd::Draw),
        }
    }

    fn end_early(&mut self, how: EarlyEnd) -> Feedback {
        if self.is_over() {
            return Err("The game is over already.".to_owned());
        }
        self.game.early = Some(how);
        self.start_clock();
        let ending = self.game.ending().unwrap_or_default();
        Ok(format!("{ending}\n{}", self.keep()))
    }

    /// Starts a new game; the file of the last one is left as it is.
    fn begin_again(&mut self, size: &str) -> Feedback {
        let start = self.start_at(size)?;
        let is_written = self.is_written();
        // A file that does not hold the last game is still there for this one.
        let note = self.save.take_if(|_| is_written).map_or_else(String::new, |path| {
            let name = printable(&path.to_string_lossy());
            format!("{name} keeps the last game; `save FILE` names a file for this one.\n")
        });
        (self.kept_in, self.source) = (None, None);
        self.game = self.game.again(&start);
        self.clocks = self.next_clocks.as_ref().map(Clocks::again);
        self.undone.clear();
        self.prepare_for_interrupt();
        Ok(format!("{note}{}", self.welcome()))
    }

    /// Where a new game starts: as this one did, or on an empty board of that size by its komi and
    /// opening.
    pub(super) fn start_at(&self, size: &str) -> Result<AnyPosition, String> {
        let start = self.game.start();
        if size.is_empty() {
            return Ok(start);
        }
        let size: BoardSize = size.parse().map_err(|wrong: ParseError| format!("new: {wrong}"))?;
        let mut rules = AnyRules::with_komi(start.half_komi());
        rules.opening = start.opening();
        AnyPosition::with_rules(size, rules).map_err(|wrong| format!("new: {wrong}"))
    }

    fn swap(&mut self) -> Feedback {
        let Some(engine) = self.game.engine else {
            return Err(
                "Two people play: `side white` or `side black` brings the engine.".to_owned()
            );
        };
        self.game.engine = Some(!engine);
        Ok(self.saved_with(format!("You are {} now.\n", name(engine))))
    }

    fn set_side(&mut self, text: &str) -> Feedback {
        let side = Side::from_str(text, true).map_err(|_| {
            format!("side: found `{text}`, expected white, black or both, as in `side both`.")
        })?;
        self.game.engine = side.of_engine();
        let told = match self.game.engine {
            None => "Two people play now.\n".to_owned(),
            Some(engine) => format!("You are {} now.\n", name(!engine)),
        };
        Ok(self.saved_with(told))
    }

    fn set_level(&mut self, text: &str) -> Feedback {
        if text.is_empty() {
            return Ok(Strength::list());
        }
        self.strength = text.parse().map_err(|why| format!("level: {why}"))?;
        Ok(self.saved_with(format!("The engine plays {}.\n", self.strength)))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tak_encoding::{AnyGame, Color};

    use super::*;

    fn with_clocks() -> Session {
        let position = AnyPosition::new(BoardSize::Five);
        let game = Game::new(AnyGame::new(position), None, Default::default());
        let clocks = Clocks::new("5+5".parse().unwrap());
        Session::new(game, Strength::default(), Some(clocks))
    }

    fn say(session: &mut Session, line: &str) -> String {
        session.execute(Command::read(line)).0
    }

    #[test]
    fn who_has_no_time_left_has_lost() {
        let mut session = with_clocks();
        assert!(say(&mut session, "a1").starts_with("White plays a1. [5:00 left]"));
        session.clocks.as_mut().unwrap().leave(Color::Black, Duration::ZERO);
        let said = say(&mut session, "b1");
        assert_eq!(said, "White wins on time (1-0). `undo` goes on without clocks.\n");
        assert_eq!(session.game.moves().len(), 1);
        assert!(say(&mut session, "b1").starts_with("The game is over"));
        assert!(say(&mut session, "undo").starts_with("The game goes on without clocks."));
        assert!(say(&mut session, "b1").starts_with("Black plays b1.\n"));
        // The next game has clocks again.
        say(&mut session, "new");
        assert!(say(&mut session, "a1").contains("[5:00 left]"));
    }

    #[test]
    fn whose_time_is_up_can_save_and_leave() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ptn");
        let save = format!("save {}", path.display());
        for (line, said) in
            [(&*save, "Saved"), ("new 4", "Tak 4×4"), ("resign", "The game is over")]
        {
            let mut session = with_clocks();
            say(&mut session, "a1");
            session.clocks.as_mut().unwrap().leave(Color::Black, Duration::ZERO);
            let answer = say(&mut session, line);
            assert!(answer.starts_with("White wins on time"), "{answer}");
            assert!(answer.contains(said), "{answer}");
        }
        let ptn = std::fs::read_to_string(&path).unwrap();
        let tags = "[Result \"1-0\"]\n[Termination \"time forfeit\"]";
        assert!(ptn.contains(tags), "{ptn}");
        let mut session = with_clocks();
        say(&mut session, "a1");
        session.clocks.as_mut().unwrap().leave(Color::Black, Duration::ZERO);
        assert_eq!(session.execute(Command::Quit).1, Flow::Quit);
    }
}
