//! Every way to fail, told in one line on standard error.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ContextValue;

/// Why a command did not do what it was asked to.
pub enum Failure {
    /// The arguments do not fit together.
    Usage(clap::Error),
    /// An argument says something that makes no sense in Tak.
    Input(String),
    /// Some input was bad, and all of it was told already.
    Told,
    /// Standard output could not be written.
    Output(io::Error),
    /// A file could not be written.
    File(PathBuf, io::Error),
    /// What must be equal is not: this program computes wrong.
    Disagreement(String),
}

impl Failure {
    /// Writes the line and answers with the exit code.
    pub fn report<Arguments: CommandFactory>(self) -> ExitCode {
        let (code, line) = match self {
            Self::Usage(error) => (2, usage_line(error, &help_command::<Arguments>())),
            Self::Input(line) => (2, line),
            Self::Told => return ExitCode::from(2),
            // Who reads has seen enough, like `head`.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::Disagreement(line) => (1, line),
            Self::Output(error) => (1, format!("cannot write the output: {error}")),
            Self::File(path, error) => {
                let name = printable(&path.to_string_lossy());
                (1, format!("cannot write {name}: {error}"))
            }
        };
        // With standard error gone there is nowhere left to complain.
        let _ = writeln!(io::stderr(), "error: {line}");
        ExitCode::from(code)
    }
}

/// What clap found, without its tips and its usage text.
fn usage_line(mut error: clap::Error, help_command: &str) -> String {
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
    format!("{line}; try '{help_command}'")
}

/// The help that fits the arguments as far as they are understood.
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

/// The user's own text for an error line: control characters escaped, cut short.
pub fn printable(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(LONGEST).collect();
    let dots = characters.next().map_or("", |_| "…");
    format!("{}{dots}", start.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn quoted_text_is_short_and_on_one_line() {
        assert_eq!(printable("a\nb\u{1b}[0m"), "a\\nb\\u{1b}[0m");
        assert_eq!(printable(&"1".repeat(1 << 20)).chars().count(), 61);
    }
}
