//! A table with the class of every opening.

use std::path::Path;

use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use tak_encoding::{BoardSize, EightHashes, PackedBoard, with_size};

use crate::book::source::{Books, Listed, Trouble};
use crate::book::table::{Columns, Table, TableRow};
use crate::failure::Failure;
use crate::ledger::Ledger;
use crate::output::Output;

/// The number of rows in a row group.
const GROUP_SIZE: usize = 1 << 16;

/// Reads the openings and writes their table.
pub(super) fn write(books: Books, ledger: &mut Ledger, output: &Path) -> Result<(), Failure> {
    let mut table = Table::create(Output::create(output)?, GROUP_SIZE)?;
    books.read(ledger, &mut |opening: &Listed<'_>| {
        table.push(row(opening)?)?;
        Ok(())
    })?;
    ledger.require_some("openings")?;
    table.finish().map(drop)
}

/// One opening.
struct KeyRow {
    key: u64,
    size: u8,
    tps: String,
    ply: u32,
    result: Option<String>,
    weight: u64,
}

impl TableRow for KeyRow {
    const SCHEMA: &'static str = "message openings {
        required int64 key (INTEGER(64, false));
        required int32 size (INTEGER(8, false));
        required binary tps (STRING);
        required int32 ply (INTEGER(32, false));
        optional binary result (STRING);
        required int64 weight (INTEGER(64, false));
    }";

    fn write(rows: &mut [Self], columns: &mut Columns<'_>) -> Result<(), ParquetError> {
        let rows = || rows.iter();
        columns.write::<Int64Type>(rows().map(|row| row.key as i64))?;
        columns.write::<Int32Type>(rows().map(|row| row.size.into()))?;
        columns.write::<ByteArrayType>(rows().map(|row| row.tps.as_str().into()))?;
        columns.write::<Int32Type>(rows().map(|row| row.ply as i32))?;
        columns.write_some::<ByteArrayType>(
            rows().map(|row| row.result.as_deref().map(ByteArray::from)),
        )?;
        columns.write::<Int64Type>(rows().map(|row| row.weight as i64))
    }
}

fn row(opening: &Listed<'_>) -> Result<KeyRow, Trouble> {
    let (class, board) = (&opening.class, &opening.class.board);
    let (key, tps, outcome) = board_facts(class.size, board)?;
    let result = match opening.result {
        Some(result) => Some(result.to_string()),
        None => outcome,
    };
    Ok(KeyRow {
        key,
        size: class.size.squares_per_side() as u8,
        tps,
        ply: class.ply,
        result,
        weight: opening.count,
    })
}

/// The canonical key and the TPS of a board, and the result of the game if it ends there.
fn board_facts(
    size: BoardSize,
    board: &PackedBoard,
) -> Result<(u64, String, Option<String>), String> {
    with_size!(size, N => {
        let position = board.unpack::<N, EightHashes>().map_err(|error| error.to_string())?;
        let outcome = position.outcome().map(|outcome| outcome.to_string());
        Ok((position.hashes().canonical(), position.to_tps(), outcome))
    })
}
