//! The files with the solver's tables for the questions of an open job.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tak_encoding::{Color, Playable, Size};
use tak_search::solve::Solver;

use super::job::Job;
use crate::failure::{Failure, printable};
use crate::output::OutputFile;

/// The path of the tables for the question whether `attacker` wins.
pub(super) fn path<const N: usize>(job: &Job<N>, folder: &Path, attacker: Color) -> PathBuf
where
    Size<N>: Playable,
{
    job.file(folder, &format!("{}.table", attacker.to_string().to_lowercase()))
}

/// Reads the tables of a file into a solver, if the file exists.
pub(super) fn restore<const N: usize>(solver: &mut Solver<N>, path: &Path) -> Result<(), Failure>
where
    Size<N>: Playable,
{
    let unusable = |error| {
        let name = printable(&path.display().to_string());
        Failure::Input(format!(
            "{name}: expected tables saved by solve-board: {error}; remove the file to start over"
        ))
    };
    match File::open(path) {
        Ok(file) => solver.restore(&mut BufReader::new(file)).map_err(unusable),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(unusable(error)),
    }
}

/// Writes the tables of a solver to a file.
pub(super) fn save<const N: usize>(solver: &Solver<N>, path: &Path) -> Result<(), Failure>
where
    Size<N>: Playable,
{
    let output = OutputFile::create(path)?;
    let written = File::create(output.temporary()).and_then(|file| {
        let mut file = BufWriter::new(file);
        solver.save(&mut file)?;
        file.flush()
    });
    written.map_err(|error| Failure::File(path.to_owned(), error))?;
    output.finish()
}

/// Removes the tables of a job that is settled.
pub(super) fn remove<const N: usize>(job: &Job<N>, folder: &Path)
where
    Size<N>: Playable,
{
    for attacker in Color::ALL {
        // Most jobs have none.
        let _ = fs::remove_file(path(job, folder, attacker));
    }
}
