//! `tak-tools book`: opening books.

use clap::{Args, Subcommand};
use tak_encoding::AnyMove;

use crate::failure::Failure;

mod build;
mod dedup;
mod expand;
mod export;
mod format;
mod grouped;
mod keys;
mod known;
mod lookup;
mod merge;
mod random;
mod records;
mod score;
mod serve;
mod source;
mod spool;
mod stats;
mod table;

/// Build and query opening books, which treat symmetric positions as one
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools book build games.ptn -o my.book
  tak-tools book lookup my.book --size 6 --tree 4
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
    Score(score::Arguments),
    Serve(serve::Arguments),
    Dedup(dedup::Arguments),
    Keys(keys::Arguments),
    Expand(expand::Arguments),
    Export(export::Arguments),
    Random(random::Arguments),
}

impl Arguments {
    /// Runs the subcommand.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match &self.command {
            Command::Dedup(arguments) => arguments.run(),
            Command::Keys(arguments) => arguments.run(),
            Command::Expand(arguments) => arguments.run(),
            Command::Export(arguments) => arguments.run(),
            Command::Build(arguments) => arguments.run(),
            Command::Lookup(arguments) => arguments.run(),
            Command::Stats(arguments) => arguments.run(),
            Command::Merge(arguments) => arguments.run(),
            Command::Score(arguments) => arguments.run(),
            Command::Serve(arguments) => arguments.run(),
            Command::Random(arguments) => arguments.run(),
        }
    }
}

/// Parses a number of bytes like `256MiB`, with a lower limit.
fn memory_size(text: &str) -> Result<u64, String> {
    const LEAST: u64 = 16 << 20;
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => Some(1),
        "kib" => Some(1 << 10),
        "mib" => Some(1 << 20),
        "gib" => Some(1 << 30),
        _ => None,
    };
    let number = digits.parse::<u64>().ok().zip(unit);
    match number.and_then(|(number, unit)| number.checked_mul(unit)) {
        None => Err("expected a number of bytes, or one of KiB, MiB or GiB like 256MiB".to_owned()),
        Some(bytes) if bytes < LEAST => Err("expected at least 16MiB".to_owned()),
        Some(bytes) => Ok(bytes),
    }
}

/// Moves as text, separated by spaces.
fn line(moves: &[AnyMove]) -> String {
    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

#[cfg(test)]
mod tests {
    use super::memory_size;

    #[test]
    fn sizes_have_binary_units() {
        assert_eq!(memory_size("256MiB"), Ok(256 << 20));
        assert_eq!(memory_size("1gib"), Ok(1 << 30));
        assert_eq!(memory_size("20000000"), Ok(20_000_000));
        let bad = "MiB -1GiB 1.5GiB 256MB 16777215 15MiB 99999999999GiB é";
        for bad in bad.split(' ').chain([""]) {
            assert!(memory_size(bad).is_err(), "{bad}");
        }
    }
}
