//! Builds a book from tables that another program has grouped.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tak_book::{BookBuilder, BookError, Counts, Tally};
use tak_encoding::BoardSize;

use crate::failure::Failure;
use crate::input::{self, Source};
use crate::ledger::{Ledger, Place};
use crate::output::{OutputFile, refuse_as_output};
use crate::progress::Progress;

mod columns;

use columns::{Column, Kind, Table, Value};

/// The columns of a grouped table, in any order among others.
const COLUMNS: [Column; 10] = [
    Column("size", Kind::Integer),
    Column("ply", Kind::Integer),
    Column("board", Kind::Bytes),
    Column("move", Kind::Bytes),
    Column("games", Kind::Integer),
    Column("white_wins", Kind::Integer),
    Column("black_wins", Kind::Integer),
    Column("draws", Kind::Integer),
    Column("rating_sum", Kind::Integer),
    Column("ratings", Kind::Integer),
];

/// The columns that give the depth.
const DEPTH: [Column; 3] =
    [Column("ply", Kind::Integer), Column("board", Kind::Bytes), Column("move", Kind::Bytes)];

/// The files to read.
pub(super) struct Grouped {
    tables: Vec<(Source, Table)>,
    unreadable: Vec<Failure>,
}

impl Grouped {
    /// Opens files, and all Parquet files in folders. Fails if the output is one of them, or if
    /// none of them can be read.
    pub(super) fn open(paths: &[PathBuf], output: &Path) -> Result<Self, Failure> {
        let (mut tables, mut unreadable, mut files) = (Vec::new(), Vec::new(), Vec::new());
        for source in input::files(paths, &["parquet"]) {
            let table = source.and_then(|source| {
                let Source::File(path) = &source else {
                    return Err(source.failure("expected the name of a Parquet file"));
                };
                let table = Table::open(path).map_err(|why| source.failure(why))?;
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
            let read = table.for_each(&DEPTH, |_, [ply, board, mv]| {
                if [board, mv].iter().all(|value| value.bytes().is_some_and(<[u8]>::is_empty)) {
                    plies.extend(ply.number::<u32>());
                }
                Ok(())
            });
            match read {
                Ok(()) => {}
                Err(columns::Error::Taker(failure)) => return Err(failure),
                // The other files may still make a book, and this one is reported at the end.
                Err(columns::Error::File(why)) => broken = Some(source.failure(why)),
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
                "{}: some games are {one} plies deep, others {other}; expected tables of one depth",
                self.name()
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
            let read = table.for_each(&COLUMNS, |number, row| {
                if number.is_multiple_of(4096) {
                    progress.set(before + number);
                }
                match add_row(builder, row).map_err(|error| output.failure(error))? {
                    Ok(()) => ledger.good += 1,
                    Err(why) => ledger.bad(source, Place::Row(number), why),
                }
                Ok(())
            });
            before += table.rows();
            match read {
                Ok(()) => {}
                Err(columns::Error::Taker(failure)) => return Err(failure),
                Err(columns::Error::File(why)) => {
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

/// Adds a row to a book. The inner error says what is wrong with the row.
fn add_row(
    builder: &mut BookBuilder,
    row: &[Value<'_>; COLUMNS.len()],
) -> Result<Result<(), String>, BookError> {
    let row = match GroupedRow::read(row) {
        Ok(row) => row,
        Err(why) => return Ok(Err(why)),
    };
    let GroupedRow { size, ply, board, mv, tally } = row;
    let added = if board.is_empty() && mv.is_empty() {
        builder.add_totals(size, tally)
    } else {
        builder.add_counts(&Counts { size, ply, board, mv, tally })?
    };
    Ok(added.map_err(|error| error.to_string()))
}

/// The contents of a row.
struct GroupedRow<'a> {
    size: BoardSize,
    ply: u32,
    board: &'a [u8],
    mv: &'a str,
    tally: Tally,
}

impl<'a> GroupedRow<'a> {
    fn read(row: &[Value<'a>; COLUMNS.len()]) -> Result<Self, String> {
        let [size, ply, board, mv, counts @ ..] = row;
        let size = size.number().and_then(BoardSize::new);
        let mut numbers = [0; 6];
        for ((number, count), Column(name, _)) in
            numbers.iter_mut().zip(counts).zip(&COLUMNS[COLUMNS.len() - 6..])
        {
            *number =
                count.number().ok_or_else(|| format!("{name}: expected a number, at least 0"))?;
        }
        let [games, white_wins, black_wins, draws, rating_sum, ratings] = numbers;
        let mv = mv.bytes().and_then(|text| str::from_utf8(text).ok());
        Ok(Self {
            size: size.ok_or("size: expected 3 to 8")?,
            ply: ply.number().ok_or("ply: expected a number, at least 0")?,
            board: board.bytes().ok_or("board: expected bytes, found null")?,
            mv: mv.ok_or("move: expected text in UTF-8")?,
            tally: Tally { games, white_wins, black_wins, draws, rating_sum, ratings },
        })
    }
}
