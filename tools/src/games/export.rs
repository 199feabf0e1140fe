//! `tak-tools games export`: games as PTN files.

use std::path::{Path, PathBuf};

use clap::Args;
use tak_encoding::ptn::for_others;

use super::open;
use super::query::QueryArguments;
use crate::database;
use crate::failure::Failure;
use crate::output::{Output, make_folder, refuse_as_output, write};
use crate::progress::Progress;

/// Write games as PTN, with all their tags
///
/// Games that came as PTN are written unchanged, comments included, but for what other programs
/// cannot read, like variations in parentheses, which become branches. The output can be imported
/// again: each game is recognized by its id, or else by its tags and moves.
#[derive(Args)]
#[command(after_help = "Examples:
  tak-tools games export all.gamedb -o all.ptn
  tak-tools games export all.gamedb --player Ann --since 2024.01.01 \\
      --folder ann/
  tak-tools games export all.gamedb --size 6 --moves 'a1 f6' -o - | head -40")]
pub(super) struct Arguments {
    /// A database written by `games import`
    #[arg(value_name = "GAMES")]
    database: PathBuf,

    #[command(flatten)]
    query: QueryArguments,

    /// The file to write, `-` for standard output
    #[arg(short, long, value_name = "OUT", required_unless_present = "folder")]
    output: Option<PathBuf>,

    /// Write each game to a file of its own in this folder, named by its number in the
    /// database
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    folder: Option<PathBuf>,
}

/// Where the games go.
enum Target<'a> {
    File(Output),
    Folder(&'a Path),
}

impl Target<'_> {
    fn put(&mut self, id: i64, ptn: &str) -> Result<(), Failure> {
        let ptn = ptn.trim();
        match self {
            Self::File(output) => output.write(format!("{ptn}\n\n").as_bytes()),
            Self::Folder(folder) => {
                write(&folder.join(format!("{id}.ptn")), format!("{ptn}\n").as_bytes())
            }
        }
    }
}

impl Arguments {
    /// Searches and writes.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let query = self.query.query()?;
        let database = open(&self.database)?;
        let broken = |error| database::failure(&self.database, &error);
        let mut ids = Vec::new();
        let searched = database.search(&query, |found| {
            ids.push(found.id);
            true
        });
        searched.map_err(broken)?;
        if ids.is_empty() {
            return Err(Failure::Input("no such game".to_owned()));
        }
        ids.reverse();
        let mut target = match (&self.output, &self.folder) {
            (_, Some(folder)) => {
                make_folder(folder)?;
                Target::Folder(folder)
            }
            (output, None) => {
                let output = output.as_deref().unwrap_or(Path::new("-"));
                refuse_as_output(std::slice::from_ref(&self.database), output)?;
                Target::File(Output::create(output)?)
            }
        };
        let progress = Progress::things(Some(ids.len() as u64), "games");
        for (done, id) in (0..).zip(ids) {
            progress.set(done);
            if let Some(record) = database.game(id).map_err(broken)? {
                target.put(id, &for_others(record.to_ptn()))?;
            }
        }
        match target {
            Target::File(output) => output.finish(),
            Target::Folder(_) => Ok(()),
        }
    }
}
