//! The file of a game, and what becomes of a game without one.

use std::path::PathBuf;

use tak_terminal::failure::{Failure, printable};
use tak_terminal::interrupt::say_when_interrupted;
use tak_terminal::output::Output;

use super::command::Command;
use super::record;
use super::session::{Feedback, Session};

impl Session {
    /// Whether leaving the game now would lose it: there are moves, and no file holds them.
    pub(super) fn would_be_lost(&self) -> bool {
        self.kept_in.is_none() && !self.game.moves().is_empty()
    }

    /// Whether this command would lose the game.
    pub(super) fn would_be_lost_by(&self, command: Command<'_>) -> bool {
        let leaves = match command {
            Command::Quit => true,
            Command::New(size) => self.start_at(size).is_ok(),
            _ => false,
        };
        leaves && self.would_be_lost()
    }

    /// Whether the file to which the game is written holds it as it is now.
    pub(super) fn is_written(&self) -> bool {
        self.save.is_some() && self.save == self.kept_in
    }

    /// Writes the game, if there is a file for it.
    pub(super) fn keep(&mut self) -> String {
        let saved = self.save.as_ref().map(|path| record::save(path, &self.game, self.strength));
        let answer = match saved {
            Some(Err(failure)) => {
                self.save = None;
                format!("{failure}; the game is no longer saved.\n")
            }
            _ => String::new(),
        };
        self.kept_in.clone_from(&self.save);
        self.prepare_for_interrupt();
        answer
    }

    /// After a change of who plays: the record of a game that is in its file says so at once.
    pub(super) fn saved_with(&mut self, told: String) -> String {
        if self.is_written() {
            return told + &self.keep();
        }
        self.prepare_for_interrupt();
        told
    }

    /// Where the game is saved, if it is.
    pub(super) fn farewell(&self) -> String {
        match &self.save {
            Some(path) if self.is_written() => {
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

    /// Makes Ctrl-C print the last words.
    pub(super) fn prepare_for_interrupt(&self) {
        let words = self.last_words();
        say_when_interrupted(move || {
            let words = format!("\n{}", words.trim_end());
            (words.len() > 1).then_some(words)
        });
    }

    pub(super) fn save(&mut self, name: &str) -> Feedback {
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
        if source.is_some() && self.kept_in.is_some() {
            // It is the same file, perhaps by another name.
            self.kept_in = Some(path.clone());
        }
        self.save = Some(path);
        Ok(())
    }
}
