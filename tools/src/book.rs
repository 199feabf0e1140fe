//! `tak-tools book`: opening books.

use clap::{Args, Subcommand};

use crate::failure::Failure;

mod archive;
mod build;
mod dedup;
mod expand;
mod format;
mod keys;
mod limit;
mod lookup;
mod merge;
mod opening;
mod random;
mod report;
mod runs;
mod seen;
mod source;
mod spool;
mod stats;

/// Make and keep opening books: one entry for each opening, symmetric ones as one
#[derive(Args)]
#[command(arg_required_else_help = false)]
#[command(after_help = "Examples:
  tak-tools book build games.ptn -o my.book
  tak-tools book lookup my.book --size 6
  tak-tools book dedup book.txt --size 6 -o unique.txt")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Arguments),
    Lookup(lookup::Arguments),
    Stats(stats::Arguments),
    Merge(merge::Arguments),
    Dedup(dedup::Arguments),
    Keys(keys::Arguments),
    Expand(expand::Arguments),
    Random(random::Arguments),
}

impl Arguments {
    /// Does what the subcommand says.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Dedup(arguments) => arguments.run(),
            Command::Keys(arguments) => arguments.run(),
            Command::Expand(arguments) => arguments.run(),
            Command::Build(arguments) => arguments.run(),
            Command::Lookup(arguments) => arguments.run(),
            Command::Stats(arguments) => arguments.run(),
            Command::Merge(arguments) => arguments.run(),
            Command::Random(arguments) => arguments.run(),
        }
    }
}
