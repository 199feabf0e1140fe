//! The ways in which a command can fail, each reported in one line on standard error, and the exit
//! codes of all programs.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};

/// How a program ended: its exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ending {
    /// It did what was asked. A server or a bot also ends so when it is told to.
    Done = 0,
    /// What it needs from outside failed: an output that cannot be written, a server that does not
    /// answer. Or there is a bug.
    Failed = 1,
    /// What it was given is wrong: the arguments, or an input, though the rest may be done.
    Bad = 2,
    /// Ctrl-C or another signal ended it before it was done, as shells report it.
    Interrupted = 130,
    /// The reader of its output stopped reading, as `head` does: what a shell reports for a program
    /// ended by SIGPIPE.
    ReaderLeft = 141,
}

/// The table of exit codes that ends the help of every program.
pub const EXIT_CODES: &str = "\
Exit codes:
  0    done; also a server or a bot that was told to end
  1    failed: the output cannot be written, a server does not answer, or a bug
  2    bad arguments or bad input; good entries among bad ones are done
  130  interrupted before the end
  141  the reader of the output left early, as head does";

/// Why a command failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The arguments are wrong or do not fit together; see [`Failure::usage`].
    Usage(String),
    /// An argument or an input is invalid.
    Input(String),
    /// Some input was bad, and all of it has been reported already.
    Told,
    /// Something outside the program failed: a server, for example.
    Failed(String),
    /// Standard output could not be written.
    Output(io::Error),
    /// A file could not be written.
    File(PathBuf, io::Error),
    /// An output failed; says what became of the others.
    Partly(Box<Failure>, String),
    /// Ctrl-C, and what became of the work.
    Interrupted(String),
    /// Results that should agree do not: a bug in this program.
    Disagreement(String),
}

impl Failure {
    /// Bad input, with the reason as the whole message.
    pub fn input(why: impl fmt::Display) -> Self {
        Self::Input(why.to_string())
    }

    /// Something outside the program failed, with the reason as the whole message.
    pub fn outside(why: impl fmt::Display) -> Self {
        Self::Failed(why.to_string())
    }

    /// A usage error from clap, without the usage text but with a suggestion.
    pub fn usage(mut error: clap::Error) -> Self {
        let quoted: Vec<_> = error
            .context()
            .filter_map(|(kind, value)| match value {
                ContextValue::String(text) => Some((kind, printable(text))),
                _ => None,
            })
            .collect();
        for (kind, text) in quoted {
            error.insert(kind, ContextValue::String(text));
        }
        let message = error.render().to_string();
        let paragraph = message.split("\n\n").next().unwrap_or_default();
        let lines: Vec<_> = paragraph.lines().map(str::trim).collect();
        let line = lines.join(" ");
        let line = line.strip_prefix("error: ").unwrap_or(&line);
        Self::Usage(line.to_owned() + &did_you_mean(&error))
    }

    /// Writes the line to standard error and returns the exit code.
    pub fn report<Arguments: CommandFactory>(self) -> ExitCode {
        let ending = self.ending();
        let is_told = matches!(self.cause(), Self::Told) || ending == Ending::ReaderLeft;
        if !is_told {
            let hint = match &self {
                Self::Usage(_) => format!("; try '{}'", help_command::<Arguments>()),
                _ => String::new(),
            };
            // With standard error gone there is nowhere left to complain.
            let _ = writeln!(io::stderr(), "error: {self}{hint}");
        }
        ExitCode::from(ending as u8)
    }

    /// How the program ends.
    fn ending(&self) -> Ending {
        match self.cause() {
            Self::Output(error) | Self::File(_, error)
                if error.kind() == io::ErrorKind::BrokenPipe =>
            {
                Ending::ReaderLeft
            }
            Self::Usage(_) | Self::Input(_) | Self::Told => Ending::Bad,
            Self::Interrupted(_) => Ending::Interrupted,
            Self::Disagreement(_)
            | Self::Failed(_)
            | Self::Output(_)
            | Self::File(..)
            | Self::Partly(..) => Ending::Failed,
        }
    }

    /// The failure that determines the exit code.
    fn cause(&self) -> &Self {
        match self {
            Self::Partly(cause, _) => cause.cause(),
            cause => cause,
        }
    }
}

/// The line, without the hint to try `--help`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(line)
            | Self::Input(line)
            | Self::Failed(line)
            | Self::Interrupted(line)
            | Self::Disagreement(line) => f.write_str(line),
            Self::Told => f.write_str("bad input"),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
            Self::File(path, error) => {
                let name = printable(&path.to_string_lossy());
                write!(f, "cannot write {name}: {error}")
            }
            Self::Partly(cause, others) => write!(f, "{cause}; {others}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Suggests the known words closest to one that clap does not know.
fn did_you_mean(error: &clap::Error) -> String {
    let kinds =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let close: Vec<&str> = kinds
        .into_iter()
        .filter_map(|kind| error.get(kind))
        .flat_map(|value| match value {
            ContextValue::String(word) => std::slice::from_ref(word),
            ContextValue::Strings(words) => words.as_slice(),
            _ => &[],
        })
        .map(String::as_str)
        .collect();
    if close.is_empty() {
        return String::new();
    }
    format!(" (did you mean '{}'?)", close.join("' or '"))
}

/// The command that shows the help of the innermost subcommand that the arguments name.
fn help_command<Arguments: CommandFactory>() -> String {
    let command = Arguments::command();
    let name = command.get_name();
    let mut help = String::from(name);
    let mut deepest = Some(&command);
    for argument in std::env::args_os().skip(1) {
        deepest = deepest.and_then(|command| command.find_subcommand(argument));
        let Some(subcommand) = deepest else {
            break;
        };
        help.push(' ');
        help.push_str(subcommand.get_name());
    }
    help + " --help"
}

/// The user's own text made safe to show on one line: shortened, with anything escaped that could
/// move the cursor or reorder the line.
pub fn printable(text: &str) -> String {
    let mut printable = String::new();
    for character in shortened(text).chars() {
        if is_control(character) {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}

/// The first 60 characters, with `…` if there are more.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(LONGEST).collect();
    let dots = characters.next().map_or("", |_| "…");
    start + dots
}

/// Whether a character is invisible but affects how others look: control characters, line ends,
/// direction marks, and zero-width characters other than joiners.
pub(crate) fn is_control(character: char) -> bool {
    let is_format = matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    );
    character.is_control() || is_format
}

#[cfg(test)]
mod tests {
    use super::{Failure, printable};

    #[test]
    fn a_typo_gets_a_hint() {
        let program = || clap::Command::new("x").subcommand(clap::Command::new("analyze"));
        let error = program().try_get_matches_from(["x", "analyz"]).unwrap_err();
        let line = Failure::usage(error).to_string();
        let hint = "unrecognized subcommand 'analyz' (did you mean 'analyze'?)";
        assert_eq!(line, hint);
    }

    #[test]
    fn quoted_text_is_short_and_on_one_line() {
        assert_eq!(printable("a\nb\u{1b}[0m"), "a\\nb\\u{1b}[0m");
        assert_eq!(printable("\u{202e}live"), "\\u{202e}live");
        assert_eq!(printable(&"1".repeat(1 << 20)).chars().count(), 61);
    }

    #[test]
    fn visible_text_stays_as_it_is() {
        for text in ["Ada \"Al\" O'Neil", r"C:\games\a.ptn", "Zoe\u{308}", "नि\u{200d}"] {
            assert_eq!(printable(text), text);
        }
        let once = printable("a\u{1b}b");
        assert_eq!(printable(&once), once);
    }
}
