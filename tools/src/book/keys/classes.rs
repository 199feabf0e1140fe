//! A table with a row for each opening.

use std::path::Path;

use tak_book::parquet::KeyRow;

use crate::book::source::{Books, Listed};
use crate::book::table::Table;
use crate::failure::Failure;
use crate::ledger::Ledger;
use crate::output::Output;

/// The number of rows in a row group.
const GROUP_SIZE: usize = 1 << 16;

/// Reads the openings and writes their table.
pub(super) fn write(books: Books, ledger: &mut Ledger, output: &Path) -> Result<(), Failure> {
    let mut table = Table::create(Output::create(output)?, GROUP_SIZE)?;
    books.read(ledger, &mut |opening: &Listed<'_>| {
        let row = KeyRow::new(&opening.class, opening.result, opening.count);
        table.push(row.map_err(|error| error.to_string())?)?;
        Ok(())
    })?;
    ledger.require_some("openings")?;
    table.finish().map(drop)
}
