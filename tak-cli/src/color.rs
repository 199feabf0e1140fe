//! Whether what is written to a terminal is coloured.

use std::io::{self, IsTerminal};

use clap::ValueEnum;

/// Whether things are told apart by colours or by signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Signs and lines, for a file or a pipe.
    Plain,
    /// Escape sequences of terminals.
    Colored,
}

/// The value of `--color`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum When {
    /// On a terminal where `NO_COLOR` is not set
    Auto,
    /// Into files and pipes too
    Always,
    /// Not even on a terminal
    Never,
}

impl When {
    /// What that means for text on standard output, or for text elsewhere.
    pub fn style(self, to_stdout: bool) -> Style {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let on_terminal = to_stdout && io::stdout().is_terminal();
        match self {
            Self::Always => Style::Colored,
            Self::Auto if on_terminal && !is_set("NO_COLOR") && !is_dumb => Style::Colored,
            Self::Auto | Self::Never => Style::Plain,
        }
    }
}
