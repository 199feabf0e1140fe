//! `tak-tools man`: the manual pages.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;

use crate::failure::Failure;
use crate::folder;
use crate::output::{Output, print};

/// Print the manual page, or write one for each command into a folder
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools man | man -l -
  tak-tools man -o ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// A folder, for the page of the tool and one for each command; made if it
    /// is missing
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Arguments {
    /// Prints or writes the pages.
    pub(crate) fn run(&self, command: Command) -> Result<(), Failure> {
        let mut command = command.disable_help_subcommand(true);
        // Gives the commands their full names.
        command.build();
        match &self.output {
            None => print(&page(&command)?),
            Some(folder) => {
                folder::make(folder)?;
                write_pages(&command, folder)
            }
        }
    }
}

/// Writes the page of a command and those of its own commands.
fn write_pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    let page = page(command)?;
    let name = Man::new(command.clone()).get_filename();
    let mut output = Output::create(&folder.join(name))?;
    output.write(page.as_bytes())?;
    output.finish()?;
    command
        .get_subcommands()
        .try_for_each(|command| write_pages(command, folder))
}

/// One page as roff.
fn page(command: &Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    let rendered = Man::new(command.clone()).render(&mut page);
    rendered
        .and_then(|()| String::from_utf8(page).map_err(io::Error::other))
        .map_err(Failure::Output)
}
