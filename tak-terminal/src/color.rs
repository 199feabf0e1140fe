//! Whether text is coloured.

use std::io::{self, IsTerminal};

use clap::ValueEnum;

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
    /// Whether to colour text; `to_stdout` says whether it goes to standard output.
    pub fn is_colored(self, to_stdout: bool) -> bool {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let on_terminal = to_stdout && io::stdout().is_terminal();
        match self {
            Self::Always => true,
            Self::Auto => on_terminal && !is_set("NO_COLOR") && !is_dumb,
            Self::Never => false,
        }
    }
}
