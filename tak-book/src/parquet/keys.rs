//! The rows of a table of openings.

use std::io::Write;

use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use tak_encoding::{BoardSize, EightHashes, GameResult, PackedBoard, PackedError, with_size};

use super::table::{Columns, TableRow};
use crate::class::Class;

/// One opening.
pub struct KeyRow {
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

    fn write<W: Write + Send>(
        rows: &mut [Self],
        columns: &mut Columns<'_, W>,
    ) -> Result<(), ParquetError> {
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

impl KeyRow {
    /// The row of an opening that occurred this many times, and how its game ended, if known.
    ///
    /// # Errors
    ///
    /// If the board is none of its size.
    pub fn new(
        class: &Class,
        result: Option<GameResult>,
        weight: u64,
    ) -> Result<Self, PackedError> {
        let (key, tps, outcome) = board_facts(class.size, &class.board)?;
        Ok(Self {
            key,
            size: class.size.squares_per_side() as u8,
            tps,
            ply: class.ply,
            result: result.map(|result| result.to_string()).or(outcome),
            weight,
        })
    }
}

/// The canonical key and the TPS of a board, and the result of the game if it ends there.
fn board_facts(
    size: BoardSize,
    board: &PackedBoard,
) -> Result<(u64, String, Option<String>), PackedError> {
    with_size!(size, N => {
        let position = board.unpack::<N, EightHashes>()?;
        let outcome = position.outcome().map(|outcome| outcome.to_string());
        Ok((position.hashes().canonical(), position.to_tps(), outcome))
    })
}
