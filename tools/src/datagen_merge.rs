//! `tak-tools datagen-merge`: the shards of `datagen` as one file.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;

use crate::failure::Failure;
use crate::input::Source;
use crate::output::{refuse_as_output, write};
use crate::self_play::merge;

/// Put the shards of datagen together
///
/// The result is byte for byte the file that one call without --shard would have
/// written with one thread, and that call goes on with it. Files that were played
/// in different ways, with another seed, evaluation or number of nodes, are refused,
/// and so are shards that are missing or there twice.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools datagen-merge five-*.games -o five.games")]
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
        // The file is written, even if nobody can be told.
        let _ = writeln!(std::io::stderr(), "merged {} shards, {games} games", sources.len());
        Ok(())
    }
}
