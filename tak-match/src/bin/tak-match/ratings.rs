//! `tak-match ratings`: tournaments that were played, as one page.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use tak_match::tournament::Tournament;
use tak_terminal::failure::Failure;
use tak_terminal::input::Source;
use tak_terminal::output::{Output, print, refuse_as_output};

/// Write the ratings of tournaments that were played, with pictures, as one page
///
/// Reads what `tournament --json` printed and writes Markdown with pictures in SVG inside, a
/// section for each file: a row for each engine, a dot where its rating is, a line for the 95 %
/// interval; then the tables.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-match ratings five.json six.json -o ratings.md")]
pub(crate) struct Arguments {
    /// The JSON of a tournament
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write the page to this file, not to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Arguments {
    /// Writes the page.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let sections =
            self.files.iter().map(|file| section(file)).collect::<Result<Vec<_>, _>>()?;
        let page = sections.join("\n");
        let Some(output) = &self.output else { return print(&page) };
        refuse_as_output(&self.files, output)?;
        let mut file = Output::create(output)?;
        file.write(page.as_bytes())?;
        file.finish()
    }
}

/// The section of a file.
fn section(file: &Path) -> Result<String, Failure> {
    let source = Source::from(file);
    let foreign = |why: &dyn Display| {
        source.failure(format_args!("expected what 'tournament --json' prints: {why}"))
    };
    let text = io::read_to_string(source.open()?).map_err(|why| foreign(&why))?;
    let tournament = Tournament::read(&text).map_err(|why| foreign(&why))?;
    Ok(tournament.illustrated(2))
}
