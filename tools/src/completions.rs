//! `tak-tools completions`: what the Tab key of a shell needs to know.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::folder;
use crate::output::Output;

/// Print or write the completions of a shell, for its Tab key
///
/// Where they belong depends on the shell: the examples are the usual places.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools completions bash -o ~/.local/share/bash-completion/completions/tak-tools
  tak-tools completions zsh -o ~/.zfunc/_tak-tools
  tak-tools completions fish -o ~/.config/fish/completions/tak-tools.fish")]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,

    /// A file, - for standard output; its folder is made if it is missing
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Arguments {
    /// Prints or writes the script for all commands.
    pub(crate) fn run(&self, mut command: Command) -> Result<(), Failure> {
        let name = command.get_name().to_owned();
        // Into memory first: the generators panic where they cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        if let Some(folder) = self.output.parent() {
            folder::make(folder)?;
        }
        let mut output = Output::create(&self.output)?;
        output.write(&script)?;
        output.finish()
    }
}
