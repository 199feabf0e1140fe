//! `tak-tools completions`: what the Tab key of a shell needs to know.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::output::print;

/// Print the completions of a shell, for its Tab key
///
/// Where they belong depends on the shell: the examples are the usual places.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools completions bash > ~/.local/share/bash-completion/completions/tak-tools
  tak-tools completions zsh > ~/.zfunc/_tak-tools
  tak-tools completions fish > ~/.config/fish/completions/tak-tools.fish")]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

impl Arguments {
    /// Prints the script for all commands.
    pub(crate) fn run(&self, mut command: Command) -> Result<(), Failure> {
        let name = command.get_name().to_owned();
        // Into memory first: the generators panic where they cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        print(&String::from_utf8_lossy(&script))
    }
}
