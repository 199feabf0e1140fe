//! What was found out about the questions of a job that is still open.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tak_encoding::{Color, Playable, Size};
use tak_search::solve::Solver;

use super::job::Job;
use crate::failure::{Failure, printable};
use crate::output::OutputFile;

/// The file of the question whether that player wins.
pub(super) fn path<const N: usize>(job: &Job<N>, folder: &Path, attacker: Color) -> PathBuf
where
    Size<N>: Playable,
{
    job.file(folder, &format!("{}.table", attacker.to_string().to_lowercase()))
}

/// Lets a solver go on from a file, if there is one.
pub(super) fn restore<const N: usize>(solver: &mut Solver<N>, path: &Path) -> Result<(), Failure>
where
    Size<N>: Playable,
{
    let unusable = |error| {
        let name = printable(&path.display().to_string());
        Failure::Input(format!(
            "{name}: expected the table of a question, as solve-board keeps it: {error}; without \
             the file it begins anew"
        ))
    };
    match File::open(path) {
        Ok(file) => solver.restore(&mut BufReader::new(file)).map_err(unusable),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(unusable(error)),
    }
}

/// Keeps what a solver knows in a file.
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

/// Removes the files of a job that is done.
pub(super) fn remove<const N: usize>(job: &Job<N>, folder: &Path)
where
    Size<N>: Playable,
{
    for attacker in Color::ALL {
        // Most jobs have none.
        let _ = fs::remove_file(path(job, folder, attacker));
    }
}
