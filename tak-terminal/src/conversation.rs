//! Lines that a person types, or that another program sends in their place.

use std::io::{self, IsTerminal};

use crate::failure::Failure;
use crate::input::{Line, Lines};
#[cfg(feature = "line-editor")]
use crate::interrupt::restore_terminal_when_interrupted;
use crate::output::print;

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A line, without its line end.
    Line(String),
    /// Something that is not a line of text, and what was expected instead.
    Bad(&'static str),
    /// Ctrl-C while a line was edited; elsewhere it is a signal.
    Interrupted,
    /// The end of the input.
    End,
}

/// Standard input, line by line. On a terminal, with the feature `line-editor`,
/// lines can be edited and earlier ones recalled with the arrow keys; elsewhere
/// lines are read as they come.
pub struct Conversation {
    lines: Lines,
    has_prompt: bool,
    #[cfg(feature = "line-editor")]
    editor: Option<rustyline::DefaultEditor>,
}

impl Conversation {
    /// Opens standard input, with the editor where there is a terminal.
    pub fn start() -> Self {
        let has_prompt = io::stdin().is_terminal();
        #[cfg(feature = "line-editor")]
        restore_terminal_when_interrupted();
        Self {
            lines: Lines::typed(),
            has_prompt,
            #[cfg(feature = "line-editor")]
            editor: (has_prompt && io::stdout().is_terminal())
                .then(rustyline::DefaultEditor::new)
                .and_then(Result::ok),
        }
    }

    /// Whether there is a person to ask: standard input is a terminal.
    pub fn has_prompt(&self) -> bool {
        self.has_prompt
    }

    /// Waits for a line; a person who types it sees `prompt` first.
    pub fn read(&mut self, prompt: &str) -> Result<Typed, Failure> {
        #[cfg(feature = "line-editor")]
        if let Some(editor) = &mut self.editor {
            return edited(editor, prompt);
        }
        if self.has_prompt {
            print(prompt)?;
        }
        Ok(match self.lines.next()? {
            Some(Line::Text(line)) => Typed::Line(line.to_owned()),
            Some(Line::Bad(why, _)) => Typed::Bad(why),
            None => Typed::End,
        })
    }
}

#[cfg(feature = "line-editor")]
fn edited(editor: &mut rustyline::DefaultEditor, prompt: &str) -> Result<Typed, Failure> {
    use rustyline::error::ReadlineError;
    match editor.readline(prompt) {
        Ok(line) => {
            // A history that cannot grow is not worth a message.
            let _ = editor.add_history_entry(&line);
            Ok(Typed::Line(line))
        }
        Err(ReadlineError::Eof) => Ok(Typed::End),
        // The editor reads Ctrl-C as a key, so there is no signal.
        Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            Ok(Typed::Bad("expected text in UTF-8"))
        }
        Err(error) => Err(Failure::input(format_args!("standard input: {error}"))),
    }
}
