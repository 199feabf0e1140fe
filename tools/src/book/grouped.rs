//! Builds a book from tables that another program has grouped.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tak_book::BookBuilder;
use tak_book::parquet::{TableError, TableFile};
use tak_terminal::folders;

use crate::counted::counted;
use crate::failure::Failure;
use crate::input::Source;
use crate::ledger::{Ledger, Place};
use crate::output::{OutputFile, refuse_as_output};
use crate::progress::Progress;

/// The files to read.
pub(super) struct Grouped {
    tables: Vec<(Source, TableFile)>,
    unreadable: Vec<Failure>,
}

impl Grouped {
    /// Opens files, and all Parquet files in folders. Fails if the output is one of them, or if
    /// none of them can be read.
    pub(super) fn open(paths: &[PathBuf], output: &Path) -> Result<Self, Failure> {
        let (mut tables, mut unreadable, mut files) = (Vec::new(), Vec::new(), Vec::new());
        for source in folders::files(paths, &["parquet"]) {
            let table = source.and_then(|source| {
                let Source::File(path) = &source else {
                    return Err(source.failure("expected the name of a Parquet file"));
                };
                let table = TableFile::open(path).map_err(|why| source.failure(why))?;
                files.push(path.clone());
                Ok((source, table))
            });
            match table {
                Ok(table) => tables.push(table),
                Err(failure) => unreadable.push(failure),
            }
        }
        refuse_as_output(&files, output)?;
        if tables.is_empty() && !unreadable.is_empty() {
            return Err(unreadable.swap_remove(0));
        }
        Ok(Self { tables, unreadable })
    }

    /// The depth of the games, according to the rows that count them.
    pub(super) fn plies(&self) -> Result<u32, Failure> {
        let (mut plies, mut broken) = (BTreeSet::new(), None);
        for (source, table) in &self.tables {
            match table.depths() {
                Ok(depths) => plies.extend(depths),
                // The other files may still make a book, and this one is reported at the end.
                Err(why) => broken = Some(source.failure(why)),
            }
        }
        let plies: Vec<_> = plies.into_iter().collect();
        match (plies.as_slice(), broken) {
            (&[plies], _) => Ok(plies),
            ([], Some(failure)) => Err(failure),
            ([], None) => Err(Failure::Input(format!(
                "{}: no row gives the number of games; expected one for each size, with an \
                 empty `board` and `move`, as the query in the README writes them",
                self.name()
            ))),
            ([one, .., other], _) => Err(Failure::Input(format!(
                "{}: some games are {} deep, others {other}; expected tables of one depth",
                self.name(),
                counted(one, "ply"),
            ))),
        }
    }

    /// Reads all rows into a book. Invalid ones are reported.
    pub(super) fn read(
        self,
        ledger: &mut Ledger,
        builder: &mut BookBuilder,
        output: &OutputFile,
    ) -> Result<(), Failure> {
        for failure in self.unreadable {
            ledger.go_on_after(Err(failure))?;
        }
        let rows = self.tables.iter().map(|(_, table)| table.rows()).sum();
        let progress = Progress::things(Some(rows), "rows");
        let mut before = 0;
        for (source, table) in &self.tables {
            ledger.start(source);
            let read = table.add_to(builder, |number, added| {
                if number.is_multiple_of(4096) {
                    progress.set(before + number);
                }
                match added {
                    Ok(()) => ledger.good += 1,
                    Err(why) => ledger.bad(source, Place::Row(number), why),
                }
            });
            before += table.rows();
            match read {
                Ok(()) => {}
                Err(TableError::Taker(error)) => return Err(output.failure(error)),
                Err(TableError::File(why)) => {
                    ledger.go_on_after(Err(source.failure(why)))?;
                }
            }
        }
        ledger.require_some("openings")
    }

    fn name(&self) -> String {
        self.tables.first().map(|(source, _)| source.name()).unwrap_or_default()
    }
}
