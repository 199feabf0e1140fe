//! `tak-train merge`: merges the shards of `datagen` into one file.

use std::path::PathBuf;

use clap::Args;
use tak_terminal::counted::counted;
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::output::{refuse_as_output, write};
use tak_terminal::remark;

use crate::self_play::merge;

/// Merge the shards of datagen into one file
///
/// The result is byte for byte the file that a single run without --shard would have written with
/// one thread, and such a run can continue it. Files with different settings, such as another seed,
/// evaluation or number of nodes, are refused, and so are missing or repeated shards.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-train merge five-*.games -o five.games")]
pub(crate) struct Arguments {
    /// The files of all shards, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Arguments {
    /// Reads, checks and writes.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        refuse_as_output(&self.files, &self.output)?;
        let sources: Vec<_> = self.files.iter().map(|file| Source::from(file.as_path())).collect();
        let (bytes, games) = merge(&sources)?;
        write(&self.output, &bytes)?;
        let (shards, games) = (counted(sources.len(), "shard"), counted(games, "game"));
        remark::tell(&format!("merged {shards}, {games}"));
        Ok(())
    }
}
