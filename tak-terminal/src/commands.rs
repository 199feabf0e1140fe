//! What every program with subcommands needs: parsing arguments, reporting failures, and the
//! commands `completions` and `man`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, Command, Parser};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::cpu;
use crate::failure::Failure;
use crate::output::{make_folder, print, write};

/// Parses the program's arguments and runs it with them. Failures are reported on
/// standard error and by the exit code.
pub fn run<Arguments: Parser>(program: impl FnOnce(Arguments) -> Result<(), Failure>) -> ExitCode {
    cpu::start();
    let words = cpu::with_option(Arguments::command()).try_get_matches();
    let parsed = words.and_then(|mut words| Arguments::from_arg_matches_mut(&mut words));
    let done = match parsed {
        Ok(arguments) => cpu::check().and_then(|()| program(arguments)),
        // Not errors: this is how clap hands over the text of --help and --version.
        Err(help) if !help.use_stderr() => {
            cpu::check().and_then(|()| help.print().map_err(Failure::Output))
        }
        // A bare program shows its help, on standard error.
        Err(help) if help.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = help.print();
            Err(Failure::Told)
        }
        Err(error) => Err(Failure::usage(error)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report::<Arguments>(),
    }
}

/// Print or write the completions for a shell's Tab key
///
/// Where they belong depends on the shell; the usual places are
/// `~/.local/share/bash-completion/completions/` for bash, `~/.zfunc/` with an
/// underscore before the name for zsh, and `~/.config/fish/completions/` with
/// `.fish` after the name for fish.
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,

    /// Write to this file, - for standard output; its folder is created if missing
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Completions {
    /// Prints or writes the script for all commands of a program.
    pub fn run(&self, program: Command) -> Result<(), Failure> {
        let mut program = cpu::with_option(program);
        let name = program.get_name().to_owned();
        // Written to memory first, since the generators panic if they cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        if let Some(folder) = self.output.parent() {
            make_folder(folder)?;
        }
        write(&self.output, &script)
    }
}

/// Print the manual page, or write one for each command into a folder
///
/// `man -l -` shows the page that is printed; `~/.local/share/man/man1` is where
/// `man` looks for pages of your own.
#[derive(Args)]
pub struct Manual {
    /// A folder for the pages of the program and of each command; created if missing
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Manual {
    /// Prints or writes the pages of a program.
    pub fn run(&self, program: Command) -> Result<(), Failure> {
        let mut program = cpu::with_option(program).disable_help_subcommand(true);
        // Gives the subcommands their full names.
        program.build();
        match &self.output {
            None => print(&page(&program)?),
            Some(folder) => {
                make_folder(folder)?;
                write_pages(&program, folder)
            }
        }
    }
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    let name = Man::new(command.clone()).get_filename();
    write(&folder.join(name), page(command)?.as_bytes())?;
    command.get_subcommands().try_for_each(|command| write_pages(command, folder))
}

/// One page as roff.
fn page(command: &Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    let rendered = Man::new(command.clone()).render(&mut page);
    rendered
        .and_then(|()| String::from_utf8(page).map_err(io::Error::other))
        .map_err(Failure::Output)
}
