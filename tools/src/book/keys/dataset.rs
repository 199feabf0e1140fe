//! A folder of Parquet files, one for each shard.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tak_book::parquet::StepRow;

use crate::book::table::Table;
use crate::failure::{Failure, printable};
use crate::output::{self, Output, is_temporary, make_folder};

/// The file that is written last to mark the others as complete, as Hadoop and Spark do.
const DONE: &str = "_SUCCESS";

/// A dataset being written.
pub(super) struct Dataset {
    // Dropped before the folder, which is removed only if it is empty.
    tables: Vec<Table<StepRow>>,
    folder: Folder,
    rows: u64,
}

/// The size of a dataset that was written.
pub(super) struct Written {
    pub(super) rows: u64,
    pub(super) bytes: u64,
}

impl Dataset {
    /// Starts a dataset in a new or an empty folder.
    pub(super) fn create(path: &Path, shards: u32, group_size: usize) -> Result<Self, Failure> {
        let folder = Folder::create(path)?;
        let table = |shard| {
            let output = Output::create(&path.join(format!("part-{shard:05}.parquet")))?;
            Table::create(output, group_size)
        };
        let tables = (0..shards).map(table).collect::<Result<_, _>>()?;
        Ok(Self { tables, folder, rows: 0 })
    }

    /// Appends a row to the file of its shard.
    pub(super) fn push(&mut self, row: StepRow) -> Result<(), Failure> {
        self.rows += 1;
        match self.tables.get_mut(row.shard()) {
            Some(table) => table.push(row),
            None => Ok(()),
        }
    }

    /// Moves all files into place.
    pub(super) fn finish(self) -> Result<Written, Failure> {
        let mut bytes = 0;
        for table in self.tables {
            bytes += table.finish()?;
        }
        output::write(&self.folder.path.join(DONE), &[])?;
        Ok(Written { rows: self.rows, bytes })
    }
}

/// A folder that is removed again if nothing was written into it.
struct Folder {
    path: PathBuf,
    /// The folders that were created, innermost first.
    made: Vec<PathBuf>,
}

impl Folder {
    fn create(path: &Path) -> Result<Self, Failure> {
        let missing = path.ancestors().take_while(|folder| !folder.exists());
        let made = missing.filter(|folder| *folder != Path::new("")).map(Path::to_owned);
        let made: Vec<_> = made.collect();
        make_folder(path)?;
        match anything_in(path) {
            Ok(None) => Ok(Self { path: path.to_owned(), made }),
            Ok(Some(name)) => {
                Err(refused(path, format!("{name} is in it; expected a new or an empty folder")))
            }
            Err(error) => Err(refused(path, error)),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for folder in &self.made {
            // If the folder is not empty, this fails, as it should.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// The name of a file in a folder, if there are any besides those left by killed programs.
fn anything_in(folder: &Path) -> io::Result<Option<String>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !is_temporary(&path) {
            let name = path.file_name().unwrap_or_default();
            return Ok(Some(printable(&name.to_string_lossy())));
        }
    }
    Ok(None)
}

fn refused(folder: &Path, why: impl fmt::Display) -> Failure {
    Failure::Input(format!("--dataset {}: {why}", printable(&folder.to_string_lossy())))
}
