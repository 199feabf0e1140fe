//! The rows of a book as a Parquet table.

use std::io::Write;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use tak_book::parquet::{Columns, TableRow};
use tak_book::{Tally, Value};

use super::Exported;

/// The size of a row group, which is held in memory and written at once.
pub(super) const GROUP: usize = 1 << 16;

impl TableRow for Exported {
    const SCHEMA: &'static str = "message book {
        required int32 size (INTEGER(8, false));
        required int32 ply (INTEGER(32, false));
        optional binary opening (STRING);
        required binary tps (STRING);
        required binary move (STRING);
        required int64 games;
        required int64 white_wins;
        required int64 draws;
        required int64 black_wins;
        optional double average_rating;
        optional double score;
        optional int32 wins_in;
        optional binary best (STRING);
        optional int32 depth;
        optional int64 nodes;
        optional double komi;
    }";

    fn write<W: Write + Send>(
        rows: &mut [Self],
        columns: &mut Columns<'_, W>,
    ) -> Result<(), ParquetError> {
        let of_book = || rows.iter().map(|row| &row.move_of_book);
        let scores = || rows.iter().map(|row| row.score.as_ref());
        let count = |count: fn(&Tally) -> u64| of_book().map(move |row| count(&row.tally) as i64);
        columns.write::<Int32Type>(of_book().map(|row| row.position.size() as i32))?;
        columns.write::<Int32Type>(of_book().map(|row| row.ply as i32))?;
        columns.write_some::<ByteArrayType>(
            rows.iter().map(|row| row.opening().map(|opening| text(&opening))),
        )?;
        columns.write::<ByteArrayType>(rows.iter().map(|row| row.tps.as_str().into()))?;
        columns.write::<ByteArrayType>(of_book().map(|row| text(&row.mv)))?;
        columns.write::<Int64Type>(count(|tally| tally.games))?;
        columns.write::<Int64Type>(count(|tally| tally.white_wins))?;
        columns.write::<Int64Type>(count(|tally| tally.draws))?;
        columns.write::<Int64Type>(count(|tally| tally.black_wins))?;
        columns.write_some::<DoubleType>(of_book().map(|row| row.tally.average_rating()))?;
        columns.write_some::<DoubleType>(scores().map(|score| match score?.value {
            Value::Centiflats(value) => Some(f64::from(value) / 100.0),
            Value::WinIn(_) | Value::LossIn(_) => None,
        }))?;
        columns.write_some::<Int32Type>(scores().map(|score| match score?.value {
            Value::WinIn(plies) => Some(plies as i32),
            Value::LossIn(plies) => Some(-(plies as i32)),
            Value::Centiflats(_) => None,
        }))?;
        columns.write_some::<ByteArrayType>(scores().map(|score| Some(text(&score?.best))))?;
        columns.write_some::<Int32Type>(scores().map(|score| Some(score?.depth as i32)))?;
        columns.write_some::<Int64Type>(scores().map(|score| Some(score?.nodes as i64)))?;
        columns.write_some::<DoubleType>(
            scores().map(|score| Some(f64::from(score?.half_komi.0) / 2.0)),
        )
    }
}

fn text(value: &impl ToString) -> ByteArray {
    value.to_string().into_bytes().into()
}
